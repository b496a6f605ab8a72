"""Self-play on a GPU: the games of ``learning.cpu.SelfPlay``, bit by bit, in arrays on the device.

A step is two launches. One thread plays one game; then eight lanes show one game, writing whole
words, one next to the other. Fewer lanes would write less evenly, more would do more of the work
that all lanes do alike: on an H200 32 lanes show 225 M games a second, 16 348 M, 8 460 M.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.error import IllegalAction
from ...core.rules import Rules
from .. import engine
from ..board.compile import numba
from ..board.layout import MAX_PLAYERS, PARAMS, SHEET, WORDS
from ..bridge.params import words
from ..many.cuda import DeviceArray, check_gpu, cuda, device, kernel, load, share, store, upload
from ..rules.action import ACTIONS
from . import episode, observe
from .episode import ANY, REWARDS, Episode, Reward, number_of

float32, int32, uint8, uint64 = numba.float32, numba.int32, numba.uint8, numba.uint64
BLOCK = 128
LANES = observe.LANES
SHOW_BLOCK = 256
SHOWN = SHOW_BLOCK // LANES
"""Games that a block shows."""
MASK_WORDS = ACTIONS // 8
U = np.uint64


def _same(array: Any) -> Any:
    return array


def _unwrapped(array: Any) -> Any:
    return array._item._ary


# The simulator wraps the arrays of kernels, which compiled functions do not take.
_bare = _unwrapped if numba.config.ENABLE_CUDASIM else device(_same)


@kernel
def _begin(
    p: Any,
    states: Any,
    points: Any,
    games: Any,
    seed: Any,
    players: Any,
    rewards: Any,
    done: Any,
    illegal: Any,
) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i == 0:
        illegal[0] = 0
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        worth = cuda.local.array(MAX_PLAYERS, int32)
        gained = cuda.local.array(MAX_PLAYERS, float32)
        sheet = cuda.local.array(SHEET, int32)
        games[i] = U(i)
        episode.begin(Episode(rules, s, worth, gained, sheet), seed, games[i])
        store(s, states, i)
        for seat in range(points.shape[1]):
            points[i, seat] = worth[seat]
            rewards[i, seat] = gained[seat]
        players[i] = engine.player(s)
        done[i] = False


@kernel
def _step(
    p: Any,
    states: Any,
    points: Any,
    games: Any,
    seed: Any,
    players: Any,
    rewards: Any,
    done: Any,
    illegal: Any,
    mask: Any,
    actions: Any,
    reward: Any,
) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        worth = cuda.local.array(MAX_PLAYERS, int32)
        gained = cuda.local.array(MAX_PLAYERS, float32)
        sheet = cuda.local.array(SHEET, int32)
        for seat in range(points.shape[1]):
            worth[seat] = points[i, seat]
            gained[seat] = 0.0
        action, over = actions[i], False
        # The mask is that of the last step: asking it is cheaper than asking the rules again.
        if action == ANY or (0 <= action < ACTIONS and mask[i, action] == 1):
            load(states, i, s)
            game = games[i] + U(states.shape[0])
            over = episode.turn(Episode(rules, s, worth, gained, sheet), action, reward, seed, game)
            if over:
                games[i] = game
            store(s, states, i)
            players[i] = engine.player(s)
        else:
            cuda.atomic.add(illegal, 0, 1)
        done[i] = over
        for seat in range(points.shape[1]):
            points[i, seat] = worth[seat]
            rewards[i, seat] = gained[seat]


@kernel
def _show(
    p: Any, states: Any, points: Any, players: Any, views: Any, width: Any, masks: Any
) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    rows = cuda.shared.array((SHOWN, WORDS), uint64)
    worth = cuda.shared.array((SHOWN, MAX_PLAYERS), int32)
    # Both names mean the same memory, which the launch asks for: the masks of all games.
    masked = cuda.shared.array(0, uint64)
    masked_bytes = cuda.shared.array(0, uint8)
    mine, lane = cuda.threadIdx.x // LANES, cuda.threadIdx.x % LANES
    i = cuda.blockIdx.x * SHOWN + mine
    mask_start = mine * MASK_WORDS
    if i < states.shape[0]:
        for j in range(lane, states.shape[1], LANES):
            rows[mine, j] = states[i, j]
        if lane < points.shape[1]:
            worth[mine, lane] = points[i, lane]
        for j in range(lane, MASK_WORDS, LANES):
            masked[mask_start + j] = U(0)
    # There is a barrier in it, for the copies above too: lanes read words that others copied.
    share(p, rules)
    if i < states.shape[0]:
        viewer = players[i]
        observe.mask_lane(rules, rows[mine], lane, masked_bytes, mask_start * 8)
        observe.observe_lane(rules, rows[mine], worth[mine], viewer, lane, _bare(views), i * width)
    # A word of a mask has bytes of several lanes.
    cuda.syncthreads()
    if i < states.shape[0]:
        for j in range(lane, MASK_WORDS, LANES):
            masks[i, j] = masked[mask_start + j]


class SelfPlay:
    """The arrays of ``learning.cpu.SelfPlay`` on the device, for PyTorch, JAX and CuPy as they are.

    An action that is not legal leaves its game as it was and is counted in ``illegal``, int32[1].
    """

    def __init__(self, rules: Rules, n: int, *, seed: int = 0, reward: Reward = "win") -> None:
        check_gpu()
        self.rules, self.n, self.view = rules, n, observe.view(rules)
        self.reward = number_of("reward", reward, REWARDS)
        self._p = upload(rules)
        self.states = cuda.device_array((n, words(rules)), np.uint64)
        self._views = cuda.device_array((n, self.view.words), np.uint64)
        self._flat = self._views.reshape(n * self.view.words)
        self._masks = cuda.device_array((n, MASK_WORDS), np.uint64)
        self.observation: DeviceArray = self._views.view(np.uint8)
        self.mask: DeviceArray = self._masks.view(np.uint8)
        self.games = cuda.device_array(n, np.uint64)
        self.player = cuda.device_array(n, np.int32)
        self.points = cuda.device_array((n, rules.players), np.int32)
        self.rewards = cuda.device_array((n, rules.players), np.float32)
        self.done = cuda.device_array(n, np.bool_)
        self.illegal = cuda.device_array(1, np.int32)
        self.reset(seed=seed)

    def reset(self, *, seed: int) -> None:
        """Begin new games: row *i* plays the games i, i + n, i + 2n, ... of the seed."""
        self.seed = U(seed)
        _begin[self._blocks, BLOCK](self._p, *self._written)
        self._show()

    @property
    def _blocks(self) -> int:
        return (self.n + BLOCK - 1) // BLOCK

    @property
    def _written(self) -> tuple[Any, ...]:
        games = (self.states, self.points, self.games, self.seed, self.player)
        return *games, self.rewards, self.done, self.illegal

    def step(self, actions: DeviceArray) -> None:
        """Take an action, int32[n] on the device, in every game; ANY is a random legal one.

        It returns before the GPU is done, on its default stream: who reads the arrays on another
        one, as JAX does, calls ``wait`` first.
        """
        # Left to itself Numba would ask for DLPack, which JAX refuses on a stream of others.
        if not isinstance(actions, type(self.player)):
            actions = cuda.as_cuda_array(actions)
        if actions.shape != (self.n,) or np.dtype(actions.dtype).kind != "i":
            raise IllegalAction(
                f"{self.n} games take {self.n} actions, whole numbers, "
                f"not {actions.dtype}{list(actions.shape)}"
            )
        _step[self._blocks, BLOCK](self._p, *self._written, self.mask, actions, self.reward)
        self._show()

    @staticmethod
    def wait() -> None:
        """Return when the GPU has done all that it was told."""
        cuda.synchronize()

    def _show(self) -> None:
        blocks = (self.n + SHOWN - 1) // SHOWN
        _show[blocks, SHOW_BLOCK, 0, 8 * SHOWN * MASK_WORDS](
            self._p, self.states, self.points, self.player, self._flat, self.view.words, self._masks
        )
