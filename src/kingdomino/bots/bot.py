"""What a bot is. It sees what everybody sees, because a state holds no secrets."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol, runtime_checkable

from ..core.action import Action, Event
from ..core.rules import Rules
from ..core.state import State


class Opinion(NamedTuple):
    """What a bot thinks of one legal action."""

    action: Action
    points: float
    """One's expected score at the end."""
    share: float
    """One's expected part of the victory, from 0 to 1."""
    playouts: int
    """How many games the figures rest on; without any they mean nothing."""
    value: float
    """What the bot goes by, from 0 to 1."""
    exact: bool = False
    """Whether the points are certain: all ends have been looked at."""


class Bot(Protocol):
    """A player without a chair. What it may spend on a decision is the business of its maker."""

    def act(self, state: State, rng: random.Random) -> Action:
        """One of the legal actions; only when a player is to decide. *rng* is the bot's own."""
        ...


@runtime_checkable
class Adviser(Protocol):
    """A bot that can say why."""

    def options(self, state: State, rng: random.Random) -> list[Opinion]:
        """Every legal action, the best first; only when a player is to decide."""
        ...


@runtime_checkable
class Witness(Protocol):
    """A bot that is told how a game goes on, and not only asked."""

    def begin(self, rules: Rules) -> None:
        """A game begins; there is time to get ready."""
        ...

    def saw(self, state: State, event: Event, after: State) -> None:
        """Something happened in *state*, and led to *after*."""
        ...
