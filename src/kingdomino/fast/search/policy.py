"""How playouts play: any mix of random, greedy and neat moves, by seat.

A neat move is a greedy one that, of several equally good places, takes one that keeps the castle
in the centre and leaves no lone gaps; for choices see ``policy.choice``, for the quests of Age of
Giants ``policy.quest_gain``. An anchor is a player of the literature that others are measured
against, see docs/bots.md: PLACER and FULL.
"""

from __future__ import annotations

import numpy as np

from ...games.kingdomino import MIDDLE_KINGDOM
from ..board import layout as at
from ..board.compile import Places, Sets, Word, Words, ctz, inner, num, popc, word
from ..board.layout import copy_state, field, kingdom, larger, param, phase, player, smaller
from ..board.rng import below, mixed
from ..board.torus import CASTLE, ONE, beside, east, north, south, west
from ..policy.choice import best_choices, neat_gain
from ..policy.gain import (
    AREA_BITS,
    FOUND,
    NOWHERE,
    best_among,
    best_of_row,
    gain_of,
    list_regions,
)
from ..policy.greedy import shortlist
from ..policy.playout import pick, pick_item, random_move
from ..policy.potential import promising_item, promising_places
from ..policy.quest_gain import centred_frame, wanted_frame, within
from ..rules.action import id_move, legal_actions
from ..rules.chance import draw, resolve
from ..rules.option import CHOOSE, PLACE, acting_tile, free_items, land
from ..rules.placing import NONE, kingdom_fits, plane, reachable
from ..rules.score import POINTS_SHIFT, score
from ..rules.step import take
from .settings import FITTING, FULL, GREEDY, LEARNED, PLACER, RANDOM
from .workspace import Workspace

U = np.uint64
CLEAN, FOLLOWS = 1000, 100_000
"""More than any kingdom scores, and more than both: an anchor's order of preferences."""
ONE_DOMINO = 2
"""Its squares."""


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
def promising_sets(w: Workspace, s: Words) -> Sets:
    """The shortlist of who goes by what regions promise: the neat ones of the best places."""
    p, work = w.p, w.work
    if phase(s) == CHOOSE:
        item = promising_item(p, s, work, w.actions, w.table)
        return NONE, NONE, NONE, NONE, NONE, item, NONE
    if phase(s) != PLACE:
        return shortlist(p, s, work)
    list_regions(p, s, player(s), work)
    if not promising_places(p, s, acting_tile(p, s), work, w.table):
        return NONE, NONE, NONE, NONE, NONE, NONE, ONE
    return neat_places(p, s, work)


@inner
def fit_of(p: Words, s: Words, tile: Word, work: Words) -> int:
    """All that fits is worth the same."""
    return smaller(gain_of(p, s, tile, work), 0)


@inner
def crowns_of(p: Words, s: Words, tile: Word, work: Words) -> int:
    """The most crowns on one square of a domino."""
    left, right = tile >> U(at.CROWN_SHIFT), tile >> U(at.HALF + at.CROWN_SHIFT)
    return larger(num(left & U(3)), num(right & U(3)))


@inner
def home(p: Words, s: Words, k: int) -> Word:
    """The squares that an anchor would stay in; none where the centre counts and is lost."""
    return centred_frame(p, s, k) if param(p, at.CENTRE_BONUS) else reachable(p, s, k)


@inner
def is_spoilt(p: Words, s: Words, k: int) -> bool:
    """What an anchor avoids: a lone gap, or the castle out of the centre where that counts."""
    frame = home(p, s, k)
    return frame == NONE or lone(frame & ~(land(s, k) | CASTLE)) > 0


@inner
def unspoilt(places: Places, free: Word) -> Places:
    """The placements that leave no lone gap among the squares of *free*, which has none yet."""
    e, w, so, n = east(free), west(free), south(free), north(free)
    several = (e & w) | (so & n) | ((e | w) & (so | n))
    # Only a square with one free neighbour can be left alone: of two neighbours of one square no
    # domino covers both, since they do not lie beside each other.
    ends = free & (e | w | so | n) & ~several
    by_w, by_e, by_n, by_s = east(ends), west(ends), south(ends), north(ends)
    across, along = by_n | by_s, by_w | by_e
    return (
        places[0] & ~(by_w | across | west(by_e | across)),
        places[1] & ~(by_n | along | north(by_s | along)),
        places[2] & ~(by_e | across | east(by_w | across)),
        places[3] & ~(by_s | along | south(by_n | along)),
    )


@inner
def next_worth(p: Words, s: Words, seat: int, tile: Word, work: Words) -> int:
    """What *tile* would add to a kingdom whose regions are listed: FOLLOWS and points, CLEAN on
    top if it need not spoil the kingdom for them. NOWHERE if it does not fit."""
    k = kingdom(p, seat)
    places, frame = kingdom_fits(p, s, seat, tile), home(p, s, k)
    inside, free = within(places, frame), frame & ~(land(s, k) | CASTLE)
    if lone(free) == 0:
        clean = best_among(p, tile, unspoilt(inside, free), (NONE, NONE), 0, work)
        if clean != NOWHERE:
            return FOLLOWS + CLEAN + (clean >> AREA_BITS)
    best = best_among(p, tile, places, (NONE, NONE), 0, work)
    if best == NOWHERE or frame == NONE or param(p, at.CENTRE_BONUS) == 0:
        return best if best == NOWHERE else FOLLOWS + (best >> AREA_BITS)
    # Leaving the centre costs the bonus, which is among the points so far.
    worth = FOLLOWS + (best >> AREA_BITS) - MIDDLE_KINGDOM
    centred = best_among(p, tile, inside, (NONE, NONE), 0, work)
    return worth if centred == NOWHERE else larger(worth, FOLLOWS + (centred >> AREA_BITS))


@inner
def draft_worth(p: Words, s: Words, tile: Word, work: Words) -> int:
    """``next_worth`` for the player to decide."""
    return next_worth(p, s, player(s), tile, work)


all_that_fit, most_crowned = best_of_row(fit_of), best_of_row(crowns_of)
best_to_follow = best_of_row(draft_worth)


@inner
def prospect(w: Workspace, seat: int, policy: int) -> tuple[int, int]:
    """What the kingdom in ``w.spare`` is worth to an anchor after a placement, for FULL with the
    best free domino laid as well; and how many dominoes are as good."""
    p, s, work = w.p, w.spare, w.work
    points = num(score(p, s, seat, w.sheet, 0)) >> POINTS_SHIFT
    if policy != FULL:
        return points if is_spoilt(p, s, kingdom(p, seat)) else points + CLEAN, 1
    rest, best, ties = free_items(s[at.OFFER]), NOWHERE, 0
    if rest:
        list_regions(p, s, seat, work)
    while rest:
        worth = next_worth(p, s, seat, word(p, at.TILES + field(s[at.OFFER], 8 * ctz(rest))), work)
        rest &= rest - ONE
        if worth > best:
            best, ties = worth, 0
        ties += 1 if worth == best else 0
    # The study's player sees no placement without a follow-up: then one is as good as another.
    return (points + best, ties) if best != NOWHERE else (0, 1)


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
    """The placement with the best prospect; ties by lot, among pairs of it and a domino."""
    p, seat = w.p, player(s)
    n = legal_actions(p, s, w.actions)
    best, ties, found = 0, 0, 0
    for i in range(n):
        action = num(w.actions[i])
        copy_state(p, s, w.spare)
        take(p, w.spare, id_move(action))
        value, alike = prospect(w, seat, policy)
        if ties == 0 or value > best:
            best, ties, found = value, alike, action
        # The last k of n equals take the place with chance k / n, which is fair to all.
        elif value == best:
            ties += alike
            if below(s, ties) < alike:
                found = action
    return found


@inner
def drafted(p: Words, s: Words, policy: int, work: Words) -> Word:
    """The dominoes of the row that FITTING, PLACER or FULL draws from."""
    if policy == FITTING:
        return all_that_fit(p, s, work)
    # The study's players choose by crowns before they have laid two dominoes.
    if popc(land(s, kingdom(p, player(s)))) <= ONE_DOMINO:
        return most_crowned(p, s, work)
    return best_to_follow(p, s, work) if policy == FULL else free_items(s[at.OFFER])


@inner
def policy_move(w: Workspace, s: Words, policy: int) -> int:
    """What a player of this kind does, as a move."""
    p, work, slips = w.p, w.work, w.settings.slips
    # Without slips nothing is drawn: the stream stays that of the policy alone.
    if policy == RANDOM or (slips and below(s, 256) < slips):
        return random_move(p, s)
    if policy == LEARNED:
        return pick(p, s, promising_sets(w, s))
    # FITTING, PLACER and FULL, all that are left above NEAT, choose in ways of their own.
    if policy >= FITTING and phase(s) == CHOOSE:
        return pick_item(s, drafted(p, s, policy, work))
    if policy == FITTING:
        return random_move(p, s)
    if policy == GREEDY:
        return pick(p, s, shortlist(p, s, work))
    if policy >= PLACER and phase(s) == PLACE:
        # The study's players lay the first domino anywhere.
        bare = land(s, kingdom(p, player(s))) == NONE
        return random_move(p, s) if bare else id_move(anchored_place(w, s, policy))
    return pick(p, s, neat_sets(p, s, work))


@inner
def policy_playout(w: Workspace, s: Words, me: int, rows: Word, until: int) -> None:
    """Play to the end, or *until* a phase: seat *me* as OWN says, the others as OTHERS says.

    Unless *rows* is 0, what chance does follows from it alone, whatever was decided before.
    """
    p, own, others = w.p, w.settings.own, w.settings.others
    while phase(s) != at.OVER and phase(s) != until:
        if phase(s) >= CHOOSE:
            take(p, s, policy_move(w, s, own if player(s) == me else others))
        elif rows:
            stream = s[at.RNG]
            s[at.RNG] = mixed(rows + U(field(s[at.TURN], at.ROWS_LEFT)))
            resolve(p, s, draw(p, s))
            s[at.RNG] = stream
        else:
            resolve(p, s, draw(p, s))
