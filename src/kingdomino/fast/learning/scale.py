"""What nets multiply the bytes of ``feature`` with, so that all are of about the same size."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ..board.layout import MAX_TILES
from .feature import HEAD_PLANES, TOWER_BYTES
from .observe_table import HEAD_WORDS, SLOT_WORDS, SLOTS


def _shared(scale: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same, for many to read: made once, because a net needs it at every look."""
    scale.flags.writeable = False
    return scale


@cache
def cell_scale() -> NDArray[np.float32]:
    """What each byte of a cell is multiplied with: terrain, region and pieces."""
    scale = np.ones(TOWER_BYTES + HEAD_PLANES, np.float32)
    scale[6], scale[8], scale[9], scale[10], scale[11] = 0.5, 1 / 8, 1 / 4, 0.5, 0.5
    scale[24:28] = 1 / 8
    return _shared(scale)


@cache
def seat_scale() -> NDArray[np.float32]:
    """Points, discarded dominoes, four sides, land."""
    return _shared(np.array([1 / 50, 1 / 2, 1 / 4, 1 / 4, 1 / 4, 1 / 4, 1 / 24, 1], np.float32))


def slot_scale() -> NDArray[np.float32]:
    """Of a domino: two halves, its number, whose king stands on it, how well it fits."""
    scale = np.ones(8 * SLOT_WORDS, np.float32)
    scale[16], scale[22], scale[23] = 1 / MAX_TILES, 1 / 8, 1 / 16
    return scale


@cache
def table_scale(table: int) -> NDArray[np.float32]:
    """What each byte of the table is multiplied with."""
    scale = np.ones(table, np.float32)
    scale[12:16] = 1 / 8, 1 / 4, 1 / 2, 1
    for slot in range(2 * SLOTS):
        first = 8 * HEAD_WORDS + 8 * SLOT_WORDS * slot
        scale[first : first + 8 * SLOT_WORDS] = slot_scale()
    scale[-8:] = 1 / 7, 1 / 5, 1, 1, 1 / 12, 1 / 5, 1, 1
    return _shared(scale)
