"""Random games by the thousand on the compiled engine, and any of them again event by event.

Needs the fast engine: import it only where that is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import engine as readable
from ..core.action import Event
from ..core.rules import Rules
from ..core.state import State
from ..fast import engine
from ..fast.board import layout as at
from ..fast.bridge.action import action_from, chance_from
from ..fast.bridge.params import params, quest_names, words
from ..fast.bridge.sheet import columns
from ..fast.many import cpu

U = np.uint64
SEEDS = 1 << 64
Ints = NDArray[np.int64]


class Line(NamedTuple):
    """A line of the score sheets, in those games that had it."""

    name: str
    games: Ints
    """Which games, by their place among those played."""
    points: Ints
    """[games, players]."""


class Played(NamedTuple):
    """What games came to."""

    totals: Ints
    """[n, players]."""
    places: Ints
    """[n, players], from 1."""
    lines: list[Line]


def random_games(rules: Rules, n: int, *, seed: int, first: int = 0) -> Played:
    """*n* whole games, numbered from *first*."""
    p, states = params(rules), cpu.start(rules, n, seed=seed % SEEDS, first=first)
    sheets = np.empty((n, rules.players, at.SHEET), np.int32)
    cpu.play(p, states, np.empty((n, rules.players), np.int32), np.empty(n, np.int32))
    cpu.score(p, states, sheets)
    found = sheets.astype(np.int64)
    lines = [*_lines(rules, states, found)]
    return Played(found[:, :, at.TOTAL], found[:, :, at.PLACE], lines)


def _lines(rules: Rules, states: NDArray[np.uint64], sheets: Ints) -> Iterator[Line]:
    everybody = np.arange(len(states))
    drawn = [
        states[:, at.EXTRA] >> U(at.QUESTS + 8 * i) & U(255) for i in range(rules.quests_drawn)
    ]
    bare = states[0].copy()
    bare[at.EXTRA] = 0
    for name, column in columns(rules, bare):
        yield Line(name, everybody, sheets[:, :, column])
    for number, name in enumerate(quest_names(rules), 1):
        for i, quests in enumerate(drawn):
            (games,) = np.nonzero(quests == number)
            if len(games):
                yield Line(name, games, sheets[games, :, at.QUEST + i])


def random_game(rules: Rules, *, seed: int, game: int) -> tuple[list[Event], State]:
    """One of those games again: its events, and the state at its end."""
    p, row = params(rules), np.empty(words(rules), U)
    engine.start(p, row, U(seed % SEEDS), U(game))
    state, events = readable.start(rules), list[Event]()
    while not state.over:
        if state.chance:
            word = engine.draw(p, row)
            event: Event = chance_from(state, int(word))
            engine.resolve(p, row, U(word))
        else:
            number = int(engine.random_action(p, row))
            event = action_from(state, number)
            engine.advance(p, row, number)
        events.append(event)
        state = readable.advance(state, event)
    return events, state
