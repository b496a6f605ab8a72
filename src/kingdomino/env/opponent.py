"""Opponents for many games at once: what no kernel plays is asked, a batch at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeAlias

import numpy as np

from ..bots import LEARNED, Bot, bot_named
from ..bots.learned.judge import net_for
from ..bots.learned.known import is_learned
from ..bots.learned.weights import CheckpointError
from ..core.action import Action
from ..core.error import IllegalAction
from ..core.rules import Rules
from ..core.state import State
from ..fast.against.seating import Answerer, Question, by_seat
from ..fast.board.compile import IntArray
from ..fast.board.layout import RNG
from ..fast.bridge.action import action_from, action_number
from ..fast.bridge.state import to_core
from ..fast.learning.batch import Batch
from ..fast.learning.episode import OPPONENTS
from ..fast.learning.practice import Features, Practice, slot_actions

NET = "net"
"""The name of the net that comes with the package, without the judge that ``policy`` asks, too."""
Opponent: TypeAlias = str | Bot | Answerer
"""A name of ``kingdomino.bots``, NET, a bot, or a function that is handed a batch."""


class Net(Protocol):
    """A learned player, such as ``kingdomino.bots`` has in NumPy."""

    def answer(self, features: Features, /) -> Any:
        """Something with ``logits``, [n, slots], -inf where a slot is not legal."""


def on_host(question: Question) -> Question:
    """The same question in NumPy's arrays, if it was asked about games on a GPU."""
    arrays: list[Any] = [*question[1:]]
    if not hasattr(arrays[0], "copy_to_host"):
        return question
    return Question(question.rules, *(array.copy_to_host() for array in arrays))


class ByBots:
    """Bots answer: one for each thread, since a bot is not for several at once.

    The same question gets the same answer, if the bots' budgets are no times: what they draw
    follows from the streams of its states.
    """

    def __init__(self, make: Callable[[], Bot], *, threads: int = 1, seed: int = 0) -> None:
        self._bots, self._seed = [make() for _ in range(threads)], seed

    def __call__(self, question: Question) -> IntArray:
        question = on_host(question)
        n, bots = len(question.states), self._bots
        answers = np.zeros(n, np.int32)

        def some(first: int) -> None:
            for i in range(first, n, len(bots)):
                state = to_core(question.rules, question.states[i])
                rng = random.Random(f"{self._seed} {question.states[i, RNG]}")
                answers[i] = action_number(state, bots[first].act(state, rng))

        if len(bots) == 1:
            some(0)
        else:
            with ThreadPoolExecutor(len(bots)) as pool:
                list(pool.map(some, range(len(bots))))
        return answers


class ByNet:
    """A net answers: its likeliest action, for all games at once."""

    def __init__(self, net: Net) -> None:
        self._net, self._practice = net, dict[Any, Practice]()

    def __call__(self, question: Question) -> IntArray:
        question, rules = on_host(question), question.rules
        if rules not in self._practice:
            self._practice[rules] = Practice(rules, 1)
        features = self._practice[rules].features(question.states)
        slots = np.asarray(self._net.answer(features).logits).argmax(axis=1)
        return slot_actions(rules, question.states, slots)


class AsBot:
    """Who answers batches, as a bot that is asked one question at a time."""

    def __init__(self, answerer: Answerer, rules: Rules) -> None:
        self._answerer, self._batch = answerer, Batch(rules)

    def act(self, state: State, rng: random.Random) -> Action:
        batch = self._batch
        states = batch.rows([state], reseed=rng.getrandbits(63))
        mask = batch.legal(states)
        answers = self._answerer(Question(batch.rules, states, batch.player(states), mask))
        (number,) = np.asarray(answers).tolist()
        legal = np.flatnonzero(mask[0]).tolist()
        if number not in legal:
            raise IllegalAction(f"an opponent's action {number} is none of {legal}")
        return action_from(state, number)


def bots(opponents: Opponent | Sequence[Opponent], rules: Rules) -> list[Bot]:
    """Who plays the other seats of one game; raises ValueError, or what ``bot_named`` raises."""
    return [_bot(one, rules) for one in by_seat(opponents, rules.players)]


def _bot(one: Opponent, rules: Rules) -> Bot:
    if one == NET:
        one = _by_net(rules)
    if isinstance(one, str):
        return _named(one, rules)
    return AsBot(one, rules) if callable(one) else one


def _named(name: str, rules: Rules) -> Bot:
    """A bot of that name; a search does not step in here for one that has learned nothing."""
    made = bot_named(name)
    if name.partition(":")[0] in LEARNED and not is_learned(rules):
        raise ValueError(f"{name} has not learned {rules}")
    return made


def _by_net(rules: Rules) -> ByNet:
    try:
        return ByNet(net_for(rules))
    except CheckpointError as why:
        raise ValueError(str(why)) from None


def seated(
    opponents: Opponent | Sequence[Opponent], rules: Rules, *, threads: int = 1
) -> list[str | Answerer]:
    """Who plays the other seats, as the vector environment takes them: equal names share a batch.

    Raises ValueError, or what ``bot_named`` raises.
    """
    given = by_seat(opponents, rules.players)
    names = {one for one in given if isinstance(one, str)}
    made = {name: _by_name(name, rules, threads) for name in names}
    return [made[one] if isinstance(one, str) else _answerer(one) for one in given]


def _by_name(name: str, rules: Rules, threads: int) -> str | Answerer:
    if name in OPPONENTS:
        return name
    if name == NET:
        return _by_net(rules)
    return ByBots(lambda: _named(name, rules), threads=threads)


def _answerer(one: Bot | Answerer) -> Answerer:
    # A bot that was made already is one, whatever the threads.
    return one if callable(one) else ByBots(lambda: one)
