"""Numba's simulator of a GPU, made bearable: it starts a thread for every thread of a block."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

from kingdomino.fast.board.compile import numba
from kingdomino.fast.learning.device import kernel as learning
from kingdomino.fast.many import cuda as many

BLOCK = 2


def with_small_blocks() -> None:
    """A block of two games where there is no GPU: three games then fill one block and a half."""
    if numba.config.ENABLE_CUDASIM:
        many.BLOCK = learning.SHOWN = BLOCK
        _wait_politely()


def _wait_politely() -> None:
    """Its manager asks the threads without a pause how far they are, and so keeps them from
    running: here it hands the interpreter on to one that is asked and still busy."""
    thread: Any = import_module("numba.cuda.simulator.kernel").BlockThread
    asked = thread.is_alive

    def is_alive(self: Any) -> bool:
        alive: bool = asked(self)
        if alive and not self.syncthreads_blocked:
            time.sleep(0)
        return alive

    thread.is_alive = is_alive
