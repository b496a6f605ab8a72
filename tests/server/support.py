"""What the server's tests share: halls in this process, servers in another, players for both."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import IO, Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from kingdomino import format_action, legal_actions
from kingdomino.server import create_app
from kingdomino.server.error import ServerError
from kingdomino.server.live import invitation, seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Join, Move, NewTable, SeatWish
from kingdomino.server.settings import Settings
from kingdomino.server.table.patch import Json, merge, without_nulls
from kingdomino.server.thinking.bots import Bots
from kingdomino.server.web.guard import Guard
from tests.process import all_ended, started
from tests.server.serving import GENEROUS

ROOT = Path(__file__).parents[2]
ANA, BO, CAT = b"ana" * 10, b"bo" * 16, b"cat" * 10
"""Hashes that stand for browsers."""
BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
"""For tests that hold whichever database the games are in."""
PATIENCE = 60.0
"""Nothing in these tests takes so long, even on a busy machine."""


@cache
def shared_bots() -> Bots:
    """One thinking process for all halls of this process; nothing has to be compiled for it.

    It is waited for: on a busy machine one hint in thousands comes too late for a player.
    """
    return Bots(fast=False, patience=PATIENCE)


def settings(folder: Path, **changes: Any) -> Settings:
    """A server without pauses and limits."""
    made = Settings(data=folder, bot_pause=(0.0, 0.0), limits=GENEROUS)
    return replace(made, **changes)


@contextlib.asynccontextmanager
async def hall_at(folder: Path, bots: Bots | None = None, **changes: Any) -> AsyncIterator[Hall]:
    """A hall in this process; unfinished games go on."""
    hall = Hall(settings(folder, **changes), bots or shared_bots())
    hall.start()
    try:
        yield hall
    finally:
        await hall.close()


@contextlib.asynccontextmanager
async def client_of(made: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at a server of this process."""
    app = create_app(made, shared_bots())
    assert isinstance(app, Guard)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        yield client
    await app.hall.close()


async def until(true: Callable[[], bool | Awaitable[bool]], *, patience: float = PATIENCE) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        answer = true()
        if answer if isinstance(answer, bool) else await answer:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("waited in vain")


def table(game: str = "kingdomino", seats: str = "mm", **more: Any) -> NewTable:
    """A table asked for: m for me, l for a link, b for a squire, r for a page."""
    kinds = {"m": ("me", None), "l": ("link", None), "b": ("bot", "squire"), "r": ("bot", "page")}
    wishes = [
        SeatWish(kind, name=f"P{i}", level=level)  # type: ignore[arg-type]
        for i, (kind, level) in enumerate(kinds[letter] for letter in seats)
    ]
    return NewTable(game=game, seats=wishes, **more)


async def opened(hall: Hall, game: str = "kingdomino", seats: str = "mm", **more: Any) -> Room:
    """A table opened by Ana, who has given her nonces: it begins when no seat is open."""
    room = await hall.open_table(table(game, seats, **more), ANA)
    await give(room, ANA)
    return room


def nonce_of(seat: int) -> str:
    """What the seat gives to the draw."""
    return f"{seat:x}a" * 16


def nonces(*seats: int) -> Json:
    """The nonces of these seats, as they are given over HTTP."""
    return {"nonces": {str(seat): nonce_of(seat) for seat in seats}}


async def give(room: Room, browser: bytes) -> None:
    """Somebody gives the nonces that the table waits for."""
    mine = room.seats_of(browser) or ([] if room.owners else [0])
    owed = {seat: nonce_of(seat) for seat in room.position.owing if seat in mine}
    await seating.give(room, browser, owed)


async def rematch(hall: Hall, room: Room, *browsers: bytes) -> Room:
    """The same seats again, asked for by the first of these, who all give their nonces."""
    again = await hall.room((await hall.rematch(room, browsers[0]))["id"])
    for browser in browsers:
        await give(again, browser)
    return again


def some_move(room: Room, rng: random.Random, *, move_id: str = "") -> Move | None:
    """A legal move of the human who is to decide."""
    seat = room.position.human_to_act
    if seat is None:
        return None
    action = format_action(rng.choice(legal_actions(room.position.state)))
    name = move_id or f"move-{rng.getrandbits(64):016x}"
    return Move(name, room.position.seq, seat, [action])


async def play_on(room: Room, rng: random.Random, *, moves: int = 1000) -> int:
    """Play so many moves for all humans of the table, or to the end; returns how many."""
    made = 0
    while made < moves and not room.position.state.over:
        move = some_move(room, rng)
        if move is None:
            # A bot thinks, in another process: who only asks again and again takes its core.
            await asyncio.sleep(0.002)
            continue
        await room.move(room.owners[move.seat], move)
        made += 1
    return made


async def folder_of_games(folder: Path, rng: random.Random, tables: int = 3) -> dict[str, int]:
    """Some tables, each a little further; their ids and where they stand."""
    stands: dict[str, int] = {}
    async with hall_at(folder) as hall:
        for number in range(tables):
            room = await opened(hall, seats="mm")
            await play_on(room, rng, moves=4 + 3 * number)
            stands[room.id] = room.position.seq
    return stands


async def refused(work: Awaitable[Any]) -> ServerError:
    """The refusal that *work* meets with."""
    with pytest.raises(ServerError) as refusal:
        await work
    return refusal.value


async def join(hall: Hall, room: Room, seat: int, browser: bytes) -> Any:
    """Somebody takes up Ana's invitation, and gives a nonce."""
    token = invitation.links(hall, room, ANA)[str(seat)].partition("#")[2]
    answer = await invitation.join(hall, Join(token, name="Bo"), browser)
    await give(room, browser)
    return answer


class Ear:
    """Somebody who listens at a table in this process."""

    def __init__(self, browser: bytes | None = None, seats: list[int] | None = None) -> None:
        self.browser = browser
        self.seats = seats or []
        self.heard: list[bytes] = []
        self.dropped: int | None = None

    def tell(self, message: bytes) -> None:
        """Hear a message."""
        self.heard.append(message)

    def drop(self, code: int, why: str) -> None:
        """Be sent away."""
        self.dropped = code


def followed(view: Json, events: list[Json]) -> Json:
    """The view after these events, as a page makes it."""
    for event in events:
        view = merge(view, event["patch"])
    return without_nulls(view)  # type: ignore[no-any-return]


class Born:
    """A process that somebody else has started for us."""

    def __init__(self, stdout: IO[str]) -> None:
        self.stdout = stdout
        self.pid = int(stdout.readline())

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)

    def wait(self, timeout: float) -> int:
        assert all_ended([self.pid], patience=timeout)
        return 0


class Process:
    """A server process; ended by its handle only."""

    def __init__(self, folder: Path, child: subprocess.Popen[str] | Born, log: Path) -> None:
        assert child.stdout is not None
        self.folder = folder
        self._child = child
        self._log = log
        self.port = int(child.stdout.readline())

    @property
    def children(self) -> list[int]:
        """The processes that it has started."""
        pid = self._child.pid
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    @property
    def resident(self) -> int:
        """Its memory in bytes."""
        pages = Path(f"/proc/{self._child.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def processor_seconds(self) -> float:
        """What it has used of the processor, without its children."""
        fields = Path(f"/proc/{self._child.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log_text(self) -> str:
        """All that it has logged."""
        return self._log.read_text()

    def socket_url(self, game: str, after: int | None = None) -> str:
        """The address of a table's socket."""
        query = "" if after is None else f"?after={after}"
        return f"ws://127.0.0.1:{self.port}/api/games/{game}/socket{query}"

    def wait_up(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz").status_code == 200:
                    return
            time.sleep(0.02)
        raise AssertionError("the server does not come up")

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self._child.kill()
        self._child.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to end; returns its exit status."""
        self._child.terminate()
        return self._child.wait(PATIENCE)


@contextlib.contextmanager
def process_at(folder: Path, *options: str) -> Iterator[Process]:
    """A server process for the length of a block."""
    command = [sys.executable, "-m", "tests.server.serving", str(folder), *options]
    pipes = {"stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    path = folder.parent / f"{folder.name}.log"
    with path.open("ab") as log, started(command, stderr=log, **pipes) as child:
        process = Process(folder, child, path)
        process.wait_up()
        yield process
        if child.poll() is None:
            process.stop()


class Nursery:
    """Starts servers that have nothing left to import."""

    def __init__(self, child: subprocess.Popen[str]) -> None:
        self._child = child

    def process_at(self, folder: Path, *options: str) -> Process:
        """A server process; whoever asks for it ends it."""
        log = folder.parent / f"{folder.name}.log"
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps([str(log), str(folder), *options]) + "\n")
        self._child.stdin.flush()
        process = Process(folder, Born(self._child.stdout), log)
        process.wait_up()
        return process


@contextlib.contextmanager
def nursery() -> Iterator[Nursery]:
    """A nursery for the length of a block, and all that it has started."""
    command = [sys.executable, "-m", "tests.server.serving", "--nurse"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    with started(command, **pipes) as child:
        yield Nursery(child)


def cookie_header(client: httpx.Client | httpx.AsyncClient) -> dict[str, str]:
    """The cookies of a client, for a socket."""
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}


async def told(link: ClientConnection) -> Json:
    """What a socket says next, but for its pings: they come of themselves, at any time."""
    while True:
        message: Json = json.loads(await link.recv())
        if message["type"] != "ping":
            return message
