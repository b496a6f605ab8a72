"""Core against fast: the same games, step by step, and everything compared.

``python -m kingdomino.fast.differential --games 1000000`` runs as long as you like.
"""

from __future__ import annotations

import random

import numpy as np

from ..core import engine
from ..core.rules import Rules
from ..core.score import ranking, score_sheets
from ..core.state import State
from .action import ACTIONS
from .codec import from_core, to_core
from .compile import Words
from .engine import advance, draw, legal_actions, resolve, start
from .layout import RNG
from .params import params, words
from .sheet import sheets
from .translate import action_from, action_number, chance_from, chance_word


def play(rules: Rules, seed: int, greedy: float = 0.0, deep: bool = False) -> int:
    """One game in both engines; raises AssertionError where they differ. The number of steps."""
    rng = random.Random(seed)
    p, row = params(rules), np.zeros(words(rules), np.uint64)
    out = np.zeros(ACTIONS, np.int32)
    start(p, row, np.uint64(seed), np.uint64(0))
    state = engine.start(rules)
    steps = 0
    compare(state, row, deep)
    while not state.over:
        if state.chance:
            word = int(draw(p, row))
            event = chance_from(state, word)
            assert chance_word(state, event) == word
            state = engine.apply(state, event)
            resolve(p, row, np.uint64(word))
        else:
            n = legal_actions(p, row, out)
            actions = engine.legal_actions(state)
            numbers = out[:n].tolist()
            found = [action_from(state, i) for i in numbers]
            assert found == actions, (found, actions)
            k = rng.randrange(n)
            assert action_number(state, actions[k]) == numbers[k]
            state = engine.advance(state, actions[k])
            advance(p, row, numbers[k])
        steps += 1
        compare(state, row, deep)
    compare_scores(state, p, row)
    return steps


def compare(state: State, row: Words, deep: bool) -> None:
    row = row.copy()
    row[RNG] = 0
    expected = from_core(state)
    assert (expected == row).all(), state._replace(rules=None)
    if deep:
        assert to_core(state.rules, row) == state


def compare_scores(state: State, p: Words, row: Words) -> None:
    ours = sheets(state.rules, row)
    theirs = score_sheets(state)
    for a, b in zip(ours, theirs, strict=True):
        assert a.lines == b.lines, (a, b)
        assert a.rank_key == b.rank_key, (a, b)
    assert tuple(a.place for a in ours) == ranking(theirs)
