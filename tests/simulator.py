"""Numba's simulator of a GPU, made bearable: it starts a thread for every thread of a block."""

from __future__ import annotations

from kingdomino.fast.board.compile import numba
from kingdomino.fast.learning.device import kernel as learning
from kingdomino.fast.many import cuda as many

BLOCK = 2


def with_small_blocks() -> None:
    """A block of two games where there is no GPU: three games then fill one block and a half."""
    if numba.config.ENABLE_CUDASIM:
        many.BLOCK = learning.SHOWN = BLOCK
