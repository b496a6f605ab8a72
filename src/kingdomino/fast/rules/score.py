"""Score sheets and places."""

from __future__ import annotations

import numpy as np

from ..board.compile import Ints, Word, Words, inner, num, popc
from ..board.layout import (
    BOX,
    C0,
    C1,
    CAVEMEN,
    CENTRE,
    CENTRE_BONUS,
    CROWNS,
    DISCARDED,
    EXTRA,
    G0,
    G1,
    HARMONY,
    HARMONY_BONUS,
    HAS_CAVE,
    HAS_TOTEMS,
    LARGEST,
    NORTH,
    PLACE,
    PLAYERS,
    QUEST,
    QUESTS,
    QUESTS_DRAWN,
    REGIONS,
    RESOURCES,
    SHEET,
    SIZE,
    T0,
    T1,
    T2,
    TOKENS,
    TOTAL,
    TOTEM,
    VOLCANO,
    WARRIORS,
    WEST,
    field,
    kingdom,
    larger,
    nibble,
    param,
)
from ..board.torus import connected, framed
from .caveman import score_cavemen, score_warriors
from .placing import NONE, plane, side
from .quest import CENTRE_POINTS, HARMONY_POINTS, is_centred, score_quest

U = np.uint64
TOTEM_POINTS = 3
"""The worth of the mammoth totem; each of the next ones is worth one more."""
WASTE = 5
"""The least squares of a region that pleases the bleak king."""
BLEAK_CODES = 4


@inner
def count(one: Word, two: Word, within: Word) -> int:
    """The sum of a number of two planes over the squares of *within*."""
    return popc(one & within) + 2 * popc(two & within)


@inner
def score_regions(p: Words, s: Words, seat: int) -> tuple[int, int, int, int]:
    """Points, largest region, uncovered crowns, and regions that please the bleak king."""
    k = kingdom(p, seat)
    w, n = side(s[k + BOX], WEST), side(s[k + BOX], NORTH)
    t0, t1, t2 = framed(s[k + T0], w, n), framed(s[k + T1], w, n), framed(s[k + T2], w, n)
    c0, c1 = framed(s[k + C0], w, n), framed(s[k + C1], w, n)
    g0, g1 = NONE, NONE
    if param(p, QUESTS_DRAWN):
        g0, g1 = framed(s[k + G0], w, n), framed(s[k + G1], w, n)
    if param(p, VOLCANO):
        # The crown planes of a volcano are its craters.
        fire = ~plane(t0, t1, t2, p[VOLCANO])
        c0 &= fire
        c1 &= fire
    points, largest, wastes = 0, 0, 0
    for code in range(1, 7):
        rest = plane(t0, t1, t2, U(code))
        while rest:
            region = connected(rest & (NONE - rest), rest)
            rest ^= region
            area = popc(region)
            crowns = count(c0, c1, region) - count(g0, g1, region)
            points += area * crowns
            largest = larger(largest, area)
            if crowns == 0 and area >= WASTE and code <= BLEAK_CODES:
                wastes += 1
    return points, largest, count(c0, c1, ~NONE) - count(g0, g1, ~NONE), wastes


@inner
def score(p: Words, s: Words, seat: int, out: Ints, first: int) -> int:
    """Write the sheet of a seat into ``out[first : first + SHEET]``; its rank key."""
    for i in range(first, first + SHEET):
        out[i] = 0
    k = kingdom(p, seat)
    points, largest, crowns, wastes = score_regions(p, s, seat)
    out[first + REGIONS] = points
    if param(p, CENTRE_BONUS) and is_centred(s[k + BOX], param(p, SIZE)):
        out[first + CENTRE] = CENTRE_POINTS
    if param(p, HARMONY_BONUS) and field(s[k + BOX], DISCARDED) == 0:
        out[first + HARMONY] = HARMONY_POINTS
    for i in range(param(p, QUESTS_DRAWN)):
        number = field(s[EXTRA], QUESTS + 8 * i)
        if number:
            out[first + QUEST + i] = score_quest(p, s, seat, number - 1, wastes)
    if param(p, HAS_TOTEMS):
        score_totems(s, k, seat, out, first)
    if param(p, HAS_CAVE):
        out[first + CAVEMEN] = score_cavemen(p, s, k)
        out[first + WARRIORS] = score_warriors(p, s, k)
    total = 0
    for i in range(first + REGIONS, first + PLACE):
        total += out[i]
    out[first + TOTAL], out[first + LARGEST], out[first + CROWNS] = total, largest, crowns
    return rank_key(total, largest, crowns)


@inner
def score_totems(s: Words, k: int, seat: int, out: Ints, first: int) -> None:
    """1 for each resource left, and the totems."""
    out[first + RESOURCES] = popc(s[k + TOKENS])
    for resource in range(4):
        if nibble(s[EXTRA], 4 * resource) == seat + 1:
            out[first + TOTEM + resource] = TOTEM_POINTS + resource


@inner
def rank_key(total: int, largest: int, crowns: int) -> int:
    """Points and tie-breaks in one number: higher is better. ``key >> 14`` are the points."""
    return (total << 14) | (largest << 8) | crowns


@inner
def sheet_key(out: Ints, first: int) -> int:
    """The rank key of a score sheet."""
    total, largest = num(out[first + TOTAL]), num(out[first + LARGEST])
    return rank_key(total, largest, num(out[first + CROWNS]))


@inner
def score_all(p: Words, s: Words, out: Ints, first: int) -> None:
    """Write the sheets of all seats with their places into ``out[first:]``, SHEET numbers each."""
    players = param(p, PLAYERS)
    for seat in range(players):
        score(p, s, seat, out, first + seat * SHEET)
    for seat in range(players):
        key, place = sheet_key(out, first + seat * SHEET), 1
        for other in range(players):
            if sheet_key(out, first + other * SHEET) > key:
                place += 1
        out[first + seat * SHEET + PLACE] = place
