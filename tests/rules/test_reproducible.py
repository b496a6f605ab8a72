"""The same chance and the same actions give the same game, on any machine."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

from kingdomino.core.action import Event
from kingdomino.core.engine import apply, draw, legal_actions, start
from kingdomino.core.notation import format_action
from kingdomino.core.rules import Rules
from kingdomino.core.score import score_sheets
from kingdomino.core.state import State
from kingdomino.games.catalogue import GAME, rules


def played(made: Rules, seed: int) -> tuple[list[Event], State]:
    rng = random.Random(seed)
    state, events = start(made), list[Event]()
    while not state.over:
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        events.append(event)
        state = apply(state, event)
    return events, state


@pytest.mark.parametrize("game", GAME)
def test_replay_needs_no_randomness(game: str) -> None:
    """RULES § 5: chance outcomes and actions alone lead to the same state and score sheet."""
    events, over = played(rules(game, 3), seed=14)
    state = start(rules(game, 3))
    for event in events:
        state = apply(state, event)
    assert state == over
    assert score_sheets(state) == score_sheets(over)


@pytest.mark.parametrize("game", GAME)
def test_one_seed_is_one_game(game: str) -> None:
    """RULES § 5: with the same outcomes of chance nothing else is left to chance."""
    assert played(rules(game, 2), seed=15) == played(rules(game, 2), seed=15)
    assert played(rules(game, 2), seed=15) != played(rules(game, 2), seed=16)


PROGRAM = """
import random
from kingdomino.core.engine import apply, draw, legal_actions, start
from kingdomino.core.notation import format_action
from kingdomino.games.catalogue import GAME, rules
for game in GAME:
    rng, state = random.Random(17), start(rules(game, 3))
    while not state.over:
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        print(format_action(event))
        state = apply(state, event)
"""


def test_order_of_sets_plays_no_part() -> None:
    """RULES § 5: another process with another hash seed plays the very same games."""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    here = [format_action(e) for game in GAME for e in played(rules(game, 3), seed=17)[0]]
    assert outputs[0].split("\n")[:-1] == here
