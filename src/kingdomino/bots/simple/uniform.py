"""The bot ``random``: every legal action is as likely as any other."""

from __future__ import annotations

import random

from ...core.action import Action
from ...core.engine import legal_actions
from ...core.state import State


class Uniform:
    """Has no idea, and no preferences."""

    def act(self, state: State, rng: random.Random) -> Action:
        return rng.choice(legal_actions(state))
