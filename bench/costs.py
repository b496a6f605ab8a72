"""Measures what bench.capacity reckons with: ``python -m bench.costs`` writes capacity.json.

One process with one table tells what a commit costs, with many what a move does; that two processes
carry what the simulation foresees of it is the test of the model.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvloop

from bench.capacity import COSTS, TABLES, Costs, Measured, foreseen_of_two
from bench.figure import hardware
from bench.postgres import Played, handled, play
from bench.server import unlimited
from kingdomino.server.app import tune_process
from kingdomino.server.disk.peers import PostgresPeers, hints
from kingdomino.server.live.hall import Hall
from kingdomino.server.thinking.bots import Bots
from tests.server.postgres import Cluster

SECONDS = 4.0
HINTS = 200


class Run(NamedTuple):
    """What was done in so many seconds, and what it took."""

    played: Played
    stored: float
    """Processor seconds of PostgreSQL."""
    grown: int
    """Bytes of memory."""


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def closed_loop(folder: Path, cluster: Cluster, tables: int) -> Run:
    """Play at tables that never pause."""
    before = _resident()
    hall = Hall(unlimited(folder, database=cluster.database()), Bots(fast=False))
    stored = list[float]()
    found = await play(hall, tables, SECONDS, lambda: stored.append(cluster.processor_seconds))
    grown = _resident() - before
    await hall.close()
    return Run(found, stored[-1] - stored[0], grown)


def split(one: Played, many: Played, took: tuple[float, float]) -> tuple[float, float]:
    """What a move and what a commit takes, from two runs with other numbers of each."""
    cost_one, cost_many = took
    whole = one.moves * many.commits - many.moves * one.commits
    move = (cost_one * many.commits - cost_many * one.commits) / whole
    return move, (one.moves * cost_many - many.moves * cost_one) / whole


async def _no_rows(sql: str, *values: object) -> list[object]:
    raise AssertionError(sql)


async def hint_cost() -> float:
    """Seconds for a hint of a table that is not in memory."""
    peers, tables = PostgresPeers(_no_rows, _no_rows), dict[str, object]()  # type: ignore[arg-type]
    peers._told = lambda game, seq: tables.get(game)  # type: ignore[assignment]
    (said,) = hints((f"table{number:05d}", number) for number in range(HINTS))
    began = time.process_time()
    for _ in range(200):
        peers._hear(None, 0, "", said)
    return (time.process_time() - began) / (200 * HINTS)


def measure() -> Measured:
    """All costs, and what two processes carry."""
    cluster = Cluster(durable=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            one, many = (uvloop.run(closed_loop(Path(folder), cluster, n)) for n in (1, TABLES))
            few, lots = one.played, many.played
            plan, gather = split(few, lots, (few.processor, lots.processor))
            row, commit = split(few, lots, (one.stored, many.stored))
            # With one table nothing is done beside anything else: what is left is waiting.
            sync = (few.seconds - few.processor - one.stored) / few.commits
            costs = Costs(plan, gather, row, commit, sync, asyncio.run(hint_cost()))
            two = max(handled(folder, cluster.database(), SECONDS) for _ in range(2))
    finally:
        cluster.close()
    date = datetime.now(UTC).date().isoformat()
    # A batch is about as large as many tables make it.
    stored = two.moves * (row + commit * lots.commits / lots.moves)
    share = min(1.0, (two.share + stored) / 2)
    return Measured(hardware(), date, costs, many.grown / TABLES, two.moves, share)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    tune_process()
    found = measure()
    COSTS.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{found}\ntwo processes: {foreseen_of_two(found):,.0f} moves/s foreseen")
