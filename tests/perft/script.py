"""Games whose chance and moves follow a script, so that their positions are fixed by a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kingdomino.core.engine import advance, draw, legal_actions, start
from kingdomino.core.rules import Rules
from kingdomino.core.state import State


def decisions(rules: Rules, seed: int) -> Iterator[State]:
    """Every state in which a player decides, and last the one when the game is over.

    Chance is scripted as for perft; moves are chosen by ``random.Random(f"{seed}/moves")``.
    """
    state, drawn = start(rules), 0
    moves = random.Random(f"{seed}/moves")
    while not state.over:
        while state.chance:
            state = advance(state, draw(state, random.Random(f"{seed}/{drawn}")))
            drawn += 1
        yield state
        state = advance(state, moves.choice(legal_actions(state)))
    yield state


def position(rules: Rules, seed: int, after: int) -> State:
    """The state before the first decision (*after* 0), the second (1), and so on."""
    return next(state for number, state in enumerate(decisions(rules, seed)) if number == after)
