"""Games side by side for learning: every step takes each game to its next decision.

What a step writes, observations, legal actions, who decides, rewards, lies in arrays that are
made once and written again by the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...core.error import IllegalAction
from ...core.rules import Rules
from ..board.compile import IntArray, WordArray, numba
from ..board.layout import SHEET
from ..bridge.params import words
from ..policy.gain import WORK
from ..rules.action import ACTIONS
from . import episode as on
from . import kernel
from .batch import Batch, Reseed, check_states, one_each, seeding
from .episode import ASKED, Illegal, Reward
from .kernel import DECIDER, BoolArray
from .observe import View, view, viewed

U = np.uint64
F = np.float32
get_num_threads = numba.get_num_threads


class Rows:
    """The arrays of *n* games.

    ``observation`` uint8[n, view.bytes], ``mask`` int8[n, ACTIONS], ``player`` int32[n],
    ``rewards`` float32[n, players], ``done`` bool[n], ``points`` int32[n, players],
    ``final_points`` int32[n, players] of the game that ended last in each row, ``illegal``
    int32[1], how many illegal actions there were, and ``states`` uint64[n, words(rules)].
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        *,
        seed: int = 0,
        reward: Reward = "win",
        shaping: float = 0.0,
        illegal: Illegal = "lose",
        version: int = 0,
        threads: bool = False,
        policies: Sequence[int] | None = None,
        viewer: int = DECIDER,
    ) -> None:
        if n < 1:
            raise ValueError(f"there is at least one game, not {n}")
        self.rules, self.n, self.view = rules, n, view(rules, version)
        self.batch, self._threads = Batch(rules, version=version), threads
        self._strict = on.number_of("answer to illegal actions", illegal, on.ANSWERS) == on.RAISE
        # More parts than threads, so that a slow one does not hold up the rest.
        parts = max(1, min(n // 16, 4 * get_num_threads())) if threads else 1
        self._arrays = kernel.Arrays(
            p=viewed(rules, version),
            states=np.zeros((n, words(rules)), np.uint64),
            points=np.zeros((n, rules.players), np.int32),
            finals=np.zeros((n, rules.players), np.int32),
            shown=np.zeros((n, rules.players), np.int32),
            seeds=np.zeros(n, np.uint64),
            games=np.zeros(n, np.uint64),
            views=np.zeros((n, self.view.words), np.uint64),
            mask=np.zeros((n, ACTIONS), np.uint8),
            player=np.zeros(n, np.int32),
            rewards=np.zeros((n, rules.players), np.float32),
            done=np.zeros(n, np.bool_),
            sheets=np.zeros((parts, SHEET), np.int32),
            work=np.zeros((parts, WORK), np.uint64),
            policies=np.array(policies or [ASKED] * rules.players, np.int32),
            reward=on.number_of("reward", reward, on.REWARDS),
            shaping=F(shaping),
            viewer=viewer,
        )
        self.illegal = np.zeros(1, np.int32)
        self._name()
        self.reset(seed=seed)

    def _name(self) -> None:
        a = self._arrays
        self.states, self.player, self.points = a.states, a.player, a.points
        self.final_points, self.rewards, self.done = a.finals, a.rewards, a.done
        self.seeds, self.games = a.seeds, a.games
        # The same memory in other types: words that are bytes, and masks as Gymnasium wants them.
        self.observation: NDArray[np.uint8] = a.views.view(np.uint8)
        self.mask: NDArray[np.int8] = a.mask.view(np.int8)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Copies and pickles forget that two arrays are the same memory."""
        self.__dict__.update(state)
        self._name()

    @property
    def reward(self) -> int:
        """Which reward a game ends with, by its number."""
        return self._arrays.reward

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, rows: ArrayLike | None = None
    ) -> None:
        """Begin new games in all rows, or in those of a mask, bool[n].

        With one seed row *i* plays the games i, i + n, i + 2n, ... of that seed; with a list row
        *i* plays the games 0, n, 2n, ... of the *i*-th. Without a seed, or where the list says
        None, a row goes on to the next game of its seed.
        """
        which = self._which(rows)
        seeds, numbers, fresh = seeding(seed, self.n)
        self.seeds[which & fresh] = seeds[which & fresh]
        self.games[which & fresh] = numbers[which & fresh]
        self.games[which & ~fresh] += U(self.n)
        kernel.begin(self._arrays, which)
        self._settle()

    def load(self, states: WordArray, *, reseed: Reseed, rows: ArrayLike | None = None) -> None:
        """Go on from other states, uint64[n, words], in all rows or in those of a mask, bool[n].

        *reseed* is that of ``clone``: without the word ``"keep"`` nothing that is drawn from here
        on is what the originals will draw.
        """
        which = self._which(rows)
        check_states(self.rules, states, self.n)
        if self.batch.player(states)[which].min(initial=0) < 0:
            raise ValueError("a game goes on from a state in which somebody is to decide")
        self.states[which] = self.batch.clone(states, reseed=reseed)[which]
        kernel.resume(self._arrays, which)
        self._settle()

    def clone(self, *, reseed: Reseed) -> WordArray:
        """Copies of the games' states, as ``Batch.clone`` makes them."""
        return self.batch.clone(self.states, reseed=reseed)

    def observe(
        self, states: WordArray | None = None, seats: ArrayLike | None = None
    ) -> NDArray[np.uint8]:
        """What seats see, as ``Batch.observe``: of these games or of other states."""
        return self.batch.observe(self.states if states is None else states, seats)

    def legal(self, states: WordArray) -> NDArray[np.int8]:
        """The legal actions of any states, as ``Batch.legal``."""
        return self.batch.legal(states)

    def wait(self) -> None:
        """Nothing to wait for on the CPU; a GPU has."""

    def _settle(self) -> None:
        """Whatever must happen before the caller is asked."""

    def _which(self, rows: ArrayLike | None) -> BoolArray:
        which = np.ones(self.n, np.bool_) if rows is None else np.ascontiguousarray(rows)
        if which.shape != (self.n,) or which.dtype != np.bool_:
            raise ValueError(f"a mask of {self.n} rows is bool[{self.n}]")
        return which

    def _given(self, actions: ArrayLike) -> IntArray:
        """The actions as int32[n]; counts those that are illegal, or raises IllegalAction."""
        given = np.asarray(actions)
        one_each(given, self.n)
        taken: IntArray = np.ascontiguousarray(given, np.int32)
        # What int32 does not hold has become another number: it is made one that is never legal.
        if given.dtype != np.int32:
            taken[taken != given] = ACTIONS
        count, first = kernel.illegal(self._arrays.mask, self.player, taken)
        if count and self._strict:
            legal = np.flatnonzero(self.mask[first]).tolist()
            raise IllegalAction(f"game {first}: action {given[first]} is none of {legal}")
        self.illegal[0] += count
        return taken


class SelfPlay(Rows):
    """Every decision is the caller's, whoever takes it; a finished game is followed at once by a
    new one: ``done``, ``rewards`` and ``final_points`` tell of the old game, all else of the new.

    An illegal action ends the game with -1 for who took it and 0 for the others, or raises
    IllegalAction before anything is done if *illegal* says so.
    """

    def step(self, actions: ArrayLike) -> None:
        """Take an action, int32[n], in every game; -1 is a random legal one."""
        given = self._given(actions)
        if self._threads:
            kernel.parallel_step(self._arrays, given)
        else:
            kernel.step_some(self._arrays, given, 0, self.n, 0)


class Question(NamedTuple):
    """What opponents are asked: *n* games in which one of them is to decide."""

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


class Against(Rows):
    """One seat is the caller's, the others are played by opponents: one for all, or one by seat.

    They are ``random``, ``greedy`` or anything that answers a Question. A finished game stays as
    it is, with its last observation, until the next step, which ignores its action and begins a
    new one. Illegal actions are as in self-play.
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        seed: int = 0,
        reward: Reward = "win",
        shaping: float = 0.0,
        illegal: Illegal = "lose",
        version: int = 0,
        threads: bool = False,
    ) -> None:
        if not 0 <= seat < rules.players:
            last = rules.players - 1
            raise ValueError(f"{rules.players} players have the seats 0 to {last}, not {seat}")
        self.seat, self._asked = seat, dict[int, Answerer]()
        policies, given = [ASKED] * rules.players, by_seat(opponents, rules.players)
        given.insert(seat, None)
        for other, one in enumerate(given):
            if other == seat:
                continue
            if isinstance(one, str):
                policies[other] = on.number_of("opponent", one, on.OPPONENTS)
            else:
                self._asked[other] = one
        super().__init__(
            rules, n, seed=seed, reward=reward, shaping=shaping, illegal=illegal, version=version,
            threads=threads, policies=policies, viewer=seat,
        )  # fmt: skip

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, rows: ArrayLike | None = None
    ) -> None:
        """As for all rows; a seed for all of them decides what opponents draw, too."""
        if seed is not None and rows is None:
            self._questions = Random(f"{seed} questions").getrandbits(63)
        super().reset(seed=seed, rows=rows)

    def step(self, actions: ArrayLike) -> None:
        """Take an action of the caller's seat, int32[n], in every game; -1 is a random one."""
        given = self._given(actions)
        if self._threads:
            kernel.parallel_answer(self._arrays, given)
        else:
            kernel.answer_some(self._arrays, given, 0, self.n, 0)
        self._settle()

    def _settle(self) -> None:
        while self._asked and self._ask():
            pass
        if self._threads:
            kernel.parallel_show(self._arrays, self.n)
        else:
            kernel.show_some(self._arrays, 0, self.n, 0)

    def _ask(self) -> bool:
        """Ask every opponent who is to decide anywhere; whether there was one."""
        by_answerer: dict[int, list[int]] = {}
        for seat, answerer in self._asked.items():
            by_answerer.setdefault(id(answerer), []).append(seat)
        asked = False
        for seats in by_answerer.values():
            (rows,) = np.nonzero(np.isin(self.player, seats))
            if len(rows):
                asked = True
                self._follow(rows.astype(np.int32), self._asked[seats[0]])
        return asked

    def _follow(self, rows: IntArray, answerer: Answerer) -> None:
        self._questions += 1
        states = self.batch.clone(self.states[rows], reseed=self._questions)
        mask = self.batch.legal(states)
        answers = np.asarray(answerer(Question(self.rules, states, self.player[rows], mask)))
        if answers.shape != rows.shape or answers.dtype.kind not in "iu":
            raise IllegalAction(
                f"{len(rows)} questions take {len(rows)} actions, whole numbers, "
                f"not {answers.dtype}{list(answers.shape)}"
            )
        fine = (answers >= 0) & (answers < ACTIONS)
        fine[fine] = mask[np.flatnonzero(fine), answers[fine]] == 1
        if not fine.all():
            wrong = int(np.argmin(fine))
            legal = np.flatnonzero(mask[wrong]).tolist()
            raise IllegalAction(f"an opponent's action {answers[wrong]} is none of {legal}")
        kernel.follow(self._arrays, rows, answers.astype(np.int32))


def by_seat(opponents: Any, players: int) -> list[Any]:
    """One opponent for each other seat, of one for all or of a list; raises ValueError."""
    given = list(opponents) if isinstance(opponents, (list, tuple)) else None
    if given is None:
        given = [opponents] * (players - 1)
    if len(given) != players - 1:
        raise ValueError(f"{players} players leave {players - 1} seats, not {len(given)}, for bots")
    return given


def planes_and_table(view: View, observation: Any) -> tuple[Any, Any]:
    """The two parts of observations, [..., view.bytes]: the kingdoms, uint8[..., seat, row,
    column, channel], and the table, uint8[..., byte]. Arrays of any library, without a copy."""
    *rows, _ = observation.shape
    planes = observation[..., : view.plane_bytes].reshape(*rows, *view.planes)
    return planes, observation[..., view.plane_bytes :]
