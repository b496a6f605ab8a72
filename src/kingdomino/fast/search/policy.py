"""How playouts play: any mix of random, greedy and neat moves, by seat.

A neat move is a greedy one that, of several equally good places, takes one that keeps the castle
in the centre and leaves no lone gaps; for choices see ``search_choice``, for the quests of Age of
Giants ``search_quest``.
"""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Sets, Word, Words, ctz, inner, num, popc
from ..board.layout import field, kingdom, larger, param, phase, player, smaller
from ..board.rng import below
from ..board.torus import CASTLE, ONE, beside, columns, east, north, rows, south, west
from ..policy.choice import best_choices, neat_gain
from ..policy.greedy import shortlist
from ..policy.playout import pick, pick_item, random_move
from ..policy.quest_room import centred_frame, wanted_room, within
from ..policy.survey import AREA_BITS, FOUND, NOWHERE, best_places, survey
from ..rules.action import id_move, legal_actions
from ..rules.chance import draw, resolve
from ..rules.option import CHOOSE, PLACE, acting_tile, free_items
from ..rules.placing import NONE, plane, side
from ..rules.score import score
from ..rules.step import take
from .desk import (
    ALIKE,
    FITTING,
    FULL,
    GAP,
    GREEDY,
    OTHERS,
    OWN,
    PLACER,
    RANDOM,
    SLIPS,
    Desk,
    copy_state,
)

U = np.uint64
POINTS_SHIFT = 14
"""Where the points lie in a rank key."""
FAULT = 1000
"""More than any placement gains."""


@inner
def frame(p: Words, s: Words, k: int) -> Word:
    """The squares at most one beyond the kingdom that it may still grow to."""
    box, size = s[k + at.BOX], param(p, at.SIZE)
    w, n, e, so = side(box, at.WEST), side(box, at.NORTH), side(box, at.EAST), side(box, at.SOUTH)
    across = columns(larger(e - size + 1, w - 1), smaller(w + size - 1, e + 1))
    return across & rows(larger(so - size + 1, n - 1), smaller(n + size - 1, so + 1))


@inner
def lone(free: Word) -> int:
    """How many free squares have no free square beside them."""
    return popc(free & ~beside(free))


@inner
def right_half(d: int, left: Word) -> Word:
    """Where the right half lies in direction *d* of the left one."""
    if d == 0:
        return east(left)
    if d == 1:
        return south(left)
    return west(left) if d == 2 else north(left)


@inner
def tidy(free: Word, b: Word, d: int, least: int) -> tuple[Word, int]:
    """Of placements in direction *d* those that leave the fewest lone gaps, and how many."""
    chosen = NONE
    while b:
        left = b & (NONE - b)
        b ^= left
        gaps = lone(free & ~(left | right_half(d, left)))
        if gaps < least:
            least, chosen = gaps, NONE
        if gaps == least:
            chosen |= left
    return chosen, least


@inner
def neat_places(p: Words, s: Words, work: Words) -> Sets:
    """The neat ones of the placements found in *work*."""
    k = kingdom(p, player(s))
    e, so, w, n = work[FOUND], work[FOUND + 1], work[FOUND + 2], work[FOUND + 3]
    room = wanted_room(p, s, k)
    if room:
        inside = within((e, so, w, n), room)
        if inside[0] | inside[1] | inside[2] | inside[3]:
            e, so, w, n = inside
        else:
            room = NONE
    if popc(e) + popc(so) + popc(w) + popc(n) == 1:
        return e, so, w, n, NONE, NONE, NONE
    if room == NONE:
        room = frame(p, s, k)
    free = room & ~(s[k + at.T0] | s[k + at.T1] | s[k + at.T2] | CASTLE)
    te, least = tidy(free, e, 0, 64)
    ts, fewer = tidy(free, so, 1, least)
    if fewer < least:
        te, least = NONE, fewer
    tw, fewer = tidy(free, w, 2, least)
    if fewer < least:
        te, ts, least = NONE, NONE, fewer
    tn, fewer = tidy(free, n, 3, least)
    if fewer < least:
        te, ts, tw = NONE, NONE, NONE
    return te, ts, tw, tn, NONE, NONE, NONE


@inner
def neat_sets(p: Words, s: Words, work: Words) -> Sets:
    """The shortlist of a neat player."""
    if phase(s) == CHOOSE:
        return NONE, NONE, NONE, NONE, NONE, best_choices(p, s, work), NONE
    if phase(s) != PLACE:
        return shortlist(p, s, work)
    survey(p, s, player(s), work)
    if neat_gain(p, s, player(s), acting_tile(p, s), work) == NOWHERE:
        return NONE, NONE, NONE, NONE, NONE, NONE, ONE
    return neat_places(p, s, work)


@inner
def follow_up(p: Words, s: Words, seat: int, work: Words) -> int:
    """The points that the best free domino of the row would add to the kingdom of a seat."""
    rest, best = free_items(s[at.OFFER]), 0
    if rest == NONE:
        return 0
    survey(p, s, seat, work)
    while rest:
        tile = p[at.TILES + field(s[at.OFFER], 8 * ctz(rest))]
        best = larger(best, best_places(p, s, seat, tile, work) >> AREA_BITS)
        rest &= rest - ONE
    return best


@inner
def drafts(p: Words, s: Words, policy: int, work: Words) -> Word:
    """The free dominoes that an anchor may take: for FULL the best by points, else all that fit."""
    rest, best, chosen = free_items(s[at.OFFER]), NOWHERE, NONE
    survey(p, s, player(s), work)
    while rest:
        i = ctz(rest)
        rest &= rest - ONE
        tile = p[at.TILES + field(s[at.OFFER], 8 * i)]
        points = best_places(p, s, player(s), tile, work) >> AREA_BITS
        if policy < FULL:
            points = smaller(points, 0)
        if points > best:
            best, chosen = points, NONE
        if points == best:
            chosen |= ONE << U(i)
    return chosen


@inner
def gaps(p: Words, s: Words, k: int) -> int:
    """How many lone gaps a kingdom has, in its centred frame where that counts and may be."""
    room = NONE
    if param(p, at.CENTRE_BONUS):
        room = centred_frame(p, s, k)
    if room == NONE:
        room = frame(p, s, k)
    return lone(room & ~(s[k + at.T0] | s[k + at.T1] | s[k + at.T2] | CASTLE))


@inner
def faults(p: Words, s: Words, after: Words, k: int) -> int:
    """What an anchor avoids in a placement: new lone gaps, and the castle out of the centre."""
    found = larger(0, gaps(p, after, k) - gaps(p, s, k))
    if (
        param(p, at.CENTRE_BONUS)
        and centred_frame(p, s, k) != NONE
        and centred_frame(p, after, k) == NONE
    ):
        found += 1
    return found


@inner
def alike(s: Words, k: int) -> int:
    """How many pairs of squares of one terrain lie beside each other in a kingdom."""
    pairs = 0
    for code in range(1, 7):
        squares = plane(s[k + at.T0], s[k + at.T1], s[k + at.T2], U(code))
        pairs += popc(squares & east(squares)) + popc(squares & south(squares))
    return pairs


@inner
def first_sight(desk: Desk, s: Words, action: int) -> float:
    """How good an action looks: one's score after it, less what lone gaps cost, and a
    little for like beside like."""
    p, spare, seat = desk.p, desk.spare, player(s)
    copy_state(p, s, spare)
    take(p, spare, id_move(action))
    total = float(num(score(p, spare, seat, desk.sheet, 0)) >> POINTS_SHIFT)
    if phase(s) == PLACE:
        k = kingdom(p, seat)
        land = spare[k + at.T0] | spare[k + at.T1] | spare[k + at.T2] | CASTLE
        total -= desk.scales[GAP] * lone(frame(p, spare, k) & ~land)
        total += desk.scales[ALIKE] * alike(spare, k)
    return total


@inner
def anchored_place(desk: Desk, s: Words, policy: int) -> int:
    """The placement with the fewest faults, of these the one with the highest score; for FULL
    with what the next domino would add. Ties by lot."""
    p, spare, seat = desk.p, desk.spare, player(s)
    n = legal_actions(p, s, desk.actions)
    best, ties, found = 0, 0, 0
    for i in range(n):
        action = num(desk.actions[i])
        copy_state(p, s, spare)
        take(p, spare, id_move(action))
        value = num(score(p, spare, seat, desk.sheet, 0)) >> POINTS_SHIFT
        value -= FAULT * faults(p, s, spare, kingdom(p, seat))
        if policy == FULL:
            value += follow_up(p, spare, seat, desk.work)
        if ties == 0 or value > best:
            best, ties, found = value, 1, action
        elif value == best:
            ties += 1
            if below(s, ties) == 0:
                found = action
    return found


@inner
def policy_move(desk: Desk, s: Words, policy: int) -> int:
    """What a player of this kind does, as a move."""
    p, work, slips = desk.p, desk.work, num(desk.knobs[SLIPS])
    if policy == RANDOM or (slips and below(s, 256) < slips):
        return random_move(p, s)
    if policy >= FITTING and phase(s) == CHOOSE:
        return pick_item(s, drafts(p, s, policy, work))
    if policy == FITTING:
        return random_move(p, s)
    if policy == GREEDY:
        return pick(p, s, shortlist(p, s, work))
    if policy >= PLACER and phase(s) == PLACE:
        return id_move(anchored_place(desk, s, policy))
    return pick(p, s, neat_sets(p, s, work))


@inner
def policy_playout(desk: Desk, s: Words, me: int) -> None:
    """Play to the end: seat *me* as OWN says, the others as OTHERS says."""
    p, own, others = desk.p, num(desk.knobs[OWN]), num(desk.knobs[OTHERS])
    while phase(s) != at.OVER:
        if phase(s) < CHOOSE:
            resolve(p, s, draw(p, s))
        else:
            take(p, s, policy_move(desk, s, own if player(s) == me else others))
