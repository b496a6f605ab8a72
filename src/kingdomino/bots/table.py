"""Bots around a table: one whole game, with a random stream for chance and one for each seat."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..core.action import Event
from ..core.engine import advance, draw, start
from ..core.rules import Rules
from ..core.state import State
from .bot import Bot


def play_game(
    rules: Rules, bots: Sequence[Bot], *, seed: int | str, game: int = 0
) -> tuple[list[Event], State]:
    """The events of a whole game and the state at its end.

    *seed* and *game* decide everything, so that game 7 is the same whether 8 or 8,000 are played.
    """
    chance = stream(seed, game, "chance")
    streams = [stream(seed, game, f"seat {seat}") for seat in range(rules.players)]
    state, events = start(rules), list[Event]()
    while not state.over:
        seat = state.player
        event = draw(state, chance) if seat is None else bots[seat].act(state, streams[seat])
        events.append(event)
        state = advance(state, event)
    return events, state


def stream(seed: int | str, game: int, purpose: str) -> random.Random:
    """The random stream that serves one purpose in one game."""
    return random.Random(f"{seed} {game} {purpose}")
