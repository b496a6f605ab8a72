"""Counting the tree of decisions, to compare two engines or two versions of one.

Chance is scripted: the n-th chance event on a line, counted from 0 at the root, is what ``draw``
gives with ``random.Random(f"{seed}/{n}")``. So the tree branches at decisions only, and its size
is one number for a state, a depth and a seed.
"""

from __future__ import annotations

import random

from .action import Action
from .engine import advance, draw, legal_actions
from .state import State


def perft(state: State, depth: int, seed: int) -> int:
    """The number of lines of *depth* decisions; a line that ends with the game counts once."""
    return _count(state, depth, seed, 0)


def split(state: State, depth: int, seed: int) -> dict[Action, int]:
    """For each first decision the lines that begin with it; together they are ``perft``.

    Empty when there is nothing to decide: at depth 0 or when the game is over.
    """
    state, drawn = _after_chance(state, seed, 0)
    actions = legal_actions(state) if depth > 0 else []
    return {a: _count(advance(state, a), depth - 1, seed, drawn) for a in actions}


def _count(state: State, depth: int, seed: int, drawn: int) -> int:
    if depth <= 0:
        return 1
    state, drawn = _after_chance(state, seed, drawn)
    if state.over:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(_count(advance(state, a), depth - 1, seed, drawn) for a in actions)


def _after_chance(state: State, seed: int, drawn: int) -> tuple[State, int]:
    while state.chance:
        state = advance(state, draw(state, random.Random(f"{seed}/{drawn}")))
        drawn += 1
    return state, drawn
