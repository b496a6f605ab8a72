"""What players see, by the threads of a block that has many games: in Kingdomino.

Those of a warp first work out what is known once for a game, one game each, and then write
neighbouring words of one game after the other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...board import layout as at
from ...board.compile import (
    IntArray,
    Word,
    WordArray,
    Words,
    address,
    inner,
    jit,
    moved,
    num,
    row_address,
)
from ...board.layout import as_base, kingdom, param
from ...board.torus import ONE
from ...rules.placing import NONE, side
from ..observe import seat_behind, window_words
from ..observe_table import half_word, spread_bits, write_table
from .legal import MASK_WORDS, mask_word, write_legal

U = np.uint64
WARPS = 8
"""How many warps of a block share the work on its games; also the rows of the torus."""
TABLE_WORDS = 53
"""Room for any table. An odd number of words keeps neighbours out of each other's way."""
CODE_WORDS = 8 * at.BASE_PLAYERS + 1
KEYS = 64
"""How many kinds of first words squares have."""
CODE_WIDTH, CODE_BITS, FRAME_KEY = U(5), U(31), U(32)
# An ``extent`` has the columns in the box and in the frame, then the same of rows.
FRAMES, ROWS = U(13), U(32)
FRAME_TO_KEY = FRAMES - CODE_WIDTH


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


class Block(NamedTuple):
    """What the threads of a block share about its games, a row of each array a game."""

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
    p, s = as_base(address(b.rules)), row_address(b.states, game)
    extents, codes = row_address(b.extents, game), row_address(b.codes, game)
    for behind in range(param(p, at.PLAYERS)):
        k = kingdom(p, seat_behind(p, viewer, behind))
        codes[8 * behind + warp] = code_row(s, k, warp)
        if behind == warp:
            extents[behind] = extent(s[k + at.BOX], param(p, at.SIZE) - 1)
    points, table = row_address(b.points, game), row_address(b.tables, game)
    write_table(p, s, points, viewer, warp, WARPS, table, 0)
    if warp == WARPS - 1:
        write_legal(p, s, row_address(b.legal, game))


# The loops of what follows are the whole work of a GPU. They are no ranges, which take as many
# instructions as what is done in them, and what follows from a square alone is asked for once.


@inner
def write_square(b: Block, t: Thread, square: int, x: int, y: int, out: Words, width: int) -> None:
    """One square of all kingdoms of a thread's games."""
    p, known = as_base(address(b.rules)), address(b.words)
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
    p = as_base(address(b.rules))
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
        game = t.warp
        while game < t.games:
            row_address(out, first + game)[part] = mask_word(row_address(b.legal, game), part)
            game += WARPS
        part += t.lanes
