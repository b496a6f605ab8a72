"""Why an action is good, as a code and what belongs to it; the pages say it in words.

A reason is what the score sheet shows, not what the search thought: a person can see it on the
board and look for it next time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
from ..core.domino import format_domino
from ..core.engine import advance, legal_actions
from ..core.gain import Site
from ..core.grid import Bits, Box, bit, neighbours
from ..core.kingdom import Kingdom, Region, placements, put, regions
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
    domino: NotRequired[str]
    columns: NotRequired[int]
    rows: NotRequired[int]


CODES = frozenset(
    {
        "joins",
        "begins",
        "grows",
        "centre",
        "no_gap",
        "compact",
        "open",
        "readies",
        "bounds",
        "brings",
        "denies",
        "crowned",
        "early",
        "cheapest",
        "costs",
        "frees",
        "leads",
        "fire",
        "trails",
        "settles",
        "saves",
        "ahead",
        "alike",
    }
)
CENTRED = frozenset({"middle_kingdom", "empire_of_fire"})
LARGE = 3
"""Squares that are worth a word without a crown."""
ENVY = 3
"""So many points more than oneself somebody else would have to make of a domino."""
UNSEEN: Reason = {"code": "ahead"}
"""What only looking ahead can see."""


ALIKE: Reason = {"code": "alike"}
"""Where all that can be said holds for a better one too."""


def reason(state: State, action: Action) -> Reason:
    """The best that can be said for *action*, which is legal."""
    return _said(state, action)[0]


def reasons(state: State, actions: Sequence[Action]) -> list[Reason]:
    """For the first its best, and for each after it the best that holds for none before it.

    Where nothing does it is ``ALIKE``, and the next time something that was not said yet.
    """
    known: list[Reason] = []
    found: list[Reason] = []
    for action in actions:
        said = _said(state, action)
        own = [why for why in said if why not in known]
        fresh = [why for why in (*own, ALIKE, *said) if why not in found]
        found.append(fresh[0] if fresh else ALIKE)
        known += said
    return found


def _said(state: State, action: Action) -> list[Reason]:
    """All that can be said for it, the best first."""
    for kind, tell in _TELLERS:
        if isinstance(action, kind):
            return [*tell(state, state.agenda[0].player, action)] or [UNSEEN]
    return [UNSEEN]


def _place(state: State, player: int, action: Action) -> Iterator[Reason]:
    assert isinstance(action, Place)
    before, domino = state.kingdoms[player], state.rules.domino[state.agenda[0].domino]
    after = put(before, domino, action)
    grown = _grown(before, after, action.left_bit | action.right_bit)
    yield from _scoring(grown)
    if _keeps_centre(state, player, before, after.box):
        yield {"code": "centre"}
    large = max((region for region, _, _ in grown), key=lambda region: region.area)
    if large.area >= LARGE and not large.crowns:
        yield _about("grows", large)
    if _gaps(after) == _gaps(before) and _others_leave_gaps(state, before):
        yield {"code": "no_gap"}
    if 1 < large.area < LARGE and not large.crowns:
        yield _about("grows", large)
    if after.box == before.box:
        yield {"code": "compact"}
    yield from _readied(state, player, after)
    if large.area > 1 and (free := _free_beside(after, large)):
        yield {"code": "open", "terrain": large.terrain.label, "squares": free}
    west, north, east, south = after.box
    yield {"code": "bounds", "columns": east - west + 1, "rows": south - north + 1}


def _readied(state: State, player: int, after: Kingdom) -> Iterator[Reason]:
    """The dominoes on the table that may still be one's own and are worth more by it."""
    mine = [found.domino for found in state.agenda[1:] if found.player == player and found.domino]
    free = [
        n for n, owner in zip(state.offer, state.claims, strict=True) if owner in (None, player)
    ]
    now, then = Site(state, player), Site(state.with_kingdom(player, after), player)
    worth = {n: then.best(state.rules.domino[n]) or 0 for n in (*mine, *free)}
    more = {n: points - (now.best(state.rules.domino[n]) or 0) for n, points in worth.items()}
    for n in sorted(more, key=lambda n: -more[n]):
        if more[n] > 0:
            yield {"code": "readies", "domino": format_domino(n), "points": worth[n]}


def _scoring(grown: list[tuple[Region, int, bool]]) -> Iterator[Reason]:
    """The regions that score more, those that gain most first."""
    for region, gain, old in sorted(grown, key=lambda found: -found[1]):
        if gain > 0:
            yield _about("joins" if old else "begins", region)


def _free_beside(kingdom: Kingdom, region: Region) -> int:
    """Free squares through which a region can grow."""
    return (neighbours(region.bits) & kingdom.room & ~kingdom.land).bit_count()


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


def _choose(state: State, player: int, action: Action) -> Iterator[Reason]:
    assert isinstance(action, Choose)
    domino = state.rules.domino[action.domino]
    free = [n for n, owner in zip(state.offer, state.claims, strict=True) if owner is None]
    site = Site(state, player)
    mine = site.best(domino)
    rivals = {
        seat: Site(state, seat).best(domino) or 0
        for seat in range(state.rules.players)
        if seat != player
    }
    envious = max(rivals, key=lambda seat: rivals[seat])
    if rivals[envious] >= ENVY + (mine or 0):
        yield {"code": "denies", "player": envious, "points": rivals[envious]}
    if mine:
        yield {"code": "brings", "points": mine}
    crowns = domino.left.crowns + domino.right.crowns
    if mine is not None and crowns:
        yield {"code": "crowned", "crowns": crowns}
    if action.domino == min(free) and len(free) > 1:
        yield {"code": "early"}
    if mine:
        before = state.kingdoms[player]
        place = max(placements(before, domino), key=lambda place: site.laid(domino, place))
        laid = place.left_bit | place.right_bit
        yield from _scoring(_grown(before, put(before, domino, place), laid))


def _total(state: State, player: int) -> int:
    return score_sheet(state, player).total


def _cover(state: State, player: int, action: Action) -> Iterator[Reason]:
    before = _total(state, player)
    costs = {a: before - _total(advance(state, a), player) for a in legal_actions(state)}
    least = costs[action] == min(costs.values())
    yield {"code": "cheapest" if least else "costs", "points": costs[action]}


def _release(state: State, player: int, action: Action) -> Iterator[Reason]:
    assert isinstance(action, Release)
    on = [region for region in regions(state.kingdoms[player]) if region.bits & bit(action.square)]
    if on:
        yield {"code": "frees", "points": on[0].area}


def _send(state: State, player: int, action: Action) -> Iterator[Reason]:
    assert isinstance(action, Send)
    others = [seat for seat in range(state.rules.players) if seat != player]
    best = max(_total(state, seat) for seat in others)
    if len(others) > 1 and _total(state, action.to) == best:
        yield {"code": "leads", "player": action.to, "points": best}


def _erupt(state: State, player: int, action: Action) -> Iterator[Reason]:
    assert isinstance(action, Erupt)
    burnt = bit(action.square)
    after = advance(state, action).kingdoms[player]
    region = next((region for region in regions(after) if region.bits & burnt), None)
    if region and region.points:
        yield _about("fire", region)


def _hand_over(state: State, player: int, action: Action) -> Iterator[Reason]:
    assert isinstance(action, HandOver)
    least = min(_total(state, seat) for seat in range(state.rules.players) if seat != player)
    if _total(state, action.to) == least:
        yield {"code": "trails", "player": action.to, "points": least}


def _settle(state: State, player: int, action: Action) -> Iterator[Reason]:
    gain = _total(advance(state, action), player) - _total(state, player)
    if gain > 0:
        yield {"code": "settles", "points": gain}


def _recruit(state: State, player: int, action: Action) -> Iterator[Reason]:
    homes = advance(state, action)
    best = max(_total(advance(homes, home), player) for home in legal_actions(homes))
    if (gain := best - _total(state, player)) > 0:
        yield {"code": "brings", "points": gain}


def _pass(state: State, player: int, action: Action) -> Iterator[Reason]:
    yield {"code": "saves"}


_TELLERS: tuple[tuple[type[Action], Callable[[State, int, Action], Iterator[Reason]]], ...] = (
    (Place, _place),
    (Choose, _choose),
    (Cover, _cover),
    (Release, _release),
    (Send, _send),
    (Erupt, _erupt),
    (HandOver, _hand_over),
    (Settle, _settle),
    (Recruit, _recruit),
    (Pass, _pass),
)
