"""What the player to decide may do, each with the change of their total that it makes at once.

A domino joins the regions that it touches, so the regions are found once and not again for each
of the fifty places it may go to. Everything else is played out and scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from ...core.action import Action, Choose, Pass, Place
from ...core.domino import Domino, Terrain
from ...core.engine import advance, legal_actions
from ...core.grid import Bits, neighbours
from ...core.kingdom import Kingdom, placements, put, regions
from ...core.notation import format_action
from ...core.score import score_sheet
from ...core.state import Decision, Phase, State

Option: TypeAlias = tuple[str, int | None]


class _Patch(NamedTuple):
    halo: Bits
    area: int
    crowns: int
    points: int


_Map: TypeAlias = Sequence[Sequence[_Patch]]


def options(state: State) -> list[Option]:
    """The legal actions in the engine's order, as texts with their gains."""
    actions = legal_actions(state)
    if not actions:
        return []
    return [
        (format_action(action), gain)
        for action, gain in zip(actions, _gains(state, actions), strict=True)
    ]


def planned(state: State, seat: int) -> tuple[int | None, list[Option]]:
    """A player's next domino and where it could lie in their kingdom as it is now."""
    mine = (due.domino for due in state.agenda if due.phase is Phase.PLACE and due.player == seat)
    claimed = (n for n, owner in zip(state.offer, state.claims, strict=True) if owner == seat)
    domino = next(chain(mine, claimed), None)
    if domino is None:
        return None, []
    then = state._replace(agenda=(Decision(Phase.PLACE, seat, domino), *state.agenda))
    if not placements(state.kingdoms[seat], state.rules.domino[domino]):
        return domino, []
    return domino, options(then)


def _gains(state: State, actions: list[Action]) -> Iterator[int | None]:
    player = state.agenda[0].player
    kind = type(actions[0])
    if kind is Choose:
        known = _map(state.kingdoms[player])
        return (_best(state, player, known, action) for action in actions)
    if kind is Place:
        return _place_gains(state, player, actions)
    return _played_out(state, player, actions)


def _played_out(state: State, player: int, actions: list[Action]) -> Iterator[int]:
    now = score_sheet(state, player).total
    for action in actions:
        if isinstance(action, Pass):
            yield 0
        else:
            yield score_sheet(advance(state, action), player).total - now


def _place_gains(state: State, player: int, actions: list[Action]) -> Iterator[int]:
    domino = state.rules.domino[state.agenda[0].domino]
    known = _map(state.kingdoms[player])
    lined = bool(state.rules.scorers or state.quests)
    now = lines(state, player)
    for place in actions:
        assert isinstance(place, Place)
        gain = joined(known, domino, place)
        yield gain + lines(advance(state, place), player) - now if lined else gain


def lines(state: State, player: int) -> int:
    """The points that do not come from regions."""
    rules = state.rules
    total = sum(scorer(state, player) for _, scorer in rules.scorers)
    return total + sum(rules.quest[quest](state, player) for quest in state.quests)


def _map(kingdom: Kingdom) -> _Map:
    known: list[list[_Patch]] = [[] for _ in Terrain]
    for terrain, bits, crowns in regions(kingdom):
        area = bits.bit_count()
        known[terrain].append(_Patch(bits | neighbours(bits), area, crowns, area * crowns))
    return known


def joined(known: _Map, domino: Domino, place: Place) -> int:
    """The change of the regions' points when *domino* is laid there."""
    left, right = domino.left, domino.right
    a, b = place.left_bit, place.right_bit
    if left.terrain is right.terrain:
        return _join(known[left.terrain], a | b, 2, left.crowns + right.crowns)
    return _join(known[left.terrain], a, 1, left.crowns) + _join(
        known[right.terrain], b, 1, right.crowns
    )


def _join(patches: Sequence[_Patch], bits: Bits, area: int, crowns: int) -> int:
    lost = 0
    for halo, more, crowned, points in patches:
        if halo & bits:
            area += more
            crowns += crowned
            lost += points
    return area * crowns - lost


def _best(state: State, player: int, known: _Map, action: Action) -> int | None:
    """What the domino would bring where it joins the regions best; None when it fits nowhere."""
    assert isinstance(action, Choose)
    kingdom = state.kingdoms[player]
    domino = state.rules.domino[action.domino]
    gains = [(joined(known, domino, place), place) for place in placements(kingdom, domino)]
    if not gains:
        return None
    gain, place = max(gains, key=lambda pair: pair[0])
    if not (state.rules.scorers or state.quests):
        return gain
    laid = put(kingdom, domino, place)
    kingdoms = (*state.kingdoms[:player], laid, *state.kingdoms[player + 1 :])
    return gain + lines(state._replace(kingdoms=kingdoms), player) - lines(state, player)
