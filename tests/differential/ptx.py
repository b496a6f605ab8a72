"""Every kernel through the real compiler, for an H200: ``python -m tests.differential.ptx``.

The simulator takes whatever Python takes. Numba asks the GPU it compiles for what it can do; there
is none in CI, so the answer is given here. Nothing else is stood in for; but the code is not
optimised, which takes half of the time and refuses nothing.
"""

from __future__ import annotations

import argparse
import gc
import sys
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from numba import types

from kingdomino.fast.against import cuda as against_cuda
from kingdomino.fast.learning import practice_cuda
from kingdomino.fast.learning.device import kernel as vector_cuda
from kingdomino.fast.many import cuda

H200 = (9, 0)
RULES = types.uint64[::1]
STATES, WORDS = types.uint64[:, ::1], types.uint64[::1]
MASKS, DONE = types.uint8[:, ::1], types.boolean[::1]
REWARDS, SHEETS = types.float32[:, ::1], types.int32[:, :, ::1]
SEED, WIDTH, KIND = types.uint64, types.int64, types.int64
PER_GAME, PER_SEAT = types.int32[::1], types.int32[:, ::1]
named: Any = types.NamedTuple
ROWS = named(
    (STATES, PER_SEAT, PER_SEAT, PER_SEAT, WORDS, WORDS, PER_GAME, REWARDS, DONE, PER_GAME),
    vector_cuda.Written,
)
SHOWN_MASKS = types.int8[:, ::1]

KERNELS: tuple[tuple[Any, tuple[Any, ...]], ...] = (
    (cuda._start, (RULES, SEED, SEED, STATES)),
    (cuda._deal, (RULES, SEED, SEED, STATES)),
    (cuda._step, (RULES, STATES, PER_GAME)),
    (cuda._clone, (STATES, STATES, SEED, types.boolean)),
    (cuda._masks, (RULES, STATES, MASKS)),
    (cuda._score, (RULES, STATES, SHEETS)),
    (cuda._random, (RULES, STATES, PER_SEAT, PER_GAME)),
    (cuda._greedy, (RULES, STATES, PER_SEAT, PER_GAME)),
    (cuda._games, (RULES, SEED, SEED, PER_SEAT, PER_GAME)),
    (cuda._base_random, (RULES, STATES, PER_SEAT, PER_GAME)),
    (cuda._base_games, (RULES, SEED, SEED, PER_SEAT, PER_GAME)),
    (vector_cuda.begin, (RULES, ROWS, DONE, WORDS, WORDS, DONE)),
    (vector_cuda.resume, (RULES, ROWS, DONE, STATES)),
    (vector_cuda.count, (RULES, STATES, PER_SEAT, PER_GAME)),
    (vector_cuda.vet, (SHOWN_MASKS, PER_GAME, PER_GAME, KIND, PER_GAME)),
    (vector_cuda.step, (RULES, ROWS, SHOWN_MASKS, PER_GAME, KIND, types.float32)),
    (vector_cuda.base_step, (RULES, ROWS, SHOWN_MASKS, PER_GAME, KIND, types.float32)),
    (vector_cuda.show, (RULES, STATES, PER_SEAT, PER_GAME, STATES, WIDTH, STATES)),
    (vector_cuda.base_show, (RULES, STATES, PER_SEAT, PER_GAME, STATES, WIDTH, STATES)),
    (against_cuda._begin, (ROWS, DONE, WORDS, WORDS, DONE, PER_GAME)),
    (against_cuda._resume, (ROWS, DONE, STATES, PER_GAME)),
    (against_cuda._answer, (WORDS, DONE, PER_GAME, SHOWN_MASKS, PER_GAME, PER_GAME)),
    (against_cuda._follow, (PER_GAME, types.int64[::1], PER_GAME)),
    (against_cuda._turn, (RULES, ROWS, PER_GAME, PER_GAME, KIND)),
    (against_cuda._pick, (STATES, PER_GAME, PER_GAME, SEED, STATES, PER_GAME)),
    (against_cuda._settle, (RULES, PER_SEAT, PER_SEAT, PER_SEAT, REWARDS, DONE, types.float32)),
    (practice_cuda._begin, (RULES, STATES, WORDS, SEED, PER_GAME)),
    (practice_cuda._step,
     (RULES, STATES, WORDS, SEED, PER_GAME, PER_GAME, DONE, PER_SEAT, REWARDS)),
    (practice_cuda._show, (RULES, STATES, PER_GAME, STATES, STATES, STATES, STATES)),
    (practice_cuda._keep, (STATES, STATES, KIND)),
)  # fmt: skip


def all_kernels() -> int:
    """How many kernels the modules have."""
    made = type(cuda._start)
    modules = (cuda, vector_cuda, against_cuda, practice_cuda)
    names = [vars(module).items() for module in modules]
    found = {id(value): value for items in names for _, value in items if isinstance(value, made)}
    return sum(not value.targetoptions.get("device") for value in found.values())


def main() -> None:
    """Compile; an error of the compiler is an error of this program."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    # A tenth of the time is looking for garbage, of which there is little.
    gc.disable()
    gpu = SimpleNamespace(compute_capability=H200)
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    dispatcher.get_current_device = lambda: gpu
    assert len(KERNELS) == all_kernels(), "a kernel is missing here"
    for kernel, signature in KERNELS:
        code, _ = cuda.cuda.compile(
            kernel.py_func, signature, cc=H200, device=False, abi="numba", opt=False
        )
        name = f"{kernel.py_func.__module__}.{kernel.py_func.__name__}"
        assert ".target sm_90" in code
        assert ".visible .entry" in code
        sys.stdout.write(f"{name}: {len(code):,} characters of PTX\n")


if __name__ == "__main__":
    main()
