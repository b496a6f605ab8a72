"""Whole games by random moves, from any state."""

from __future__ import annotations

from ..board.compile import Sets, Word, Words, inner, popc
from ..board.layout import OFFER, OVER, phase
from ..board.rng import below
from ..board.torus import select
from ..rules.action import kth_move, options
from ..rules.chance import draw, resolve
from ..rules.option import CHOOSE, free_items
from ..rules.step import ITEM_MOVE, take

RANDOM, GREEDY = 0, 1
"""Who plays a playout."""


@inner
def pick(p: Words, s: Words, sets: Sets) -> int:
    """One of these actions by lot, as a move."""
    placements = popc(sets[0]) + popc(sets[1]) + popc(sets[2]) + popc(sets[3])
    count = placements + popc(sets[4]) + popc(sets[5]) + popc(sets[6])
    return kth_move(p, s, sets, below(s, count))


@inner
def pick_item(s: Words, items: Word) -> int:
    """One of these items by lot, as a move."""
    return (ITEM_MOVE << 8) | select(items, below(s, popc(items)))


@inner
def random_move(p: Words, s: Words) -> int:
    """A random one of the legal actions, as a move."""
    # Half of all decisions: no need to ask what else could be done.
    if phase(s) == CHOOSE:
        return pick_item(s, free_items(s[OFFER]))
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
