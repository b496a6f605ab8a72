"""What is legal, read off the features, and states seen in a mirror."""

from __future__ import annotations

from typing import Any

import numpy as np

from kingdomino.core.rules import Rules
from kingdomino.core.state import Phase
from kingdomino.fast import engine
from kingdomino.fast.board import layout as at
from kingdomino.fast.board.compile import WordArray
from kingdomino.fast.bridge.params import params
from kingdomino.fast.learning.feature import ALL_SLOTS, ITEM_SLOT, LEGAL_FIRST
from kingdomino.fast.learning.practice import Features


def legal(seen: Features) -> Any:
    planes = seen.cells[:, 0, :, LEGAL_FIRST : LEGAL_FIRST + 5]
    squares = planes.transpose(0, 2, 1).reshape(len(planes), ITEM_SLOT)
    return np.concatenate([squares, seen.items[:, : ALL_SLOTS - ITEM_SLOT]], 1)


def turned_row(made: Rules, state: WordArray, turn: int) -> WordArray:
    """The state with all kingdoms mirrored and transposed, square by square."""

    def moved(x: int, y: int) -> tuple[int, int]:
        x, y = (-x if turn & 1 else x), (-y if turn & 2 else y)
        return (y, x) if turn & 4 else (x, y)

    row = state.copy()
    stride = int(params(made)[at.STRIDE])
    for first in range(at.HEAD, at.HEAD + made.players * stride, stride):
        for j in range(stride):
            word, found = int(state[first + j]), 0
            if j == at.BOX:
                sides = [(word >> shift & 255) - at.BOX_ZERO for shift in range(0, 32, 8)]
                xs, ys = zip(moved(sides[0], sides[1]), moved(sides[2], sides[3]), strict=True)
                numbers = (min(xs), min(ys), max(xs), max(ys))
                found = word >> 32 << 32
                for shift, number in zip(range(0, 32, 8), numbers, strict=True):
                    found |= (number + at.BOX_ZERO) << shift
            else:
                for i in range(64):
                    if word >> i & 1:
                        x, y = moved(i & 7, i >> 3)
                        found |= 1 << ((y % 8) * 8 + x % 8)
            row[first + j] = found
    if engine.phase(state) == Phase.ERUPT:
        word = int(state[at.TURN])
        volcano = word >> at.ARG & 63
        x, y = moved(volcano & 7, volcano >> 3)
        row[at.TURN] = word ^ (volcano ^ ((y % 8) * 8 + x % 8)) << at.ARG
    return row
