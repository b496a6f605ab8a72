"""Everything on a GPU: whole random games, the vector environment, learning. Needs an NVIDIA GPU.

``PYTHONPATH=src python bench/run.py --only gpu`` after ``python -m tests.differential.devices``
has shown that the games are those of the CPU.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from bench import env_gpu
from bench.figure import Figure
from kingdomino.core.rules import Rules
from kingdomino.fast.many import cpu
from kingdomino.fast.many.cuda import check_gpu, cuda, games
from kingdomino.games.catalogue import rules

COMMAND = "python bench/run.py --only gpu"
GAMES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("kingdomino", 2, ()),
    ("kingdomino", 4, ()),
    ("kingdomino", 2, ("mighty_duel",)),
    ("giants", 4, ()),
    ("origins-discovery", 4, ()),
    ("origins-totem", 4, ()),
    ("origins-tribe", 4, ()),
)
BARS: dict[tuple[str, int, tuple[str, ...]], float] = {
    ("kingdomino", 2, ()): 19e9,
    ("giants", 4, ()): 4e9,
    ("origins-tribe", 4, ()): 4e9,
}
BATCH = 1 << 22
LEARNERS = 16_384
SAMPLE = 2000


def _decisions(made: Rules) -> float:
    """Decisions of a random game on average, from games on the CPU."""
    _, steps = cpu.games(made, SAMPLE, seed=1)
    # After the set-up every round but the last lays a row, and in Tribe turns up cavemen at most
    # as often.
    chance = len(made.setup) + (made.rounds - 1) * (2 if made.cavemen else 1)
    return float(steps.mean()) - chance


def _whole_games(key: tuple[str, int, tuple[str, ...]]) -> Iterator[Figure]:
    made = rules(*key)
    games(made, BATCH, seed=1)
    begin, end, best = cuda.event(), cuda.event(), float("inf")
    for seed in range(2, 7):
        begin.record()
        games(made, BATCH, seed=seed)
        end.record()
        end.synchronize()
        best = min(best, cuda.event_elapsed_time(begin, end) / 1000)
    rate = BATCH / best
    yield Figure(f"{made}: random games on the GPU", rate, "games/s", COMMAND)
    name = f"{made}: random decisions on the GPU"
    yield Figure(name, rate * _decisions(made), "decisions/s", COMMAND, BARS.get(key))


def _learning() -> Iterator[Figure]:
    """Playing and learning, two settings side by side."""
    # Without this JAX takes most of the GPU's memory, and the games have none left.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    from kingdomino.learn.play import Plan
    from kingdomino.learn.train import Trainer

    settings = [rules("kingdomino", 2), rules("kingdomino", 2, ["mighty_duel"])]
    trainer = Trainer(settings, Plan(rows=LEARNERS))
    for _ in range(2):
        trainer.round(0.0)
    before, began = trainer.decisions, time.perf_counter()
    for _ in range(8):
        trainer.round(0.0)
    rate = (trainer.decisions - before) / (time.perf_counter() - began)
    yield Figure(f"learning Kingdomino for two, 5×5 and 7×7, {LEARNERS:,} games of each",
                 rate, "decisions/s", COMMAND)  # fmt: skip


def measure(seconds: float) -> Iterator[Figure]:
    """Every figure; *seconds* does not matter, a launch is as long as it is."""
    check_gpu()
    for key in GAMES:
        yield from _whole_games(key)
    for figure in env_gpu.figures(env_gpu.BATCH, 100):
        yield Figure(f"vector environment, {figure.name}", figure.value, figure.unit, COMMAND,
                     figure.bar)  # fmt: skip
    yield from _learning()
