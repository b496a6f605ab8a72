"""Games side by side for learning: every step takes each game to its next decision.

What a step writes, observations, legal actions, who decides, rewards, lies in arrays that are
made once and written again by the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...core.error import IllegalAction
from ...core.rules import Rules
from ..board.compile import IntArray, WordArray, numba
from ..board.layout import SHEET
from ..bridge.params import words
from ..policy.gain import WORK
from ..rules.action import ACTIONS, SETS
from . import episode as on
from . import kernel
from .batch import Batch, Reseed, check_count, check_states, one_each, seeding
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
        fresh: bool = False,
    ) -> None:
        check_count(n)
        self.rules, self.n, self.view = rules, n, view(rules, version)
        self.batch, self._threads, self._fresh = Batch(rules, version=version), threads, fresh
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
            legal=np.zeros((n, SETS), np.uint64),
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

    def _renew(self) -> None:
        """Leave the last observations and masks to who has them, if that was asked for."""
        if self._fresh:
            views = np.empty((self.n, self.view.words), np.uint64)
            mask = np.empty((self.n, ACTIONS), np.uint8)
            self._arrays = self._arrays._replace(views=views, mask=mask)
            self.observation, self.mask = views.view(np.uint8), mask.view(np.int8)

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
        self._renew()
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
        self._renew()
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
        a = self._arrays
        count, first = kernel.illegal(a.p, a.states, a.legal, a.player, taken)
        if count and self._strict:
            legal = np.flatnonzero(self.legal(self.states[first : first + 1])[0]).tolist()
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


def planes_and_table(view: View, observation: Any) -> tuple[Any, Any]:
    """The two parts of observations, [..., view.bytes]: the kingdoms, uint8[..., seat, row,
    column, channel], and the table, uint8[..., byte]. Arrays of any library, without a copy."""
    *rows, _ = observation.shape
    planes = observation[..., : view.plane_bytes].reshape(*rows, *view.planes)
    return planes, observation[..., view.plane_bytes :]
