"""The bot ``greedy``: takes what brings most points now, and looks no further than one domino.

``hasty:40`` is the same with less care: it sees only 40 % of what it could do, and takes the best
of that. So its mistakes are those of a beginner, who overlooks things.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TypeAlias

from ...core.action import (
    Action,
    Choose,
    ChoosePair,
    HandOver,
    Pass,
    Place,
    Recruit,
    Release,
    Send,
    Spend,
)
from ...core.domino import Domino
from ...core.engine import advance, legal_actions
from ...core.grid import bit, square_at
from ...core.kingdom import placements, without_giant
from ...core.score import score_sheet
from ...core.state import Decision, Phase, State
from .foresight import Foresight, neatness
from .settling import best_settling

Value: TypeAlias = tuple[int, ...]
"""What is wanted most first."""

Habit: TypeAlias = Callable[[State, Decision, Sequence[Action], random.Random], Action]
"""The rule of thumb for one phase."""


class Greedy:
    """Plays for its own score sheet, one decision at a time."""

    def __init__(self, *, sees: float = 1.0) -> None:
        self._sees = sees

    def act(self, state: State, rng: random.Random) -> Action:
        """The legal action that brings most; *rng* decides between equals."""
        actions = legal_actions(state)
        if self._sees < 1:
            actions = _seen(actions, self._sees, rng)
        if len(actions) == 1:
            return actions[0]
        decision = state.agenda[0]
        return _HABITS.get(decision.phase, _try_out)(state, decision, actions, rng)


def _seen(actions: Sequence[Action], part: float, rng: random.Random) -> list[Action]:
    """So many of the actions on average, and one at least. Passing comes to everybody's mind."""
    seen = [a for a in actions if rng.random() < part or isinstance(a, Pass)]
    return seen or [rng.choice(actions)]


def _best(
    actions: Sequence[Action], value: Callable[[Action], Value], rng: random.Random
) -> Action:
    values = [value(action) for action in actions]
    top = max(values)
    return rng.choice([a for a, worth in zip(actions, values, strict=True) if worth == top])


def _total(state: State, player: int) -> int:
    return score_sheet(state, player).total


def _best_places(
    foresight: Foresight, domino: Domino, places: Iterable[Place]
) -> tuple[int, list[Place]]:
    """The most points that *domino* can bring, and where."""
    gains = [(foresight.gain(domino, place), place) for place in places]
    top = max((gain for gain, _ in gains), default=foresight.site.discarded())
    return top, [place for gain, place in gains if gain == top]


def _place(
    state: State, decision: Decision, actions: Sequence[Action], rng: random.Random
) -> Action:
    domino = state.rules.domino[decision.domino]
    foresight = Foresight(state, decision.player)

    def neat(action: Action) -> Value:
        assert isinstance(action, Place)
        return neatness(foresight.kingdom, domino, action)

    seen = [action for action in actions if isinstance(action, Place)]
    _, places = _best_places(foresight, domino, seen)
    return _best(places, neat, rng)


def _worth(foresight: Foresight, domino: Domino) -> Value:
    """What a domino brings at its best place, and how well it would lie there."""
    gain, places = _best_places(foresight, domino, placements(foresight.kingdom, domino))
    if not places:
        return (gain,)
    return (
        gain + foresight.arrival(domino),
        *max(neatness(foresight.kingdom, domino, place) for place in places),
    )


def _choose(
    state: State, decision: Decision, actions: Sequence[Action], rng: random.Random
) -> Action:
    foresight = Foresight(state, decision.player)

    def worth(action: Action) -> Value:
        assert isinstance(action, Choose)
        return _worth(foresight, state.rules.domino[action.domino])

    return _best(actions, worth, rng)


def _choose_pair(
    state: State, decision: Decision, actions: Sequence[Action], rng: random.Random
) -> Action:
    foresight = Foresight(state, decision.player)

    def worth(action: Action) -> Value:
        assert isinstance(action, ChoosePair)
        return (sum(_worth(foresight, state.rules.domino[n])[0] for n in action.dominoes),)

    return _best(actions, worth, rng)


def _try_out(
    state: State, decision: Decision, actions: Sequence[Action], rng: random.Random
) -> Action:
    """For everything without a rule of thumb: what scores best at once."""
    return _best(actions, lambda action: (_total(advance(state, action), decision.player),), rng)


def _release(
    state: State, decision: Decision, actions: Sequence[Action], rng: random.Random
) -> Action:
    player = decision.player
    now = _total(state, player)

    def gain(action: Action) -> Value:
        if not isinstance(action, Release):
            return (0,)
        freed = without_giant(state.kingdoms[player], bit(action.square))
        # A giant that costs nothing here may cost somebody else.
        return (_total(state.with_kingdom(player, freed), player) - now, 1)

    return _best(actions, gain, rng)


def _send(
    state: State, decision: Decision, actions: Sequence[Action], rng: random.Random
) -> Action:
    def lead(action: Action) -> Value:
        assert isinstance(action, Send)
        return (_total(state, action.to),)

    return _best(actions, lead, rng)


def _hand_over(
    state: State, decision: Decision, actions: Sequence[Action], rng: random.Random
) -> Action:
    def weakness(action: Action) -> Value:
        assert isinstance(action, HandOver)
        return (-_total(state, action.to),)

    return _best(actions, weakness, rng)


def _settle(
    state: State, decision: Decision, actions: Sequence[Action], rng: random.Random
) -> Action:
    """Settles whenever that gains anything; tokens that nobody looks at are worth nothing."""
    plan = best_settling(state, decision.player)
    wanted: Action = Pass()
    if plan and plan.payment and (plan.gain > 0 or state.spent):
        wanted = Spend(square_at(plan.payment[0]))
    elif plan and (plan.gain > 0 or state.spent):
        wanted = Recruit(plan.caveman)
    return wanted if wanted in actions else _overlooked(actions, rng)


def _overlooked(actions: Sequence[Action], rng: random.Random) -> Action:
    """What remains to be done for somebody who does not see what would be best."""
    return Pass() if Pass() in actions else rng.choice(actions)


_HABITS: dict[Enum, Habit] = {
    Phase.CHOOSE: _choose,
    Phase.CHOOSE_PAIR: _choose_pair,
    Phase.PLACE: _place,
    Phase.RELEASE: _release,
    Phase.SEND: _send,
    Phase.HAND_OVER: _hand_over,
    Phase.SETTLE: _settle,
    Phase.RECRUIT: _settle,
}
