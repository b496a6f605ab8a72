"""One numbering of actions for the whole family, stable and in the order of ``legal_actions``.

========== =================================================================================
id         action
========== =================================================================================
0 - 675    lay the domino: ``169 * direction + 13 * (y + 6) + x + 6``, (x, y) the left half's
           square seen from the castle; direction of the right half: east, south, west, north
676 - 844  a square, ``676 + 13 * (y + 6) + x + 6``: cover, release, erupt, spend, settle
845 - 854  an item: the position in the row, the outer (0) or inner (1) pair, a seat, or the
           kind of caveman in order of their names
855        discard, decline or pass
========== =================================================================================
"""

from __future__ import annotations

import numpy as np

from ..board.compile import Ints, Places, Sets, Word, Words, ctz, inlined, inner, num, popc
from ..board.layout import BOX, NORTH, OVER, SIZE, WEST, kingdom, param, phase, player
from ..board.torus import ONE, framed, select
from .option import (
    CHOOSE,
    PLACE,
    RELEASE,
    SETTLE,
    item_options,
    place_options,
    square_options,
)
from .placing import NONE, origin, side
from .step import ITEM_MOVE, MOVE_ZERO, PASS_MOVE, SQUARE_MOVE, take

U = np.uint64
WIDTH, REACH = 13, 6
SQUARES_IN_REACH = WIDTH * WIDTH
SQUARE_BASE = 4 * SQUARES_IN_REACH
ITEM_BASE = SQUARE_BASE + SQUARES_IN_REACH
ITEMS = 10
PASS = ITEM_BASE + ITEMS
ACTIONS = PASS + 1
SETS = 7
"""How many sets ``options`` gives."""


@inner
def square_id(x: int, y: int) -> int:
    """Squares within reach of the castle in reading order, from 0."""
    return (y + REACH) * WIDTH + x + REACH


@inner
def can_pass(s: Words) -> bool:
    """Whether declining or passing is allowed; discarding is where nothing else is possible."""
    return phase(s) == RELEASE or phase(s) == SETTLE


@inner
def options(p: Words, s: Words) -> Sets:
    """Everything possible: placements in four directions, squares, items, passing (0 or 1)."""
    now = phase(s)
    if now < CHOOSE or now == OVER:
        return NONE, NONE, NONE, NONE, NONE, NONE, NONE
    if now == PLACE:
        e, south, w, n = place_options(p, s)
        # Base game: a domino may be discarded only where it has no legal placement.
        return e, south, w, n, NONE, NONE, NONE if e | south | w | n else ONE
    items = item_options(p, s)
    return NONE, NONE, NONE, NONE, square_options(p, s), items, ONE if can_pass(s) else NONE


@inner
def legal_count(p: Words, s: Words) -> int:
    """How many legal actions there are; 0 for chance and after the end."""
    e, south, w, n, squares, items, passing = options(p, s)
    placements = popc(e) + popc(south) + popc(w) + popc(n)
    return placements + popc(squares) + popc(items) + popc(passing)


@inner
def write_squares(b: Word, x: int, y: int, base: int, out: Ints, start: int) -> int:
    """Write the ids of a torus set, read from (x, y) on; where the written part ends."""
    # With (x, y) as bit 0, taking the lowest bits first is reading row by row.
    b = framed(b, x, y)
    while b:
        j = ctz(b)
        out[start] = base + square_id(x + (j & 7), y + (j >> 3))
        start += 1
        b &= b - ONE
    return start


@inner
def legal_actions(p: Words, s: Words, out: Ints) -> int:
    """Write the ids of all legal actions, ascending, into *out*, int32[ACTIONS]; their number."""
    e, south, w, n, squares, items, passing = options(p, s)
    end = 0
    # Nobody decides, so that there is no kingdom to look into.
    if phase(s) < CHOOSE or phase(s) == OVER:
        return end
    box, size = s[kingdom(p, player(s)) + BOX], param(p, SIZE)
    for d in range(4):
        b = e if d == 0 else south if d == 1 else w if d == 2 else n
        x, y = origin(box, size, d)
        end = write_squares(b, x, y, d * SQUARES_IN_REACH, out, end)
    end = write_squares(squares, side(box, WEST), side(box, NORTH), SQUARE_BASE, out, end)
    while items:
        out[end] = ITEM_BASE + ctz(items)
        end += 1
        items &= items - ONE
    if passing:
        out[end] = PASS
        end += 1
    return end


@inner
def legal_mask(p: Words, s: Words, out: Ints) -> None:
    """Set *out*, uint8[ACTIONS], to 1 for every legal action and to 0 elsewhere."""
    write_mask(p, s, options(p, s), out)


@inlined
def write_mask(p: Words, s: Words, sets: Sets, out: Ints) -> None:
    """As ``legal_mask``, for actions as ``options`` gives them."""
    for i in range(ACTIONS):
        out[i] = 0
    e, south, w, n, squares, items, passing = sets
    if phase(s) < CHOOSE or phase(s) == OVER:
        return
    box, size = s[kingdom(p, player(s)) + BOX], param(p, SIZE)
    for d in range(5):
        b = e if d == 0 else south if d == 1 else w if d == 2 else n if d == 3 else squares
        x, y = origin(box, size, d) if d < 4 else (side(box, WEST), side(box, NORTH))
        b = framed(b, x, y)
        while b:
            j = ctz(b)
            out[d * SQUARES_IN_REACH + square_id(x + (j & 7), y + (j >> 3))] = 1
            b &= b - ONE
    while items:
        out[ITEM_BASE + ctz(items)] = 1
        items &= items - ONE
    if passing:
        out[PASS] = 1


@inlined
def keep(sets: Sets, out: Words) -> None:
    """Write what ``options`` gives into uint64[SETS]."""
    # One by one: a tuple whose index is not known before it runs would have to lie in memory.
    out[0], out[1], out[2], out[3] = sets[0], sets[1], sets[2], sets[3]
    out[4], out[5], out[6] = sets[4], sets[5], sets[6]


@inner
def is_in(p: Words, s: Words, sets: Words, action: int) -> bool:
    """Whether an id is one of some actions of the player to decide, uint64[SETS] as ``options``
    gives them; any number may be asked for."""
    if not 0 <= action < ACTIONS:
        return False
    if action >= ITEM_BASE:
        one = sets[6] if action == PASS else sets[5] >> U(action - ITEM_BASE)
        found: bool = (one & ONE) != NONE
        return found
    d, square = action // SQUARES_IN_REACH, action % SQUARES_IN_REACH
    if not sets[d]:
        return False
    x, y = corner(p, s, d)
    column, row = square % WIDTH - REACH - x, square // WIDTH - REACH - y
    inside = 0 <= column < 8 and 0 <= row < 8
    return inside and ((framed(sets[d], x, y) >> U(row * 8 + column)) & ONE) != NONE


@inner
def kth_move(p: Words, s: Words, sets: Sets, k: int) -> int:
    """The k-th of some actions, given as ``options`` gives them, as a move."""
    # Sets, kinds of moves and ids come in one order: the number of the set is the kind.
    if phase(s) == PLACE and sets[6] == NONE:
        return kth_place(p, s, (sets[0], sets[1], sets[2], sets[3]), k)
    squares, items = popc(sets[4]), popc(sets[5])
    if k < squares:
        x, y = corner(p, s, SQUARE_MOVE)
        return (SQUARE_MOVE << 8) | framed_move(sets[4], x, y, k)
    if k < squares + items:
        return (ITEM_MOVE << 8) | select(sets[5], k - squares)
    return PASS_MOVE << 8


@inlined
def kth_place(p: Words, s: Words, places: Places, k: int) -> int:
    """The k-th of some placements as a move."""
    d, x, y = nth_place(s[kingdom(p, player(s)) + BOX], param(p, SIZE), places, k)
    return (d << 8) | ((y + MOVE_ZERO) << 4) | (x + MOVE_ZERO)


@inlined
def nth_place(box: Word, size: int, places: Places, k: int) -> tuple[int, int, int]:
    """The k-th of some placements in a kingdom: its direction, x and y."""
    e, south, w, n = places
    # Which direction it is cannot be foreseen: all is chosen by numbers, nothing by branches, which
    # the compiler would make of questions within questions.
    first = popc(e)
    second = first + popc(south)
    third = second + popc(w)
    d = (k >= first) + (k >= second) + (k >= third)
    b, before = (south, first) if k >= first else (e, 0)
    b, before = (w, second) if k >= second else (b, before)
    b, before = (n, third) if k >= third else (b, before)
    x, y = origin(box, size, d)
    j = select(framed(b, x, y), k - before)
    return d, x + (j & 7), y + (j >> 3)


@inner
def framed_move(b: Word, x: int, y: int, k: int) -> int:
    """The low byte of a move: the k-th square of a set, read from (x, y) on."""
    j = select(framed(b, x, y), k)
    return ((y + MOVE_ZERO + (j >> 3)) << 4) | (x + MOVE_ZERO + (j & 7))


@inner
def corner(p: Words, s: Words, d: int) -> tuple[int, int]:
    """The square that reading starts from: of placements in direction *d*, or of the kingdom."""
    box = s[kingdom(p, player(s)) + BOX]
    if d < SQUARE_MOVE:
        return origin(box, param(p, SIZE), d)
    return side(box, WEST), side(box, NORTH)


@inner
def move_id(move: int) -> int:
    """The id of the action that a move is."""
    what = move >> 8
    if what > SQUARE_MOVE:
        return PASS if what == PASS_MOVE else ITEM_BASE + (move & 15)
    x, y = (move & 15) - MOVE_ZERO, ((move >> 4) & 15) - MOVE_ZERO
    return what * SQUARES_IN_REACH + square_id(x, y)


@inner
def id_move(action: int) -> int:
    """The move that an action is."""
    if action >= ITEM_BASE:
        return PASS_MOVE << 8 if action == PASS else (ITEM_MOVE << 8) | (action - ITEM_BASE)
    # Unsigned division by a constant is a multiplication; Python's also asks for signs.
    what = np.uint32(action) // np.uint32(SQUARES_IN_REACH)
    square = np.uint32(action) % np.uint32(SQUARES_IN_REACH)
    y = num(square // np.uint32(WIDTH)) - REACH + MOVE_ZERO
    x = num(square % np.uint32(WIDTH)) - REACH + MOVE_ZERO
    return (num(what) << 8) | (y << 4) | x


@inner
def kth_action(p: Words, s: Words, k: int) -> int:
    """The id of the k-th legal action, from 0."""
    return move_id(kth_move(p, s, options(p, s), k))


@inner
def advance(p: Words, s: Words, action: int) -> None:
    """Take an action, which must be legal: nothing is checked. *s* is changed in place."""
    take(p, s, id_move(action))
