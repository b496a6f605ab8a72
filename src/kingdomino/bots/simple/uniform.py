"""The bot ``random``: every legal action is as likely as any other."""

from __future__ import annotations

import random

from ...core.action import Action
from ...core.engine import legal_actions
from ...core.state import State


class Uniform:
    """Has no idea, and no preferences."""

    def act(self, state: State, rng: random.Random) -> Action:
        actions = legal_actions(state)
        n = len(actions)
        # What rng.choice does and draws, in half the time.
        bits = n.bit_length()
        found = rng.getrandbits(bits)
        while found >= n:
            found = rng.getrandbits(bits)
        return actions[found]
