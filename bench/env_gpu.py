"""The vector environment on a GPU: checks it against the CPU, then measures it.

``PYTHONPATH=src:. python bench/env_gpu.py`` on a machine with an NVIDIA GPU. Every step writes the
observation and the legal actions of every game to device memory.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.figure import Figure, hardware
from kingdomino.core.rules import Rules
from kingdomino.fast.against.cuda import Against
from kingdomino.fast.learning import cuda as vector_cuda
from kingdomino.fast.learning.device import kernel as kernels
from kingdomino.fast.learning.episode import ANY, OPPONENTS
from kingdomino.fast.learning.observe import view
from kingdomino.fast.many.cuda import cuda
from kingdomino.fast.rules.action import ACTIONS
from kingdomino.games.catalogue import rules
from tests.env.devices import same_opponents, same_steps

COMMAND = "PYTHONPATH=src:. python bench/env_gpu.py"
GAMES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("kingdomino", 2, ()),
    ("kingdomino", 4, ()),
    ("kingdomino", 2, ("mighty_duel",)),
    ("giants", 4, ()),
    ("origins-tribe", 4, ()),
)
BATCH = 131_072
KERNELS = {
    ("kingdomino", 2): ("base_show", "base_step"),
    ("giants", 4): ("show", "step"),
}
LIMITS = (0, 96, 80, 72, 64, 56, 48, 40)
"""Registers of a thread; fewer let more threads be there at once, and spill. 0 is no limit."""
BARS: dict[tuple[str, int, tuple[str, ...]], float] = {("kingdomino", 2, ()): 500e6}


def check(*, games: int, depth: int) -> None:
    """Every rule set of the table steps bit by bit as on the CPU."""
    for key in GAMES:
        made = rules(*key)
        began = time.perf_counter()
        same_steps(made, games, depth)
        same_opponents(made, games, depth)
        took = time.perf_counter() - began
        print(f"{made}: {games} games, {depth} steps, the same as on the CPU ({took:.1f} s)")


def _timed(step: Callable[[], None], steps: int) -> float:
    """Seconds for one step: the best of five stretches."""
    step()
    best = float("inf")
    for _ in range(5):
        cuda.synchronize()
        began = time.perf_counter()
        for _ in range(steps):
            step()
        cuda.synchronize()
        best = min(best, (time.perf_counter() - began) / steps)
    return best


@cuda.jit  # type: ignore[untyped-decorator, unused-ignore]
def _first_legal(mask: Any, turn: Any, actions: Any) -> None:
    """A stand-in for a policy: a warp finds the legal action nearest to a random one."""
    lane, i = cuda.threadIdx.x % 32, cuda.grid(1) // 32
    if i < mask.shape[0]:
        start = (i * 2654435761 + turn * 40503) % ACTIONS
        for j in range(lane, ACTIONS + 31, 32):
            found = j < ACTIONS and mask[i, (start + j) % ACTIONS] == 1
            lanes = cuda.ballot_sync(0xFFFFFFFF, found)
            if lanes:
                if lane == 0:
                    actions[i] = (start + j + cuda.ffs(lanes) - 1) % ACTIONS
                break


def measure(made: Rules, batch: int, steps: int) -> Iterator[tuple[str, float]]:
    """Steps a second: with random actions chosen in the kernel, and with a policy's."""
    games = vector_cuda.SelfPlay(made, batch, seed=1)
    anything = cuda.to_device(np.full(batch, ANY, np.int32))
    for _ in range(60):
        games.step(anything)
    yield "random actions", batch / _timed(lambda: games.step(anything), steps)
    actions, turn = cuda.to_device(np.zeros(batch, np.int32)), [0]

    def policy_step() -> None:
        turn[0] += 1
        _first_legal[(batch + 3) // 4, 128](games.mask, turn[0], actions)
        games.step(actions)

    yield "actions of a policy that reads the mask", batch / _timed(policy_step, steps)
    assert games.illegal.copy_to_host()[0] == 0
    yield "showing alone", batch / _timed(games._show, steps)
    for opponents in OPPONENTS:
        rows = Against(made, batch, opponents=opponents, seed=1)
        for _ in range(60):
            rows.step(anything)
        yield f"against {opponents}", batch / _timed(partial(rows.step, anything), steps)


def _limited(name: str, registers: int) -> Any:
    """A kernel again, with another limit."""
    limits = {"max_registers": registers} if registers else {}
    return cuda.jit(getattr(kernels, name).py_func, **limits)


def limits(batch: int, steps: int, every: Sequence[int]) -> None:
    """Microseconds of each kernel of a step by its registers, and what the host takes for it."""
    for key, kinds in KERNELS.items():
        games = vector_cuda.SelfPlay(rules(*key), batch, seed=1)
        step = partial(games.step, cuda.to_device(np.full(batch, ANY, np.int32)))
        for _ in range(60):
            step()
        print(f"{games.rules}: a step takes {_timed(step, steps) * 1e6:.1f} µs", flush=True)
        began = time.perf_counter()
        # Few enough that the GPU's queue takes them all.
        for _ in range(20):
            step()
        print(f"{games.rules}: of the host {(time.perf_counter() - began) / 20 * 1e6:.1f} µs")
        for name in kinds:
            for registers in every:
                own, show = getattr(kernels, name), vector_cuda.show
                setattr(kernels, name, _limited(name, registers))
                if name.endswith("step"):
                    vector_cuda.show = lambda *_: None
                took = _timed(games._show if name.endswith("show") else step, steps)
                setattr(kernels, name, own)
                vector_cuda.show = show
                print(
                    f"{games.rules}: {name} by {registers or 'all'}: {took * 1e6:.1f} µs",
                    flush=True,
                )


def figures(batch: int, steps: int) -> Iterator[Figure]:
    """Every figure of the table."""
    for key in GAMES:
        made = rules(*key)
        for what, rate in measure(made, batch, steps):
            bar = BARS.get(key) if what == "random actions" else None
            name = f"{made}, batch {batch:,}: {what}"
            yield Figure(name, rate, "steps/s", COMMAND, bar)


def main() -> None:
    """Check, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--check", type=int, default=500, help="games compared with the CPU")
    parser.add_argument(
        "--limits", type=int, nargs="*", help="only which of so many registers are best, 0 for all"
    )
    given = parser.parse_args()
    print(hardware())
    if given.limits is not None:
        limits(given.batch, given.steps, given.limits or LIMITS)
        return
    if given.check:
        check(games=given.check, depth=150)
    print("| what | steps/s | GB/s written | bar |\n|---|---|---|---|")
    for figure in figures(given.batch, given.steps):
        game = next(key for key in GAMES if figure.name.startswith(f"{rules(*key)},"))
        written = view(rules(*game)).bytes + ACTIONS
        rate = figure.value * written / 1e9
        reached = {None: "", True: "reached", False: "**missed**"}[figure.reached]
        bar = f"≥ {figure.bar:,.0f} {reached}" if figure.bar else ""
        print(f"| {figure.name} | {figure.value:,.0f} | {rate:,.0f} | {bar} |", flush=True)


if __name__ == "__main__":
    main()
