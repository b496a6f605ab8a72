"""Opponents for many games at once: what no kernel plays is asked, a batch at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeAlias

import numpy as np

from ..bots import Bot, bot_named
from ..fast.board.compile import IntArray
from ..fast.bridge.action import action_number
from ..fast.bridge.state import to_core
from ..fast.learning.cpu import Answerer, Question, by_seat
from ..fast.learning.episode import OPPONENTS
from ..fast.learning.practice import Features, Practice
from ..fast.learning.slot import slot_actions

Opponent: TypeAlias = str | Bot | Answerer
"""A name of ``kingdomino.bots``, a bot, or a function that is handed a batch."""


class Net(Protocol):
    """A learned player, such as ``kingdomino.bots`` has in NumPy."""

    def answer(self, features: Features, /) -> Any:
        """Something with ``logits``, [n, slots], -inf where a slot is not legal."""


class ByBots:
    """Bots answer: one for each thread, since a bot is not for several at once.

    The same questions in the same order get the same answers, if the bots' budgets are no times.
    """

    def __init__(self, make: Callable[[], Bot], *, threads: int = 1, seed: int = 0) -> None:
        self._bots, self._seed, self._asked = [make() for _ in range(threads)], seed, 0

    def __call__(self, question: Question) -> IntArray:
        self._asked += 1
        n, bots = len(question.states), self._bots
        answers = np.zeros(n, np.int32)

        def some(first: int) -> None:
            for i in range(first, n, len(bots)):
                state = to_core(question.rules, question.states[i])
                rng = random.Random(f"{self._seed} {self._asked} {i}")
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
        rules = question.rules
        if rules not in self._practice:
            self._practice[rules] = Practice(rules, 1)
        features = self._practice[rules].features(question.states)
        slots = np.asarray(self._net.answer(features).logits).argmax(axis=1)
        return slot_actions(rules, question.states, slots)


def seated(
    opponents: Opponent | Sequence[Opponent], players: int, *, threads: int = 1
) -> list[str | Answerer]:
    """Who plays the other seats, as the vector environment takes them: equal names share a batch.

    Raises ValueError, or what ``bot_named`` raises.
    """
    made: dict[str, str | Answerer] = {}
    return [_answerer(one, made, threads) for one in by_seat(opponents, players)]


def _answerer(one: Opponent, made: dict[str, str | Answerer], threads: int) -> str | Answerer:
    if isinstance(one, str):
        if one not in made:
            known = one in OPPONENTS
            made[one] = one if known else ByBots(lambda: bot_named(one), threads=threads)
        return made[one]
    if callable(one):
        return one
    # A bot that was made already is one, whatever the threads.
    return ByBots(lambda: one)
