"""Which domino of the row a playout's player takes.

A domino is worth what it adds at its best place and what comes with it: fire, tokens and giants.
"""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Word, Words, ctz, inner, num
from ..board.layout import field, kingdom, larger, param, player, smaller
from ..board.torus import ONE
from ..rules.option import free_items
from ..rules.placing import NONE
from ..rules.step import FOOTPRINTS, GIANT
from .greedy import region_area
from .quest_room import FITS, POINT, quest_places
from .survey import INDEX, NOWHERE, REGION, best_places, survey

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
def choice_worth(p: Words, s: Words, position: int, work: Words) -> int:
    """How good a domino of the row is for the player to decide, who must have been surveyed.

    In the numbers of ``gain``; NOWHERE where it does not fit.
    """
    seat, tile = player(s), p[at.TILES + field(s[at.OFFER], 8 * position)]
    added = neat_gain(p, s, seat, tile, work)
    if added == NOWHERE:
        return NOWHERE
    return added + arrival(p, s, seat, tile, work)


@inner
def best_choices(p: Words, s: Words, work: Words) -> Word:
    """The free dominoes that are worth most."""
    rest = free_items(s[at.OFFER])
    if rest & (rest - ONE) == NONE:
        return rest
    survey(p, s, player(s), work)
    best, chosen = NOWHERE, NONE
    while rest:
        i = ctz(rest)
        rest &= rest - ONE
        worth = choice_worth(p, s, i, work)
        if worth > best:
            best, chosen = worth, NONE
        if worth == best:
            chosen |= ONE << U(i)
    return chosen
