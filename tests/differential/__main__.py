"""A long run: ``python -m tests.differential --games 1000000``, spread over every rule set.

Without a number it plays 20,010 games, none of which the suite plays.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from kingdomino.fast import warmup
from kingdomino.games.catalogue import every_rules

from .versus import duels

CHUNK = 50


def main() -> None:
    """Play, and say how it went; an AssertionError names the first difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1_000_000, help="number of the first game")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after these")
    given = parser.parse_args()
    warmup()
    every = list(every_rules())
    each = -(-given.games // len(every))
    began, games, steps = time.monotonic(), 0, 0
    with ProcessPoolExecutor(given.workers) as pool:
        runs = [
            pool.submit(duels, rules, given.seed + first, min(CHUNK, each - first))
            for first in range(0, each, CHUNK)
            for rules in every
        ]
        for run in as_completed(runs):
            played, took = run.result()
            games, steps = games + played, steps + took
            sys.stderr.write(f"\r{games} games, {steps} steps, no difference")
            if time.monotonic() - began > 60 * given.minutes:
                pool.shutdown(cancel_futures=True)
                break
    sys.stderr.write("\n")
    sys.stdout.write(
        f"{games} games of {len(every)} rule sets, {steps} steps, no difference, "
        f"{time.monotonic() - began:.0f} s on {given.workers} processes\n"
    )


if __name__ == "__main__":
    main()
