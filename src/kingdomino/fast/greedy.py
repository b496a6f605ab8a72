"""Whole games by greedy moves: what adds most to one's own score now, ties by lot.

Placements are judged by regions alone. A domino of the row is worth what it would add if it were
placed at once. Fire, giants and cavemen go where they score most or cost least.
"""

from __future__ import annotations

import numpy as np

from .caveman import score_cavemen, score_warriors
from .chance import draw, resolve
from .compile import Int, Word, Words, ctz, inner, popc
from .layout import (
    ACTING,
    ARG,
    K0,
    OFFER,
    OVER,
    PLAYERS,
    SPENT,
    T0,
    T1,
    T2,
    TILES,
    TOKENS,
    TURN,
    field,
    kingdom,
    param,
    phase,
    player,
)
from .option import (
    CHOOSE,
    COVER,
    ERUPT,
    HAND_OVER,
    PLACE,
    RECRUIT,
    RELEASE,
    SEND,
    SETTLE_ON,
    acting_tile,
    craters,
    free_items,
    homes,
    item_options,
    square_options,
)
from .placing import NONE, plane
from .playout import place_kth, random_other, square_kth
from .rng import below
from .score import score_regions
from .step import choose, discard, settle, take_item
from .survey import FOUND, NOWHERE, best_places, joined, survey
from .torus import ONE, select

U = np.uint64
TOKEN_WORTH, CAVEMAN_WORTH = 1, 4
"""What burning a resource or a caveman is taken to cost."""


@inner
def greedy_place(p: Words, s: Words, work: Words) -> None:
    """A placement that adds most, or discard what fits nowhere."""
    seat = player(s)
    survey(p, s, seat, work)
    if best_places(p, s, seat, acting_tile(p, s), work) == NOWHERE:
        discard(p, s)
        return
    e, south, w, n = work[FOUND], work[FOUND + 1], work[FOUND + 2], work[FOUND + 3]
    k = below(s, popc(e) + popc(south) + popc(w) + popc(n))
    place_kth(p, s, e, south, w, n, k)


@inner
def greedy_choose(p: Words, s: Words, work: Words) -> None:
    """A free domino that would add most if it were placed now."""
    free, offer = free_items(s[OFFER]), s[OFFER]
    if free & (free - ONE):
        survey(p, s, player(s), work)
        best, rest, chosen = NOWHERE, free, NONE
        while rest:
            i = ctz(rest)
            rest &= rest - ONE
            tile = p[TILES + field(offer, 8 * i)]
            points = best_places(p, s, player(s), tile, work)
            if points > best:
                best, chosen = points, NONE
            if points == best:
                chosen |= ONE << U(i)
        free = chosen
    choose(p, s, select(free, below(s, popc(free))))


@inner
def region_area(s: Words, k: Int, square: Word) -> Int:
    """The size of the region that a square belongs to."""
    i = U(ctz(square))
    t0, t1, t2 = s[k + T0], s[k + T1], s[k + T2]
    code = ((t0 >> i) & ONE) | (((t1 >> i) & ONE) << ONE) | (((t2 >> i) & ONE) << U(2))
    return popc(joined(square, plane(t0, t1, t2, code)))


@inner
def caveman_points(p: Words, s: Words, k: Int, kind: Int, square: Word) -> Int:
    """What all cavemen of a territory would score with one more on a square."""
    settle(s, k, square, kind)
    points = score_cavemen(p, s, k) + score_warriors(p, s, k)
    for i in range(4):
        s[k + K0 + i] &= ~square
    return points


@inner
def square_worth(p: Words, s: Words, k: Int, square: Word) -> Int:
    """How good a square is for what the player to decide does there."""
    now = phase(s)
    if now == SETTLE_ON:
        return caveman_points(p, s, k, field(s[TURN], ARG), square)
    area = region_area(s, k, square)
    if now == COVER:
        return -area
    if now == RELEASE:
        return area
    worth = area * craters(s, k, field(s[TURN], ARG))
    if s[k + TOKENS] & square:
        worth -= TOKEN_WORTH
    return worth


@inner
def greedy_square(p: Words, s: Words) -> None:
    """The best square in COVER, RELEASE, ERUPT or SETTLE_ON."""
    k, rest = kingdom(p, player(s)), square_options(p, s)
    best, chosen = 0, NONE
    while rest:
        square = rest & (NONE - rest)
        rest ^= square
        worth = square_worth(p, s, k, square)
        if chosen == NONE or worth > best:
            best, chosen = worth, NONE
        if worth == best:
            chosen |= square
    square_kth(p, s, chosen, below(s, popc(chosen)))


@inner
def item_worth(p: Words, s: Words, item: Int) -> Int:
    """How good a receiver of a giant or a kind of caveman is."""
    if phase(s) == SEND:
        points, _, _, _ = score_regions(p, s, item)
        return points
    k = kingdom(p, player(s))
    rest, best = homes(s, k), 0
    while rest:
        square = rest & (NONE - rest)
        rest ^= square
        best = max(best, caveman_points(p, s, k, item, square))
    return best


@inner
def greedy_item(p: Words, s: Words) -> None:
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
    take_item(p, s, select(chosen, below(s, popc(chosen))))


@inner
def greedy_other(p: Words, s: Words) -> None:
    """A good action in the phases of Giants and Origins; tokens are spent as soon as possible."""
    now = phase(s)
    if now == COVER or now == RELEASE or now == ERUPT or now == SETTLE_ON:
        greedy_square(p, s)
    elif now == SEND or (now == RECRUIT and item_options(p, s)):
        greedy_item(p, s)
    else:
        squares = square_options(p, s)
        if squares:
            square_kth(p, s, squares, below(s, popc(squares)))
        else:
            random_other(p, s)


@inner
def greedy_step(p: Words, s: Words, work: Words) -> None:
    """A fair chance event or a greedy action; not after the end. *work* is uint64[WORK]."""
    now = phase(s)
    if now == PLACE:
        greedy_place(p, s, work)
    elif now == CHOOSE:
        greedy_choose(p, s, work)
    elif now < CHOOSE:
        resolve(p, s, draw(p, s))
    else:
        greedy_other(p, s)


@inner
def greedy_playout(p: Words, s: Words, work: Words) -> Int:
    """Play a game to its end by greedy moves; the number of decisions and chance events."""
    steps = 0
    while phase(s) != OVER:
        greedy_step(p, s, work)
        steps += 1
    return steps
