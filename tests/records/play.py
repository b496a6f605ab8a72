"""Random games to write down."""

from __future__ import annotations

import random

from kingdomino import Record, Rules, apply, draw, legal_actions, start


def played(made: Rules, events: int, seed: str = "x") -> Record:
    """A random game, broken off after so many events."""
    rng = random.Random(seed)
    state, record = start(made), Record(made, tuple(f'Ána "{i}" #\n' for i in range(made.players)))
    while not state.over and len(record.events) < events:
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        state, record = apply(state, event), record.then(event)
    return record
