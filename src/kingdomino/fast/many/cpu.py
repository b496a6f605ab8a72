"""Many games at once on the CPU, on one core or on all; the GIL is free meanwhile.

States are uint64[n, words(rules)]; every row has its own stream of chance. ``many.cuda`` has the
same functions for arrays on a device. The functions with ``parallel_`` before their names share the
rows out among Numba's threads, with the same results.
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
from ..board.layout import SHEET, as_base, copy_state, is_base
from ..bridge.params import params, words
from ..policy.gain import WORK
from ..policy.playout import RANDOM, base_playout
from ..rules.action import legal_mask
from ..rules.score import rank_keys, score_all
from .row import copy_row, play_row, start_row, step_row

U = np.uint64
prange, get_num_threads = numba.prange, numba.get_num_threads


@jit
def begin(p: WordArray, states: WordArray, seed: Word, first: Word) -> None:
    """``start`` in rows that are there already."""
    for i in range(states.shape[0]):
        start_row(address(p), row_address(states, i), seed, first + U(i))


@jit
def _clone(p: WordArray, states: WordArray, out: WordArray, seed: Word, keep: bool) -> None:  # noqa: FBT001
    for i in range(states.shape[0]):
        s, copy = row_address(states, i), row_address(out, i)
        if keep:
            copy_state(address(p), s, copy)
        else:
            copy_row(address(p), s, copy, seed, U(i))


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
    steps: IntArray,
    first: int,
    last: int,
) -> None:
    rules, alone = address(p), policy == RANDOM and is_base(address(p))
    for i in range(first, last):
        s, row = row_address(states, i), row_address(keys, i)
        # Compiled twice: to ask for what other games have would cost the base game a fifth.
        if alone:
            steps[i] = base_playout(as_base(rules), s)
            rank_keys(as_base(rules), s, 0, keys.shape[1], address(sheet), row)
        else:
            steps[i] = play_row(rules, s, address(work), policy)
            rank_keys(rules, s, 0, keys.shape[1], address(sheet), row)


@parallel_jit
def _parallel_play(
    p: WordArray,
    states: WordArray,
    work: WordArray,
    sheets: IntArray,
    policy: int,
    keys: IntArray,
    steps: IntArray,
) -> None:
    parts, n = work.shape[0], states.shape[0]
    for part in prange(parts):
        # A part, not a thread, owns a row of work and a sheet: no two parts write to the same.
        first, last = n * part // parts, n * (part + 1) // parts
        _play(p, states, work[part], sheets[part], policy, keys, steps, first, last)


def upload(rules: Rules) -> WordArray:
    """The rules row: the *p* of the functions here."""
    return params(rules)


def start(rules: Rules, n: int, *, seed: int = 0, first: int = 0) -> WordArray:
    """New games, numbered from *first*, up to their first decisions: uint64[n, words(rules)]."""
    states = np.empty((n, words(rules)), np.uint64)
    begin(params(rules), states, U(seed), U(first))
    return states


def clone(
    p: WordArray, states: WordArray, out: WordArray, seed: Word, *, keep: bool = False
) -> None:
    """Copy states, row *i* with stream *i* of the seed, or with the streams that they have."""
    _clone(p, states, out, seed, keep)


def play(
    p: WordArray, states: WordArray, keys: IntArray, steps: IntArray, *, policy: int = RANDOM
) -> None:
    """Play all states to their ends in place.

    Writes the rank keys into int32[n, players] and the numbers of decisions and chance events
    into int32[n].
    """
    work, sheet = np.empty(WORK, np.uint64), np.empty(SHEET, np.int32)
    _play(p, states, work, sheet, policy, keys, steps, 0, len(states))


def parallel_play(
    p: WordArray, states: WordArray, keys: IntArray, steps: IntArray, *, policy: int = RANDOM
) -> None:
    """As ``play``, on all threads."""
    # More parts than threads, so that a slow one does not hold up the rest.
    parts = max(1, min(len(states) // 16, 8 * get_num_threads()))
    work, sheets = np.empty((parts, WORK), np.uint64), np.empty((parts, SHEET), np.int32)
    _parallel_play(p, states, work, sheets, policy, keys, steps)


def games(
    rules: Rules,
    n: int,
    *,
    seed: int = 0,
    first: int = 0,
    policy: int = RANDOM,
    threads: bool = False,
) -> tuple[IntArray, IntArray]:
    """Play *n* whole games: the rank keys of all seats, int32[n, players], and the numbers of
    steps, those of setting up among them, int32[n].

    ``keys >> 14`` are the points; the games follow from *seed* and their numbers alone.
    """
    states = start(rules, n, seed=seed, first=first)
    keys, steps = np.empty((n, rules.players), np.int32), np.empty(n, np.int32)
    (parallel_play if threads else play)(params(rules), states, keys, steps, policy=policy)
    return keys, steps + np.int32(len(rules.setup))
