"""Which domino of the row a playout's player takes.

A domino is worth what it adds at its best place and what comes with it: fire, tokens and giants.
"""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Word, Words, inner, num
from ..board.layout import kingdom, larger, param, player, smaller
from ..board.torus import ONE
from ..rules.placing import NONE
from ..rules.step import FOOTPRINTS, GIANT
from .gain import INDEX, NOWHERE, REGION, best_of_row, best_places
from .greedy import region_area
from .quest_gain import FITS, POINT, quest_places

U = np.uint64
FLAME_WORTH = 3 * POINT // 4
"""For each flame and square of the largest region, which may lie out of reach; measured best."""
MOST_SQUARES = 49


@inner
def region_count(work: Words) -> int:
    """How many regions have been surveyed."""
    return num(work[INDEX] >> U(56))


@inner
def largest_area(work: Words) -> int:
    """The squares of the largest region surveyed."""
    most = 0
    for i in range(region_count(work)):
        most = larger(most, num(work[REGION + 2 * i + 1] & U(0xFFFF)))
    return most


@inner
def cheapest_crown(work: Words) -> int:
    """The points that covering one crown costs at least; 0 without crowns."""
    # A giant covers a crown of one's choice: the one in the smallest region.
    least = MOST_SQUARES
    for i in range(region_count(work)):
        if work[REGION + 2 * i + 1] >> U(32):
            least = smaller(least, num(work[REGION + 2 * i + 1] & U(0xFFFF)))
    return least if least < MOST_SQUARES else 0


@inner
def dearest_giant(s: Words, k: int) -> int:
    """The points that sending the right giant away brings."""
    rest, most = s[k + at.G0] | s[k + at.G1], 0
    while rest:
        square = rest & (NONE - rest)
        rest ^= square
        most = larger(most, region_area(s, k, square))
    return most


@inner
def flames(tile: Word, volcano: int) -> int:
    """How many flames a domino's volcano throws."""
    # A domino has one volcano at most.
    for half in (0, at.HALF):
        if num((tile >> U(half)) & U(at.CODE_BITS)) == volcano:
            return num((tile >> U(half + at.CROWN_SHIFT)) & U(3))
    return 0


@inner
def tokens(tile: Word) -> int:
    """How many resources lie on a domino."""
    return num(((tile >> U(at.TOKEN_SHIFT)) & ONE) + ((tile >> U(at.HALF + at.TOKEN_SHIFT)) & ONE))


@inner
def arrival(p: Words, s: Words, seat: int, tile: Word, work: Words) -> int:
    """What comes with a domino wherever it is laid, in the numbers of ``gain``."""
    worth = 0
    if param(p, at.VOLCANO):
        worth += POINT * tokens(tile)
        thrown = flames(tile, param(p, at.VOLCANO))
        if thrown:
            worth += FLAME_WORTH * thrown * largest_area(work)
    if param(p, at.QUESTS_DRAWN):
        symbol = num((tile >> U(at.SYMBOL_SHIFT)) & U(3))
        if symbol == GIANT:
            worth -= POINT * cheapest_crown(work)
        elif symbol == FOOTPRINTS:
            worth += POINT * dearest_giant(s, kingdom(p, seat))
    return worth


@inner
def neat_gain(p: Words, s: Words, seat: int, tile: Word, work: Words) -> int:
    """What a domino adds at its best places, quests and all, and FITS; NOWHERE if it has none.

    Writes these places as ``best_places`` does.
    """
    if param(p, at.QUESTS_DRAWN):
        return quest_places(p, s, seat, tile, work)
    added = best_places(p, s, seat, tile, work)
    return added if added == NOWHERE else FITS + added


@inner
def choice_worth(p: Words, s: Words, tile: Word, work: Words) -> int:
    """How good a domino of the row is for the player to decide, whose regions must be listed.

    In the numbers of ``gain``; NOWHERE where it does not fit.
    """
    added = neat_gain(p, s, player(s), tile, work)
    return NOWHERE if added == NOWHERE else added + arrival(p, s, player(s), tile, work)


best_choices = best_of_row(choice_worth)
