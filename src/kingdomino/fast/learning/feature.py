"""What a learned player sees of a state: kingdoms on the torus, seats, table, what is legal.

Every kingdom is shown in one of its eight orientations, the one whose planes hash lowest, so that
turned and mirrored kingdoms look the same and one answer serves all of them. Actions are *slots*:
``64 * direction + square`` for placements and ``256 + square`` for squares, both in the decider's
orientation, then items and passing. What is written follows from the state alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.rules import Rules
from ..board import layout as at
from ..board.compile import Ints, Word, WordArray, Words, ctz, inner, num, popc
from ..board.layout import field, kingdom, larger, nibble, param, phase, player, smaller
from ..board.torus import CASTLE, ONE, columns, east, north, rows, south, west
from ..bridge.params import params
from ..policy.gain import (
    AREA_BITS,
    LEFT,
    NOWHERE,
    RIGHT,
    best_among,
    classify,
    gain,
    joined,
    list_regions,
)
from ..rules.action import ITEMS, corner, options
from ..rules.option import ERUPT, PLACE, SEND, acting_tile
from ..rules.placing import NONE, kingdom_fits, plane, side
from ..rules.score import POINTS_SHIFT, count, score
from ..rules.step import ITEM_MOVE, MOVE_ZERO, PASS_MOVE, SQUARE_MOVE
from .observe import seat_behind
from .observe_table import (
    CAVE_WORDS,
    HEAD_WORDS,
    QUEST_WORDS,
    SLOT_WORDS,
    SLOTS,
    TOTEM_WORDS,
    head_word,
    seat_word,
    spread_bits,
    write_pieces,
    write_slot,
)

U = np.uint64
SQUARES = 64
ITEM_SLOT = 5 * SQUARES
PASS_SLOT = ITEM_SLOT + ITEMS
ALL_SLOTS = PASS_SLOT + 1
ORIENTATIONS = 8
CELL_WORDS, ITEM_WORDS = 4, 2
FREE, CASTLE_MARK = U(1 << 56), ONE
MOST = 255
PHASES = 12
"""Bytes of the table that say which phase it is."""
TOWER_BYTES, LEGAL_FIRST, HEAD_PLANES = 17, 18, 11
"""Of a cell's bytes: what its kingdom alone decides, where the legal ones begin, and how many
follow those of the kingdom."""


class Shapes(NamedTuple):
    """The bytes of one state's features; seats and cells come once a player."""

    players: int
    cell: int = 8 * CELL_WORDS
    """Of a square: 6 of terrain, crowns, free; its region's squares and open crowns, giants or
    fire, open crowns or token, caveman in 4; castle, what is decided about, legal in 5, 0; what
    placing gains in 4 directions, 0 in 4."""
    seat: int = 8
    table: int = 0
    items: int = 8 * ITEM_WORDS


def shapes(rules: Rules) -> Shapes:
    """The sizes of the features of a rule set; only ``players`` changes within a game."""
    return Shapes(rules.players, table=8 * int(table_words(params(rules))))


def table_words(p: WordArray) -> int:
    """Words of the table without the seats."""
    words = HEAD_WORDS + 2 * SLOTS * SLOT_WORDS + (int(p[at.DOMINOES]) + 7) // 8 + 1
    words += 1 if int(p[at.STRIDE]) > at.BOX + 1 else 0
    words += QUEST_WORDS if p[at.QUESTS_DRAWN] else 0
    words += TOTEM_WORDS if p[at.HAS_TOTEMS] else 0
    return words + (CAVE_WORDS if p[at.HAS_CAVE] else 0)


@inner
def mirrored_x(b: Word) -> Word:
    """The squares (x, y) at (-x, y)."""
    # Neighbours, then pairs, then nibbles change places: every row is reversed.
    b = ((b >> U(1)) & U(0x5555_5555_5555_5555)) | ((b & U(0x5555_5555_5555_5555)) << U(1))
    b = ((b >> U(2)) & U(0x3333_3333_3333_3333)) | ((b & U(0x3333_3333_3333_3333)) << U(2))
    b = ((b >> U(4)) & U(0x0F0F_0F0F_0F0F_0F0F)) | ((b & U(0x0F0F_0F0F_0F0F_0F0F)) << U(4))
    # Reversing a row takes x to 7 - x, and one further east is -x modulo 8.
    return east(b)


@inner
def mirrored_y(b: Word) -> Word:
    """The squares (x, y) at (x, -y)."""
    # The same with whole rows instead of bits.
    b = ((b >> U(8)) & U(0x00FF_00FF_00FF_00FF)) | ((b & U(0x00FF_00FF_00FF_00FF)) << U(8))
    b = ((b >> U(16)) & U(0x0000_FFFF_0000_FFFF)) | ((b & U(0x0000_FFFF_0000_FFFF)) << U(16))
    return south((b >> U(32)) | (b << U(32)))


@inner
def transposed(b: Word) -> Word:
    """The squares (x, y) at (y, x): ever larger blocks beside the diagonal change places."""
    # *t* tells where two bits that are to change places differ; flipping both there swaps them.
    # (x + 1, y) and (x, y + 1) lie 7 bits apart, blocks of two and of four squares 14 and 28.
    t = (b ^ (b >> U(7))) & U(0x00AA_00AA_00AA_00AA)
    b ^= t ^ (t << U(7))
    t = (b ^ (b >> U(14))) & U(0x0000_CCCC_0000_CCCC)
    b ^= t ^ (t << U(14))
    t = (b ^ (b >> U(28))) & U(0x0000_0000_F0F0_F0F0)
    return b ^ t ^ (t << U(28))


@inner
def turned(b: Word, turn: int) -> Word:
    """A set in an orientation: mirrored by bits 0 and 1 of *turn*, then transposed by bit 2."""
    if turn & 1:
        b = mirrored_x(b)
    if turn & 2:
        b = mirrored_y(b)
    return transposed(b) if turn & 4 else b


@inner
def turned_back(square: int, turn: int) -> int:
    """The torus bit that an orientation shows as *square*."""
    x, y = square & 7, square >> 3
    if turn & 4:
        x, y = y, x
    if turn & 1:
        x = (8 - x) & 7
    if turn & 2:
        y = (8 - y) & 7
    return (y << 3) | x


@inner
def turned_direction(d: int, turn: int) -> int:
    """Where a direction points in an orientation."""
    # East and west are 0 and 2, south and north 1 and 3: ^ 2 turns round, ^ 1 changes the axis.
    if (turn & 1) and not d & 1:
        d ^= 2
    if (turn & 2) and d & 1:
        d ^= 2
    return d ^ 1 if turn & 4 else d


@inner
def direction_back(d: int, turn: int) -> int:
    """The direction that an orientation shows as *d*."""
    # Each step undoes itself, so that the way back is the same steps from the last to the first.
    if turn & 4:
        d ^= 1
    if (turn & 1) and not d & 1:
        d ^= 2
    if (turn & 2) and d & 1:
        d ^= 2
    return d


@inner
def orientation(p: Words, s: Words, seat: int) -> int:
    """The orientation in which a kingdom is shown."""
    k, stride = kingdom(p, seat), param(p, at.STRIDE)
    best, least = 0, NONE
    for turn in range(ORIENTATIONS):
        key = NONE
        for j in range(stride):
            # All other words are sets of squares; the castle, bit 0, stays in every orientation.
            if j != at.BOX:
                key = (key ^ turned(s[k + j], turn)) * U(0x9E37_79B9_7F4A_7C15)
                key ^= key >> U(29)
        if turn == 0 or key < least:
            best, least = turn, key
    return best


@inner
def frame(box: Word, size: int) -> Word:
    """The squares that the kingdom may still grow to, two steps out at most."""
    w, n, e, s = side(box, at.WEST), side(box, at.NORTH), side(box, at.EAST), side(box, at.SOUTH)
    # Where the reach is nine squares wide the outermost two are one on the torus.
    wide = smaller(smaller(e + 2, w + size - 1) - larger(w - 2, e - size + 1), 7)
    tall = smaller(smaller(s + 2, n + size - 1) - larger(n - 2, s - size + 1), 7)
    x, y = larger(w - 2, e - size + 1), larger(n - 2, s - size + 1)
    return columns(x, x + wide) & rows(y, y + tall)


@inner
def bits_at(low: Word, high: Word, i: int) -> Word:
    """A number of two planes on one square."""
    return ((low >> U(i)) & ONE) | (((high >> U(i)) & ONE) << ONE)


@inner
def write_cells(p: Words, s: Words, seat: int, turn: int, out: Words, start: int) -> None:
    """The 64 squares of a kingdom in an orientation, CELL_WORDS each; nothing is legal yet."""
    k = kingdom(p, seat)
    t0, t1, t2 = turned(s[k + at.T0], turn), turned(s[k + at.T1], turn), turned(s[k + at.T2], turn)
    c0, c1 = turned(s[k + at.C0], turn), turned(s[k + at.C1], turn)
    more = param(p, at.STRIDE) > at.BOX + 1
    # One pair of words: giants in two planes, or fire and tokens.
    a = turned(s[k + at.G0], turn) if more else NONE
    b = turned(s[k + at.G0 + 1], turn) if more else NONE
    giants = param(p, at.QUESTS_DRAWN) > 0
    g0, g1 = (a, b) if giants else (NONE, NONE)
    free = turned(frame(s[k + at.BOX], param(p, at.SIZE)), turn) & ~(t0 | t1 | t2 | CASTLE)
    for i in range(SQUARES):
        out[start + CELL_WORDS * i] = FREE if (free >> U(i)) & ONE else NONE
        out[start + CELL_WORDS * i + 1] = NONE
        out[start + CELL_WORDS * i + 2] = NONE
        out[start + CELL_WORDS * i + 3] = NONE
    out[start + 2] = CASTLE_MARK
    for code in range(1, 7):
        rest = plane(t0, t1, t2, U(code))
        while rest:
            region = joined(rest & (NONE - rest), rest)
            rest ^= region
            crowns = 0 if code == param(p, at.VOLCANO) else count(c0, c1, region)
            whole = U(popc(region)) | (U(crowns - count(g0, g1, region)) << U(8))
            while region:
                i = ctz(region)
                region &= region - ONE
                printed = bits_at(c0, c1, i)
                word = whole
                if giants:
                    standing = bits_at(g0, g1, i)
                    word |= (standing << U(16)) | ((printed - standing) << U(24))
                elif more:
                    word |= (((a >> U(i)) & ONE) << U(16)) | (((b >> U(i)) & ONE) << U(24))
                cell = start + CELL_WORDS * i
                out[cell] = ((ONE << U(8 * code)) >> U(8)) | (printed << U(48))
                out[cell + 1] = word
    if param(p, at.HAS_CAVE):
        for j in range(4):
            homes = turned(s[k + at.K0 + j], turn)
            while homes:
                i = ctz(homes)
                homes &= homes - ONE
                out[start + CELL_WORDS * i + 1] |= ONE << U(32 + 8 * j)


@inner
def mark(squares: Word, byte: int, out: Words, start: int) -> None:
    """Set one byte of the third word of some squares."""
    while squares:
        i = ctz(squares)
        squares &= squares - ONE
        out[start + CELL_WORDS * i + 2] |= ONE << U(8 * byte)


@inner
def is_double(p: Words, s: Words) -> bool:
    """Whether the domino to be placed has two like halves: it is listed in two directions only."""
    return popc((acting_tile(p, s) >> U(at.SYMMETRIC_BIT)) & ONE) == 1


@inner
def write_legal(p: Words, s: Words, turn: int, out: Words, start: int, items: Words) -> None:
    """Mark what is legal in the decider's cells, from ``out[start]`` on, and write the items."""
    sets = options(p, s)
    double = phase(s) == PLACE and is_double(p, s)
    for d in range(4):
        places, way = turned(sets[d], turn), turned_direction(d, turn)
        # A double to the west of a square is the same to the east of its neighbour.
        if double and way >= 2:
            places = west(places) if way == 2 else north(places)
            way -= 2
        mark(places, 2 + way, out, start)
    mark(turned(sets[4], turn), 6, out, start)
    if phase(s) == ERUPT or phase(s) == SEND:
        mark(turned(ONE << U(field(s[at.TURN], at.ARG)), turn), 1, out, start)
    items[0] = spread_bits(sets[5] & U(255))
    items[1] = spread_bits((sets[5] >> U(8)) | (sets[6] << U(ITEMS - 8)))


@inner
def write_gains(p: Words, s: Words, turn: int, work: Words, out: Words, start: int) -> None:
    """What each placement of the domino in hand gains now; the regions are listed in *work*."""
    tile, double = acting_tile(p, s), is_double(p, s)
    places = kingdom_fits(p, s, player(s), tile)
    e, so, w, n = places
    a, b = num(tile & U(at.CODE_BITS)), num((tile >> U(at.HALF)) & U(at.CODE_BITS))
    volcano = param(p, at.VOLCANO)
    a_crowns = 0 if a == volcano else num((tile >> U(at.CROWN_SHIFT)) & U(3))
    b_crowns = 0 if b == volcano else num((tile >> U(at.HALF + at.CROWN_SHIFT)) & U(3))
    # The walk of best_among, written out: as shared functions it cost both of them 3 to 5 %.
    lefts = classify(work, a, e | so | w | n, LEFT)
    rights = classify(work, b, east(e) | south(so) | west(w) | north(n), RIGHT)
    for i in range(lefts):
        squares, touching = work[LEFT + 2 * i], work[LEFT + 2 * i + 1]
        alone = 0 if a == b else gain(work, a, touching, 1, a_crowns)
        for j in range(rights):
            others, reached = work[RIGHT + 2 * j], work[RIGHT + 2 * j + 1]
            if a == b:
                both = gain(work, a, touching | reached, 2, a_crowns + b_crowns)
            else:
                both = alone + gain(work, b, reached, 1, b_crowns)
            points = smaller(both >> AREA_BITS, MOST)
            for d in range(4):
                back = west(others) if d == 0 else north(others) if d == 1 else (
                    east(others) if d == 2 else south(others))  # fmt: skip
                found, way = turned(places[d] & squares & back, turn), turned_direction(d, turn)
                if double and way >= 2:
                    found = west(found) if way == 2 else north(found)
                    way -= 2
                # A placement is in one pair of classes only, so that its byte is written once.
                while found and points:
                    i2 = ctz(found)
                    found &= found - ONE
                    out[start + CELL_WORDS * i2 + 3] |= U(points) << U(8 * way)


@inner
def domino_in(s: Words, seat: int, slot: int) -> int:
    """The domino of a slot that may come to a seat, -1 for none.

    Of the row when the seat is to decide, and of the line where the king is this seat's.
    """
    if slot < SLOTS:
        offered = num(s[at.OFFER] >> U(at.COUNT)) if seat == player(s) else 0
        return field(s[at.OFFER], 8 * slot) if slot < offered else -1
    i, turn = slot - SLOTS, s[at.TURN]
    if field(turn, at.STAGE) < at.ROUND or i >= field(turn, at.ACTING_COUNT):
        return -1
    # The king whose turn it is has laid its domino in every phase but PLACE.
    held = (i > 0 or phase(s) == PLACE) and nibble(s[at.ACTING], at.OWNERS + 4 * i) == seat
    return field(s[at.ACTING], 8 * i) if held else -1


@inner
def write_fits(p: Words, s: Words, seat: int, work: Words, out: Words) -> None:
    """How well dominoes fit a kingdom, in the last bytes of their slots, once it is listed."""
    # One loop, so that judging a fit, which is long, is compiled once.
    for slot in range(2 * SLOTS):
        domino = domino_in(s, seat, slot)
        if domino >= 0:
            write_fit(p, s, seat, domino, slot, work, out)


@inner
def write_fit(
    p: Words, s: Words, seat: int, domino: int, slot: int, work: Words, out: Words
) -> None:
    """The best gain of a domino + 1, and in how many ways it fits, in bytes 22 and 23."""
    tile = p[at.TILES + domino]
    places = kingdom_fits(p, s, seat, tile)
    ways = popc(places[0]) + popc(places[1]) + popc(places[2]) + popc(places[3])
    best = best_among(p, tile, places, (NONE, NONE), 0, work)
    points = 0 if best == NOWHERE else smaller(best >> AREA_BITS, MOST - 1) + 1
    word = HEAD_WORDS + SLOT_WORDS * slot + 2
    out[word] |= (U(points) << U(48)) | (U(ways) << U(56))


@inner
def slot_move(p: Words, s: Words, turn: int, slot: int) -> int:
    """The move that a slot of the decider's orientation is."""
    if slot >= ITEM_SLOT:
        return PASS_MOVE << 8 if slot == PASS_SLOT else (ITEM_MOVE << 8) | (slot - ITEM_SLOT)
    d, square = slot >> 6, turned_back(slot & 63, turn)
    x, y = square & 7, square >> 3
    if d < SQUARE_MOVE:
        d = direction_back(d, turn)
        # The same two squares from the other half: doubles are listed to the east and south.
        if d >= 2 and is_double(p, s):
            x, y = (x - 1, y) if d == 2 else (x, y - 1)
            d -= 2
    # A bit is many squares; the one meant lies less than eight from where legal ones begin.
    first_x, first_y = corner(p, s, d)
    x, y = first_x + ((x - first_x) & 7), first_y + ((y - first_y) & 7)
    return (d << 8) | ((y + MOVE_ZERO) << 4) | (x + MOVE_ZERO)


@inner
def turned_seat(word: Word, turn: int) -> Word:
    """A seat's word with the sides of its kingdom, bytes 2 to 5, in an orientation."""
    w, n, e, s = field(word, 16), field(word, 24), field(word, 32), field(word, 40)
    if turn & 1:
        w, e = e, w
    if turn & 2:
        n, s = s, n
    if turn & 4:
        w, n, e, s = n, w, s, e
    sides = (U(w) << U(16)) | (U(n) << U(24)) | (U(e) << U(32)) | (U(s) << U(40))
    return (word & ~(U(0xFFFF_FFFF) << U(16))) | sides


@inner
def rules_word(p: Words) -> Word:
    """What the rules are: frame, players, both bonuses, rounds, the row and what it is trimmed."""
    word = U(param(p, at.SIZE)) | (U(param(p, at.PLAYERS)) << U(8))
    word |= (p[at.CENTRE_BONUS] << U(16)) | (p[at.HARMONY_BONUS] << U(24))
    word |= (p[at.ROUNDS] << U(32)) | (p[at.ROW_SIZE] << U(40))
    return word | (U(popc(p[at.TRIM])) << U(48))


@inner
def write_table(p: Words, s: Words, viewer: int, out: Words) -> None:
    """Phase, row, kings to act, unseen dominoes, quests, totems or cave, and the rules."""
    for part in range(HEAD_WORDS):
        out[part] = head_word(p, s, viewer, part)
    for slot in range(2 * SLOTS):
        write_slot(p, s, viewer, slot, out, HEAD_WORDS)
    end = HEAD_WORDS + 2 * SLOTS * SLOT_WORDS
    for part in range((param(p, at.DOMINOES) + 7) >> 3):
        out[end] = spread_bits((s[at.UNSEEN] >> U(8 * part)) & U(255))
        end += 1
    if param(p, at.STRIDE) > at.BOX + 1:
        write_pieces(p, s, viewer, 0, 1, out, end)
        # The square that is decided about is marked in the cells, whichever way they are turned.
        out[end] &= ~U(0xFFFF_0000)
        end += 1
        end += QUEST_WORDS if param(p, at.QUESTS_DRAWN) else 0
        end += TOTEM_WORDS if param(p, at.HAS_TOTEMS) else 0
        end += CAVE_WORDS if param(p, at.HAS_CAVE) else 0
    out[end] = rules_word(p)


@inner
def write_features(
    p: Words,
    s: Words,
    sheet: Ints,
    work: Words,
    cells: Words,
    seats: Words,
    table: Words,
    items: Words,
) -> None:
    """All that the player to decide sees; *sheet* and *work* are room, int32[SHEET] and
    uint64[WORK]."""
    viewer = player(s)
    write_table(p, s, viewer, table)
    for behind in range(param(p, at.PLAYERS)):
        seat = seat_behind(p, viewer, behind)
        turn, start = orientation(p, s, seat), behind * SQUARES * CELL_WORDS
        write_cells(p, s, seat, turn, cells, start)
        points = num(score(p, s, seat, sheet, 0)) >> POINTS_SHIFT
        seats[behind] = turned_seat(seat_word(p, s, seat, points), turn)
        list_regions(p, s, seat, work)
        if behind == 0:
            write_legal(p, s, turn, cells, 0, items)
            if phase(s) == PLACE:
                write_gains(p, s, turn, work, cells, 0)
        write_fits(p, s, seat, work, table)
