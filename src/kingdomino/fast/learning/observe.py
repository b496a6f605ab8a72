"""What a player sees, as bytes: the kingdoms square by square, then the table.

A row is uint64[view(rules).words], meant to be read as uint8. It is written word by word: eight
bytes of a square, of half a domino or of a seat are one store. On a GPU the threads of a block
share the work. In Kingdomino those of a warp first work out what is known once for a game, one game
each, and then write neighbouring words of one game after the other; elsewhere a game has lanes.
docs/env/README.md says what every byte means.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from ...core.rules import Rules
from ..board import layout as at
from ..board.compile import (
    ByteArray,
    IntArray,
    Ints,
    Word,
    WordArray,
    Words,
    address,
    ctz,
    inner,
    jit,
    moved,
    num,
    row_address,
)
from ..board.layout import kingdom, param, phase
from ..board.torus import ONE, framed
from ..bridge.params import params
from ..rules.action import (
    ACTIONS,
    ITEM_BASE,
    ITEMS,
    PASS,
    SQUARES_IN_REACH,
    WIDTH,
    corner,
    options,
    square_id,
)
from ..rules.placing import NONE, side
from .observe_table import (
    CAVE_WORDS,
    HEAD_WORDS,
    QUEST_WORDS,
    RULE_WORDS,
    SLOT_WORDS,
    SLOTS,
    TOTEM_WORDS,
    half_word,
    spread_bits,
    write_table,
)

U = np.uint64
VERSIONS = (0, 1)
"""v1 ends with what v0 does not tell: the rules of the game, variants and all."""
LANES = 8
"""How many lanes share the work on one game on a GPU, where squares have two words."""
WARPS = 8
"""How many warps of a block on a GPU share the work on its games; also the rows of the torus."""
TABLE_WORDS = 53
"""Room for any table. On a GPU an odd number of words keeps neighbours out of each other's way."""
CODE_WORDS = 8 * at.MAX_PLAYERS + 1
LEGAL_WORDS = 15
"""A set of all actions."""
MASK_WORDS = ACTIONS // 8
KEYS = 64
"""How many kinds of first words squares have."""
CODE_WIDTH, CODE_BITS, FRAME_KEY = U(5), U(31), U(32)
# An ``extent`` has the columns in the box and in the frame, then the same of rows.
FRAMES, ROWS = U(13), U(32)
FRAME_TO_KEY = FRAMES - CODE_WIDTH
FREE = U(1 << 56)
CASTLE_FLAG, FRAME_FLAG, BOX_FLAG = U(1 << 16), U(1 << 24), U(1 << 32)


class View(NamedTuple):
    """The sizes of an observation; they follow from the game, the players and the frame."""

    players: int
    side: int
    """The window around the castle is side × side squares."""
    channels: int
    table: int
    """Bytes of the table."""

    @property
    def planes(self) -> tuple[int, int, int, int]:
        """The shape of the kingdoms: seat, row, column, channel."""
        return self.players, self.side, self.side, self.channels

    @property
    def plane_bytes(self) -> int:
        """The bytes before the table."""
        return self.players * self.side * self.side * self.channels

    @property
    def bytes(self) -> int:
        """The length of an observation."""
        return self.plane_bytes + self.table

    @property
    def words(self) -> int:
        """The same in words."""
        return self.bytes // 8


def viewed(rules: Rules, version: int) -> WordArray:
    """The rules row that asks for observations of a version; raises ValueError."""
    if version not in VERSIONS:
        raise ValueError(f"there is no observation v{version}; there are v0 and v1")
    p = params(rules)
    p[at.VIEW] = version
    return p


@cache
def view(rules: Rules, version: int = 0) -> View:
    """The sizes of the observations of a rule set."""
    p = viewed(rules, version)
    words = int(square_words(p))
    return View(rules.players, 2 * rules.size - 1, 8 * words, 8 * table_words(p))


def square_words(p: WordArray) -> int:
    """Words for one square: a second one where there is more than land and crowns."""
    return 1 if int(p[at.STRIDE]) == at.BOX + 1 else 2


def table_words(p: WordArray) -> int:
    """Words of the table."""
    words = (
        HEAD_WORDS + int(p[at.PLAYERS]) + 2 * SLOTS * SLOT_WORDS + (int(p[at.DOMINOES]) + 7) // 8
    )
    words += RULE_WORDS if p[at.VIEW] else 0
    words += 1 if square_words(p) == 2 else 0
    words += QUEST_WORDS if p[at.QUESTS_DRAWN] else 0
    words += TOTEM_WORDS if p[at.HAS_TOTEMS] else 0
    return words + (CAVE_WORDS if p[at.HAS_CAVE] else 0)


@inner
def land_word(t0: Word, t1: Word, t2: Word, c0: Word, c1: Word, i: int) -> Word:
    """A square with land, by its torus bit: terrain and crowns (craters on a volcano)."""
    b = U(i)
    code = ((t0 >> b) & ONE) | (((t1 >> b) & ONE) << ONE) | (((t2 >> b) & ONE) << U(2))
    # Code c sets byte c - 1; no code is 0 here, so nothing falls off below.
    terrain = (ONE << (code << U(3))) >> U(8)
    return terrain | (((c0 >> b) & ONE) << U(48)) | (((c1 >> b) & ONE) << U(49))


@inner
def pieces_word(p: Words, s: Words, k: int, i: int) -> Word:
    """What lies on a square: giants and open crowns, or fire, token and caveman."""
    b = U(i)
    if param(p, at.QUESTS_DRAWN):
        crowns = ((s[k + at.C0] >> b) & ONE) | (((s[k + at.C1] >> b) & ONE) << ONE)
        giants = ((s[k + at.G0] >> b) & ONE) | (((s[k + at.G1] >> b) & ONE) << ONE)
        return giants | ((crowns - giants) << U(8))
    word = ((s[k + at.FIRES] >> b) & ONE) | (((s[k + at.TOKENS] >> b) & ONE) << U(8))
    if param(p, at.HAS_CAVE):
        for j in range(4):
            word |= ((s[k + at.K0 + j] >> b) & ONE) << U(40 + j)
    return word


@inner
def lane_kingdom(
    p: Words, s: Words, seat: int, words: int, lane: int, out: Words, start: int
) -> None:
    """A lane's share of the window of one kingdom: every LANES-th square."""
    k, reach = kingdom(p, seat), param(p, at.SIZE) - 1
    box, width = s[k + at.BOX], 2 * reach + 1
    west, east, north, south = (
        side(box, at.WEST),
        side(box, at.EAST),
        side(box, at.NORTH),
        side(box, at.SOUTH),
    )
    t0, t1, t2, c0, c1 = s[k + at.T0], s[k + at.T1], s[k + at.T2], s[k + at.C0], s[k + at.C1]
    for square in range(lane, width * width, LANES):
        # Division by a constant is a multiplication.
        row = square // 9 if width == 9 else square // 13
        column = square - row * width
        x, y = column - reach, row - reach
        i = ((y & 7) << 3) | (x & 7)
        # x from east - reach to west + reach, as columns, which are x + reach; rows alike.
        in_frame = east <= column <= west + 2 * reach and south <= row <= north + 2 * reach
        in_box = west <= x <= east and north <= y <= south
        # The window is wider than the torus: outside the box the same bit is another square's.
        settled = in_box and ((t0 | t1 | t2) >> U(i)) & ONE == ONE
        castle = x == 0 and y == 0
        bare = FREE if in_frame and not castle else NONE
        out[start + square * words] = land_word(t0, t1, t2, c0, c1, i) if settled else bare
        if words == 2:
            word = pieces_word(p, s, k, i) if settled else NONE
            word |= CASTLE_FLAG if castle else NONE
            word |= FRAME_FLAG if in_frame else NONE
            out[start + square * 2 + 1] = word | (BOX_FLAG if in_box else NONE)


@inner
def write_ground(box: Word, reach: int, words: int, out: Words, start: int) -> None:
    """The whole window of a bare kingdom."""
    width = 2 * reach + 1
    first, last = side(box, at.EAST), side(box, at.WEST) + 2 * reach
    top, bottom = side(box, at.SOUTH), side(box, at.NORTH) + 2 * reach
    if words == 1:
        for row in range(width):
            free = FREE if top <= row <= bottom else NONE
            for column in range(width):
                out[start + column] = free if first <= column <= last else NONE
            start += width
        return
    for row in range(width):
        in_rows, y = top <= row <= bottom, row - reach
        for column in range(width):
            in_frame, x = in_rows and first <= column <= last, column - reach
            in_box = side(box, at.WEST) <= x <= side(box, at.EAST)
            in_box = in_box and side(box, at.NORTH) <= y <= side(box, at.SOUTH)
            out[start] = FREE if in_frame else NONE
            out[start + 1] = (FRAME_FLAG if in_frame else NONE) | (BOX_FLAG if in_box else NONE)
            start += 2


@inner
def write_kingdom(p: Words, s: Words, seat: int, words: int, out: Words, start: int) -> None:
    """The window of one kingdom: bare ground, then its land."""
    k, reach = kingdom(p, seat), param(p, at.SIZE) - 1
    box, width = s[k + at.BOX], 2 * reach + 1
    write_ground(box, reach, words, out, start)
    west, north = side(box, at.WEST), side(box, at.NORTH)
    out[start + (reach * width + reach) * words] = NONE
    if words == 2:
        out[start + (reach * width + reach) * 2 + 1] |= CASTLE_FLAG
    corner_square = (north + reach) * width + west + reach
    # Kept in registers: the compiler cannot know that writing *out* leaves the state alone.
    t0, t1, t2, c0, c1 = s[k + at.T0], s[k + at.T1], s[k + at.T2], s[k + at.C0], s[k + at.C1]
    rest = t0 | t1 | t2
    while rest:
        i = ctz(rest)
        rest &= rest - ONE
        # From the torus to the window: how far from the box's corner, which lies at most 7 away.
        square = corner_square + (((i >> 3) - north) & 7) * width + ((i - west) & 7)
        out[start + square * words] = land_word(t0, t1, t2, c0, c1, i)
        if words == 2:
            out[start + square * 2 + 1] |= pieces_word(p, s, k, i)


@inner
def seat_behind(p: Words, viewer: int, behind: int) -> int:
    """The seat that is so many places behind the viewer's."""
    players, seat = param(p, at.PLAYERS), viewer + behind
    return seat if seat < players else seat - players


@inner
def write_view(p: Words, s: Words, points: Ints, viewer: int, out: Words) -> None:
    """The observation of a seat, uint64[view(rules).words]; *points* are those of all seats."""
    words, each = words_of_square(p), window_words(p)
    for behind in range(param(p, at.PLAYERS)):
        write_kingdom(p, s, seat_behind(p, viewer, behind), words, out, behind * each)
    write_table(p, s, points, viewer, 0, 1, out, param(p, at.PLAYERS) * each)


@inner
def words_of_square(p: Words) -> int:
    """``square_words`` where compiled code asks."""
    return 1 if param(p, at.STRIDE) == at.BOX + 1 else 2


@inner
def window_words(p: Words) -> int:
    """The words of one kingdom."""
    width = 2 * param(p, at.SIZE) - 1
    return width * width * words_of_square(p)


@inner
def lane_mask(p: Words, s: Words, lane: int, out: Ints, start: int) -> None:
    """A lane's share of the legal actions: sets bytes from ``out[start]`` on, which are 0, to 1."""
    if phase(s) == at.OVER:
        return
    sets = options(p, s)
    for d in range(5):
        if sets[d]:
            x, y = corner(p, s, d)
            b = framed(sets[d], x, y)
            for j in range(lane, 64, LANES):
                if (b >> U(j)) & ONE:
                    square = square_id(x + (j & 7), y + (j >> 3))
                    out[start + d * SQUARES_IN_REACH + square] = 1
    for j in range(lane, ITEMS, LANES):
        if (sets[5] >> U(j)) & ONE:
            out[start + ITEM_BASE + j] = 1
    if lane == 0 and sets[6]:
        out[start + PASS] = 1


@jit
def observe(p: WordArray, s: WordArray, points: IntArray, viewer: int, out: WordArray) -> None:
    """Write what a seat sees into uint64[view(rules).words]; *points* int32[players]."""
    write_view(address(p), address(s), address(points), viewer, address(out))


@jit
def observe_lane(
    p: WordArray,
    s: WordArray,
    points: IntArray,
    viewer: int,
    lane: int,
    out: WordArray,
    start: int,
) -> None:
    """A lane's share of what a seat sees, from ``out[start]`` on."""
    words, each = words_of_square(address(p)), window_words(address(p))
    for behind in range(param(address(p), at.PLAYERS)):
        seat = seat_behind(address(p), viewer, behind)
        lane_kingdom(address(p), address(s), seat, words, lane, address(out), start)
        start += each
    write_table(address(p), address(s), address(points), viewer, lane, LANES, address(out), start)


@jit
def mask_lane(p: WordArray, s: WordArray, lane: int, out: ByteArray, start: int) -> None:
    """A lane's share of the legal actions, from ``out[start]`` on."""
    lane_mask(address(p), address(s), lane, address(out), start)


@inner
def run(first: int, last: int) -> Word:
    """The numbers from *first* to *last* as a set."""
    return ((ONE << U(last - first + 1)) - ONE) << U(first)


@inner
def extent(box: Word, reach: int) -> Word:
    """Which columns of the window lie in a kingdom's box and in its frame, then which rows."""
    west, east = side(box, at.WEST), side(box, at.EAST)
    north, south = side(box, at.NORTH), side(box, at.SOUTH)
    # x from east - reach to west + reach, as columns, which are x + reach; rows alike.
    across = run(west + reach, east + reach) | (run(east, west + 2 * reach) << FRAMES)
    along = run(north + reach, south + reach) | (run(south, north + 2 * reach) << FRAMES)
    return across | (along << ROWS)


@inner
def code_row(s: Words, k: int, row: int) -> Word:
    """A row of the torus, a byte a square: terrain and crowns as half a domino has them."""
    word = NONE
    for plane in range(at.T0, at.C1 + 1):
        word |= spread_bits((s[k + plane] >> U(8 * row)) & U(255)) << U(plane)
    return word


@inner
def put_bits(bits: Word, first: int, out: Words, start: int) -> None:
    """Add up to a word of bits to a longer set, from its bit *first* on."""
    i, shift = start + (first >> 6), U(first & 63)
    out[i] |= bits << shift
    # In two steps, because shifting by 64 is undefined.
    beyond = (bits >> ONE) >> (U(63) - shift)
    if beyond:
        out[i + 1] |= beyond


@inner
def write_legal(p: Words, s: Words, out: Words, start: int) -> None:
    """The legal actions as a set of ids, LEGAL_WORDS words from ``out[start]`` on."""
    for j in range(LEGAL_WORDS):
        out[start + j] = NONE
    if phase(s) == at.OVER:
        return
    sets = options(p, s)
    for d in range(5):
        if sets[d]:
            x, y = corner(p, s, d)
            rest = framed(sets[d], x, y)
            first = d * SQUARES_IN_REACH + square_id(x, y)
            while rest:
                put_bits(rest & U(255), first, out, start)
                first += WIDTH
                rest >>= U(8)
    put_bits(sets[5], ITEM_BASE, out, start)
    put_bits(sets[6], PASS, out, start)


class Block(NamedTuple):
    """What the threads of a block on a GPU share about its games, a row of each array a game."""

    rules: WordArray
    words: WordArray
    """Of every ``square_word``."""
    states: WordArray
    points: IntArray
    extents: WordArray
    """Of every kingdom, the viewer's first."""
    codes: WordArray
    """Eight words of bytes for every kingdom."""
    tables: WordArray
    legal: WordArray
    """Sets of ids."""


class Thread(NamedTuple):
    """One of a block's threads: it writes every *lanes*-th word of every WARPS-th game."""

    games: int
    """How many the block has."""
    warp: int
    lane: int
    lanes: int


@jit
def square_word(key: int) -> Word:
    """A square by terrain and crowns; FRAME_KEY says that a bare one may be built on."""
    code = U(key) & CODE_BITS
    return half_word(code, NONE if code else U(key) >> CODE_WIDTH)


@jit
def prepare(b: Block, game: int, viewer: int, warp: int) -> None:
    """A warp's share of what is known once for a game; each of its threads has another game."""
    p, s = address(b.rules), row_address(b.states, game)
    extents, codes = row_address(b.extents, game), row_address(b.codes, game)
    for behind in range(param(p, at.PLAYERS)):
        k = kingdom(p, seat_behind(p, viewer, behind))
        codes[8 * behind + warp] = code_row(s, k, warp)
        if behind == warp:
            extents[behind] = extent(s[k + at.BOX], param(p, at.SIZE) - 1)
    points, table = row_address(b.points, game), row_address(b.tables, game)
    write_table(p, s, points, viewer, warp, WARPS, table, 0)
    if warp == WARPS - 1:
        write_legal(p, s, row_address(b.legal, game), 0)


# The loops of what follows are the whole work of a GPU. They are no ranges, which take as many
# instructions as what is done in them, and what follows from a square alone is asked for once.


@inner
def write_square(b: Block, t: Thread, square: int, x: int, y: int, out: Words, width: int) -> None:
    """One square of all kingdoms of a thread's games."""
    p, known = address(b.rules), address(b.words)
    players, each, reach = param(p, at.PLAYERS), window_words(p), param(p, at.SIZE) - 1
    column, row = U(x + reach), ROWS + U(y + reach)
    free = NONE if x == 0 and y == 0 else FRAME_KEY
    i = ((y & 7) << 3) | (x & 7)
    game = t.warp
    while game < t.games:
        extents, codes = row_address(b.extents, game), row_address(b.codes, game)
        behind, place = 0, game * width + square
        while behind < players:
            extent = extents[behind]
            within = (extent >> column) & (extent >> row)
            # The window is wider than the torus: outside the box the same bit is another's.
            code = codes[8 * behind + (i >> 3)] >> U(8 * (i & 7))
            code &= CODE_BITS if within & ONE else NONE
            out[place] = known[num(code | ((within >> FRAME_TO_KEY) & free))]
            place += each
            behind += 1
        game += WARPS


@jit
def write_windows(b: Block, t: Thread, out: WordArray, first: int, width: int) -> None:
    """A thread's share of the kingdoms of the block's games, which are rows of *out* from *first*
    on."""
    reach, window = param(address(b.rules), at.SIZE) - 1, 2 * param(address(b.rules), at.SIZE) - 1
    square = t.lane
    while square < window * window:
        # Unsigned division by a constant is a multiplication.
        few = np.uint32(square)
        row = num(few // np.uint32(9) if window == 9 else few // np.uint32(13))
        x, y = square - row * window - reach, row - reach
        write_square(b, t, square, x, y, row_address(out, first), width)
        square += t.lanes


@jit
def write_tables(b: Block, t: Thread, out: WordArray, first: int, width: int) -> None:
    """A thread's share of the tables behind them."""
    p = address(b.rules)
    start = param(p, at.PLAYERS) * window_words(p)
    game = t.warp
    while game < t.games:
        table, to = row_address(b.tables, game), moved(row_address(out, first + game), start)
        j = t.lane
        while j < width - start:
            to[j] = table[j]
            j += t.lanes
        game += WARPS


@jit
def write_masks(b: Block, t: Thread, out: WordArray, first: int) -> None:
    """A thread's share of the legal actions, eight bytes of 0 or 1 to a word."""
    part = t.lane
    while part < MASK_WORDS:
        i, shift = part >> 3, U(8 * (part & 7))
        game = t.warp
        while game < t.games:
            legal = row_address(b.legal, game)[i] >> shift
            row_address(out, first + game)[part] = spread_bits(legal & U(255))
            game += WARPS
        part += t.lanes
