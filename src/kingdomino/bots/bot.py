"""What a bot is. It sees what everybody sees, because a state holds no secrets."""

from __future__ import annotations

import random
from typing import Protocol

from ..core.action import Action
from ..core.state import State


class Bot(Protocol):
    """A player without a chair. What it may spend on a decision is the business of its maker."""

    def act(self, state: State, rng: random.Random) -> Action:
        """One of the legal actions; only when a player is to decide. *rng* is the bot's own."""
        ...
