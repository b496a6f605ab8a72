"""Who plays which seat in games against opponents, the same on both devices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...core.error import IllegalAction
from ...core.rules import Rules
from ..board.compile import IntArray, WordArray
from ..learning.batch import one_each
from ..learning.episode import ASKED, OPPONENTS, number_of
from ..rules.action import ACTIONS


class Question(NamedTuple):
    """What opponents are asked: *n* games in which one of them is to decide.

    The arrays lie where the games do: those of a GPU on the device.
    """

    rules: Rules
    states: WordArray
    """uint64[n, words(rules)], with streams that say nothing about what will be drawn."""
    player: IntArray
    """int32[n]: whose decisions they are."""
    mask: NDArray[np.int8]
    """int8[n, ACTIONS]."""


Answerer: TypeAlias = Callable[[Question], ArrayLike]
"""An opponent that is handed a batch: gives a legal action, int[n], for each of the games."""
Opponent: TypeAlias = str | Answerer


class Seating(NamedTuple):
    """Who plays: one seat is the caller's, the others are compiled opponents or are asked."""

    policies: list[int]
    """By seat: RANDOM, GREEDY or ASKED."""
    asked: list[tuple[Answerer, list[int]]]
    """Opponents who are asked, each with all of its seats."""


def seating(opponents: Opponent | Sequence[Opponent], seat: int, players: int) -> Seating:
    """Opponents on all seats but one; raises ValueError."""
    if not 0 <= seat < players:
        raise ValueError(f"{players} players have the seats 0 to {players - 1}, not {seat}")
    given = by_seat(opponents, players)
    made = Seating([ASKED] * players, [])
    others = [other for other in range(players) if other != seat]
    for other, one in zip(others, given, strict=True):
        if isinstance(one, str):
            made.policies[other] = number_of("opponent", one, OPPONENTS)
        else:
            _seats_of(made, one).append(other)
    return made


def _seats_of(made: Seating, answerer: Answerer) -> list[int]:
    for known, seats in made.asked:
        if known is answerer:
            return seats
    made.asked.append((answerer, []))
    return made.asked[-1][1]


def by_seat(opponents: Any, players: int) -> list[Any]:
    """One opponent for each other seat, of one for all or of a list; raises ValueError."""
    given = list(opponents) if isinstance(opponents, (list, tuple)) else None
    if given is None:
        given = [opponents] * (players - 1)
    if len(given) != players - 1:
        raise ValueError(f"{players} players leave {players - 1} seats, not {len(given)}, for bots")
    return given


def ask_all(
    asked: list[tuple[Answerer, list[int]]],
    deciders: Callable[[], IntArray],
    follow: Callable[[IntArray, Answerer], None],
) -> None:
    """Let everybody *follow* in the rows where one of their seats is to decide, until none is."""
    waiting = True
    while waiting:
        waiting = False
        for answerer, seats in asked:
            (rows,) = np.nonzero(np.isin(deciders(), seats))
            if len(rows):
                waiting = True
                follow(rows.astype(np.int32), answerer)


def question_seed(seed: int | Sequence[int | None]) -> int:
    """The seed of the streams in questions, of that of the games."""
    return Random(f"{seed} questions").getrandbits(63)


def check_answers(answers: NDArray[Any], mask: NDArray[np.int8]) -> None:
    """Raises IllegalAction unless there is a legal action for each of the games asked about."""
    one_each(answers, len(mask))
    fine = (answers >= 0) & (answers < ACTIONS)
    fine[fine] = mask[np.flatnonzero(fine), answers[fine]] == 1
    if not fine.all():
        wrong = int(np.argmin(fine))
        legal = np.flatnonzero(mask[wrong]).tolist()
        raise IllegalAction(f"an opponent's action {answers[wrong]} is none of {legal}")
