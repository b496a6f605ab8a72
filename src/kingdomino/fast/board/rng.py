"""Randomness: a SplitMix64 stream per game, its counter kept in the state row.

The stream of a game follows from (seed, game) alone, so that games do not depend on how many are
played at once, by how many threads, or on which device.
"""

from __future__ import annotations

import numpy as np

from .compile import Word, Words, inner, num
from .layout import RNG

U = np.uint64
# 2**64 over the golden ratio, and odd: adding it again and again meets every word before any twice.
STEP = U(0x9E37_79B9_7F4A_7C15)


@inner
def mixed(z: Word) -> Word:
    """The finalizer of SplitMix64: a good hash of 64 bits."""
    z = (z ^ (z >> U(30))) * U(0xBF58_476D_1CE4_E5B9)
    z = (z ^ (z >> U(27))) * U(0x94D0_49BB_1331_11EB)
    return z ^ (z >> U(31))


@inner
def stream(seed: Word, game: Word) -> Word:
    """Where the stream of a game begins."""
    # Mixed twice, so that streams of neighbouring games do not run into each other.
    return mixed(mixed(seed + STEP) ^ (game * STEP + U(0x2545_F491_4F6C_DD1D)))


@inner
def below(s: Words, n: int) -> int:
    """A fair number from 0 to n - 1, with a bias of n / 2**32 at most; no draw when n is 1."""
    if n == 1:
        return 0
    s[RNG] += STEP
    # Scaling 32 bits down to n takes no division.
    return num(((mixed(s[RNG]) >> U(32)) * U(n)) >> U(32))
