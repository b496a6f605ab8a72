"""Many games at once on the CPU, on one core or on all; the GIL is free meanwhile."""

from __future__ import annotations

import numpy as np

from .chance import start
from .compile import Int, Ints, Word, Words, at, jit
from .layout import MAX_PLAYERS, PLAYERS, param
from .greedy import greedy_playout
from .playout import random_playout
from .rng import stream
from .score import score

U = np.uint64


@jit
def _games(p: Words, s: Words, sheet: Ints, seed: Word, first: Word, n: Int, keys: Ints) -> Int:
    steps = 0
    for i in range(n):
        start(p, s, stream(seed, first + U(i)))
        steps += random_playout(p, s)
        for seat in range(param(p, PLAYERS)):
            keys[i * MAX_PLAYERS + seat] = score(p, s, seat, sheet, 0)
    return steps


@jit
def random_games(p: Words, s: Words, sheet: Ints, seed: Word, first: Word, keys: Ints) -> Int:
    return _games(at(p), at(s), at(sheet), seed, first, keys.shape[0], at(keys))


@jit
def _greedy(p: Words, s: Words, work: Words, sheet: Ints, seed: Word, first: Word, n: Int, keys: Ints) -> Int:
    steps = 0
    for i in range(n):
        start(p, s, stream(seed, first + U(i)))
        steps += greedy_playout(p, s, work)
        for seat in range(param(p, PLAYERS)):
            keys[i * MAX_PLAYERS + seat] = score(p, s, seat, sheet, 0)
    return steps


@jit
def greedy_games(p: Words, s: Words, work: Words, sheet: Ints, seed: Word, first: Word, keys: Ints) -> Int:
    return _greedy(at(p), at(s), at(work), at(sheet), seed, first, keys.shape[0], at(keys))
