"""Games on a GPU: those of ``learning.cpu``, bit by bit, in arrays on the device.

A step is two launches, of kernels in ``learning.device``: one plays, one shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...core.error import IllegalAction
from ...core.rules import Rules
from ...core.state import State
from ..board.layout import base_words
from ..bridge.params import words
from ..many import cuda as many
from ..many.cuda import DeviceArray, check_gpu, cuda
from ..rules.action import ACTIONS
from . import batch, observe
from .batch import Playing, Reseed, check_count, check_states, copied, one_each, seeding, word
from .device import kernel as kernels
from .device.block import WARPS
from .device.kernel import Written
from .device.lane import LANES
from .device.legal import MASK_WORDS
from .episode import ANSWERS, ANY, OPPONENTS, RAISE, REWARDS, Illegal, Reward, number_of
from .kernel import DECIDER


class Batch:
    """``learning.batch.Batch`` on a GPU: states and all answers are arrays on the device."""

    def __init__(self, rules: Rules, *, version: int = 0) -> None:
        check_gpu()
        self.rules, self.view = rules, observe.view(rules, version)
        self._p = cuda.to_device(observe.viewed(rules, version))
        self._readable = batch.Batch(rules)

    def start(self, n: int, *, seed: int = 0, first: int = 0) -> DeviceArray:
        """The games numbered from *first* of a seed, each up to its first decision."""
        return many.start(self.rules, n, seed=int(word(seed)), first=int(word(first, "a game")))

    def rows(self, states: Iterable[State], *, reseed: int) -> DeviceArray:
        """States of the readable engine, which has no streams: each gets one of this seed."""
        return cuda.to_device(self._readable.rows(states, reseed=reseed))

    def readable(self, states: DeviceArray) -> list[State]:
        """The same as states of the readable engine."""
        return self._readable.readable(self._given(states).copy_to_host())

    def clone(self, states: DeviceArray, *, reseed: Reseed) -> DeviceArray:
        """Copies that go their own ways, row *i* by stream *i* of the seed.

        ``reseed="keep"`` copies the streams too, and so what will really be drawn.
        """
        given, (seed, keep) = self._given(states), copied(reseed)
        out = cuda.device_array(given.shape, np.uint64)
        many.clone(self._p, given, out, seed, keep=keep)
        return out

    def step(self, states: DeviceArray, actions: DeviceArray) -> None:
        """Take a legal action, int32[n], in every game, in place; -1 leaves one as it is."""
        rows, given = self._given(states), on_device(actions)
        one_each(given, rows.shape[0], kinds="i")
        many.step(self._p, rows, given)

    def legal(self, states: DeviceArray) -> DeviceArray:
        """The legal actions as 0 and 1, int8[n, ACTIONS]; none for chance and after the end."""
        given = self._given(states)
        out = cuda.device_array((given.shape[0], ACTIONS), np.uint8)
        many.masks(self._p, given, out)
        return out.view(np.int8)

    def player(self, states: DeviceArray) -> DeviceArray:
        """Who decides, int32[n]; -1 after the end."""
        return self._counted(states)[1]

    def points(self, states: DeviceArray) -> DeviceArray:
        """What every kingdom is worth now, int32[n, players]: at the end, the final points."""
        return self._counted(states)[0]

    def _counted(self, states: DeviceArray) -> tuple[DeviceArray, DeviceArray]:
        given = self._given(states)
        n = given.shape[0]
        points = cuda.device_array((n, self.rules.players), np.int32)
        players = cuda.device_array(n, np.int32)
        kernels.count[many.spread(n)](self._p, given, points, players)
        return points, players

    def observe(
        self, states: DeviceArray, seats: DeviceArray | ArrayLike | None = None
    ) -> DeviceArray:
        """What seats see, uint8[n, view.bytes]: those given, int32[n], or who decides."""
        given = self._given(states)
        n = given.shape[0]
        points, viewers = self._counted(given)
        if seats is not None:
            viewers = cuda.to_device(self._readable.seats(_on_host(seats), n))
        views = cuda.device_array((n, self.view.words), np.uint64)
        masks = cuda.device_array((n, MASK_WORDS), np.uint64)
        show(self._p, given, points, viewers, views, masks)
        return views.view(np.uint8)

    def play(self, states: DeviceArray, *, policy: Playing = "random") -> DeviceArray:
        """Play all states to their ends, in place; the rank keys, int32[n, players].

        ``keys >> 14`` are the points.
        """
        given, playing = self._given(states), number_of("policy", policy, OPPONENTS)
        keys = cuda.device_array((given.shape[0], self.rules.players), np.int32)
        steps = cuda.device_array(given.shape[0], np.int32)
        many.play(self._p, given, keys, steps, policy=playing)
        return keys

    def _given(self, states: Any) -> DeviceArray:
        given = on_device(states)
        check_states(self.rules, given)
        return given


def on_device(array: Any) -> DeviceArray:
    # Left to itself Numba would ask for DLPack, which JAX refuses on a stream of others.
    return array if hasattr(array, "copy_to_host") else cuda.as_cuda_array(array)


def _on_host(array: Any) -> Any:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def forbidden_among(
    mask: DeviceArray, player: DeviceArray, actions: DeviceArray, *, least: int
) -> int:
    """How many actions are not legal; where *least* is ANY, that is. The GPU is waited for."""
    count = cuda.to_device(np.zeros(1, np.int32))
    kernels.vet[many.spread(actions.shape[0])](mask, player, actions, least, count)
    return int(count.copy_to_host()[0])


def show(
    p: DeviceArray,
    states: DeviceArray,
    points: DeviceArray,
    viewers: DeviceArray,
    views: DeviceArray,
    masks: DeviceArray,
) -> None:
    """Write what *viewers* see and what may be done: uint64[n, view.words] and [n, MASK_WORDS]."""
    n, width = views.shape
    shown = kernels.SHOWN
    blocks = (n + shown - 1) // shown
    if states.shape[1] == base_words(points.shape[1]):
        run = kernels.base_show[blocks, shown * WARPS]
    else:
        run = kernels.show[blocks, shown * LANES]
    run(p, states, points, viewers, views, width, masks)


class Rows:
    """The arrays of ``learning.cpu.Rows`` on the device, for PyTorch, JAX and CuPy as they are.

    With ``illegal="raise"`` every step waits for the GPU to say that all actions are legal.
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
        viewer: int = DECIDER,
    ) -> None:
        check_count(n)
        self.batch = Batch(rules, version=version)
        self.rules, self.n, self.view = rules, n, self.batch.view
        self.reward, self._shaping = number_of("reward", reward, REWARDS), np.float32(shaping)
        self._strict = number_of("answer to illegal actions", illegal, ANSWERS) == RAISE
        self._p = cuda.to_device(observe.viewed(rules, version))
        self._views = cuda.device_array((n, self.view.words), np.uint64)
        self._masks = cuda.device_array((n, MASK_WORDS), np.uint64)
        self.observation: DeviceArray = self._views.view(np.uint8)
        self.mask: DeviceArray = self._masks.view(np.int8)
        self.states = cuda.device_array((n, words(rules)), np.uint64)
        self.seeds, self.games = (cuda.device_array(n, np.uint64) for _ in range(2))
        self.player = self._viewers = cuda.device_array(n, np.int32)
        self.points, self.final_points, self._shown = (
            cuda.to_device(np.zeros((n, rules.players), np.int32)) for _ in range(3)
        )
        self.rewards = cuda.device_array((n, rules.players), np.float32)
        self.done = cuda.device_array(n, np.bool_)
        self.illegal = cuda.to_device(np.zeros(1, np.int32))
        self._written = many.record(
            Written(
                self.states, self.points, self.final_points, self._shown, self.seeds, self.games,
                self.player, self.rewards, self.done, self.illegal,
            )
        )  # fmt: skip
        if viewer != DECIDER:
            self._viewers = cuda.to_device(np.full(n, viewer, np.int32))
        self.reset(seed=seed)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, rows: ArrayLike | None = None
    ) -> None:
        """Begin new games in all rows, or in those of a mask, bool[n], as on the CPU."""
        self._begin(self._which(rows), *map(cuda.to_device, seeding(seed, self.n)))
        self._show()

    def load(self, states: DeviceArray, *, reseed: Reseed, rows: ArrayLike | None = None) -> None:
        """Go on from other states, uint64[n, words], as on the CPU; that somebody is to decide in
        each of them is not checked here."""
        check_states(self.rules, on_device(states), self.n)
        given = self.batch.clone(states, reseed=reseed)
        self._resume(self._which(rows), given)
        self._show()

    def _begin(
        self, which: DeviceArray, seeds: DeviceArray, numbers: DeviceArray, fresh: DeviceArray
    ) -> None:
        spread = many.spread(self.n)
        kernels.begin[spread](self._p, self._written, which, seeds, numbers, fresh)

    def _resume(self, which: DeviceArray, given: DeviceArray) -> None:
        kernels.resume[many.spread(self.n)](self._p, self._written, which, given)

    def _which(self, rows: ArrayLike | None) -> DeviceArray:
        which = np.ones(self.n, np.bool_) if rows is None else np.ascontiguousarray(_on_host(rows))
        if which.shape != (self.n,) or which.dtype != np.bool_:
            raise ValueError(f"a mask of {self.n} rows is bool[{self.n}]")
        return cuda.to_device(which)

    def clone(self, *, reseed: Reseed) -> DeviceArray:
        """Copies of the games' states, as ``Batch.clone`` makes them."""
        return self.batch.clone(self.states, reseed=reseed)

    def observe(
        self, states: DeviceArray | None = None, seats: DeviceArray | ArrayLike | None = None
    ) -> DeviceArray:
        """What seats see, as ``Batch.observe``: of these games or of other states."""
        return self.batch.observe(self.states if states is None else states, seats)

    def legal(self, states: DeviceArray) -> DeviceArray:
        """The legal actions of any states, as ``Batch.legal``."""
        return self.batch.legal(states)

    def _taken(self, actions: DeviceArray) -> DeviceArray:
        """The actions on the device; raises IllegalAction where that is the answer to them."""
        given = on_device(actions)
        one_each(given, self.n, kinds="i")
        if self._strict and (wrong := forbidden_among(self.mask, self.player, given, least=ANY)):
            raise IllegalAction(f"{wrong} of {self.n} actions are none of the legal ones")
        return given

    @staticmethod
    def wait() -> None:
        """Return when the GPU has done all that it was told."""
        cuda.synchronize()

    def _show(self) -> None:
        show(self._p, self.states, self.points, self._viewers, self._views, self._masks)


class SelfPlay(Rows):
    """``learning.cpu.SelfPlay`` on a GPU."""

    def step(self, actions: DeviceArray) -> None:
        """Take an action, int32[n] on the device, in every game; -1 is a random legal one.

        It returns before the GPU is done, on its default stream: who reads the arrays on another
        one, as JAX does, calls ``wait`` first.
        """
        given = self._taken(actions)
        base = self.states.shape[1] == base_words(self.rules.players)
        run = kernels.base_step if base else kernels.step
        run[many.spread(self.n)](
            self._p, self._written, self.mask, given, self.reward, self._shaping
        )
        self._show()
