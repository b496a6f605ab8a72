"""What each placement would gain, for all placements at once.

The regions of a kingdom are listed once. For a domino the squares fall into few classes, by the
regions they touch, so that a handful of sets stands for all its placements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from ..board import layout as at
from ..board.compile import Places, Word, Words, ctz, inlined, inner, num, popc, word
from ..board.layout import field, kingdom, param, player
from ..board.torus import ONE, beside, east, north, south, west
from ..rules.option import free_items
from ..rules.placing import NONE, kingdom_fits, plane

U = np.uint64
Judge: TypeAlias = Callable[[Words, Words, Word, Words], int]
"""Of the rules, a state, a domino and a work row: what the domino is worth, NOWHERE if nothing."""
# A work row is uint64[WORK]: regions (what they touch; area and crowns), classes of squares of
# the left and of the right half (their squares; the regions they touch), and the index: where the
# regions of each terrain begin, a byte each.
REGION, LEFT, RIGHT, INDEX, FOUND = 0, 128, 256, 384, 385
WORK = 390
AREA_BITS = 8
NOWHERE = -1
"""The gain of a domino that fits nowhere."""


@inlined
def joined(seed: Word, within: Word) -> Word:
    """The part of *within* that hangs together with *seed*, on the torus."""
    while True:
        grown = (seed | beside(seed)) & within
        if grown == seed:
            return seed
        seed = grown


@inner
def crown_count(p: Words, s: Words, k: int, within: Word) -> int:
    """The uncovered crowns on some squares; volcanoes must not be among them."""
    crowns = popc(s[k + at.C0] & within) + 2 * popc(s[k + at.C1] & within)
    if param(p, at.QUESTS_DRAWN):
        crowns -= popc(s[k + at.G0] & within) + 2 * popc(s[k + at.G1] & within)
    return crowns


@inner
def list_regions(p: Words, s: Words, seat: int, work: Words) -> None:
    """List the regions of a kingdom in *work*, terrain by terrain."""
    k, n, index = kingdom(p, seat), 0, NONE
    for code in range(1, 7):
        index |= U(n) << U(8 * code)
        rest = plane(s[k + at.T0], s[k + at.T1], s[k + at.T2], U(code))
        while rest:
            region = joined(rest & (NONE - rest), rest)
            rest ^= region
            crowns = 0 if code == param(p, at.VOLCANO) else crown_count(p, s, k, region)
            work[REGION + 2 * n] = beside(region)
            work[REGION + 2 * n + 1] = U(popc(region)) | (U(crowns) << U(32))
            n += 1
    # The number of all stands where a seventh terrain would begin: that is where the sixth ends.
    work[INDEX] = index | (U(n) << U(56))


@inner
def classify(work: Words, code: int, within: Word, out: int) -> int:
    """Split the squares of *within* by the regions of a terrain that they touch.

    Writes pairs of words from ``work[out]`` on and returns their number.
    """
    first = num((work[INDEX] >> U(8 * code)) & U(255))
    last = num((work[INDEX] >> U(8 * code + 8)) & U(255))
    # Squares that touch one region are a class together; the few that touch several, one each.
    once, more = NONE, NONE
    for i in range(first, last):
        touched = work[REGION + 2 * i]
        more |= once & touched
        once |= touched
    n = 0
    if within & ~once:
        work[out], work[out + 1] = within & ~once, NONE
        n = 1
    for i in range(first, last):
        squares = work[REGION + 2 * i] & within & ~more
        if squares:
            work[out + 2 * n], work[out + 2 * n + 1] = squares, ONE << U(i - first)
            n += 1
    more &= within
    while more:
        square = more & (NONE - more)
        more ^= square
        touching = NONE
        for i in range(first, last):
            if work[REGION + 2 * i] & square:
                touching |= ONE << U(i - first)
        work[out + 2 * n], work[out + 2 * n + 1] = square, touching
        n += 1
    return n


@inner
def gain(work: Words, code: int, touching: Word, area: int, crowns: int) -> int:
    """What *area* new squares with *crowns* add to the regions of a terrain that they join.

    Points, and in the low byte the area of the region they make: of equal gains the one with the
    larger region is worth more later.
    """
    first = num((work[INDEX] >> U(8 * code)) & U(255))
    points, i = 0, REGION + 2 * first + 1
    while touching:
        if touching & ONE:
            region_area, region_crowns = work[i] & U(0xFFFF), work[i] >> U(32)
            points += num(region_area * region_crowns)
            area += num(region_area)
            crowns += num(region_crowns)
        touching >>= ONE
        i += 2
    # The new region is worth area times crowns; what its parts were worth is taken off.
    return ((area * crowns - points) << AREA_BITS) + area


@inlined
def meeting(places: Places, lefts: Word, rights: Word) -> Places:
    """The placements whose left half lies in some squares and whose right half in others."""
    e, so, w, n = places
    return (
        e & lefts & west(rights),
        so & lefts & north(rights),
        w & lefts & east(rights),
        n & lefts & south(rights),
    )


@inlined
def best_among(
    p: Words, tile: Word, places: Places, zones: tuple[Word, Word], reward: int, work: Words
) -> int:
    """The best gain of some placements of *tile*, as ``gain`` says it; NOWHERE if there are none.

    *reward* comes on top for each half that lies in its zone. Writes the placements that do so,
    four sets as in ``fits``, from ``work[FOUND]`` on.
    """
    e, so, w, n = places
    a, b = num(tile & U(at.CODE_BITS)), num((tile >> U(at.HALF)) & U(at.CODE_BITS))
    a_crowns = num((tile >> U(at.CROWN_SHIFT)) & U(3))
    b_crowns = num((tile >> U(at.HALF + at.CROWN_SHIFT)) & U(3))
    volcano = param(p, at.VOLCANO)
    a_crowns = 0 if a == volcano else a_crowns
    b_crowns = 0 if b == volcano else b_crowns
    # Squares in a zone come first.
    a_first, lefts = zoned(work, a, e | so | w | n, zones[0], LEFT)
    b_first, rights = zoned(work, b, east(e) | south(so) | west(w) | north(n), zones[1], RIGHT)
    # Halves of one terrain end in one region: one's crowns count for the other's squares. Otherwise
    # what a class gains is the same beside any other, and takes the place of what it touches.
    alike = a == b
    if not alike:
        for j in range(rights):
            work[RIGHT + 2 * j + 1] = U(gain(work, b, work[RIGHT + 2 * j + 1], 1, b_crowns))
    best = NOWHERE
    be, bs, bw, bn = NONE, NONE, NONE, NONE
    for i in range(lefts):
        squares, touching = work[LEFT + 2 * i], work[LEFT + 2 * i + 1]
        a_gain = reward if i < a_first else 0
        if not alike:
            a_gain += gain(work, a, touching, 1, a_crowns)
        for j in range(rights):
            others, reached = work[RIGHT + 2 * j], work[RIGHT + 2 * j + 1]
            points = a_gain + (reward if j < b_first else 0)
            if alike:
                points += gain(work, a, touching | reached, 2, a_crowns + b_crowns)
            else:
                points += num(reached)
            # Most pairs of classes have no placement, and most others are not among the best.
            if points >= best:
                fe, fs, fw, fn = meeting(places, squares, others)
                if fe | fs | fw | fn:
                    if points > best:
                        best, be, bs, bw, bn = points, NONE, NONE, NONE, NONE
                    be, bs, bw, bn = be | fe, bs | fs, bw | fw, bn | fn
    work[FOUND], work[FOUND + 1], work[FOUND + 2], work[FOUND + 3] = be, bs, bw, bn
    return best


@inlined
def zoned(work: Words, code: int, within: Word, zone: Word, out: int) -> tuple[int, int]:
    """As ``classify``, the squares in a zone first; how many classes these are, and all."""
    first = classify(work, code, within & zone, out) if zone else 0
    return first, first + classify(work, code, within & ~zone, out + 2 * first)


@inner
def best_places(p: Words, s: Words, seat: int, tile: Word, work: Words) -> int:
    """As ``best_among`` for all places in a kingdom, once its regions are listed."""
    return best_among(p, tile, kingdom_fits(p, s, seat, tile), (NONE, NONE), 0, work)


def best_of_row(judge: Judge) -> Callable[[Words, Words, Words], Word]:
    """Compile a choice from the row: the free dominoes that are worth most to the player to decide.

    *judge* says what one is worth once the regions have been listed. There is a choice for each
    judge, because compiled code that is handed a function cannot take it in.
    """

    @inner
    def best(p: Words, s: Words, work: Words) -> Word:
        rest = free_items(s[at.OFFER])
        if rest & (rest - ONE) == NONE:
            return rest
        list_regions(p, s, player(s), work)
        most, chosen = NOWHERE, NONE
        while rest:
            i = ctz(rest)
            rest &= rest - ONE
            worth = judge(p, s, word(p, at.TILES + field(s[at.OFFER], 8 * i)), work)
            if worth > most:
                most, chosen = worth, NONE
            if worth == most:
                chosen |= ONE << U(i)
        return chosen

    return best


@inner
def gain_of(p: Words, s: Words, tile: Word, work: Words) -> int:
    """What a domino would add if it were placed now, as ``gain`` says it."""
    return best_places(p, s, player(s), tile, work)


best_dominoes = best_of_row(gain_of)
