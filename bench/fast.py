"""How fast the compiled engine is, on one core: whole games by random and by greedy moves.

One core means a second of processor time of one thread: on an idle machine that is a second, and
on a shared one it is not the others' time. The best stretch counts.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import numpy as np

from bench.figure import Figure, best_rate
from kingdomino.core.rules import Rules
from kingdomino.fast import warmup
from kingdomino.fast.bridge.params import params, words
from kingdomino.fast.many import cpu
from kingdomino.fast.policy.playout import GREEDY, RANDOM
from kingdomino.games.catalogue import rules

COMMAND = "make bench ARGS='--only fast'"
BATCH = 2000
GAMES = (
    ("kingdomino", 2, ()),
    ("kingdomino", 2, ("mighty_duel",)),
    ("kingdomino", 4, ()),
    ("giants", 2, ()),
    ("giants", 4, ()),
    ("origins-discovery", 2, ()),
    ("origins-totem", 4, ()),
    ("origins-tribe", 2, ()),
    ("origins-tribe", 4, ()),
)
BARS = {
    ("kingdomino", 2, (), RANDOM): 350_000.0,
    ("kingdomino", 2, ("mighty_duel",), RANDOM): 170_000.0,
    ("kingdomino", 2, (), GREEDY): 65_000.0,
}
POLICIES = {RANDOM: "random", GREEDY: "greedy"}
SLOWER = 2.5
"""How much longer than in Kingdomino a decision of another game may take."""


class Table:
    """Games of one rule set, played again and again with new chance."""

    def __init__(self, made: Rules, policy: int) -> None:
        self.p, self.policy, self.first = params(made), policy, 0
        self.states = np.zeros((BATCH, words(made)), np.uint64)
        self.keys = np.zeros((BATCH, made.players), np.int32)
        self.taken = np.zeros(BATCH, np.int32)

    @property
    def steps(self) -> int:
        """The decisions and chance events of the last batch."""
        return int(self.taken.sum())

    def play(self) -> int:
        """A batch of whole games; how many."""
        cpu.begin(self.p, self.states, np.uint64(1), np.uint64(self.first))
        cpu.play(self.p, self.states, self.keys, self.taken, policy=self.policy)
        self.first += BATCH
        return BATCH

    def play_on_all_cores(self) -> int:
        """As ``play``, on all threads."""
        cpu.begin(self.p, self.states, np.uint64(1), np.uint64(self.first))
        cpu.parallel_play(self.p, self.states, self.keys, self.taken, policy=self.policy)
        self.first += BATCH
        return BATCH


def one_core_rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work per second of this thread's processor time: the best of many stretches."""
    best, ends = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < ends:
        began = time.thread_time()
        done = work()
        best = max(best, done / (time.thread_time() - began))
    return best


def measure(seconds: float) -> Iterator[Figure]:
    """Every figure in turn, each from about so many seconds of work."""
    warmup()
    yield from _games(seconds)
    everywhere = Table(rules("kingdomino", 2), RANDOM)
    everywhere.play_on_all_cores()
    rate = best_rate(everywhere.play_on_all_cores, seconds=seconds)
    yield Figure("fast: random games, kingdomino for 2, all cores", rate, "games/s", COMMAND)
    yield _compile_time()


def _games(seconds: float) -> Iterator[Figure]:
    base = 0.0
    for policy, word in POLICIES.items():
        for name, players, variants in GAMES:
            made = rules(name, players, variants)
            table = Table(made, policy)
            table.play()
            rate = one_core_rate(table.play, seconds)
            bar = BARS.get((name, players, variants, policy))
            yield Figure(f"fast: {word} games, {made}, one core", rate, "games/s", COMMAND, bar)
            if policy == RANDOM:
                took = 1e9 * BATCH / (rate * table.steps)
                base = base or took
                yield _per_step(made, took, base)


def _per_step(made: Rules, took: float, base: float) -> Figure:
    name = f"fast: random step, {made}, one core"
    bar = None if made.game == "kingdomino" else SLOWER * base
    return Figure(name, took, "ns", COMMAND, bar)


def _compile_time() -> Figure:
    """All that a bot needs, compiled on a machine that has nothing on disk."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with tempfile.TemporaryDirectory() as empty:
        subprocess.run(
            [sys.executable, "-c", "from kingdomino.fast import warmup; warmup()"],
            env=os.environ | {"NUMBA_CACHE_DIR": empty},
            check=True,
        )
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return Figure("fast: cold compile of all a bot needs", took, "s", COMMAND, 60.0)


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=2.0, help="of each measurement")
    asked = parser.parse_args()
    figures = [figure.document() for figure in measure(asked.seconds)]
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
