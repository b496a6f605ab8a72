"""What a player sees, by the lanes of one game: where squares have two words."""

from __future__ import annotations

from ...board import layout as at
from ...board.compile import IntArray, WordArray, Words, address, inner, jit, row_address
from ...board.layout import kingdom, param
from ...board.torus import ONE
from ...rules.placing import NONE, side
from ..observe import (
    BOX_FLAG,
    CASTLE_FLAG,
    FRAME_FLAG,
    FREE,
    U,
    land_word,
    pieces_word,
    seat_behind,
    window_words,
    words_of_square,
)
from ..observe_table import write_table
from .legal import MASK_WORDS, mask_word

LANES = 8
"""How many lanes share the work on one game."""


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
def mask_lane(legal: WordArray, lane: int, out: WordArray, row: int) -> None:
    """A lane's share of the legal actions, eight bytes of 0 or 1 to a word of ``out[row]``."""
    for part in range(lane, MASK_WORDS, LANES):
        row_address(out, row)[part] = mask_word(address(legal), part)
