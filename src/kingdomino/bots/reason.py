"""Why an action is good, as a code and what belongs to it; the pages say it in words.

A reason is what the score sheet shows, not what the search thought: a person can see it on the
board and look for it next time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NotRequired, TypedDict

from ..core.action import (
    Action,
    Choose,
    Cover,
    Erupt,
    HandOver,
    Pass,
    Place,
    Recruit,
    Release,
    Send,
    Settle,
)
from ..core.engine import advance, legal_actions
from ..core.gain import Site
from ..core.grid import Bits, Box, bit, neighbours
from ..core.kingdom import Kingdom, Region, put, regions
from ..core.score import score_sheet
from ..core.state import State


class Reason(TypedDict):
    """A code, and the numbers and names that its sentence needs."""

    code: str
    terrain: NotRequired[str]
    squares: NotRequired[int]
    crowns: NotRequired[int]
    player: NotRequired[int]
    points: NotRequired[int]


CODES = frozenset(
    {
        "joins",
        "begins",
        "grows",
        "centre",
        "no_gap",
        "brings",
        "denies",
        "crowned",
        "early",
        "cheapest",
        "frees",
        "leads",
        "fire",
        "trails",
        "settles",
        "saves",
        "ahead",
    }
)
CENTRED = frozenset({"middle_kingdom", "empire_of_fire"})
LARGE = 3
"""Squares that are worth a word without a crown."""
ENVY = 3
"""So many points more than oneself somebody else would have to make of a domino."""
UNSEEN: Reason = {"code": "ahead"}
"""What only looking ahead can see."""


def reason(state: State, action: Action) -> Reason:
    """The best that can be said for *action*, which is legal."""
    for kind, tell in _TELLERS:
        if isinstance(action, kind):
            return tell(state, state.agenda[0].player, action) or UNSEEN
    return UNSEEN


def _place(state: State, player: int, action: Action) -> Reason | None:
    assert isinstance(action, Place)
    before, domino = state.kingdoms[player], state.rules.domino[state.agenda[0].domino]
    after = put(before, domino, action)
    grown = _grown(before, after, action.left_bit | action.right_bit)
    best = max(grown, key=lambda found: found[1], default=None)
    if best and best[1] > 0:
        return _about("joins" if best[2] else "begins", best[0])
    if _keeps_centre(state, player, before, after.box):
        return {"code": "centre"}
    large = max((region for region, _, _ in grown), key=lambda region: region.area, default=None)
    if large and large.area >= LARGE and not large.crowns:
        return _about("grows", large)
    if _gaps(after) == _gaps(before) and _others_leave_gaps(state, before):
        return {"code": "no_gap"}
    return _about("grows", large) if large and large.area > 1 and not large.crowns else None


def _grown(before: Kingdom, after: Kingdom, laid: Bits) -> list[tuple[Region, int, bool]]:
    """The regions that a domino became part of, what they score more, whether they were there."""
    old = list(regions(before))
    found: list[tuple[Region, int, bool]] = []
    for region in regions(after):
        if region.bits & laid:
            joined = [piece for piece in old if piece.bits & region.bits]
            found.append(
                (region, region.points - sum(piece.points for piece in joined), bool(joined))
            )
    return found


def _about(code: str, region: Region) -> Reason:
    terrain = region.terrain.label
    return {"code": code, "terrain": terrain, "squares": region.area, "crowns": region.crowns}


def _keeps_centre(state: State, player: int, before: Kingdom, box: Box) -> bool:
    """Whether the castle can still be in the middle, which counts and is not a matter of course."""
    names = {name for name, _ in state.rules.scorers} | {*state.quests}
    if not names & CENTRED or not _can_be_centred(box, before.size):
        return False
    places = [action for action in legal_actions(state) if isinstance(action, Place)]
    return any(not _can_be_centred(_grown_box(before.box, p.box), before.size) for p in places)


def _can_be_centred(box: Box, size: int) -> bool:
    return max(-box.west, -box.north, box.east, box.south) <= size // 2


def _grown_box(a: Box, b: Box) -> Box:
    west, north = min(a.west, b.west), min(a.north, b.north)
    return Box(west, north, max(a.east, b.east), max(a.south, b.south))


def _gaps(kingdom: Kingdom) -> int:
    """Free squares that no domino can cover."""
    free = kingdom.room & ~kingdom.land
    return (free & ~neighbours(free)).bit_count()


def _others_leave_gaps(state: State, before: Kingdom) -> bool:
    domino = state.rules.domino[state.agenda[0].domino]
    places = (action for action in legal_actions(state) if isinstance(action, Place))
    return any(_gaps(put(before, domino, place)) > _gaps(before) for place in places)


def _choose(state: State, player: int, action: Action) -> Reason | None:
    assert isinstance(action, Choose)
    domino = state.rules.domino[action.domino]
    free = [n for n, owner in zip(state.offer, state.claims, strict=True) if owner is None]
    mine = Site(state, player).best(domino)
    rivals = {
        seat: Site(state, seat).best(domino) or 0
        for seat in range(state.rules.players)
        if seat != player
    }
    envious = max(rivals, key=lambda seat: rivals[seat])
    if rivals[envious] >= ENVY + (mine or 0):
        return {"code": "denies", "player": envious, "points": rivals[envious]}
    if mine:
        return {"code": "brings", "points": mine}
    crowns = domino.left.crowns + domino.right.crowns
    if mine is not None and crowns:
        return {"code": "crowned", "crowns": crowns}
    return {"code": "early"} if action.domino == min(free) and len(free) > 1 else None


def _total(state: State, player: int) -> int:
    return score_sheet(state, player).total


def _cover(state: State, player: int, action: Action) -> Reason:
    cost = _total(state, player) - _total(advance(state, action), player)
    return {"code": "cheapest", "points": cost}


def _release(state: State, player: int, action: Action) -> Reason | None:
    assert isinstance(action, Release)
    on = [region for region in regions(state.kingdoms[player]) if region.bits & bit(action.square)]
    return {"code": "frees", "points": on[0].area} if on else None


def _send(state: State, player: int, action: Action) -> Reason | None:
    assert isinstance(action, Send)
    others = [seat for seat in range(state.rules.players) if seat != player]
    best = max(_total(state, seat) for seat in others)
    leads = len(others) > 1 and _total(state, action.to) == best
    return {"code": "leads", "player": action.to, "points": best} if leads else None


def _erupt(state: State, player: int, action: Action) -> Reason | None:
    assert isinstance(action, Erupt)
    burnt = bit(action.square)
    after = advance(state, action).kingdoms[player]
    region = next((region for region in regions(after) if region.bits & burnt), None)
    return _about("fire", region) if region and region.points else None


def _hand_over(state: State, player: int, action: Action) -> Reason | None:
    assert isinstance(action, HandOver)
    least = min(_total(state, seat) for seat in range(state.rules.players) if seat != player)
    trails = _total(state, action.to) == least
    return {"code": "trails", "player": action.to, "points": least} if trails else None


def _settle(state: State, player: int, action: Action) -> Reason | None:
    gain = _total(advance(state, action), player) - _total(state, player)
    return {"code": "settles", "points": gain} if gain > 0 else None


def _pass(state: State, player: int, action: Action) -> Reason | None:
    return {"code": "saves"}


_TELLERS: tuple[tuple[type[Action], Callable[[State, int, Action], Reason | None]], ...] = (
    (Place, _place),
    (Choose, _choose),
    (Cover, _cover),
    (Release, _release),
    (Send, _send),
    (Erupt, _erupt),
    (HandOver, _hand_over),
    (Settle, _settle),
    (Recruit, _settle),
    (Pass, _pass),
)
