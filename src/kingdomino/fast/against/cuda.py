"""Games against opponents on a GPU: those of ``against.cpu.Against``, bit by bit.

Small kernels write down what is to be done in each game, and one does it: all that is long is in
that one, compiled opponents too. Who is asked is handed the games that wait as arrays on the
device; the host looks at who is to decide, and so waits for the GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...core.rules import Rules
from .. import engine
from ..board.compile import IntArray, numba
from ..board.layout import MAX_PLAYERS, PARAMS, RNG, SHEET, WORDS
from ..learning import episode
from ..learning.batch import one_each
from ..learning.cuda import Rows, forbidden_among, on_device
from ..learning.device.kernel import bare, end_turn, fetch, forbidden, number_game
from ..learning.episode import ANY, ILLEGAL, NEXT_GAME, RESUME, Episode, Illegal, Reward
from ..many import cuda as many
from ..many.cuda import DeviceArray, check_gpu, cuda, kernel, share
from ..policy.gain import WORK
from .seating import (
    Answerer,
    Opponent,
    Question,
    ask_all,
    check_answers,
    question_seed,
    seating,
)

float32, int32, uint64 = numba.float32, numba.int32, numba.uint64
U = np.uint64
LEAVE = -5
"""Instead of an action: nothing is to be done in a game."""


@kernel
def _begin(w: Any, which: Any, seeds: Any, numbers: Any, fresh: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < which.shape[0] and which[i]:
        number_game(w, i, which.shape[0], seeds, numbers, fresh)
        actions[i] = NEXT_GAME


@kernel
def _resume(w: Any, which: Any, given: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < which.shape[0] and which[i]:
        for j in range(given.shape[1]):
            w.states[i, j] = given[i, j]
        actions[i] = RESUME


@kernel
def _answer(games: Any, done: Any, illegal: Any, mask: Any, given: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < given.shape[0]:
        if done[i]:
            games[i] += U(given.shape[0])
            actions[i] = NEXT_GAME
        elif given[i] != ANY and forbidden(mask, i, given[i]):
            cuda.atomic.add(illegal, 0, 1)
            actions[i] = ILLEGAL
        else:
            actions[i] = given[i]


@kernel
def _follow(rows: Any, answers: Any, actions: Any) -> None:
    j = cuda.grid(1)
    if j < rows.shape[0]:
        actions[rows[j]] = answers[j]


@kernel
def _turn(p: Any, w: Any, policies: Any, actions: Any, reward: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < actions.shape[0] and actions[i] != LEAVE:
        work = cuda.local.array(WORK, uint64)
        game = Episode(
            rules,
            cuda.local.array(WORDS, uint64),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, float32),
            cuda.local.array(SHEET, int32),
        )
        fetch(w, i, game.s, game.points, game.shown)
        over = episode.turn_against(
            game, work, bare(policies), actions[i], reward, w.seeds[i], w.games[i]
        )
        end_turn(w, i, game, over)
        actions[i] = LEAVE


@kernel
def _pick(states: Any, player: Any, rows: Any, seed: Any, out: Any, deciders: Any) -> None:
    j = cuda.grid(1)
    if j < rows.shape[0]:
        i = rows[j]
        for k in range(states.shape[1]):
            out[j, k] = states[i, k]
        # As a clone has it: no question carries the stream of its game.
        out[j, RNG] = engine.stream_of(seed, U(j))
        deciders[j] = player[i]


@kernel
def _settle(
    p: Any, points: Any, finals: Any, shown: Any, rewards: Any, done: Any, shaping: Any
) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < done.shape[0]:
        game = Episode(
            rules,
            cuda.local.array(1, uint64),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, int32),
            cuda.local.array(MAX_PLAYERS, float32),
            cuda.local.array(1, int32),
        )
        for seat in range(points.shape[1]):
            game.points[seat] = points[i, seat]
            game.finals[seat] = finals[i, seat]
            game.shown[seat] = shown[i, seat]
            game.rewards[seat] = rewards[i, seat]
        episode.settle(game, done[i], shaping)
        for seat in range(points.shape[1]):
            shown[i, seat] = game.shown[seat]
            rewards[i, seat] = game.rewards[seat]


class Against(Rows):
    """``against.cpu.Against`` on a GPU.

    Where opponents are asked, a step waits for the GPU; a Question holds arrays on the device, and
    its answers may lie there or on the host.
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
    ) -> None:
        self.seat, (policies, self._asked) = seat, seating(opponents, seat, rules.players)
        check_gpu()
        self._policies = cuda.to_device(np.array(policies, np.int32))
        self._actions = cuda.to_device(np.full(n, LEAVE, np.int32))
        super().__init__(
            rules, n, seed=seed, reward=reward, shaping=shaping, illegal=illegal, version=version,
            viewer=seat,
        )  # fmt: skip

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, rows: ArrayLike | None = None
    ) -> None:
        """As for all rows; a seed for all of them decides what opponents draw, too."""
        if seed is not None and rows is None:
            self._questions = question_seed(seed)
        super().reset(seed=seed, rows=rows)

    def step(self, actions: DeviceArray) -> None:
        """Take an action of the caller's seat, int32[n] on the device, in every game; -1 is a
        random one."""
        given = self._taken(actions)
        _answer[many.spread(self.n)](
            self.games, self.done, self.illegal, self.mask, given, self._actions
        )
        self._settle()
        self._show()

    def _begin(
        self, which: DeviceArray, seeds: DeviceArray, numbers: DeviceArray, fresh: DeviceArray
    ) -> None:
        _begin[many.spread(self.n)](self._written, which, seeds, numbers, fresh, self._actions)
        self._settle()

    def _resume(self, which: DeviceArray, given: DeviceArray) -> None:
        _resume[many.spread(self.n)](self._written, which, given, self._actions)
        self._settle()

    def _settle(self) -> None:
        self._turn()
        ask_all(self._asked, self.player.copy_to_host, self._follow)
        _settle[many.spread(self.n)](
            self._p, self.points, self.final_points, self._shown, self.rewards, self.done,
            self._shaping,
        )  # fmt: skip

    def _turn(self) -> None:
        """Play all games that have something to do in ``_actions``."""
        _turn[many.spread(self.n)](
            self._p, self._written, self._policies, self._actions, self.reward
        )

    def _follow(self, rows: IntArray, answerer: Answerer) -> None:
        self._questions += 1
        n, chosen = len(rows), cuda.to_device(rows)
        states = cuda.device_array((n, self.states.shape[1]), np.uint64)
        deciders = cuda.device_array(n, np.int32)
        _pick[many.spread(n)](
            self.states, self.player, chosen, U(self._questions), states, deciders
        )
        mask = self.batch.legal(states)
        answers = _given(answerer(Question(self.rules, states, deciders, mask)), n)
        if forbidden_among(mask, deciders, answers, least=0):
            check_answers(answers.copy_to_host(), mask.copy_to_host())
        _follow[many.spread(n)](chosen, answers, self._actions)
        self._turn()


def _given(answers: Any, n: int) -> DeviceArray:
    """Answers on the device, wherever they were given."""
    if hasattr(answers, "copy_to_host") or hasattr(answers, "__cuda_array_interface__"):
        found = on_device(answers)
        one_each(found, n, kinds="i")
        return found
    given = np.asarray(answers)
    one_each(given, n)
    return cuda.to_device(np.ascontiguousarray(given, np.int64))
