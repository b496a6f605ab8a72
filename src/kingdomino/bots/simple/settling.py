"""The best way to settle a caveman in Tribe.

What tokens are worth to the cavemen around them adds up token by token. So for every caveman and
home the cheapest payment takes the cheapest token of each kind, and nothing need be tried out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple, TypeAlias

from ...core.domino import Resource
from ...core.grid import Bits, around, singles
from ...core.kingdom import Kingdom, counted, with_caveman
from ...core.state import State
from ...games.tiles import caveman_tiles
from ...games.tribe import FULL_SET, HUNTED, PAIR, looked_for, score_warriors, settle_targets


class Settling(NamedTuple):
    """A plan: what it gains, what is still to be paid, who comes and where they live."""

    gain: int
    payment: tuple[Bits, ...]
    """The tokens, in the order in which they are given up."""
    caveman: str
    home: Bits


Offer: TypeAlias = tuple[list[tuple[Resource, ...]], str]
"""The sets of tokens that may still be paid for a caveman, and its name."""


def best_settling(state: State, player: int) -> Settling | None:
    """The plan that gains most from here, some tokens perhaps already given up; None without one.

    Of equals the first: fewer tokens, then by name, then in reading order of the homes.
    """
    best: Settling | None = None
    losses = _losses(state.kingdoms[player])
    for offer in _offers(state, state.kingdoms[player]):
        best = _better(state, player, offer, losses, best)
    return best


def settlings(state: State, player: int) -> Iterator[tuple[int, Settling]]:
    """For each caveman to be had the plan that gains most, after the tokens it costs in all."""
    losses = _losses(state.kingdoms[player])
    for offer in _offers(state, state.kingdoms[player]):
        if plan := _better(state, player, offer, losses, None):
            yield len(state.spent) + len(plan.payment), plan


def _better(
    state: State, player: int, offer: Offer, losses: dict[Bits, int], best: Settling | None
) -> Settling | None:
    """The plan for this caveman that gains most, unless *best* gains as much."""
    kingdom, (kinds, name) = state.kingdoms[player], offer
    wanted, worth = _wanted(kingdom, name), caveman_tiles()[name].worth
    for home in singles(settle_targets(kingdom) | kingdom.tokens):
        gain = _welcome(state, player, name, home)
        if best and gain <= best.gain:
            continue
        prices = dict(losses)
        for token in singles(wanted & around(home, 1)):
            prices[token] += worth
        payment = _payment(kingdom, kinds, prices, home)
        if payment is None:
            continue
        gain -= sum(prices[token] for token in payment)
        if not best or gain > best.gain:
            best = Settling(gain, payment, name, home)
    return best


def _offers(state: State, kingdom: Kingdom) -> Iterator[Offer]:
    """Each caveman to be had, with the kinds of token that may still be paid for it."""
    spent = state.spent
    later = tuple(r for r in Resource if (not spent or r > spent[-1]) and kingdom.resources(r))
    if len(spent) <= PAIR and (pairs := [*combinations(later, PAIR - len(spent))]):
        for name in sorted(set(state.face_up)):
            yield pairs, name
    if len(spent) + len(later) == FULL_SET:
        for name in sorted(set(state.pile)):
            yield [later], name


def _wanted(kingdom: Kingdom, name: str) -> Bits:
    """The tokens that a caveman would like to live beside."""
    if name in HUNTED:
        return kingdom.resources(HUNTED[name])
    return kingdom.tokens if name == "painter" else 0


def _losses(kingdom: Kingdom) -> dict[Bits, int]:
    """Every token, with what it is worth to the cavemen already there."""
    losses, tiles = dict.fromkeys(singles(kingdom.tokens), 0), caveman_tiles()
    for home, name in kingdom.cavemen:
        for token in singles(around(home, 1) & _wanted(kingdom, name)):
            losses[token] += tiles[name].worth
    return losses


def _welcome(state: State, player: int, name: str, home: Bits) -> int:
    """What a caveman scores at *home*, and others for having it beside them."""
    kingdom, tile, beside = state.kingdoms[player], caveman_tiles()[name], around(home, 1)
    shamans = sum(bits & beside != 0 for bits, who in kingdom.cavemen if who == "shaman")
    points = caveman_tiles()["shaman"].worth * shamans
    if tile.kind == "warrior":
        settled = with_caveman(kingdom, home, name)
        after = state.with_kingdom(player, settled)
        return points + score_warriors(after, player) - score_warriors(state, player)
    return points + tile.worth * counted(looked_for(kingdom, name), beside)


def _payment(
    kingdom: Kingdom, kinds: list[tuple[Resource, ...]], prices: dict[Bits, int], home: Bits
) -> tuple[Bits, ...] | None:
    """The cheapest tokens, one of each kind; the one on *home*, if any, is among them."""

    def price(payment: tuple[Bits, ...]) -> int:
        return sum(prices[token] for token in payment)

    payments: list[tuple[Bits, ...]] = []
    for chosen in kinds:
        planes = [kingdom.resources(kind) for kind in chosen]
        tokens = [singles(home if home & plane else plane) for plane in planes]
        payments.append(tuple(min(group, key=prices.__getitem__) for group in tokens))
    if home & kingdom.tokens:
        payments = [payment for payment in payments if home in payment]
    return min(payments, key=price, default=None)
