"""Origins, Tribe mode: the cave, settling, and what cavemen score."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from enum import Enum
from itertools import combinations

from ..core import turn
from ..core.action import Action, Cave, Event, Pass, Recruit, Settle, Spend
from ..core.chance import Pick
from ..core.domino import Resource, Terrain
from ..core.error import IllegalAction
from ..core.grid import CASTLE_BIT, Bits, around, bit, connected, squares
from ..core.kingdom import Count, Kingdom, counted, with_caveman
from ..core.rules import Rules, Step
from ..core.state import Decision, Phase, State
from .origins import ERUPT, discovery, with_resources
from .tiles import caveman_tiles

SHELF = 4
"""How many cavemen lie in the open."""
PAIR, FULL_SET = 2, 4
"""Tokens for a caveman in the open, and for one of the pile."""
HUNTED = {
    "hunter": Resource.MAMMOTH,
    "fishing_child": Resource.FISH,
    "gatherer": Resource.MUSHROOM,
    "sculptor": Resource.FLINT,
}
"""What four of the hunter/gatherers look for."""


def tribe(players: int) -> Rules:
    """Resources without totems; they are spent to settle cavemen."""
    tiles = caveman_tiles().values()
    steps: dict[Enum, Step] = {
        Phase.CHOOSE_PAIR: turn.CHOOSE_PAIR,
        Phase.ERUPT: ERUPT,
        Phase.CAVE: CAVE,
        Phase.SETTLE: SETTLE,
        Phase.RECRUIT: RECRUIT,
        Phase.SETTLE_ON: SETTLE_ON,
    }
    return replace(
        with_resources(discovery(players)),
        game="origins-tribe",
        steps=turn.steps(steps),
        setup=(Phase.KINGS, Phase.ROW, Phase.CAVE),
        reveal=(Phase.ROW, Phase.CAVE),
        turn=(Phase.PLACE, Phase.CHOOSE, Phase.SETTLE),
        cavemen=tuple(sorted(tile.name for tile in tiles for _ in range(tile.copies))),
        scorers=(("cavemen", score_cavemen), ("warriors", score_warriors)),
    )


def _missing(state: State) -> int:
    return min(SHELF - len(state.face_up), len(state.pile))


def _draw_cave(state: State, pick: Pick) -> Cave:
    return Cave(tuple(sorted(pick(state.pile, _missing(state)))))


def _check_cave(state: State, event: Event) -> None:
    if not isinstance(event, Cave):
        raise IllegalAction(f"cavemen are turned up now, not {event}")
    drawn = event.cavemen
    for name in drawn:
        if name not in caveman_tiles():
            raise IllegalAction(
                f"there is no caveman {name!r}; there are {', '.join(sorted(caveman_tiles()))}"
            )
    if len(drawn) != _missing(state) or drawn != tuple(sorted(drawn)):
        raise IllegalAction(
            f"{_missing(state)} cavemen are turned up, sorted by name: {', '.join(drawn)}"
        )
    for name, count in Counter(drawn).items():
        if count > state.pile.count(name):
            raise IllegalAction(f"the pile holds {state.pile.count(name)} × {name}, not {count}")


def _resolve_cave(state: State, decision: Decision, event: Cave) -> State:
    drawn = event.cavemen
    return state._replace(
        agenda=state.agenda[1:],
        face_up=tuple(sorted((*state.face_up, *drawn))),
        pile=_without(state.pile, drawn),
    )


def _shelf_full(state: State, decision: Decision) -> State | None:
    """Nothing is turned up when four lie open or the pile is empty."""
    return None if _missing(state) else state._replace(agenda=state.agenda[1:])


def _without(pile: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((Counter(pile) - Counter(taken)).elements()))


def payments(state: State, player: int) -> list[tuple[Resource, ...]]:
    """The sets of tokens that *player* can have a caveman for, with those given up already.

    Each is in the order mammoth, fish, mushroom, flint, in which tokens are given up: so a set can
    be paid in one way only, and never so that no caveman could be had for it.
    """
    kingdom = state.kingdoms[player]
    owned = [r for r in Resource if kingdom.resources(r) or r in state.spent]
    pairs = combinations(owned, PAIR) if state.face_up else ()
    whole = [tuple(owned)] if state.pile and len(owned) == FULL_SET else []
    return [*pairs, *whole]


def _spendings(state: State, decision: Decision) -> list[Action]:
    kingdom = state.kingdoms[decision.player]
    spent, due = state.spent, len(state.spent)
    kinds = {p[due] for p in payments(state, decision.player) if len(p) > due and p[:due] == spent}
    tokens = 0
    for resource in kinds:
        tokens |= kingdom.resources(resource)
    return [Spend(square) for square in squares(tokens)]


def _settlings(state: State, decision: Decision) -> list[Action]:
    return [*_spendings(state, decision), Pass()]


def _resolve_spend(state: State, decision: Decision, action: Spend | Pass) -> State:
    agenda = state.agenda[1:]
    if isinstance(action, Pass):
        return state._replace(agenda=agenda)
    player = decision.player
    kingdom = state.kingdoms[player]
    token = bit(action.square)
    kind = next(r for r in Resource if kingdom.resources(r) & token)
    poorer = kingdom._replace(tokens=kingdom.tokens & ~token)
    return state.with_kingdom(player, poorer)._replace(
        agenda=(Decision(Phase.RECRUIT, player), *agenda), spent=(*state.spent, kind)
    )


def _recruits(state: State, decision: Decision) -> list[Action]:
    shelf: tuple[str, ...] = ()
    if len(state.spent) == PAIR:
        shelf = state.face_up
    elif len(state.spent) == FULL_SET:
        shelf = state.pile
    people = [Recruit(name) for name in sorted(set(shelf))]
    return [*_spendings(state, decision), *people]


def _resolve_recruit(state: State, decision: Decision, action: Spend | Recruit) -> State:
    if isinstance(action, Spend):
        return _resolve_spend(state, decision, action)
    name = action.caveman
    agenda = (Decision(Phase.SETTLE_ON, decision.player, name=name), *state.agenda[1:])
    if len(state.spent) == PAIR:
        return state._replace(agenda=agenda, face_up=_without(state.face_up, (name,)), spent=())
    return state._replace(agenda=agenda, pile=_without(state.pile, (name,)), spent=())


def settle_targets(kingdom: Kingdom) -> Bits:
    """Where a caveman may live: bare own ground, no volcano, not the hut."""
    barred = kingdom.crowns[0] | kingdom.terrains[Terrain.VOLCANO] | kingdom.tokens | CASTLE_BIT
    return kingdom.land & ~(barred | kingdom.caveman_bits())


def _homes(state: State, decision: Decision) -> list[Action]:
    kingdom = state.kingdoms[decision.player]
    return [Settle(square) for square in squares(settle_targets(kingdom))]


def _resolve_settle(state: State, decision: Decision, action: Settle) -> State:
    player = decision.player
    home = bit(action.square)
    settled = with_caveman(state.kingdoms[player], home, decision.name)
    return state.decided(player, settled)


CAVE = Step(_resolve_cave, draw=_draw_cave, check=_check_cave, enter=_shelf_full)
SETTLE = Step(_resolve_spend, _settlings, "settle or pass")
RECRUIT = Step(_resolve_recruit, _recruits, "pay for a caveman and take one")
SETTLE_ON = Step(_resolve_settle, _homes, "give the caveman a square")


def looked_for(kingdom: Kingdom, name: str) -> Count:
    """What a hunter/gatherer scores for where it lies on the 8 squares around it."""
    if name in HUNTED:
        return kingdom.resources(HUNTED[name]), 0, 0
    if name == "painter":
        return kingdom.tokens, 0, 0
    return kingdom.crowns if name == "fire_lady" else (kingdom.caveman_bits(), 0, 0)


def score_cavemen(state: State, player: int) -> int:
    """Hunter/gatherers: points for what lies on the 8 squares around each."""
    kingdom = state.kingdoms[player]
    tiles = caveman_tiles()
    return sum(
        tiles[name].worth * counted(looked_for(kingdom, name), around(home, 1))
        for home, name in kingdom.cavemen
        if tiles[name].kind == "hunter_gatherer"
    )


def score_warriors(state: State, player: int) -> int:
    """Each band of warriors: members times total strength."""
    tiles = caveman_tiles()
    strength = {
        home: tiles[name].worth
        for home, name in state.kingdoms[player].cavemen
        if tiles[name].kind == "warrior"
    }
    homes, points = sum(strength), 0
    while homes:
        band = connected(homes & -homes, homes)
        homes ^= band
        points += band.bit_count() * sum(s for home, s in strength.items() if home & band)
    return points
