"""Games against opponents on the CPU."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...core.rules import Rules
from ..board.compile import IntArray
from ..learning import kernel
from ..learning.cpu import Rows
from ..learning.episode import Illegal, Reward
from .seating import (
    Answerer,
    Opponent,
    Question,
    ask_all,
    check_answers,
    question_seed,
    seating,
)


class Against(Rows):
    """One seat is the caller's, the others are played by opponents: one for all, or one by seat.

    They are ``random``, ``greedy`` or anything that answers a Question. A finished game stays as
    it is, with its last observation, until the next step, which ignores its action and begins a
    new one. Illegal actions are as in self-play. If *fresh*, each step writes ``observation``
    and ``mask`` into new arrays: those of steps before are the caller's, without being copied.
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
        fresh: bool = False,
    ) -> None:
        self.seat, (policies, self._asked) = seat, seating(opponents, seat, rules.players)
        super().__init__(
            rules, n, seed=seed, reward=reward, shaping=shaping, illegal=illegal, version=version,
            threads=threads, policies=policies, viewer=seat, fresh=fresh,
        )  # fmt: skip

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, rows: ArrayLike | None = None
    ) -> None:
        """As for all rows; a seed for all of them decides what opponents draw, too."""
        if seed is not None and rows is None:
            self._questions = question_seed(seed)
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
        ask_all(self._asked, lambda: self.player, self._follow)
        self._renew()
        if self._threads:
            kernel.parallel_show(self._arrays, self.n)
        else:
            kernel.show_some(self._arrays, 0, self.n, 0)

    def _follow(self, rows: IntArray, answerer: Answerer) -> None:
        self._questions += 1
        states = self.batch.clone(self.states[rows], reseed=self._questions)
        mask = self.batch.legal(states)
        answers = np.asarray(answerer(Question(self.rules, states, self.player[rows], mask)))
        check_answers(answers, mask)
        kernel.follow(self._arrays, rows, answers.astype(np.int32))
