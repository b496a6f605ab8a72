"""Many games at once on a GPU: one thread plays one game, with the functions of the CPU.

A block keeps the rules row in shared memory; a thread keeps its state in local memory, which stays
in the first cache. Arrays that come back are on the device; PyTorch, JAX and CuPy take them as they
are (``__cuda_array_interface__``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np

from ...core.rules import Rules
from .. import engine
from ..board.compile import numba, stamped
from ..board.layout import BASE_WORDS, MAX_PLAYERS, PARAMS, RNG, SHEET, WORDS, base_words
from ..bridge.params import params, words
from ..policy.gain import WORK
from ..policy.playout import GREEDY, RANDOM
from ..rules.action import ACTIONS

cuda: Any = import_module("numba.cuda")
int32, uint8, uint64 = numba.int32, numba.uint8, numba.uint64
DeviceArray: TypeAlias = Any
BLOCK = 128
"""Threads of a block."""
SHEETS = MAX_PLAYERS * SHEET
U = np.uint64


class NoGpuError(RuntimeError):
    """There is no CUDA device, or Numba cannot use it."""


def check_gpu() -> None:
    """Raise NoGpuError, which says what to do, unless there is a GPU that Numba can use."""
    if not cuda.is_available():
        raise NoGpuError(
            "no CUDA device was found: playing on one needs an NVIDIA GPU, its driver and "
            "the CUDA toolkit; kingdomino.fast.many.cpu plays the same games without them"
        )


def kernel(function: Callable[..., None], *, registers: int | None = None) -> Any:
    """Compile a function that starts on the device, on first launch, and keep the code on disk.

    With fewer *registers* for a thread more threads are on the device at once.
    """
    limits = {"max_registers": registers} if registers and not numba.config.ENABLE_CUDASIM else {}
    made = cuda.jit(function, cache=True, **limits)
    # CUDA's simulator compiles nothing and has no cache.
    return stamped(made) if hasattr(made, "_cache") else made


def device(function: Callable[..., None]) -> Any:
    """Compile a function that kernels call."""
    return cuda.jit(function, device=True)


class _Typed:
    """Arrays of a record, and the type of it that Numba asks for."""

    def __init__(self, arrays: tuple[DeviceArray, ...]) -> None:
        self._arrays = arrays
        self._numba_type_ = _start.typeof_pyval(arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __iter__(self) -> Iterator[DeviceArray]:
        return iter(self._arrays)


def record(arrays: tuple[DeviceArray, ...]) -> Any:
    """A named tuple of arrays, for kernels to take whole.

    Numba finds out the type of a bare one at every launch, array by array; of this one, once.
    """
    return arrays if numba.config.ENABLE_CUDASIM else _Typed(arrays)


@device
def share(p: Any, rules: Any) -> None:
    """All threads of a block copy the rules together."""
    for j in range(cuda.threadIdx.x, PARAMS, cuda.blockDim.x):
        rules[j] = p[j]
    # All threads of a block must come here: kernels share before they ask whether there is a game.
    cuda.syncthreads()


@device
def load(states: Any, i: Any, s: Any) -> None:
    """Copy a game into the thread's own memory."""
    for j in range(states.shape[1]):
        s[j] = states[i, j]


@device
def store(s: Any, states: Any, i: Any) -> None:
    """Copy the thread's game back to its row."""
    for j in range(states.shape[1]):
        states[i, j] = s[j]


@device
def _rank(rules: Any, s: Any, keys: Any, i: Any) -> None:
    sheet = cuda.local.array(SHEET, int32)
    found = cuda.local.array(MAX_PLAYERS, int32)
    engine.rank_keys(rules, s, sheet, found)
    for seat in range(keys.shape[1]):
        keys[i, seat] = found[seat]


@device
def _base_play(rules: Any, s: Any, keys: Any, i: Any) -> Any:
    sheet = cuda.local.array(SHEET, int32)
    found = cuda.local.array(MAX_PLAYERS, int32)
    steps = engine.base_playout(rules, s, sheet, found)
    for seat in range(keys.shape[1]):
        keys[i, seat] = found[seat]
    return steps


@kernel
def _start(p: Any, seed: Any, first: Any, states: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        engine.start(rules, s, seed, first + U(i))
        engine.to_decision(rules, s)
        store(s, states, i)


@kernel
def _deal(p: Any, seed: Any, first: Any, states: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        engine.start(rules, s, seed, first + U(i))
        store(s, states, i)


@kernel
def _step(p: Any, states: Any, actions: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0] and actions[i] >= 0:
        s = cuda.local.array(WORDS, uint64)
        load(states, i, s)
        engine.advance(rules, s, actions[i])
        engine.to_decision(rules, s)
        store(s, states, i)


@kernel
def _clone(states: Any, out: Any, seed: Any, keep: Any) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        for j in range(states.shape[1]):
            out[i, j] = states[i, j]
        if not keep:
            out[i, RNG] = engine.stream_of(seed, U(i))


@kernel
def _masks(p: Any, states: Any, out: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        mask = cuda.local.array(ACTIONS, uint8)
        load(states, i, s)
        engine.legal_mask(rules, s, mask)
        for j in range(ACTIONS):
            out[i, j] = mask[j]


@kernel
def _score(p: Any, states: Any, out: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        sheets = cuda.local.array(SHEETS, int32)
        load(states, i, s)
        engine.score(rules, s, sheets)
        for seat in range(out.shape[1]):
            for j in range(SHEET):
                out[i, seat, j] = sheets[seat * SHEET + j]


@kernel
def _random(p: Any, states: Any, keys: Any, steps: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        load(states, i, s)
        steps[i] = engine.random_playout(rules, s)
        _rank(rules, s, keys, i)
        store(s, states, i)


@kernel
def _base_random(p: Any, states: Any, keys: Any, steps: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(BASE_WORDS, uint64)
        load(states, i, s)
        steps[i] = _base_play(rules, s, keys, i)
        store(s, states, i)


@kernel
def _base_games(p: Any, seed: Any, first: Any, keys: Any, steps: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < keys.shape[0]:
        s = cuda.local.array(BASE_WORDS, uint64)
        engine.start(rules, s, seed, first + U(i))
        steps[i] = _base_play(rules, s, keys, i)


@kernel
def _greedy(p: Any, states: Any, keys: Any, steps: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        work = cuda.local.array(WORK, uint64)
        load(states, i, s)
        steps[i] = engine.greedy_playout(rules, s, work)
        _rank(rules, s, keys, i)
        store(s, states, i)


@kernel
def _games(p: Any, seed: Any, first: Any, keys: Any, steps: Any) -> None:
    rules = cuda.shared.array(PARAMS, uint64)
    share(p, rules)
    i = cuda.grid(1)
    if i < keys.shape[0]:
        s = cuda.local.array(WORDS, uint64)
        engine.start(rules, s, seed, first + U(i))
        steps[i] = engine.random_playout(rules, s)
        _rank(rules, s, keys, i)


def spread(n: int) -> tuple[int, int]:
    """The blocks for so many games, and the threads of each."""
    return (n + BLOCK - 1) // BLOCK, BLOCK


def upload(rules: Rules) -> DeviceArray:
    """The rules row on the device: the *p* of the functions below."""
    check_gpu()
    return cuda.to_device(params(rules))


def start(rules: Rules, n: int, *, seed: int = 0, first: int = 0) -> DeviceArray:
    """New games up to their first decisions: uint64[n, words(rules)] on the device."""
    p = upload(rules)
    states = cuda.device_array((n, words(rules)), np.uint64)
    _start[spread(n)](p, U(seed), U(first), states)
    return states


def step(p: DeviceArray, states: DeviceArray, actions: DeviceArray) -> None:
    """Take one action, int32[n], in every game; those with a negative one are left as they are."""
    _step[spread(states.shape[0])](p, states, actions)


def clone(
    p: DeviceArray, states: DeviceArray, out: DeviceArray, seed: Any, *, keep: bool = False
) -> None:
    """Copy states, row *i* with stream *i* of the seed, or with the streams that they have."""
    _clone[spread(states.shape[0])](states, out, U(seed), keep)


def masks(p: DeviceArray, states: DeviceArray, out: DeviceArray) -> None:
    """The legal actions of all games as 0 and 1 in uint8[n, ACTIONS]."""
    _masks[spread(states.shape[0])](p, states, out)


def score(p: DeviceArray, states: DeviceArray, out: DeviceArray) -> None:
    """The score sheets of all games in int32[n, players, SHEET]."""
    _score[spread(states.shape[0])](p, states, out)


def play(
    p: DeviceArray,
    states: DeviceArray,
    keys: DeviceArray,
    steps: DeviceArray,
    *,
    policy: int = RANDOM,
) -> None:
    """Play all states to their ends in place.

    Writes the rank keys into int32[n, players] and the numbers of decisions and chance events
    into int32[n].
    """
    # Base games have kernels of their own: less code is waited for, and fewer registers are held.
    base = states.shape[1] == base_words(keys.shape[1])
    run = _greedy if policy == GREEDY else _base_random if base else _random
    run[spread(states.shape[0])](p, states, keys, steps)


def games(
    rules: Rules, n: int, *, seed: int = 0, first: int = 0, policy: int = RANDOM
) -> tuple[DeviceArray, DeviceArray]:
    """Whole games, the same as those of ``cpu.games``: rank keys and numbers of steps."""
    p = upload(rules)
    keys = cuda.device_array((n, rules.players), np.int32)
    steps = cuda.device_array(n, np.int32)
    if policy == RANDOM:
        run = _base_games if words(rules) == base_words(rules.players) else _games
        run[spread(n)](p, U(seed), U(first), keys, steps)
        return keys, steps
    states = cuda.device_array((n, words(rules)), np.uint64)
    _deal[spread(n)](p, U(seed), U(first), states)
    play(p, states, keys, steps, policy=policy)
    return keys, steps
