"""Score sheets, and who comes before whom: a rank key holds points and tie-breaks in one number."""

from __future__ import annotations

import numpy as np

from ...core.domino import Resource
from ...games.kingdomino import HARMONY, MIDDLE_KINGDOM
from ...games.origins import TOTEM_POINTS
from ...games.quest import BLEAK_TERRAINS, WASTE
from ..board import layout as at
from ..board.compile import Ints, Word, Words, inner, num, popc, word
from ..board.layout import field, kingdom, larger, nibble, param
from ..board.torus import framed, linked
from .caveman import score_cavemen, score_warriors
from .placing import NONE, plane, side
from .quest import is_centred, score_quest

U = np.uint64
POINTS_SHIFT = 14
"""Where the points begin in a rank key; crowns and the largest region lie below."""
TOTEMS = tuple(TOTEM_POINTS[resource] for resource in Resource)
BLEAK_CODES = len(BLEAK_TERRAINS)
"""Terrain codes begin with those that please the bleak king."""


@inner
def count(one: Word, two: Word, within: Word) -> int:
    """The sum of a number of two planes over the squares of *within*."""
    return popc(one & within) + 2 * popc(two & within)


@inner
def score_regions(p: Words, s: Words, seat: int) -> tuple[int, int, int, int]:
    """Points, largest region, uncovered crowns, and regions that please the bleak king."""
    k = kingdom(p, seat)
    w, n = side(s[k + at.BOX], at.WEST), side(s[k + at.BOX], at.NORTH)
    # Framed by the corner of its box a kingdom, seven wide at most, leaves the last column empty,
    # which is what ``connected`` asks for.
    t0, t1, t2 = framed(s[k + at.T0], w, n), framed(s[k + at.T1], w, n), framed(s[k + at.T2], w, n)
    c0, c1 = framed(s[k + at.C0], w, n), framed(s[k + at.C1], w, n)
    g0, g1 = NONE, NONE
    if param(p, at.QUESTS_DRAWN):
        g0, g1 = framed(s[k + at.G0], w, n), framed(s[k + at.G1], w, n)
    if param(p, at.VOLCANO):
        # The crown planes of a volcano are its craters.
        fire = ~plane(t0, t1, t2, word(p, at.VOLCANO))
        c0 &= fire
        c1 &= fire
    e, south = links(t0, t1, t2)
    single, double = lone_squares(t0 | t1 | t2, e, south), lone_pairs(e, south)
    giants = count(g0, g1, single) + 2 * count(g0, g1, double)
    points = count(c0, c1, single) + 2 * count(c0, c1, double) - giants
    largest = 2 if double else 1 if single else 0
    rest, wastes = (t0 | t1 | t2) & ~(single | double), 0
    while rest:
        region = linked(rest & (NONE - rest), e, south)
        rest ^= region
        area = popc(region)
        crowns = count(c0, c1, region) - count(g0, g1, region)
        points += area * crowns
        largest = larger(largest, area)
        # Bleak King: once a region, however far beyond five squares it goes.
        if crowns == 0 and area >= WASTE and is_bleak(t0, t1, t2, region):
            wastes += 1
    return points, largest, count(c0, c1, ~NONE) - count(g0, g1, ~NONE), wastes


@inner
def links(t0: Word, t1: Word, t2: Word) -> tuple[Word, Word]:
    """The squares of a framed kingdom whose neighbours to the east, to the south are alike."""
    land = t0 | t1 | t2
    e = land & ~((t0 ^ (t0 >> U(1))) | (t1 ^ (t1 >> U(1))) | (t2 ^ (t2 >> U(1))))
    south = land & ~((t0 ^ (t0 >> U(8))) | (t1 ^ (t1 >> U(8))) | (t2 ^ (t2 >> U(8))))
    return e, south


@inner
def lone_squares(land: Word, e: Word, south: Word) -> Word:
    """All regions of one square, by links."""
    return land & ~(e | (e << U(1)) | south | (south << U(8)))


@inner
def lone_pairs(e: Word, south: Word) -> Word:
    """All regions of two squares, by links: neither of the two has another link."""
    w, north = e << U(1), south << U(8)
    more = (e & w) | (south & north) | ((e | w) & (south | north))
    across, along = e & ~(more | (more >> U(1))), south & ~(more | (more >> U(8)))
    return across | (across << U(1)) | along | (along << U(8))


@inner
def is_bleak(t0: Word, t1: Word, t2: Word, region: Word) -> bool:
    """Whether a region is of a terrain that may please the bleak king."""
    bleak = NONE
    for code in range(1, BLEAK_CODES + 1):
        bleak |= plane(t0, t1, t2, U(code))
    return popc(region & bleak) > 0


@inner
def score(p: Words, s: Words, seat: int, out: Ints, first: int) -> int:
    """Write the sheet of a seat into ``out[first : first + SHEET]``; its rank key."""
    for i in range(first, first + at.SHEET):
        out[i] = 0
    k = kingdom(p, seat)
    points, largest, crowns, wastes = score_regions(p, s, seat)
    out[first + at.REGIONS] = points
    if param(p, at.CENTRE_BONUS) and is_centred(s[k + at.BOX], param(p, at.SIZE)):
        out[first + at.CENTRE] = MIDDLE_KINGDOM
    if param(p, at.HARMONY_BONUS) and field(s[k + at.BOX], at.DISCARDED) == 0:
        out[first + at.HARMONY] = HARMONY
    for i in range(param(p, at.QUESTS_DRAWN)):
        number = field(s[at.EXTRA], at.QUESTS + 8 * i)
        if number:
            out[first + at.QUEST + i] = score_quest(p, s, seat, number - 1, wastes)
    if param(p, at.HAS_TOTEMS):
        score_totems(s, k, seat, out, first)
    if param(p, at.HAS_CAVE):
        out[first + at.CAVEMEN] = score_cavemen(p, s, k)
        out[first + at.WARRIORS] = score_warriors(p, s, k)
    total = 0
    # All lines of a sheet lie between these two.
    for i in range(first + at.REGIONS, first + at.PLACE):
        total += out[i]
    out[first + at.TOTAL], out[first + at.LARGEST], out[first + at.CROWNS] = total, largest, crowns
    return rank_key(total, largest, crowns)


@inner
def score_totems(s: Words, k: int, seat: int, out: Ints, first: int) -> None:
    """1 for each resource left, and the totems."""
    out[first + at.RESOURCES] = popc(s[k + at.TOKENS])
    for resource in range(4):
        if nibble(s[at.EXTRA], 4 * resource) == seat + 1:
            out[first + at.TOTEM + resource] = TOTEMS[resource]


@inner
def rank_key(total: int, largest: int, crowns: int) -> int:
    """Points and tie-breaks in one number: higher is better."""
    # 48 squares take six bits, and crowns eight at most: neither reaches into the next number.
    return (total << POINTS_SHIFT) | (largest << 8) | crowns


@inner
def rank_keys(p: Words, s: Words, first: int, last: int, sheet: Ints, keys: Ints) -> None:
    """The rank keys of the seats from *first* to before *last*; *sheet* is int32[SHEET] to use."""
    for seat in range(first, last):
        keys[seat] = score(p, s, seat, sheet, 0)


@inner
def sheet_key(out: Ints, first: int) -> int:
    """The rank key of a score sheet."""
    total, largest = num(out[first + at.TOTAL]), num(out[first + at.LARGEST])
    return rank_key(total, largest, num(out[first + at.CROWNS]))


@inner
def score_all(p: Words, s: Words, out: Ints, first: int) -> None:
    """Write the sheets of all seats with their places into ``out[first:]``, SHEET numbers each."""
    players = param(p, at.PLAYERS)
    for seat in range(players):
        score(p, s, seat, out, first + seat * at.SHEET)
    for seat in range(players):
        key, place = sheet_key(out, first + seat * at.SHEET), 1
        for other in range(players):
            if sheet_key(out, first + other * at.SHEET) > key:
                place += 1
        out[first + seat * at.SHEET + at.PLACE] = place
