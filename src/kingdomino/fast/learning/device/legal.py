"""The legal actions on a GPU: one thread writes them as a set of ids, many spread it to bytes."""

from __future__ import annotations

import numpy as np

from ...board.compile import Word, WordArray, Words, address, inner, jit
from ...board.layout import OVER, phase
from ...board.torus import framed
from ...rules.action import (
    ACTIONS,
    ITEM_BASE,
    PASS,
    SQUARES_IN_REACH,
    WIDTH,
    corner,
    options,
    square_id,
)
from ...rules.placing import NONE
from ..observe_table import spread_bits

U = np.uint64
LEGAL_WORDS = 15
"""A set of all actions."""
MASK_WORDS = ACTIONS // 8


@inner
def put_bits(bits: Word, first: int, out: Words) -> None:
    """Add up to a word of bits to a longer set, from its bit *first* on."""
    i, shift = first >> 6, U(first & 63)
    out[i] |= bits << shift
    # In two steps, because shifting by 64 is undefined.
    beyond = (bits >> U(1)) >> (U(63) - shift)
    if beyond:
        out[i + 1] |= beyond


@inner
def write_legal(p: Words, s: Words, out: Words) -> None:
    """The legal actions as a set of ids, uint64[LEGAL_WORDS]."""
    for j in range(LEGAL_WORDS):
        out[j] = NONE
    if phase(s) == OVER:
        return
    sets = options(p, s)
    for d in range(5):
        if sets[d]:
            x, y = corner(p, s, d)
            rest = framed(sets[d], x, y)
            first = d * SQUARES_IN_REACH + square_id(x, y)
            while rest:
                put_bits(rest & U(255), first, out)
                first += WIDTH
                rest >>= U(8)
    put_bits(sets[5], ITEM_BASE, out)
    put_bits(sets[6], PASS, out)


@jit
def write_legal_row(p: WordArray, s: WordArray, out: WordArray) -> None:
    """``write_legal`` where kernels ask, with arrays."""
    write_legal(address(p), address(s), address(out))


@inner
def mask_word(legal: Words, part: int) -> Word:
    """Eight of the legal actions, a byte each, from number 8 * *part* on."""
    return spread_bits((legal[part >> 3] >> U(8 * (part & 7))) & U(255))
