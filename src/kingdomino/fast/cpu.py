"""Many games at once on the CPU, on one core or on all; the GIL is free meanwhile."""

from __future__ import annotations

import numpy as np
from numba import prange

from .chance import start
from .compile import Ints, Word, Words, jit, parallel_jit
from .layout import MAX_PLAYERS, PLAYERS, SHEET, WORDS, param
from .playout import random_playout
from .rng import stream
from .score import score

U = np.uint64


@jit
def _random_game(p: Words, s: Words, sheet: Ints, seed: Word, game: Word, keys: Ints) -> int:
    start(p, s, stream(seed, game))
    steps = random_playout(p, s)
    for seat in range(param(p, PLAYERS)):
        keys[seat] = score(p, s, seat, sheet)
    return steps


@jit
def random_games(p: Words, seed: Word, first: Word, keys: Ints) -> int:
    s, sheet = np.zeros(WORDS, np.uint64), np.zeros(SHEET, np.int32)
    steps = 0
    for i in range(keys.shape[0]):
        steps += _random_game(p, s, sheet, seed, first + U(i), keys[i])
    return steps
