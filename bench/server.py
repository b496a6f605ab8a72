"""What the game server carries: durable moves, waiting times, bytes, idle sockets.

Everything stays on this machine. ``python -m bench.server`` runs it alone; as
``python -m bench.server DATA [fast]`` it is the server that the other parts talk to.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import uvloop

from bench import wire
from bench.client import NONCE, SEATS, Browser, Seat, begun
from bench.figure import Figure
from kingdomino import format_action, legal_actions
from kingdomino.server import Limits, Rate, Settings, create_app
from kingdomino.server.app import tune_process, uvicorn_server
from kingdomino.server.live import seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Move, NewTable, SeatWish
from kingdomino.server.thinking.bots import Bots

COMMAND = "make bench ARGS='--only server'"
TABLES, IDLE, PACED = 200, 5000, 100
PLENTY = Rate(1e6, 1e6)


def unlimited(folder: Path, *, fast: bool = False, database: str | None = None) -> Settings:
    """A server without limits, whose bots do not pretend to think."""
    limits = Limits(
        socket_messages=PLENTY,
        requests=PLENTY,
        changes=PLENTY,
        pace=PLENTY,
        new_tables=PLENTY,
        new_connections=PLENTY,
        sockets_per_address=10_000,
        connections_per_address=20_000,
    )
    return Settings(folder, database, bot_pause=(0.0, 0.0), limits=limits, fast=fast)


def serve(folder: Path, *words: str) -> None:
    """Serve on a free port of the loopback; the port is the first line printed.

    With ``fast`` on the fast engine, with ``limited`` as it is for everybody, with an address of
    PostgreSQL on the games there.
    """
    tune_process()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    limited = "limited" in words
    database = next((word for word in words if word.startswith("postgresql://")), None)
    made = (
        Settings(folder) if limited else unlimited(folder, fast="fast" in words, database=database)
    )
    app = create_app(made)
    server = uvicorn_server(app, host="127.0.0.1", port=0)
    print(listener.getsockname()[1], flush=True)
    server.run(sockets=[listener])


class Served:
    """A server process."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [sys.executable, "-m", "bench.server", str(folder), *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.url = f"http://127.0.0.1:{self.port}"
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{self.url}/healthz")
                return
            time.sleep(0.02)
        raise RuntimeError("the server does not come up")

    def resident(self) -> int:
        """Its memory in bytes."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    def handles(self) -> int:
        """How many files it has open, sockets among them."""
        return len([*Path(f"/proc/{self.process.pid}/fd").iterdir()])

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextlib.contextmanager
def _served(*, fast: bool = False) -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), *(["fast"] if fast else []))
        try:
            yield server
        finally:
            server.stop()


async def _handled_moves(game: str, seconds: float) -> tuple[float, float]:
    """Moves a second in the best second, and moves a second of processor time."""
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(unlimited(Path(folder)), Bots(fast=False))

        async def sit(number: int) -> None:
            nonlocal done
            async for _ in moves(hall, game, number, end):
                done += 1

        async def watch() -> float:
            best, before = 0.0, 0
            while time.perf_counter() < end:
                began = time.perf_counter()
                await asyncio.sleep(1.0)
                best = max(best, (done - before) / (time.perf_counter() - began))
                before = done
            return best

        began, end = time.process_time(), time.perf_counter() + seconds
        watching = asyncio.ensure_future(watch())
        await asyncio.gather(*(sit(number) for number in range(TABLES)))
        used = time.process_time() - began
        best = await watching
        await hall.close()
        return best, done / used


async def moves(hall: Hall, game: str, seed: int, end: float) -> AsyncIterator[None]:
    """Play both seats of one table after another until *end*; a step for each move on disk."""
    browser, rng, room = b"b" * 32, random.Random(seed), None
    table = NewTable(game=game, seats=[SeatWish("me"), SeatWish("me")])
    for number in count():
        if time.perf_counter() >= end:
            return
        if room is None or room.position.state.over:
            room = await hall.open_table(table, browser)
            await seating.give(room, browser, {0: NONCE, 1: NONCE})
        await room.move(browser, _random_move(room, rng, number))
        yield


def _random_move(room: Room, rng: random.Random, number: int) -> Move:
    state = room.position.state
    assert state.player is not None
    action = format_action(rng.choice(legal_actions(state)))
    return Move(f"move-{number:08d}", room.position.seq, state.player, [action])


def _handlers(seconds: float) -> Iterator[Figure]:
    tune_process()
    for game in ("kingdomino", "giants", "origins-tribe"):
        best, per_cpu = uvloop.run(_handled_moves(game, max(5.0, seconds * 2)))
        name = f"{game}: durable moves over {TABLES} games in one process"
        yield Figure(name, best, "moves/s", COMMAND, 2000.0)
        yield Figure(f"{name}, a second of its processor time", per_cpu, "moves/s", COMMAND)


async def _socket_moves(server: Served, seconds: float) -> float:
    """Moves a second in the best stretch."""
    browser, done = Browser(server.port), 0

    async def sit(seat: Seat) -> None:
        nonlocal done
        while time.perf_counter() < end:
            if await seat.move() is None:
                await seat.link.close()
                seat = await browser.seated(done)
            done += 1
        await seat.link.close()

    async def watch() -> float:
        best, before = 0.0, 0
        while time.perf_counter() < end:
            began = time.perf_counter()
            await asyncio.sleep(0.5)
            best = max(best, (done - before) / (time.perf_counter() - began))
            before = done
        return best

    seats = [await browser.seated(number) for number in range(TABLES)]
    end = time.perf_counter() + seconds
    watching = asyncio.ensure_future(watch())
    await asyncio.gather(*(sit(seat) for seat in seats))
    await browser.client.aclose()
    return await watching


async def paced_acks(
    server: Served, seconds: float, *, tables: int = 25, kings: int = 0
) -> list[float]:
    """The waiting times of PACED moves a second in all, spread over some tables."""
    browser, took = Browser(server.port), list[float]()
    if kings:
        await browser.seat_kings(kings)

    async def sit(seat: Seat, number: int) -> None:
        due = began + number / PACED
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            waited = await seat.move()
            if waited is None:
                await seat.link.close()
                seat = await browser.seated(number)
                continue
            took.append(waited)
            due += tables / PACED
        await seat.link.close()

    seats = [await browser.seated(number) for number in range(tables)]
    began = time.perf_counter()
    end = began + seconds
    await asyncio.gather(*(sit(seat, number) for number, seat in enumerate(seats)))
    await browser.client.aclose()
    return sorted(took)


def _bare_commits(commits: int = 300) -> list[float]:
    """The waiting times of SQLite alone on the same disk, one small commit after the other."""
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(Path(folder) / "bare", isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE bare (x)")
        for _ in range(commits):
            began = time.perf_counter()
            connection.execute("INSERT INTO bare VALUES (zeroblob(100))")
            took.append(time.perf_counter() - began)
            time.sleep(0.005)
        connection.close()
    return sorted(took)


def at(share: float, took: list[float]) -> float:
    """The time within which so large a part of all was done, in milliseconds."""
    return took[int(len(took) * share)] * 1000


def _sockets(seconds: float) -> Iterator[Figure]:
    ack = f"at {PACED} moves/s over sockets"
    with _served() as server:
        # The best of several stretches: other programs only make it slower. The disk alone is
        # measured beside each, since an ack waits for it.
        stretches = [
            (uvloop.run(paced_acks(server, max(4.0, seconds * 2))), _bare_commits())
            for _ in range(4)
        ]
        acks, bare = min(stretches, key=lambda stretch: at(0.99, stretch[0]))
        yield Figure(f"ack of a move, median {ack}", at(0.5, acks), "ms", COMMAND)
        yield Figure(f"ack of a move, p99 {ack}", at(0.99, acks), "ms", COMMAND, 30.0)
        disk = "a commit of SQLite alone on the same disk at that time"
        yield Figure(f"{disk}, p99", at(0.99, bare), "ms", COMMAND)
        ratio = min(at(0.99, acks) / at(0.99, bare) for acks, bare in stretches)
        yield Figure("ack of a move, p99, beside it", ratio, "×", COMMAND)
    with _served(fast=True) as server:
        kings = [uvloop.run(paced_acks(server, max(4.0, seconds * 2), kings=2)) for _ in range(3)]
        name = f"ack of a move, p99 {ack} while two kings think at another table"
        yield Figure(name, min(at(0.99, acks) for acks in kings), "ms", COMMAND)
    with _served() as server:
        best = uvloop.run(_socket_moves(server, max(6.0, seconds * 3)))
        name = f"kingdomino: durable moves over {TABLES} sockets, client on the same machine"
        yield Figure(name, best, "moves/s", COMMAND)


def _bytes(seconds: float) -> Iterator[Figure]:
    yield from wire.figures(COMMAND)


_PONG = b'{"type":"pong"}'
_FRAME = bytes([0x81, 0x80 | len(_PONG), 0, 0, 0, 0]) + _PONG


class Idler(asyncio.Protocol):
    """A spectator that only says it is still there."""

    def __init__(self, request: bytes, ready: asyncio.Future[None]) -> None:
        self.request = request
        self.ready = ready
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        self.transport = transport
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Greeted, or asked whether it is there."""
        if b'"ping"' in data:
            self.transport.write(_FRAME)
        elif b'"view"' in data and not self.ready.done():
            self.ready.set_result(None)


async def idle_bytes(servers: Sequence[Served], sockets: int) -> float:
    """Memory that each of so many idle sockets takes, spread over servers of the same games."""
    loop = asyncio.get_running_loop()
    async with httpx.AsyncClient(base_url=servers[0].url) as client:
        asked = {"game": "kingdomino", "seats": SEATS}
        games = [await begun(client, asked, 0, 1) for _ in range(100)]
    transports: list[asyncio.BaseTransport] = []

    async def enter(number: int) -> None:
        request = (
            f"GET /api/games/{games[number % len(games)]}/socket HTTP/1.1\r\nHost: x\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        ready: asyncio.Future[None] = loop.create_future()
        # The same games at all servers: every hundred sockets another one.
        port = servers[number // len(games) % len(servers)].port
        transport, _ = await loop.create_connection(
            lambda: Idler(request, ready), "127.0.0.1", port
        )
        transports.append(transport)
        await asyncio.wait_for(ready, 60)

    # The first ones pay for what all share.
    shared = 200 * len(servers)
    await asyncio.gather(*(enter(number) for number in range(shared)))
    before = sum(server.resident() for server in servers)
    for first in range(shared, sockets + shared, 200):
        await asyncio.gather(*(enter(number) for number in range(first, first + 200)))
    # Past a few pings, so that their cost is in it.
    await asyncio.sleep(11)
    grown = sum(server.resident() for server in servers) - before
    open_now = sum([await _open_sockets(server) for server in servers])
    if open_now != sockets + shared:
        raise RuntimeError(f"only {open_now} sockets are open")
    for transport in transports:
        transport.close()
    return grown / sockets


async def _open_sockets(server: Served) -> int:
    async with httpx.AsyncClient(base_url=server.url) as client:
        text = (await client.get("/metrics")).text
    return int(text.split("\nkingdomino_sockets ")[1].split()[0])


def allow_sockets() -> None:
    """As many descriptors as the system lets this process have, and those it starts."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 20_000), most))


def _idle(seconds: float) -> Iterator[Figure]:
    allow_sockets()
    with _served() as server:
        each = uvloop.run(idle_bytes([server], IDLE))
        name = f"memory of an idle socket among {IDLE:,}"
        yield Figure(name, each / 1000, "kB", COMMAND, 30.0)


def _start(seconds: float) -> Iterator[Figure]:
    took = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(3):
            began = time.perf_counter()
            server = Served(Path(folder), "fast")
            took.append(time.perf_counter() - began)
            server.stop()
    yield Figure("server up, second start", min(took[1:]), "s", COMMAND, 3.0)


def measure(seconds: float) -> Iterator[Figure]:
    """All figures of the server."""
    for part in (_bytes, _start, _handlers, _sockets, _idle):
        yield from part(seconds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", help="DATA [fast] of the server")
    if part := parser.parse_args().part:
        serve(Path(part[0]), *part[1:])
    else:
        for figure in measure(2.0):
            print(json.dumps(figure.document(), ensure_ascii=False))
