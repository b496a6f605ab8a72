"""Whole games by greedy moves: what adds most to one's own score now, ties by lot.

Placements are judged by regions alone. A domino of the row is worth what it would add if it were
placed at once. Fire, giants and cavemen go where they score most or cost least.
"""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Sets, Word, Words, ctz, inner, popc
from ..board.layout import field, kingdom, larger, phase, player
from ..board.torus import ONE
from ..rules.caveman import score_cavemen, score_warriors
from ..rules.chance import draw, resolve
from ..rules.option import (
    CHOOSE,
    COVER,
    ERUPT,
    PLACE,
    RECRUIT,
    RELEASE,
    SEND,
    SETTLE_ON,
    acting_tile,
    craters,
    homes,
    item_options,
    square_options,
)
from ..rules.placing import NONE, plane
from ..rules.score import score_regions
from ..rules.step import settle, take
from .gain import FOUND, NOWHERE, best_dominoes, best_places, joined, list_regions
from .playout import pick

U = np.uint64
TOKEN_WORTH = 1
"""What burning a resource is taken to cost."""
# A set of phases: (SQUARE_PHASES >> phase) & 1 asks for one without four comparisons.
SQUARE_PHASES = 1 << COVER | 1 << RELEASE | 1 << ERUPT | 1 << SETTLE_ON


@inner
def best_placements(p: Words, s: Words, work: Words) -> Sets:
    """The placements that add most; passing, which is discarding, where nothing fits."""
    seat = player(s)
    list_regions(p, s, seat, work)
    nowhere = best_places(p, s, seat, acting_tile(p, s), work) == NOWHERE
    e, south, w, n = work[FOUND], work[FOUND + 1], work[FOUND + 2], work[FOUND + 3]
    return e, south, w, n, NONE, NONE, ONE if nowhere else NONE


@inner
def region_area(s: Words, k: int, square: Word) -> int:
    """The size of the region that a square belongs to."""
    i = U(ctz(square))
    t0, t1, t2 = s[k + at.T0], s[k + at.T1], s[k + at.T2]
    code = ((t0 >> i) & ONE) | (((t1 >> i) & ONE) << ONE) | (((t2 >> i) & ONE) << U(2))
    return popc(joined(square, plane(t0, t1, t2, code)))


@inner
def caveman_points(p: Words, s: Words, k: int, kind: int, square: Word) -> int:
    """What all cavemen of a territory would score with one more on a square."""
    # Tried out on the state itself, and taken back.
    settle(s, k, square, kind)
    points = score_cavemen(p, s, k) + score_warriors(p, s, k)
    for i in range(4):
        s[k + at.K0 + i] &= ~square
    return points


@inner
def square_worth(p: Words, s: Words, k: int, square: Word) -> int:
    """How good a square is for what the player to decide does there."""
    now = phase(s)
    if now == SETTLE_ON:
        return caveman_points(p, s, k, field(s[at.TURN], at.ARG), square)
    area = region_area(s, k, square)
    # A crown is worth its region's squares: lost when covered, won back when the giant leaves.
    if now == COVER:
        return -area
    if now == RELEASE:
        return area
    worth = area * craters(s, k, field(s[at.TURN], at.ARG))
    if s[k + at.TOKENS] & square:
        worth -= TOKEN_WORTH
    return worth


@inner
def best_squares(p: Words, s: Words) -> Word:
    """The best squares in COVER, RELEASE, ERUPT or SETTLE_ON."""
    k, rest = kingdom(p, player(s)), square_options(p, s)
    best, chosen = 0, NONE
    while rest:
        square = rest & (NONE - rest)
        rest ^= square
        worth = square_worth(p, s, k, square)
        # In COVER all worths are negative: 0 would never be beaten.
        if chosen == NONE or worth > best:
            best, chosen = worth, NONE
        if worth == best:
            chosen |= square
    return chosen


@inner
def item_worth(p: Words, s: Words, item: int) -> int:
    """How good a receiver of a giant or a kind of caveman is."""
    if phase(s) == SEND:
        points, _, _, _ = score_regions(p, s, item)
        return points
    k = kingdom(p, player(s))
    rest, best = homes(s, k), 0
    while rest:
        square = rest & (NONE - rest)
        rest ^= square
        best = larger(best, caveman_points(p, s, k, item, square))
    return best


@inner
def best_items(p: Words, s: Words) -> Word:
    """Send a giant to the player whose regions score most; recruit who can score most."""
    rest = item_options(p, s)
    best, chosen = -1, NONE
    while rest:
        i = ctz(rest)
        rest &= rest - ONE
        worth = item_worth(p, s, i)
        if worth > best:
            best, chosen = worth, NONE
        if worth == best:
            chosen |= ONE << U(i)
    return chosen


@inner
def shortlist(p: Words, s: Words, work: Words) -> Sets:
    """The best of the legal actions, as ``options`` gives them; tokens are spent if possible."""
    now = phase(s)
    if now == PLACE:
        return best_placements(p, s, work)
    if now == CHOOSE:
        return NONE, NONE, NONE, NONE, NONE, best_dominoes(p, s, work), NONE
    if (SQUARE_PHASES >> now) & 1:
        return NONE, NONE, NONE, NONE, best_squares(p, s), NONE, NONE
    items = item_options(p, s)
    # Two tokens buy at once; whether four would buy more is not asked.
    if now == SEND or (now == RECRUIT and items):
        return NONE, NONE, NONE, NONE, NONE, best_items(p, s), NONE
    squares = square_options(p, s)
    return NONE, NONE, NONE, NONE, squares, items, NONE if squares | items else ONE


@inner
def greedy_move(p: Words, s: Words, work: Words) -> int:
    """A greedy action as a move. *work* is uint64[WORK]."""
    return pick(p, s, shortlist(p, s, work))


@inner
def greedy_step(p: Words, s: Words, work: Words) -> None:
    """A fair chance event or a greedy action; not after the end."""
    if phase(s) < CHOOSE:
        resolve(p, s, draw(p, s))
    else:
        take(p, s, greedy_move(p, s, work))


@inner
def greedy_playout(p: Words, s: Words, work: Words) -> int:
    """Play a game to its end by greedy moves; the number of decisions and chance events."""
    steps = 0
    while phase(s) != at.OVER:
        greedy_step(p, s, work)
        steps += 1
    return steps
