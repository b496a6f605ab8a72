"""Whole games by random players: careless ones, and builders who keep their kingdoms compact."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from kingdomino.core.action import Action, Decline, Event, Pass, Place
from kingdomino.core.engine import advance, draw, legal_actions, start
from kingdomino.core.rules import Rules
from kingdomino.core.state import State

Style: TypeAlias = Callable[[list[Action], random.Random], Action]


def careless(actions: list[Action], rng: random.Random) -> Action:
    """Anything that is legal."""
    return rng.choice(actions)


def compact(actions: list[Action], rng: random.Random) -> Action:
    """Near the castle, so that kingdoms fill up; seldom declines or passes."""
    eager = [action for action in actions if not isinstance(action, (Decline, Pass))]
    return min(eager or actions, key=lambda action: far(action) + rng.random())


def far(action: Action) -> float:
    if not isinstance(action, Place):
        return 0
    return sum(max(abs(square.x), abs(square.y)) for square in (action.left, action.right))


STYLES = {"careless": careless, "compact": compact}


def steps(rules: Rules, style: Style, rng: random.Random) -> Iterator[tuple[State, Event]]:
    """Every state of a game with what happens in it."""
    state = start(rules)
    while not state.over:
        event = draw(state, rng) if state.chance else style(legal_actions(state), rng)
        yield state, event
        state = advance(state, event)


def states(rules: Rules, style: Style, rng: random.Random) -> Iterator[State]:
    """Every state of a game, the last one included."""
    state = start(rules)
    yield state
    for before, event in steps(rules, style, rng):
        yield advance(before, event)
