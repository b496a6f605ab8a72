"""Whole games by random moves, from any state."""

from __future__ import annotations

from ..board.compile import Sets, Word, Words, inlined, inner, popc
from ..board.layout import BOX, OFFER, OVER, SIZE, is_base, kingdom, param, phase, player
from ..board.rng import below
from ..board.torus import select_few
from ..rules.action import kth_move, kth_place, nth_place, options
from ..rules.chance import draw, resolve
from ..rules.option import CHOOSE, PLACE, free_items, place_options
from ..rules.step import ITEM_MOVE, PASS_MOVE, choose, follow, place, take, take_pass

RANDOM, GREEDY = 0, 1
"""Who plays a playout."""


@inner
def pick(p: Words, s: Words, sets: Sets) -> int:
    """One of these actions by lot, as a move."""
    placements = popc(sets[0]) + popc(sets[1]) + popc(sets[2]) + popc(sets[3])
    count = placements + popc(sets[4]) + popc(sets[5]) + popc(sets[6])
    return kth_move(p, s, sets, below(s, count))


@inlined
def pick_item(s: Words, items: Word) -> int:
    """One of these items by lot, as a move."""
    return (ITEM_MOVE << 8) | select_few(items, below(s, popc(items)))


@inlined
def pick_place(p: Words, s: Words) -> int:
    """A random placement as a move; passing, which is discarding, where there is none."""
    places = place_options(p, s)
    e, south, w, n = places
    count = popc(e) + popc(south) + popc(w) + popc(n)
    return kth_place(p, s, places, below(s, count)) if count else PASS_MOVE << 8


@inlined
def place_by_lot(p: Words, s: Words) -> None:
    """``pick_place``, and the domino is laid or discarded; only in the base game."""
    k = kingdom(p, player(s))
    places, box = place_options(p, s), s[k + BOX]
    e, south, w, n = places
    count = popc(e) + popc(south) + popc(w) + popc(n)
    if count:
        d, x, y = nth_place(box, param(p, SIZE), places, below(s, count))
        follow(p, s, place(p, s, d, x, y))
    else:
        follow(p, s, take_pass(p, s))


@inlined
def choose_by_lot(p: Words, s: Words) -> None:
    """``pick_item``, and the king is put there; only in the base game."""
    items = free_items(s[OFFER])
    follow(p, s, choose(p, s, select_few(items, below(s, popc(items)))))


@inner
def random_move(p: Words, s: Words) -> int:
    """A random one of the legal actions, as a move."""
    # Nearly all decisions: no need to ask what else could be done.
    if phase(s) == CHOOSE:
        return pick_item(s, free_items(s[OFFER]))
    if phase(s) == PLACE or is_base(p):
        return pick_place(p, s)
    return pick(p, s, options(p, s))


@inner
def random_step(p: Words, s: Words) -> None:
    """A fair chance event, or a random one of the legal actions; not after the end."""
    if phase(s) < CHOOSE:
        resolve(p, s, draw(p, s))
    else:
        take(p, s, random_move(p, s))


@inner
def random_playout(p: Words, s: Words) -> int:
    """Play a game to its end by random moves; the number of decisions and chance events."""
    steps = 0
    while phase(s) != OVER:
        random_step(p, s)
        steps += 1
    return steps


@inlined
def base_playout(p: Words, s: Words) -> int:
    """``random_playout`` of the base game: no move is written down to be read again."""
    steps = 0
    while phase(s) != OVER:
        if phase(s) < CHOOSE:
            resolve(p, s, draw(p, s))
            steps += 1
        if phase(s) == PLACE:
            place_by_lot(p, s)
            steps += 1
        if phase(s) == CHOOSE:
            choose_by_lot(p, s)
            steps += 1
    return steps
