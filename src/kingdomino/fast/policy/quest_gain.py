"""What the quests of Age of Giants make of a playout's placements.

Two ideas cover most of them: the frame that a kingdom had better stay in, and the squares where a
terrain is rewarded. Crown lines and wastes are left to the tree.
"""

from __future__ import annotations

import numpy as np

from ...games.quest import LOST_CORNER, PER_SQUARE
from ..board import layout as at
from ..board.compile import Places, Word, Words, inner, num, word
from ..board.layout import field, kingdom, larger, param, smaller
from ..board.torus import CASTLE_RING, columns, rows
from ..rules.placing import NONE, kingdom_fits, sides
from .gain import AREA_BITS, NOWHERE, best_among, meeting

U = np.uint64
POINT = 1 << AREA_BITS
"""One point, in the numbers of ``gain``."""
FITS = 64 * POINT
"""More than a giant and leaving the frame cost: what fits is better than what does not."""
NO_QUEST = U(255)
DOMINO = 2
"""How far a domino reaches at most."""


@inner
def quest(p: Words, s: Words, i: int) -> Word:
    """A quest that has been drawn: kind, and terrain code << 8."""
    number = field(s[at.EXTRA], at.QUESTS + 8 * i)
    return word(p, at.QUEST_TILES + number - 1) if number else NO_QUEST


@inner
def centred_frame(p: Words, s: Words, k: int) -> Word:
    """The squares of a centred kingdom; none if it is too late for one."""
    half, box = param(p, at.SIZE) // 2, s[k + at.BOX]
    w, n, e, so = sides(box)
    if larger(e, so) > half or smaller(w, n) < -half:
        return NONE
    return columns(-half, half) & rows(-half, half)


@inner
def reach(low: int, high: int, size: int) -> tuple[int, int]:
    """How far a kingdom from *low* to *high* may go with the castle, at 0, at its end."""
    # Land on one side fixes the corner; without any, both sides are open.
    if low < 0:
        return 1 - size, 0
    return (0, size - 1) if high > 0 else (-DOMINO, DOMINO)


@inner
def cornered_frame(p: Words, s: Words, k: int) -> Word:
    """The squares of a kingdom with the castle in a corner; none if it is too late for one."""
    size, box = param(p, at.SIZE), s[k + at.BOX]
    w, n, e, so = sides(box)
    # Land on both sides of the castle: it is at no end any more.
    if w * e or n * so:
        return NONE
    first, last = reach(w, e, size)
    top, bottom = reach(n, so, size)
    return columns(first, last) & rows(top, bottom)


@inner
def wanted_frame(p: Words, s: Words, k: int) -> Word:
    """The squares to stay in for the castle's place in the kingdom; none where it is no matter."""
    if param(p, at.CENTRE_BONUS):
        return centred_frame(p, s, k)
    found = NONE
    for i in range(param(p, at.QUESTS_DRAWN)):
        kind = field(quest(p, s, i), 0)
        # Both at once cannot be had: the corner, which is worth more, wins while it is possible.
        if kind == at.QUEST_CENTRE and found == NONE:
            found = centred_frame(p, s, k)
        elif kind == at.QUEST_LOST_CORNER:
            corner = cornered_frame(p, s, k)
            if corner:
                found = corner
    return found


@inner
def within(places: Places, inside: Word) -> Places:
    """The placements that lie inside with both halves."""
    return meeting(places, inside, inside)


@inner
def corners(box: Word, size: int) -> Word:
    """The squares that would be corners of the kingdom, however it goes on growing."""
    w, n, e, so = sides(box)
    # The farthest columns and rows that the frame still allows.
    across = columns(e - size + 1, e - size + 1) | columns(w + size - 1, w + size - 1)
    along = rows(so - size + 1, so - size + 1) | rows(n + size - 1, n + size - 1)
    return across & along


@inner
def rewarded(p: Words, s: Words, k: int, code: int) -> Word:
    """The squares on which a quest rewards a terrain."""
    found = NONE
    for i in range(param(p, at.QUESTS_DRAWN)):
        asked = quest(p, s, i)
        if num(asked >> U(8)) == code:
            local = field(asked, 0) == at.QUEST_LOCAL
            found |= CASTLE_RING if local else corners(s[k + at.BOX], param(p, at.SIZE))
    return found


@inner
def places_in_frame(p: Words, s: Words, seat: int, tile: Word) -> tuple[Places, int]:
    """The placements inside the wanted frame, and 0; if none are, all, and what that costs."""
    places = kingdom_fits(p, s, seat, tile)
    frame = wanted_frame(p, s, kingdom(p, seat))
    if frame == NONE:
        return places, 0
    inside = within(places, frame)
    if inside[0] | inside[1] | inside[2] | inside[3]:
        return inside, 0
    # The dearer of the two quests stands for both.
    return places, LOST_CORNER * POINT


@inner
def quest_places(p: Words, s: Words, seat: int, tile: Word, work: Words) -> int:
    """As ``best_places``, with what quests make of the places, and FITS more."""
    k = kingdom(p, seat)
    places, cost = places_in_frame(p, s, seat, tile)
    a, b = num(tile & U(at.CODE_BITS)), num((tile >> U(at.HALF)) & U(at.CODE_BITS))
    zones = rewarded(p, s, k, a), rewarded(p, s, k, b)
    added = best_among(p, tile, places, zones, PER_SQUARE * POINT, work)
    return added if added == NOWHERE else FITS - cost + added
