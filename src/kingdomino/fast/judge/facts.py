"""What a judge sees of a game between two rounds: facts by number, and a few fractions.

A kingdom is a bag of facts: each square of land with what lies around it, each free square with
its four neighbours, each region, the dominoes held for the next round and what they would add. The
table is a bag, too: what is unseen, how many rows are left, quests, cavemen. Every fact has a
number, and a judge has something learned for each. Turning or mirroring a kingdom changes none of
them.
"""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Floats, IntArray, Ints, Word, Words, ctz, inner, num, popc, word
from ..board.layout import field, kingdom, larger, nibble, param, smaller
from ..board.torus import CASTLE, ONE, beside, east, north, south, west
from ..policy.choice import arrival, neat_gain
from ..policy.gain import INDEX, NOWHERE, REGION, list_regions
from ..policy.quest_gain import FITS, centred_frame, wanted_frame
from ..rules.option import land
from ..rules.placing import NONE, plane, reachable, sides
from ..rules.score import score

U = np.uint64
TERRAINS, MOST_CROWNS = 6, 4
AROUND = 15
"""Ways in which of four neighbours some are alike and some free."""
KINDS = 9
"""What a neighbour of a free square is: free, beyond reach, the castle, or a terrain."""
BEYOND, AT_CASTLE, TERRAIN = 1, 2, 2
AREAS, CROWNS, OPENINGS = 14, 9, 5
SIDES = 7
WORTHS, LEAST_WORTH = 40, 12
HELD_AREAS = 20
LINE = 5
DISCARDS = 4
PIECES = 10
COUNTED = 6


def bracelets() -> tuple[IntArray, int]:
    """For four neighbours in a ring: the number of what they are, however turned or mirrored."""
    numbers: dict[tuple[int, ...], int] = {}
    found = np.zeros(KINDS**4, np.int32)
    for i in range(KINDS**4):
        ring = [i // KINDS**j % KINDS for j in range(4)]
        turned = [ring[j:] + ring[:j] for j in range(4)]
        same = min(tuple(way) for ring in turned for way in (ring, ring[::-1]))
        found[i] = numbers.setdefault(same, len(numbers))
    return found, len(numbers)


RING, RINGS = bracelets()
LAND = 1
"""0 is no fact: bags are filled up with it."""
FREE = LAND + TERRAINS * MOST_CROWNS * AROUND
REGIONS = FREE + RINGS
BOXES = REGIONS + TERRAINS * AREAS * CROWNS * OPENINGS
DISCARDED = BOXES + SIDES * SIDES
HELD = DISCARDED + 2 * DISCARDS
HELD_AREA = HELD + 2 * WORTHS
HELD_PLACE = HELD_AREA + HELD_AREAS
HELD_DOMINO = HELD_PLACE + LINE
TOKEN = HELD_DOMINO + at.MAX_TILES
CAVEMAN = TOKEN + TERRAINS * COUNTED
GIANTS = CAVEMAN + at.CAVE_KINDS * COUNTED
FIRES = GIANTS + PIECES
TOTEM = FIRES + PIECES
FACTS = TOTEM + 4
MOST_FACTS = 128
"""Of a kingdom at once, with room to spare."""
UNSEEN = 1
ROWS = UNSEEN + at.MAX_TILES
QUEST = ROWS + 16
CAVE = QUEST + at.QUEST_COUNT
OFFERED = CAVE + at.CAVE_KINDS * COUNTED
BONUSES = OFFERED + LINE + 1
TABLE_FACTS = BONUSES + 4
MOST_TABLE_FACTS = 96
FRACTIONS = 12


@inner
def pair_number(alike: int, free: int) -> int:
    """Which of the AROUND ways this is."""
    # Rows of 5, 4, 3 … ways: with none alike up to four may be free.
    return alike * 5 - alike * (alike - 1) // 2 + free


@inner
def bit(b: Word, square: int) -> int:
    """1 if a square is in the set."""
    return num((b >> U(square)) & ONE)


@inner
def code_at(t0: Word, t1: Word, t2: Word, square: int) -> int:
    """The terrain of a square, 0 if it has none."""
    return bit(t0, square) | bit(t1, square) << 1 | bit(t2, square) << 2


@inner
def kind_at(s: Words, k: int, free: Word, square: int) -> int:
    """What a square is to a free one beside it."""
    code = code_at(s[k + at.T0], s[k + at.T1], s[k + at.T2], square)
    if code:
        return TERRAIN + code
    if square == 0:
        return AT_CASTLE
    return 0 if bit(free, square) else BEYOND


@inner
def squares(p: Words, s: Words, k: int, free: Word, out: Ints, n: int) -> int:
    """Write the facts of all squares, of land and free ones; how many facts there are then."""
    t0, t1, t2, c0, c1 = s[k + at.T0], s[k + at.T1], s[k + at.T2], s[k + at.C0], s[k + at.C1]
    rest = land(s, k)
    e = ~((t0 ^ west(t0)) | (t1 ^ west(t1)) | (t2 ^ west(t2))) & rest
    so = ~((t0 ^ north(t0)) | (t1 ^ north(t1)) | (t2 ^ north(t2))) & rest
    w, no = east(e), south(so)
    fe, fw, fs, fn = west(free), east(free), north(free), south(free)
    while rest:
        i = ctz(rest)
        rest &= rest - ONE
        code = code_at(t0, t1, t2, i)
        crowns = bit(c0, i) + 2 * bit(c1, i)
        if param(p, at.QUESTS_DRAWN):
            crowns -= bit(s[k + at.G0], i) + 2 * bit(s[k + at.G1], i)
        alike = bit(e, i) + bit(w, i) + bit(so, i) + bit(no, i)
        open_sides = bit(fe, i) + bit(fw, i) + bit(fs, i) + bit(fn, i)
        around = pair_number(alike, open_sides)
        out[n] = LAND + ((code - 1) * MOST_CROWNS + crowns) * AROUND + around
        n += 1
    rest = free
    while rest:
        i = ctz(rest)
        rest &= rest - ONE
        row, column = i & 56, i & 7
        ring = kind_at(s, k, free, row | ((column + 1) & 7))
        ring = ring * KINDS + kind_at(s, k, free, ((row + 8) & 56) | column)
        ring = ring * KINDS + kind_at(s, k, free, row | ((column - 1) & 7))
        ring = ring * KINDS + kind_at(s, k, free, ((row - 8) & 56) | column)
        out[n] = FREE + num(RING[ring])
        n += 1
    return n


@inner
def regions(work: Words, free: Word, out: Ints, n: int) -> int:
    """Write a fact for each region that has been listed; how many facts there are then."""
    for code in range(1, TERRAINS + 1):
        first = num((work[INDEX] >> U(8 * code)) & U(255))
        last = num((work[INDEX] >> U(8 * code + 8)) & U(255))
        for i in range(first, last):
            region = work[REGION + 2 * i + 1]
            area = smaller(num(region & U(0xFFFF)), AREAS) - 1
            crowns = smaller(num(region >> U(32)), CROWNS - 1)
            openings = smaller(popc(work[REGION + 2 * i] & free), OPENINGS - 1)
            ways = ((code - 1) * AREAS + area) * CROWNS + crowns
            out[n] = REGIONS + ways * OPENINGS + openings
            n += 1
    return n


@inner
def held(p: Words, s: Words, seat: int, work: Words, out: Ints, n: int) -> int:
    """Write what is known of the dominoes that a seat will lay next; regions must be listed."""
    which = 0
    for i in range(field(s[at.TURN], at.ACTING_COUNT)):
        if nibble(s[at.ACTING], at.OWNERS + 4 * i) != seat:
            continue
        domino = field(s[at.ACTING], 8 * i)
        tile = word(p, at.TILES + domino)
        worth, area, added = 0, 0, neat_gain(p, s, seat, tile, work)
        if added != NOWHERE:
            area = smaller(added & 255, HELD_AREAS - 1)
            points = (added + arrival(p, s, seat, tile, work) - FITS) >> 8
            worth = larger(1, smaller(points + LEAST_WORTH, WORTHS - 1))
        out[n] = HELD + WORTHS * which + worth
        out[n + 1] = HELD_AREA + area
        out[n + 2] = HELD_PLACE + i
        out[n + 3] = HELD_DOMINO + domino
        n += 4
        which = 1
    return n


@inner
def pieces(p: Words, s: Words, seat: int, out: Ints, n: int) -> int:
    """Write what stands on the land: giants, fire, tokens, cavemen, and totems."""
    k = kingdom(p, seat)
    if param(p, at.QUESTS_DRAWN):
        giants = popc(s[k + at.G0]) + 2 * popc(s[k + at.G1])
        out[n] = GIANTS + smaller(giants, PIECES - 1)
        return n + 1
    if param(p, at.VOLCANO) == 0:
        return n
    out[n] = FIRES + smaller(popc(s[k + at.FIRES]), PIECES - 1)
    n += 1
    t0, t1, t2 = s[k + at.T0], s[k + at.T1], s[k + at.T2]
    for code in range(1, 5):
        of_code = plane(t0, t1, t2, U(code))
        count = popc(s[k + at.TOKENS] & of_code)
        if count:
            out[n] = TOKEN + (code - 1) * COUNTED + smaller(count, COUNTED) - 1
            n += 1
        if param(p, at.HAS_TOTEMS) and nibble(s[at.EXTRA], 4 * (code - 1)) == seat + 1:
            out[n] = TOTEM + code - 1
            n += 1
    if param(p, at.HAS_CAVE):
        for kind in range(at.CAVE_KINDS):
            found = ~NONE
            for i in range(4):
                found &= ~(s[k + at.K0 + i] ^ (NONE - U((kind + 1) >> i & 1)))
            count = popc(found)
            if count:
                out[n] = CAVEMAN + kind * COUNTED + smaller(count, COUNTED) - 1
                n += 1
    return n


@inner
def kingdom_facts(
    p: Words, s: Words, seat: int, work: Words, sheet: Ints, out: Ints, fractions: Floats
) -> int:
    """Write all that a judge sees of a kingdom; how many facts it is."""
    k = kingdom(p, seat)
    free = reachable(p, s, k) & ~(land(s, k) | CASTLE)
    list_regions(p, s, seat, work)
    n = squares(p, s, k, free, out, 0)
    n = regions(work, free, out, n)
    n = held(p, s, seat, work, out, n)
    n = pieces(p, s, seat, out, n)
    w, no, e, so = sides(s[k + at.BOX])
    long, short = larger(e - w, so - no), smaller(e - w, so - no)
    out[n] = BOXES + long * SIDES + short
    # Where that costs a bonus it is another fact.
    discards = smaller(field(s[k + at.BOX], at.DISCARDED), DISCARDS - 1)
    out[n + 1] = DISCARDED + DISCARDS * param(p, at.HARMONY_BONUS) + discards
    score(p, s, seat, sheet, 0)
    fractions[0] = num(sheet[at.TOTAL]) / 64.0
    fractions[1] = num(sheet[at.REGIONS]) / 64.0
    fractions[2] = num(sheet[at.LARGEST]) / 16.0
    fractions[3] = num(sheet[at.CROWNS]) / 16.0
    fractions[4] = num(sheet[at.CAVEMEN]) / 16.0
    fractions[5] = num(sheet[at.WARRIORS]) / 16.0
    fractions[6] = num(sheet[at.QUEST]) / 16.0
    fractions[7] = num(sheet[at.QUEST + 1]) / 16.0
    fractions[8] = 1.0 if centred_frame(p, s, k) else 0.0
    fractions[9] = 1.0 if wanted_frame(p, s, k) else 0.0
    fractions[10] = popc(free) / 16.0
    fractions[11] = popc(free & ~beside(free)) / 4.0
    return n + 2


@inner
def table_facts(p: Words, s: Words, out: Ints) -> int:
    """Write all that a judge sees of the table; how many facts it is."""
    n, rest = 3, s[at.UNSEEN]
    out[0] = ROWS + smaller(field(s[at.TURN], at.ROWS_LEFT), 15)
    out[1] = OFFERED + param(p, at.ROW_SIZE)
    out[2] = BONUSES + 2 * param(p, at.CENTRE_BONUS) + param(p, at.HARMONY_BONUS)
    while rest:
        out[n] = UNSEEN + ctz(rest)
        rest &= rest - ONE
        n += 1
    for i in range(param(p, at.QUESTS_DRAWN)):
        number = field(s[at.EXTRA], at.QUESTS + 8 * i)
        if number:
            out[n] = QUEST + number - 1
            n += 1
    if param(p, at.HAS_CAVE):
        for kind in range(at.CAVE_KINDS):
            count = num((s[at.CAVE] >> U(3 * kind)) & U(7))
            if count:
                out[n] = CAVE + kind * COUNTED + smaller(count, COUNTED) - 1
                n += 1
    return n
