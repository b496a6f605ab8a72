"""Bots around a table: one whole game, with a random stream for chance and one for each seat."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.action import Event
from ..core.engine import advance, draw, start
from ..core.rules import Rules
from ..core.state import State
from .bot import Bot, Witness
from .outside.wire import WireError


class Fault(WireError):
    """A bot that lives outside cannot go on."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat


class Turn(NamedTuple):
    """Something that happened, and how long a bot thought about it."""

    before: State
    event: Event
    after: State
    seconds: float


def play_game(
    rules: Rules, bots: Sequence[Bot], *, seed: int | str, game: int = 0
) -> tuple[list[Event], State]:
    """The events of a whole game and the state at its end.

    *seed* and *game* decide everything, so that game 7 is the same whether 8 or 8,000 are played.
    """
    chance = stream(seed, game, "chance")
    streams = [stream(seed, game, f"seat {seat}") for seat in range(rules.players)]
    if any(hasattr(bot, "saw") for bot in bots):
        turns = [*play_turns(rules, bots, chance=chance, streams=streams)]
        return [turn.event for turn in turns], turns[-1].after
    # Half as long again it takes to look at the clock and tell everybody, and here is nobody.
    acts, events, state = [bot.act for bot in bots], list[Event](), start(rules)
    while state.agenda:
        seat = state.agenda[0].player
        event = acts[seat](state, streams[seat]) if seat >= 0 else draw(state, chance)
        events.append(event)
        state = advance(state, event)
    return events, state


def play_turns(
    rules: Rules,
    bots: Sequence[Bot],
    *,
    chance: random.Random,
    streams: Sequence[random.Random],
) -> Iterator[Turn]:
    """A whole game, turn by turn; raises Fault."""
    witnesses = _told(rules, bots)
    state, clock = start(rules), time.perf_counter
    while state.agenda:
        seat, began = state.agenda[0].player, clock()
        try:
            event = bots[seat].act(state, streams[seat]) if seat >= 0 else draw(state, chance)
        except WireError as problem:
            raise Fault(seat, str(problem)) from None
        seconds = clock() - began
        after = advance(state, event)
        for witness in witnesses:
            witness.saw(state, event, after)
        yield Turn(state, event, after, seconds)
        state = after


def _told(rules: Rules, bots: Sequence[Bot]) -> list[Witness]:
    """Those who are told what happens, each once; a game begins for them."""
    found: dict[int, Witness] = {}
    for seat, bot in enumerate(bots):
        # An isinstance of a protocol costs a tenth of a random game.
        if hasattr(bot, "saw") and id(bot) not in found:
            assert isinstance(bot, Witness)
            found[id(bot)] = bot
            try:
                bot.begin(rules)
            except WireError as problem:
                raise Fault(seat, str(problem)) from None
    return [*found.values()]


def stream(seed: int | str, game: int, purpose: str) -> random.Random:
    """The random stream that serves one purpose in one game."""
    return random.Random(f"{seed} {game} {purpose}")
