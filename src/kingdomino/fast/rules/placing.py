"""Where a domino may go, and putting it there."""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Places, Word, Words, inlined, inner
from ..board.layout import field, kingdom, larger, param, smaller
from ..board.torus import CASTLE, beside, bit_at, columns, east, north, rows, south, west

U = np.uint64
NONE = U(0)
SMALL_FRAME = 5
"""The frame of every game but the Mighty Duel's."""


@inner
def spread(code: Word, shift: int) -> Word:
    """One bit of *code* in all 64 places."""
    # 0 - 1 is all ones.
    return NONE - ((code >> U(shift)) & U(1))


@inner
def plane(t0: Word, t1: Word, t2: Word, code: Word) -> Word:
    """The squares of one terrain, by its code from 1 to 6."""
    # A square is of the terrain where no plane differs from the code.
    return ~((t0 ^ spread(code, 0)) | (t1 ^ spread(code, 1)) | (t2 ^ spread(code, 2)))


@inner
def side(box: Word, shift: int) -> int:
    """One side of a kingdom: the x or y of its outermost squares."""
    return field(box, shift) - at.BOX_ZERO


@inner
def sides(box: Word) -> tuple[int, int, int, int]:
    """West, north, east and south, as ``side`` says them."""
    return side(box, at.WEST), side(box, at.NORTH), side(box, at.EAST), side(box, at.SOUTH)


@inner
def reachable(p: Words, s: Words, k: int) -> Word:
    """The squares at most one beyond the kingdom that it may still grow to."""
    box, size = s[k + at.BOX], param(p, at.SIZE)
    w, n, e, so = sides(box)
    across = columns(larger(e - size + 1, w - 1), smaller(w + size - 1, e + 1))
    return across & rows(larger(so - size + 1, n - 1), smaller(n + size - 1, so + 1))


@inner
def origin(box: Word, size: int, d: int) -> tuple[int, int]:
    """The least x and y that the left half can have when the right one lies in direction *d*."""
    w, n, e, s = sides(box)
    # The left half lies one square out at most, or two where the right one is between it and the
    # land; to the west and north the right one needs the frame's outermost column or row itself.
    x = larger(e - size + 1 + (d == 2), w - 1 - (d == 0))
    y = larger(s - size + 1 + (d == 3), n - 1 - (d == 1))
    return x, y


@inlined
def fits(t0: Word, t1: Word, t2: Word, box: Word, size: int, tile: Word) -> Places:
    """All legal placements of *tile*."""
    # Either half must lie beside its own terrain or the castle, which goes with all.
    free = ~(t0 | t1 | t2 | CASTLE)
    left = beside(plane(t0, t1, t2, tile & U(at.CODE_BITS)) | CASTLE)
    right = beside(plane(t0, t1, t2, (tile >> U(at.HALF)) & U(at.CODE_BITS)) | CASTLE)
    if size == SMALL_FRAME:
        return small_fits(free, left, right, box, tile)
    return large_fits(free, left, right, box, size, tile)


@inlined
def small_fits(free: Word, left: Word, right: Word, box: Word, tile: Word) -> Places:
    """``fits`` in a frame of five, of what is free and of what each half may lie beside."""
    w, n, e, s = sides(box)
    # The frame and the two squares that a domino reaches out leave seven columns and rows at most:
    # no two squares fall together on the torus, and none are neighbours around it.
    reach = SMALL_FRAME - 1
    free &= columns(larger(e - reach, w - 2), smaller(w + reach, e + 2))
    free &= rows(larger(s - reach, n - 2), smaller(n + reach, s + 2))
    left &= free
    right &= free
    # What is known of the right half is moved back against the direction, to the left one's square.
    fit_e = (left & west(free)) | (free & west(right))
    fit_s = (left & north(free)) | (free & north(right))
    # A double turned around covers the same two squares.
    other = spread(~tile, at.SYMMETRIC_BIT)
    fit_w = (left & east(free)) | (free & east(right))
    fit_n = (left & south(free)) | (free & south(right))
    return fit_e, fit_s, fit_w & other, fit_n & other


@inner
def large_fits(free: Word, left: Word, right: Word, box: Word, size: int, tile: Word) -> Places:
    """``fits`` in any frame up to seven."""
    w, n, e, s = sides(box)
    # The frame lets the kingdom grow to these sides; a domino reaches two squares out at most.
    w_end, e_end = e - size + 1, w + size - 1
    n_end, s_end = s - size + 1, n + size - 1
    across = rows(larger(n_end, n - 1), smaller(s_end, s + 1)) & free
    along = columns(larger(w_end, w - 1), smaller(e_end, e + 1)) & free
    # What is known of the right half is moved back against the direction, to the left one's square.
    # Left halves lie in eight columns at most, two out on one side and one on the other in a frame
    # of seven, so that no two of them fall together on the torus.
    fit_e = (
        across
        & columns(larger(w_end, w - 2), smaller(e_end - 1, e + 1))
        & west(free)
        & (left | west(right))
    )
    fit_s = (
        along
        & rows(larger(n_end, n - 2), smaller(s_end - 1, s + 1))
        & north(free)
        & (left | north(right))
    )
    # A double turned around covers the same two squares.
    if (tile >> U(at.SYMMETRIC_BIT)) & U(1):
        return fit_e, fit_s, NONE, NONE
    fit_w = (
        across
        & columns(larger(w_end + 1, w - 1), smaller(e_end, e + 2))
        & east(free)
        & (left | east(right))
    )
    fit_n = (
        along
        & rows(larger(n_end + 1, n - 1), smaller(s_end, s + 2))
        & south(free)
        & (left | south(right))
    )
    return fit_e, fit_s, fit_w, fit_n


@inner
def kingdom_fits(p: Words, s: Words, seat: int, tile: Word) -> Places:
    """Where *tile* may go in the kingdom of a seat, as ``fits`` says it."""
    k = kingdom(p, seat)
    return fits(s[k + at.T0], s[k + at.T1], s[k + at.T2], s[k + at.BOX], param(p, at.SIZE), tile)


@inner
def step_x(d: int) -> int:
    """How far east the right half lies in direction *d*."""
    # 1 and -1 for east and west, 0 for the odd directions; without a branch.
    return (1 - d) * (1 - (d & 1))


@inner
def step_y(d: int) -> int:
    """How far south the right half lies in direction *d*."""
    return (2 - d) * (d & 1)


@inner
def grown(box: Word, x: int, y: int, x2: int, y2: int) -> Word:
    """The box with (x, y) and (x2, y2) in it."""
    w = smaller(field(box, at.WEST), smaller(x, x2) + at.BOX_ZERO)
    n = smaller(field(box, at.NORTH), smaller(y, y2) + at.BOX_ZERO)
    e = larger(field(box, at.EAST), larger(x, x2) + at.BOX_ZERO)
    s = larger(field(box, at.SOUTH), larger(y, y2) + at.BOX_ZERO)
    sides = U(w << at.WEST | n << at.NORTH | e << at.EAST | s << at.SOUTH)
    return (box & ~U(0xFFFF_FFFF)) | sides


@inlined
def put(p: Words, s: Words, seat: int, tile: Word, d: int, x: int, y: int) -> None:
    """Lay *tile* with its left half on (x, y) and the right one in direction *d* of it."""
    k = kingdom(p, seat)
    x2, y2 = x + step_x(d), y + step_y(d)
    a, b = bit_at(x, y), bit_at(x2, y2)
    right = tile >> U(at.HALF)
    s[k + at.T0] |= (a & spread(tile, 0)) | (b & spread(right, 0))
    s[k + at.T1] |= (a & spread(tile, 1)) | (b & spread(right, 1))
    s[k + at.T2] |= (a & spread(tile, 2)) | (b & spread(right, 2))
    s[k + at.C0] |= (a & spread(tile, at.CROWN_SHIFT)) | (b & spread(right, at.CROWN_SHIFT))
    s[k + at.C1] |= (a & spread(tile, at.CROWN_SHIFT + 1)) | (b & spread(right, at.CROWN_SHIFT + 1))
    # Only Origins has this word: elsewhere it is a plane of giants, or beyond the kingdom.
    if param(p, at.VOLCANO):
        tokens = (a & spread(tile, at.TOKEN_SHIFT)) | (b & spread(right, at.TOKEN_SHIFT))
        s[k + at.TOKENS] |= tokens
    s[k + at.BOX] = grown(s[k + at.BOX], x, y, x2, y2)
