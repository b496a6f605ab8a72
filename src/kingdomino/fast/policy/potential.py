"""What regions promise: dominoes are laid and taken by what they add to that.

A region is worth its squares times its crowns now, and may be worth more at the end. How much was
learned from whole games: a *table* has a number for every terrain, area and count of crowns, at
every stage of a game. Who takes a domino from the row also asks what it would promise whoever takes
the next one.
"""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Ints, Places, Word, Words, ctz, inner, num, popc, word
from ..board.layout import field, kingdom, larger, nibble, param, player, smaller
from ..board.torus import ONE, east, north, south, west
from ..rules.option import free_items, land
from ..rules.placing import NONE, kingdom_fits
from .gain import FOUND, INDEX, LEFT, REGION, RIGHT, classify, list_regions, meeting

U = np.uint64
TERRAINS, AREAS, CROWNS, STAGES = 6, 20, 10, 6
"""A region that is larger or has more crowns counts as the last that has a number."""
STAGE = TERRAINS * AREAS * CROWNS
TABLE = STAGES * STAGE
POINT = 256
"""A table counts in parts of a point."""
ALIKE = POINT // 8
"""Places that promise so little less than the best are as good: the neater one is taken."""
LATER = POINT // 2
"""What it costs to choose one later in the next round."""
DENIED = 192
"""So many parts of a POINT that the next player misses are worth one, if there is no other."""
WASTED = 2 * POINT
"""What a domino costs that fits nowhere."""
NO_PLACE = -1_000_000
SQUARES_OF_A_DOMINO = 2


@inner
def placements_left(p: Words, s: Words, seat: int) -> int:
    """How many dominoes a player has still to lay."""
    k = kingdom(p, seat)
    done = popc(land(s, k)) // SQUARES_OF_A_DOMINO + field(s[k + at.BOX], at.DISCARDED)
    return larger(0, param(p, at.ROUNDS) * param(p, at.KINGS_EACH) - done)


@inner
def stage(left: int) -> int:
    """Where the numbers begin that hold when so many dominoes are still to be laid."""
    return STAGE * smaller(STAGES - 1, (left + 1) // 2)


@inner
def entry(code: int, area: int, crowns: int) -> int:
    """Which number of its stage a region has."""
    return ((code - 1) * AREAS + smaller(area, AREAS - 1)) * CROWNS + smaller(crowns, CROWNS - 1)


@inner
def added(
    table: Ints, begin: int, work: Words, code: int, touching: Word, area: int, crowns: int
) -> int:
    """What *area* new squares with *crowns* promise beyond the regions that they join."""
    first = num((work[INDEX] >> U(8 * code)) & U(255))
    before, i = 0, REGION + 2 * first + 1
    while touching:
        if touching & ONE:
            its_area, its_crowns = num(work[i] & U(0xFFFF)), num(work[i] >> U(32))
            before += num(table[begin + entry(code, its_area, its_crowns)])
            area += its_area
            crowns += its_crowns
        touching >>= ONE
        i += 2
    return num(table[begin + entry(code, area, crowns)]) - before


@inner
def pair_added(table: Ints, begin: int, work: Words, tile: Word, i: int, j: int) -> int:
    """What a domino adds whose halves lie in these classes of squares."""
    a, b = num(tile & U(at.CODE_BITS)), num((tile >> U(at.HALF)) & U(at.CODE_BITS))
    a_crowns = num((tile >> U(at.CROWN_SHIFT)) & U(3))
    b_crowns = num((tile >> U(at.HALF + at.CROWN_SHIFT)) & U(3))
    left, right = work[LEFT + 2 * i + 1], work[RIGHT + 2 * j + 1]
    if a == b:
        return added(table, begin, work, a, left | right, 2, a_crowns + b_crowns)
    return added(table, begin, work, a, left, 1, a_crowns) + added(
        table, begin, work, b, right, 1, b_crowns
    )


@inner
def both_classes(tile: Word, places: Places, work: Words) -> tuple[int, int]:
    """Split the squares of either half by the regions they touch; how many classes each has."""
    e, so, w, n = places
    a, b = num(tile & U(at.CODE_BITS)), num((tile >> U(at.HALF)) & U(at.CODE_BITS))
    lefts = classify(work, a, e | so | w | n, LEFT)
    return lefts, classify(work, b, east(e) | south(so) | west(w) | north(n), RIGHT)


@inner
def stage_after(p: Words, s: Words, seat: int) -> int:
    """Where the numbers begin that hold once a player has laid the next domino."""
    return stage(larger(0, placements_left(p, s, seat) - 1))


@inner
def most_of(
    places: Places, classes: tuple[int, int], tile: Word, work: Words, table: Ints, begin: int
) -> int:
    """The most that some placements add, NO_PLACE if there are none."""
    lefts, rights = classes
    most = NO_PLACE
    for i in range(lefts):
        for j in range(rights):
            worth = pair_added(table, begin, work, tile, i, j)
            # Most pairs of classes have no placement, and most others add less.
            if worth > most:
                e, so, w, n = meeting(places, work[LEFT + 2 * i], work[RIGHT + 2 * j])
                if e | so | w | n:
                    most = worth
    return most


@inner
def most_added(p: Words, s: Words, seat: int, tile: Word, work: Words, table: Ints) -> int:
    """The most that a domino can add for a seat whose regions are listed, NO_PLACE if none."""
    places = kingdom_fits(p, s, seat, tile)
    classes = both_classes(tile, places, work)
    return most_of(places, classes, tile, work, table, stage_after(p, s, seat))


@inner
def promising_places(p: Words, s: Words, tile: Word, work: Words, table: Ints) -> bool:
    """Whether a domino fits for the player to decide, whose regions are listed.

    Writes the placements that add most, or nearly, four sets as in ``fits``, from ``work[FOUND]``.
    """
    seat = player(s)
    places = kingdom_fits(p, s, seat, tile)
    begin = stage_after(p, s, seat)
    lefts, rights = both_classes(tile, places, work)
    most = most_of(places, (lefts, rights), tile, work, table, begin)
    if most == NO_PLACE:
        return False
    be, bs, bw, bn = NONE, NONE, NONE, NONE
    for i in range(lefts):
        for j in range(rights):
            if pair_added(table, begin, work, tile, i, j) >= most - ALIKE:
                e, so, w, n = meeting(places, work[LEFT + 2 * i], work[RIGHT + 2 * j])
                be, bs, bw, bn = be | e, bs | so, bw | w, bn | n
    work[FOUND], work[FOUND + 1], work[FOUND + 2], work[FOUND + 3] = be, bs, bw, bn
    return True


@inner
def next_rival(p: Words, s: Words) -> int:
    """The other player who chooses soonest after the one to decide."""
    seat = player(s)
    for i in range(1, field(s[at.TURN], at.ACTING_COUNT)):
        owner = nibble(s[at.ACTING], at.OWNERS + 4 * i)
        if owner != seat:
            return owner
    return (seat + 1) % param(p, at.PLAYERS)


@inner
def promising_item(p: Words, s: Words, work: Words, worth: Ints, table: Ints) -> Word:
    """The free domino of the row that is worth most to the player to decide, as a set of one.

    *worth* is room for a number for each domino of the row.
    """
    free, rival = free_items(s[at.OFFER]), next_rival(p, s)
    if free & (free - ONE) == NONE:
        return free
    for turn in range(2):
        seat = player(s) if turn == 0 else rival
        list_regions(p, s, seat, work)
        rest = free
        while rest:
            i = ctz(rest)
            rest &= rest - ONE
            tile = word(p, at.TILES + field(s[at.OFFER], 8 * i))
            most = most_added(p, s, seat, tile, work, table)
            if turn == 0:
                worth[i] = (most if most != NO_PLACE else -WASTED) - LATER * i
            elif most > 0:
                worth[i] = num(worth[i]) + most * DENIED // (POINT * (param(p, at.PLAYERS) - 1))
    best = ctz(free)
    rest = free & (free - ONE)
    while rest:
        i = ctz(rest)
        rest &= rest - ONE
        if worth[i] > worth[best]:
            best = i
    return ONE << U(best)
