"""The quests of Age of Giants."""

from __future__ import annotations

import numpy as np

from ...games.kingdomino import HARMONY, MIDDLE_KINGDOM
from ...games.quest import LOST_CORNER, PER_LINE, PER_SQUARE, PER_WASTE
from ..board import layout as at
from ..board.compile import Word, Words, ctz, inner, num, popc, word
from ..board.layout import field, kingdom, larger, param
from ..board.torus import CASTLE_RING, ONE, columns, framed, rows
from .option import uncovered
from .placing import NONE, plane, side, sides

U = np.uint64
# A line seen from its first square in reading order: east, south-west, south, south-east.
E_STEP, SW_STEP, S_STEP, SE_STEP = 1, 7, 8, 9


@inner
def is_centred(box: Word, size: int) -> bool:
    """Whether no square lies farther from the castle than the frame's edge from its centre."""
    far_west, far_north = -side(box, at.WEST), -side(box, at.NORTH)
    return (
        larger(larger(far_west, far_north), larger(side(box, at.EAST), side(box, at.SOUTH)))
        <= size >> 1
    )


@inner
def best_corners(land: Word, box: Word, size: int) -> int:
    """The most squares of *land* on corners of a frame that contains the kingdom.

    A frame that the kingdom does not fill has one side free: either edge can be its border.
    """
    w, n, e, s = sides(box)
    west_edge, east_edge = columns(w, w), columns(e, e)
    north_edge, south_edge = rows(n, n), rows(s, s)
    # A kingdom that fills the frame has both edges as borders at once.
    if e - w + 1 == size:
        west_edge |= east_edge
        east_edge = west_edge
    if s - n + 1 == size:
        north_edge |= south_edge
        south_edge = north_edge
    return larger(
        larger(popc(land & west_edge & north_edge), popc(land & west_edge & south_edge)),
        larger(popc(land & east_edge & north_edge), popc(land & east_edge & south_edge)),
    )


@inner
def on_lines(b: Word, step: int) -> Word:
    """The first squares of all lines of three in one direction."""
    # Plain shifts are safe on a framed set: what leaves a row meets an empty last column.
    return b & (b >> U(step)) & (b >> U(2 * step))


@inner
def useful(b: Word) -> Word:
    """The squares of a framed set that are on any line of three."""
    found = NONE
    for step in (E_STEP, SW_STEP, S_STEP, SE_STEP):
        first = on_lines(b, step)
        found |= first | (first << U(step)) | (first << U(2 * step))
    return found


@inner
def line_at(square: Word, direction: int) -> Word:
    """The line of three that starts on *square* in the direction 0 to 3."""
    step = U(1) if direction == 0 else U(6 + direction)
    return square | (square << step) | (square << (step + step))


@inner
def most_lines(crowned: Word) -> int:
    """The largest number of disjoint lines of three within a framed set.

    A depth-first search: the first square either starts a line in one of four directions or is
    given up. The lines taken are kept as bytes, ``4 * square + direction``, of two words.
    """
    usable = useful(crowned)
    # Sixteen bytes are enough: 48 squares have at most sixteen lines of three.
    rest, taken, low, high = usable, NONE, NONE, NONE
    best, depth, direction = 0, 0, 0
    while True:
        # A third of the squares bounds the lines; 43 / 128 is a third of all that 64 bits count.
        if depth + ((popc(rest) * 43) >> 7) > best:
            square = rest & (NONE - rest)
            direction = next_line(rest, square, direction)
            if direction < 4:
                line = line_at(square, direction)
                high = (high << U(8)) | (low >> U(56))
                low = (low << U(8)) | U((ctz(square) << 2) | direction)
                taken |= line
                rest = useful(rest ^ line)
                depth += 1
                best = larger(best, depth)
            else:
                rest = useful(rest ^ square)
            direction = 0
        # Nothing better can follow; an empty rest ends here too, as best is depth at least.
        elif depth == 0:
            return best
        else:
            depth -= 1
            square, direction = ONE << ((low & U(255)) >> U(2)), num(low & U(3))
            taken ^= line_at(square, direction)
            low = (low >> U(8)) | (high << U(56))
            high >>= U(8)
            # Minus the bit of a square is it and all behind it: those before are decided.
            rest = usable & ~taken & (NONE - square)
            direction += 1


@inner
def next_line(rest: Word, square: Word, direction: int) -> int:
    """The first direction, from *direction* on, in which a line starts on *square*; else 4."""
    while direction < 4:
        line = line_at(square, direction)
        if rest & line == line:
            return direction
        direction += 1
    return direction


@inner
def score_quest(p: Words, s: Words, seat: int, number: int, wastes: int) -> int:
    """The points of a quest by its number; *wastes* are the regions that please the bleak king."""
    k = kingdom(p, seat)
    box, size = s[k + at.BOX], param(p, at.SIZE)
    kind = field(word(p, at.QUEST_TILES + number), 0)
    # Quests without a terrain have code 0, which would be bare ground: they do not look at it.
    land = plane(s[k + at.T0], s[k + at.T1], s[k + at.T2], word(p, at.QUEST_TILES + number) >> U(8))
    if kind == at.QUEST_LOCAL:
        return PER_SQUARE * popc(land & CASTLE_RING)
    if kind == at.QUEST_CORNERS:
        return PER_SQUARE * best_corners(land, box, size)
    if kind == at.QUEST_HARMONY:
        return HARMONY if field(box, at.DISCARDED) == 0 else 0
    if kind == at.QUEST_CENTRE:
        return MIDDLE_KINGDOM if is_centred(box, size) else 0
    if kind == at.QUEST_LOST_CORNER:
        # A side at 0 is the castle's own: it is outermost on one side across, and along.
        across = side(box, at.WEST) * side(box, at.EAST)
        along = side(box, at.NORTH) * side(box, at.SOUTH)
        return LOST_CORNER if across == 0 and along == 0 else 0
    if kind == at.QUEST_LINES:
        crowned = framed(uncovered(s, k), side(box, at.WEST), side(box, at.NORTH))
        return PER_LINE * most_lines(crowned)
    return PER_WASTE * wastes
