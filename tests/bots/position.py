"""States of random games, to ask bots about."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kingdomino import Rules, State, advance, draw, legal_actions, start


def states(made: Rules, seed: int) -> Iterator[State]:
    """Every state before the end."""
    rng, state = random.Random(seed), start(made)
    while not state.over:
        yield state
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        state = advance(state, event)


def positions(made: Rules, seed: int) -> Iterator[State]:
    """Those in which somebody has a choice."""
    return (s for s in states(made, seed) if not s.chance and len(legal_actions(s)) > 1)
