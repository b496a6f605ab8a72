"""The bots that can sit at a table, by level, each with a simpler one behind it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..bots import Bot, bot_named
from ..core.action import Action
from ..core.engine import legal_actions
from ..core.state import State

GENTLE_ERRS = 0.3
"""How often the gentle bot does whatever comes to its mind."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play. ``simpler`` takes over when the bot fails."""

    name: str
    title: str
    make: Callable[[], Bot]
    simpler: str | None


class Gentle:
    """Plays like the greedy bot and errs now and then."""

    def __init__(self) -> None:
        self._greedy = bot_named("greedy")

    def act(self, state: State, rng: random.Random) -> Action:
        """A greedy action, or any."""
        if rng.random() < GENTLE_ERRS:
            return rng.choice(legal_actions(state))
        return self._greedy.act(state, rng)


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("gentle", "Gentle", Gentle, "random"),
        Level("greedy", "Greedy", lambda: bot_named("greedy"), "random"),
        Level("random", "Random", lambda: bot_named("random"), None),
    )
}
STAND_IN = "greedy"
"""Who plays for a person who has left."""
HINTS_BY = "greedy"
