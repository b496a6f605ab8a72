"""What to do without looking ahead."""

from __future__ import annotations

import random

from ...core.action import Action
from ...core.gain import gains
from ...core.state import State
from .greedy import Greedy

MOST = 3
"""So many options are worth showing."""


def simple_advice(state: State, rng: random.Random) -> list[Action]:
    """The simple bot's choice, then what brings most points at once."""
    first = Greedy().act(state, rng)
    others = sorted(gains(state), key=lambda option: -(option[1] or 0))
    return [first, *(action for action, _ in others if action != first)][:MOST]
