"""Many games at once on the CPU, on one core or on all; the GIL is free meanwhile.

States are uint64[n, words(rules)]; every row has its own stream of chance. The functions with
``parallel_`` before their names share the rows out among Numba's threads, with the same results.
"""

from __future__ import annotations

import numpy as np

from ...core.rules import Rules
from ..board.compile import (
    ByteArray,
    IntArray,
    Word,
    WordArray,
    address,
    jit,
    num,
    numba,
    parallel_jit,
    row_address,
)
from ..board.layout import SHEET
from ..bridge.params import params, words
from ..policy.gain import WORK
from ..policy.playout import RANDOM
from ..rules.action import legal_mask
from ..rules.score import rank_keys, score_all
from .row import copy_row, play_row, start_row, step_row

U = np.uint64
prange, get_num_threads = numba.prange, numba.get_num_threads


@jit
def start(p: WordArray, states: WordArray, seed: Word, first: Word) -> None:
    """New games, numbered from *first*, each up to its first decision."""
    for i in range(states.shape[0]):
        start_row(address(p), row_address(states, i), seed, first + U(i))


@jit
def spread(p: WordArray, s: WordArray, states: WordArray, seed: Word, first: Word) -> None:
    """Copy one state into all rows, each with a stream of its own."""
    for i in range(states.shape[0]):
        copy_row(address(p), address(s), row_address(states, i), seed, first + U(i))


@jit
def step(p: WordArray, states: WordArray, actions: IntArray) -> None:
    """Take one action, int32[n], in every game that is not over; negative ones are left out."""
    for i in range(states.shape[0]):
        if actions[i] >= 0:
            step_row(address(p), row_address(states, i), num(actions[i]))


@jit
def masks(p: WordArray, states: WordArray, out: ByteArray) -> None:
    """The legal actions of all games as 0 and 1 in uint8[n, ACTIONS]."""
    for i in range(states.shape[0]):
        legal_mask(address(p), row_address(states, i), row_address(out, i))


@jit
def score(p: WordArray, states: WordArray, out: IntArray) -> None:
    """The score sheets of all games in int32[n, players, SHEET]."""
    for i in range(states.shape[0]):
        score_all(address(p), row_address(states, i), row_address(out, i), 0)


@jit
def _play(
    p: WordArray,
    states: WordArray,
    work: WordArray,
    sheet: IntArray,
    policy: int,
    keys: IntArray,
    first: int,
    last: int,
) -> int:
    steps = 0
    for i in range(first, last):
        s = row_address(states, i)
        steps += play_row(address(p), s, address(work), policy)
        rank_keys(address(p), s, 0, keys.shape[1], address(sheet), row_address(keys, i))
    return steps


@parallel_jit
def _parallel_play(
    p: WordArray, states: WordArray, work: WordArray, sheets: IntArray, policy: int, keys: IntArray
) -> int:
    steps, parts, n = 0, work.shape[0], states.shape[0]
    for part in prange(parts):
        # A part, not a thread, owns a row of work and a sheet: no two parts write to the same.
        first, last = n * part // parts, n * (part + 1) // parts
        steps += _play(p, states, work[part], sheets[part], policy, keys, first, last)
    return steps


def play(p: WordArray, states: WordArray, keys: IntArray, *, policy: int = RANDOM) -> int:
    """Play all states to their ends in place and write rank keys into int32[n, players].

    Returns the number of decisions and chance events.
    """
    work, sheet = np.empty(WORK, np.uint64), np.empty(SHEET, np.int32)
    return int(_play(p, states, work, sheet, policy, keys, 0, len(states)))


def parallel_play(p: WordArray, states: WordArray, keys: IntArray, *, policy: int = RANDOM) -> int:
    """As ``play``, on all threads."""
    # More parts than threads, so that a slow one does not hold up the rest.
    parts = max(1, min(len(states) // 16, 8 * get_num_threads()))
    work, sheets = np.empty((parts, WORK), np.uint64), np.empty((parts, SHEET), np.int32)
    return int(_parallel_play(p, states, work, sheets, policy, keys))


def games(
    rules: Rules,
    n: int,
    *,
    seed: int = 0,
    first: int = 0,
    policy: int = RANDOM,
    threads: bool = False,
) -> IntArray:
    """Play *n* whole games; the rank keys of all seats, int32[n, players].

    ``keys >> 14`` are the points; the games follow from *seed* and their numbers alone.
    """
    p, states = params(rules), np.empty((n, words(rules)), np.uint64)
    keys = np.empty((n, rules.players), np.int32)
    start(p, states, U(seed), U(first))
    (parallel_play if threads else play)(p, states, keys, policy=policy)
    return keys
