"""How playouts play: any mix of random, greedy and neat moves, by seat.

A neat move is a greedy one that, of several equally good places, takes one that keeps the castle
in the centre and leaves no lone gaps; for choices see ``policy.choice``, for the quests of Age of
Giants ``policy.quest_gain``.
"""

from __future__ import annotations

import numpy as np

from ..board import layout as at
from ..board.compile import Sets, Word, Words, ctz, inner, num, popc
from ..board.layout import copy_state, field, kingdom, larger, param, phase, player, smaller
from ..board.rng import below
from ..board.torus import CASTLE, ONE, beside, columns, east, north, rows, south, west
from ..policy.choice import best_choices, neat_gain
from ..policy.gain import (
    AREA_BITS,
    FOUND,
    NOWHERE,
    best_of_row,
    best_places,
    gain_of,
    list_regions,
)
from ..policy.greedy import shortlist
from ..policy.playout import pick, pick_item, random_move
from ..policy.quest_gain import centred_frame, wanted_frame, within
from ..rules.action import id_move, legal_actions
from ..rules.chance import draw, resolve
from ..rules.option import CHOOSE, PLACE, acting_tile, free_items, land
from ..rules.placing import NONE, plane, sides
from ..rules.score import POINTS_SHIFT, score
from ..rules.step import take
from .settings import FITTING, FULL, GREEDY, PLACER, RANDOM
from .workspace import Workspace

U = np.uint64
FAULT = 1000
"""More than any placement gains."""


@inner
def reachable(p: Words, s: Words, k: int) -> Word:
    """The squares at most one beyond the kingdom that it may still grow to."""
    box, size = s[k + at.BOX], param(p, at.SIZE)
    w, n, e, so = sides(box)
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
    frame = wanted_frame(p, s, k)
    if frame:
        inside = within((e, so, w, n), frame)
        if inside[0] | inside[1] | inside[2] | inside[3]:
            e, so, w, n = inside
        else:
            frame = NONE
    if popc(e) + popc(so) + popc(w) + popc(n) == 1:
        return e, so, w, n, NONE, NONE, NONE
    if frame == NONE:
        frame = reachable(p, s, k)
    free = frame & ~(land(s, k) | CASTLE)
    # Fewer gaps in a later direction throw out what was kept of the earlier ones.
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
    list_regions(p, s, player(s), work)
    if neat_gain(p, s, player(s), acting_tile(p, s), work) == NOWHERE:
        return NONE, NONE, NONE, NONE, NONE, NONE, ONE
    return neat_places(p, s, work)


@inner
def follow_up(p: Words, s: Words, seat: int, work: Words) -> int:
    """The points that the best free domino of the row would add to the kingdom of a seat."""
    rest, best = free_items(s[at.OFFER]), 0
    if rest == NONE:
        return 0
    list_regions(p, s, seat, work)
    while rest:
        tile = p[at.TILES + field(s[at.OFFER], 8 * ctz(rest))]
        # NOWHERE, shifted, is still below the 0 to begin with.
        best = larger(best, best_places(p, s, seat, tile, work) >> AREA_BITS)
        rest &= rest - ONE
    return best


@inner
def points_of(p: Words, s: Words, tile: Word, work: Words) -> int:
    """The points that a domino would add now."""
    # NOWHERE is -1, and shifting leaves it -1.
    return gain_of(p, s, tile, work) >> AREA_BITS


@inner
def fit_of(p: Words, s: Words, tile: Word, work: Words) -> int:
    """All that fits is worth the same."""
    return smaller(gain_of(p, s, tile, work), 0)


best_by_points, all_that_fit = best_of_row(points_of), best_of_row(fit_of)


@inner
def gaps(p: Words, s: Words, k: int) -> int:
    """How many lone gaps a kingdom has, in its centred frame where that counts and may be."""
    frame = NONE
    if param(p, at.CENTRE_BONUS):
        frame = centred_frame(p, s, k)
    if frame == NONE:
        frame = reachable(p, s, k)
    return lone(frame & ~(land(s, k) | CASTLE))


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
        # Each pair is seen once, from its eastern or its southern square.
        pairs += popc(squares & east(squares)) + popc(squares & south(squares))
    return pairs


@inner
def first_sight(w: Workspace, s: Words, action: int) -> float:
    """How good an action looks: one's score after it, less what lone gaps cost, and a
    little for like beside like."""
    p, spare, seat = w.p, w.spare, player(s)
    copy_state(p, s, spare)
    take(p, spare, id_move(action))
    total = float(num(score(p, spare, seat, w.sheet, 0)) >> POINTS_SHIFT)
    if phase(s) == PLACE:
        k = kingdom(p, seat)
        total -= w.settings.gap * lone(reachable(p, spare, k) & ~(land(spare, k) | CASTLE))
        total += w.settings.alike * alike(spare, k)
    return total


@inner
def anchored_place(w: Workspace, s: Words, policy: int) -> int:
    """The placement with the fewest faults, of these the one with the highest score; for FULL
    with what the next domino would add. Ties by lot."""
    p, spare, seat = w.p, w.spare, player(s)
    n = legal_actions(p, s, w.actions)
    best, ties, found = 0, 0, 0
    for i in range(n):
        action = num(w.actions[i])
        copy_state(p, s, spare)
        take(p, spare, id_move(action))
        value = num(score(p, spare, seat, w.sheet, 0)) >> POINTS_SHIFT
        value -= FAULT * faults(p, s, spare, kingdom(p, seat))
        if policy == FULL:
            value += follow_up(p, spare, seat, w.work)
        if ties == 0 or value > best:
            best, ties, found = value, 1, action
        # The n-th of equals takes the place with chance 1 / n, which is fair to all.
        elif value == best:
            ties += 1
            if below(s, ties) == 0:
                found = action
    return found


@inner
def policy_move(w: Workspace, s: Words, policy: int) -> int:
    """What a player of this kind does, as a move."""
    p, work, slips = w.p, w.work, w.settings.slips
    # Without slips nothing is drawn: the stream stays that of the policy alone.
    if policy == RANDOM or (slips and below(s, 256) < slips):
        return random_move(p, s)
    # FITTING, PLACER and FULL, the last three by number, choose from the row in ways of their own.
    if policy >= FITTING and phase(s) == CHOOSE:
        drafted = best_by_points(p, s, work) if policy == FULL else all_that_fit(p, s, work)
        return pick_item(s, drafted)
    if policy == FITTING:
        return random_move(p, s)
    if policy == GREEDY:
        return pick(p, s, shortlist(p, s, work))
    if policy >= PLACER and phase(s) == PLACE:
        return id_move(anchored_place(w, s, policy))
    return pick(p, s, neat_sets(p, s, work))


@inner
def policy_playout(w: Workspace, s: Words, me: int) -> None:
    """Play to the end: seat *me* as OWN says, the others as OTHERS says."""
    p, own, others = w.p, w.settings.own, w.settings.others
    while phase(s) != at.OVER:
        if phase(s) < CHOOSE:
            resolve(p, s, draw(p, s))
        else:
            take(p, s, policy_move(w, s, own if player(s) == me else others))
