"""``practice.Practice`` on a GPU, game by game the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.rules import Rules
from .. import engine
from ..board.compile import numba
from ..board.layout import MAX_PLAYERS, PARAMS, SHEET, WORDS
from ..bridge.params import words
from ..many.cuda import DeviceArray, check_gpu, cuda, kernel, load, share, spread, store, upload
from ..policy.gain import WORK
from . import practice
from .device.kernel import bare
from .feature import CELL_WORDS, ITEM_WORDS, SQUARES, shapes
from .practice import LEAVE, Features

float32, int32, uint64 = numba.float32, numba.int32, numba.uint64
U = np.uint64


@kernel
def _begin(p: Any, states: Any, games: Any, seed: Any, players: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        games[i] = U(i)
        practice.begin(rules, s, seed, games[i])
        store(s, states, i)
        players[i] = engine.player(s)


@kernel
def _step(
    p: Any,
    states: Any,
    games: Any,
    seed: Any,
    slots: Any,
    players: Any,
    done: Any,
    finals: Any,
    shares: Any,
) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        sheet = cuda.local.array(SHEET, int32)
        keys = cuda.local.array(MAX_PLAYERS, int32)
        points = cuda.local.array(MAX_PLAYERS, int32)
        parts = cuda.local.array(MAX_PLAYERS, float32)
        load(states, i, s)
        over = False
        if slots[i] != LEAVE:
            over = practice.play(rules, s, slots[i], sheet, keys, points, parts)
        done[i] = over
        if over:
            for seat in range(finals.shape[1]):
                finals[i, seat] = points[seat]
                shares[i, seat] = parts[seat]
            games[i] += U(states.shape[0])
            practice.begin(rules, s, seed, games[i])
        store(s, states, i)
        players[i] = engine.player(s)


@kernel
def _show(p: Any, states: Any, index: Any, cells: Any, seats: Any, table: Any, items: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < cells.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        sheet = cuda.local.array(SHEET, int32)
        work = cuda.local.array(WORK, uint64)
        load(states, index[i], s)
        practice.show(rules, s, sheet, work, bare(cells), bare(seats), bare(table), bare(items), i)


@kernel
def _keep(states: Any, kept: Any, first: Any) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        for j in range(states.shape[1]):
            kept[first + i, j] = states[i, j]


class Practice:
    """The arrays of ``practice.Practice`` on the device.

    Work is queued on the default stream: who reads it on another one, as JAX does, calls ``wait``.
    """

    def __init__(self, rules: Rules, n: int, *, seed: int = 0) -> None:
        check_gpu()
        self.rules, self.n, self.shapes, self.seed = rules, n, shapes(rules), U(seed)
        self._p, self._room = upload(rules), dict[int, tuple[DeviceArray, ...]]()
        self.states = cuda.device_array((n, words(rules)), np.uint64)
        self.games = cuda.device_array(n, np.uint64)
        self.players = cuda.device_array(n, np.int32)
        self.done = cuda.to_device(np.zeros(n, np.bool_))
        self.finals = cuda.to_device(np.zeros((n, rules.players), np.int32))
        self.shares = cuda.to_device(np.zeros((n, rules.players), np.float32))
        self._all = cuda.to_device(np.arange(n, dtype=np.int32))
        _begin[spread(n)](self._p, self.states, self.games, self.seed, self.players)

    def step(self, slots: DeviceArray) -> None:
        """Take a legal slot, int32[n], in every game: nothing is checked."""
        _step[spread(self.n)](
            self._p, self.states, self.games, self.seed, cuda.as_cuda_array(slots), self.players,
            self.done, self.finals, self.shares,
        )  # fmt: skip

    def keep(self, kept: DeviceArray, first: int) -> None:
        """Copy the states into the rows of *kept* from *first* on."""
        _keep[spread(self.n)](self.states, kept, first)

    def features(
        self, states: DeviceArray | None = None, index: DeviceArray | None = None
    ) -> Features:
        """What the deciders see: of these games, or of the rows *index*, int32, of *states*.

        The arrays are written again by the next call for as many rows.
        """
        rows = self.states if states is None else states
        chosen = self._all if index is None else cuda.as_cuda_array(index)
        n = chosen.shape[0]
        # Kept for each number of rows: asking the device for memory takes long.
        if n not in self._room:
            sizes, players = self.shapes, self.rules.players
            widths = (players * SQUARES * CELL_WORDS, players, sizes.table // 8, ITEM_WORDS)
            self._room[n] = tuple(cuda.device_array((n, width), np.uint64) for width in widths)
        room = self._room[n]
        _show[spread(n)](self._p, rows, chosen, *room)
        return practice.as_bytes(self.shapes, n, *room)

    @staticmethod
    def wait() -> None:
        """Return when the GPU has done all that it was told."""
        cuda.synchronize()
