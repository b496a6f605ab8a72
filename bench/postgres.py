"""What two processes on one PostgreSQL carry, on this machine with a real disk.

``python -m bench.postgres`` measures; as ``python -m bench.postgres FOLDER URL SECONDS`` it is one
of the two processes that move, and prints how many moves it has made and what they took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvloop
import websockets

from bench.client import Browser
from bench.figure import Figure
from bench.server import (
    Served,
    allow_sockets,
    at,
    idle_bytes,
    moves,
    paced_acks,
    unlimited,
)
from kingdomino.server.app import tune_process
from kingdomino.server.live.hall import Hall
from kingdomino.server.thinking.bots import Bots
from tests.server.postgres import Cluster

COMMAND = "make bench ARGS='--only postgres'"
TABLES = 250
"""For each of two processes."""
REACHES = 100
IDLE = 10_000


class Played(NamedTuple):
    """What a hall did in some seconds."""

    moves: int
    commits: int
    processor: float
    seconds: float


async def play(
    hall: Hall, tables: int, seconds: float, look: Callable[[], object] = lambda: None
) -> Played:
    """Move at tables that never pause, so long after each has made its first move.

    *look* is called when that time begins and when it ends.
    """
    done, sitting = 0, 0
    seated, over = asyncio.Event(), asyncio.Event()

    async def sit(number: int) -> None:
        nonlocal done, sitting
        table = moves(hall, "kingdomino", number, float("inf"))
        await anext(table)
        sitting += 1
        if sitting == tables:
            seated.set()
        async for _ in table:
            done += 1
            if over.is_set():
                return

    playing = [asyncio.ensure_future(sit(number)) for number in range(tables)]
    await seated.wait()
    look()
    before, commits = done, hall.store.commits
    used, began = time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    found = Played(done - before, hall.store.commits - commits, time.process_time() - used, took)
    look()
    over.set()
    await asyncio.gather(*playing)
    return found


async def _moves(folder: Path, url: str, seconds: float) -> Played:
    """What a hall of its own commits."""
    hall = Hall(unlimited(folder, database=url), Bots(fast=False))
    found = await play(hall, TABLES, seconds)
    await hall.close()
    return found


class Handled(NamedTuple):
    """What two processes did together."""

    moves: float
    """A second."""
    share: float
    """Processor seconds of the two, a second."""


def handled(folder: str, url: str, seconds: float) -> Handled:
    """Let two processes move."""
    command = [sys.executable, "-m", "bench.postgres", folder, url, str(seconds)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
    found = [Played(*json.loads(child.communicate()[0])) for child in both]
    return Handled(
        sum(one.moves / one.seconds for one in found),
        sum(one.processor / one.seconds for one in found),
    )


async def _paced(servers: list[Served], seconds: float) -> list[float]:
    both = await asyncio.gather(*(paced_acks(server, seconds) for server in servers))
    return sorted(both[0] + both[1])


async def _reach(servers: list[Served]) -> list[float]:
    """Seconds from a move's ack at one process to its event on a socket at the other."""
    browser, took = Browser(servers[0].port), list[float]()
    while len(took) < REACHES:
        seat = await browser.seated(len(took))
        url = f"ws://127.0.0.1:{servers[1].port}/api/games/{seat.game}/socket"
        async with websockets.connect(url, compression=None, ping_interval=None) as other:
            while seat.options and len(took) < REACHES:
                seq = seat.seq + 1
                heard = asyncio.ensure_future(_heard(other, seq))
                began = time.perf_counter()
                waited = await seat.move()
                assert waited is not None
                took.append(max(0.0, await heard - began - waited))
        await seat.link.close()
    await browser.client.aclose()
    return sorted(took)


async def _heard(link: websockets.ClientConnection, seq: int) -> float:
    """When the event with this number was heard."""
    while True:
        message = msgspec.json.decode(await link.recv())
        if message["type"] == "ping":
            await link.send('{"type":"pong"}')
        if message["type"] == "event" and message["seq"] == seq:
            return time.perf_counter()


@contextmanager
def _served(folder: str, url: str) -> Iterator[list[Served]]:
    servers = [Served(Path(folder), url) for _ in range(2)]
    try:
        yield servers
    finally:
        for server in servers:
            server.stop()


def measure(seconds: float) -> Iterator[Figure]:
    """Durable moves, waiting times, and how soon the other process knows."""
    cluster = Cluster(durable=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            runs = (handled(folder, cluster.database(), max(3.0, seconds)) for _ in range(2))
            best = max(run.moves for run in runs)
            name = f"kingdomino: durable moves over {2 * TABLES} games in two processes"
            yield Figure(name, best, "moves/s", COMMAND, 2000.0)
            with _served(folder, cluster.database()) as servers:
                acks = uvloop.run(_paced(servers, max(4.0, seconds * 2)))
                name = "ack of a move, p99 at 200 moves/s over sockets of two processes"
                yield Figure(name, at(0.99, acks), "ms", COMMAND, 30.0)
                reach = uvloop.run(_reach(servers))
                name = "a move on a socket at the other process after its ack, median"
                yield Figure(name, at(0.5, reach), "ms", COMMAND, 20.0)
            allow_sockets()
            with _served(folder, cluster.database()) as servers:
                each = uvloop.run(idle_bytes(servers, IDLE))
                name = f"memory of an idle socket among {IDLE:,} over two processes"
                yield Figure(name, each / 1000, "kB", COMMAND, 30.0)
    finally:
        cluster.close()


if __name__ == "__main__":
    tune_process()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", help="FOLDER URL SECONDS of one of the two processes")
    part: list[str] = parser.parse_args().part
    if len(part) not in (0, 3):
        parser.error("FOLDER URL SECONDS, all three of them, or no word at all")
    if part:
        folder, url, seconds = part
        print(json.dumps(uvloop.run(_moves(Path(folder), url, float(seconds)))))
    else:
        for figure in measure(2.0):
            print(json.dumps(figure.document(), ensure_ascii=False))
