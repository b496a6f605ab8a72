"""Floods from one address, and what somebody else at the server feels of them.

``python -m bench.flood`` measures, with ``--kind`` and ``--part`` only some of it. With ``--be`` it
is the flood itself, with its target on standard input, and prints how it was answered.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import uvloop
import websockets

from bench.client import Seat, begun, bots_ready
from bench.figure import Figure
from bench.server import Served
from kingdomino.server.thinking.reader import give_way

COMMAND = "make bench ARGS='--only flood'"
AT_ONCE = 64
HALF_OPEN = 1000
ROUNDS, SECONDS = 3, 4.0
"""Without and with a flood in turn, so that what else the machine does is in both alike."""
PACED, TABLES = 50, 10
REQUESTS = 100_000
SOME = 3000
"""Requests after which everything is in memory that one of their kind needs."""
BYSTANDERS = (f"127.0.0.{number}" for number in cycle(range(2, 250)))
"""Each has an address of its own, or together they would open too many tables."""
ACK_BAR, REPLAY_BAR, BOT_BAR, MEMORY_BAR = 3.0, 2.0, 2.0, 5.0
ME = {"kind": "me"}


@dataclass(frozen=True, slots=True)
class Target:
    """What a flood has to know of a server."""

    port: int
    game: str
    """A table of the flooder's own, where it is to decide."""
    cookie: str
    record: str
    seq: int
    seat: int
    actions: list[str]
    """What it may do there."""

    def request(self, method: str, path: str, body: str = "") -> bytes:
        """A request as it is sent."""
        head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {self.cookie}"]
        head += [f"Content-Length: {len(body.encode())}"] if body else []
        return ("\r\n".join(head) + "\r\n\r\n" + body).encode()


class Line:
    """A connection that is made again when it was hung up on."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._socket: Any = None
        self._held: deque[socket.socket] = deque()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.target.port)
        return self._streams

    def hang_up(self) -> None:
        """Without a word."""
        if self._streams:
            self._streams[1].transport.abort()
            self._streams = None

    def hang_up_all(self) -> None:
        """All that it has ever opened."""
        self.hang_up()
        if self._socket is not None:
            self._socket.transport.abort()
        for held in self._held:
            held.close()

    async def ask(self, request: bytes) -> str:
        """How a request is answered."""
        try:
            reader, writer = await self._open()
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = head.partition("content-length:")[2].partition("\r\n")[0]
            await reader.readexactly(int(length or 0))
            return head.split()[1]
        except (OSError, asyncio.IncompleteReadError):
            self.hang_up()
            return "hung up"

    async def leave(self, request: bytes) -> str:
        """Ask, and go away before the answer."""
        try:
            _, writer = await self._open()
            writer.write(request)
            await asyncio.sleep(0.02)
        except OSError:
            return "hung up"
        finally:
            self.hang_up()
        return "left"

    async def stay(self, request: bytes) -> str:
        """One more connection that never comes to the point."""
        loop, held = asyncio.get_running_loop(), socket.socket()
        held.settimeout(0)
        self._held.append(held)
        if len(self._held) > HALF_OPEN // AT_ONCE:
            self._held.popleft().close()
        try:
            await loop.sock_connect(held, ("127.0.0.1", self.target.port))
            await loop.sock_sendall(held, request)
        except OSError:
            return "hung up"
        return "stayed"

    async def tell(self, message: bytes) -> str:
        """What a message on a socket is answered with."""
        url = f"ws://127.0.0.1:{self.target.port}/api/games/{self.target.game}/socket"
        try:
            if self._socket is None:
                headers = {"Cookie": self.target.cookie}
                self._socket = await websockets.connect(url, additional_headers=headers)
                await self._socket.recv()
            await self._socket.send(message, text=True)
            while (kind := str(json.loads(await self._socket.recv())["type"])) == "ping":
                pass
            return kind
        except (OSError, websockets.WebSocketException):
            self._socket = None
            return "hung up"


def _spelling(target: Target, n: int) -> bytes:
    return target.request("GET", f"/{n:x}/../icons/./icon-512.png")


def _replay(target: Target, n: int) -> bytes:
    return target.request("POST", "/api/replay", target.record)


def _hint(target: Target, n: int) -> bytes:
    return target.request("POST", f"/api/replay/hint?at={10 + n % 20}", target.record)


def _join(target: Target, n: int) -> bytes:
    return target.request("POST", "/api/join", json.dumps({"token": f"nobody-{n}"}))


def _table(target: Target, n: int) -> bytes:
    asked = {"game": "kingdomino", "seats": [ME, {"kind": "bot"}, {"kind": "bot"}]}
    return target.request("POST", "/api/games", json.dumps(asked))


def _view(target: Target, n: int) -> bytes:
    what = ("", "/record", "/sheets", "/events")[n % 4]
    return target.request("GET", f"/api/games/{target.game}{what}")


def _list(target: Target, n: int) -> bytes:
    return target.request("GET", ("/api/my-games", "/api/catalogue", "/openapi.json")[n % 3])


def _move(target: Target, n: int) -> bytes:
    move = {"move_id": f"move-{n:08d}", "expected_seq": n % 99, "seat": n % 2, "actions": ["pass"]}
    return target.request("POST", f"/api/games/{target.game}/moves", json.dumps(move))


def _poll(target: Target, n: int) -> bytes:
    return target.request("GET", f"/api/games/{target.game}/events?after={target.seq}&wait=25")


def _half(target: Target, n: int) -> bytes:
    return target.request("GET", "/")[:-2]


def _stage(target: Target, n: int) -> bytes:
    actions = [target.actions[n % len(target.actions)]]
    return json.dumps({"type": "stage", "seat": target.seat, "actions": actions}).encode()


Said = Callable[[Target, int], bytes]
KINDS: dict[str, tuple[Said, Callable[[Line, bytes], Awaitable[str]]]] = {
    "spellings of a file": (_spelling, Line.ask),
    "replays": (_replay, Line.ask),
    "hints at a record": (_hint, Line.ask),
    "views and records": (_view, Line.ask),
    "lists": (_list, Line.ask),
    "joins": (_join, Line.ask),
    "wrong moves": (_move, Line.ask),
    "new tables": (_table, Line.ask),
    "abandoned polls": (_poll, Line.leave),
    "half-open connections": (_half, Line.stay),
    "stages on sockets": (_stage, Line.tell),
}
"""What is sent, and how."""


async def flood(
    kind: str, target: Target, seconds: float, requests: int, *, at_once: int = AT_ONCE
) -> Counter[str]:
    """Send so many requests, or for so long; how they were answered."""
    said, how = KINDS[kind]
    answers: Counter[str] = Counter()
    numbers, end = iter(range(requests)), time.monotonic() + seconds

    async def work() -> None:
        line = Line(target)
        try:
            while time.monotonic() < end and (n := next(numbers, None)) is not None:
                answers[await how(line, said(target, n))] += 1
        finally:
            line.hang_up_all()

    try:
        await asyncio.gather(*(work() for _ in range(at_once)))
    finally:
        # What was hung up on is closed when the loop has come round.
        await asyncio.sleep(0.1)
    return answers


async def aimed(url: str) -> Target:
    """A table of one's own in the middle of its game, and its record."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        asked = {"game": "kingdomino", "seats": [ME, ME]}
        game = await begun(client, asked, 0, 1)
        for n in range(24):
            now = (await client.get(f"/api/games/{game}")).json()
            move = {"move_id": f"aim-{n:06d}", "expected_seq": now["view"]["seq"]}
            move |= {"seat": now["seat"], "actions": [now["options"][0][0]]}
            await client.post(f"/api/games/{game}/moves", json=move)
        now = (await client.get(f"/api/games/{game}")).json()
        record = (await client.get(f"/api/games/{game}/record")).text
        cookie = f"kingdomino={client.cookies['kingdomino']}"
        port, actions = httpx.URL(url).port, [option[0] for option in now["options"]]
        assert port is not None
        return Target(port, game, cookie, record, now["view"]["seq"], now["seat"], actions)


@contextlib.contextmanager
def flooding(kind: str, target: Target, seconds: float, requests: int) -> Iterator[Any]:
    """A flood in a process of its own; it has begun."""
    command = [sys.executable, "-m", "bench.flood", "--be", kind, str(seconds), str(requests)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    child: Any
    with subprocess.Popen(command, **pipes) as child:  # type: ignore[call-overload]
        child.stdin.write(json.dumps(asdict(target)))
        child.stdin.close()
        child.stdout.readline()
        try:
            yield child
        finally:
            child.kill()


def be_flood(kind: str, seconds: float, requests: int) -> None:
    """What the process of a flood does.

    It would come from another machine, so here it takes only what the server leaves.
    """
    give_way()
    target = Target(**json.load(sys.stdin))
    print("begun", flush=True)
    print(json.dumps(uvloop.run(flood(kind, target, seconds, requests))), flush=True)


class Bystander:
    """Somebody from elsewhere who plays meanwhile."""

    def __init__(self, url: str, tables: int = TABLES) -> None:
        self.url = url
        self.tables = tables
        self.address = next(BYSTANDERS)
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        self.client = httpx.AsyncClient(base_url=url, timeout=60, transport=transport)
        self.acks: list[float] = []
        self.bots: list[float] = []

    async def _seated(self, other: dict[str, str]) -> Seat:
        asked = {"game": "kingdomino", "seats": [ME, other]}
        game = await begun(self.client, asked, *((0, 1) if other is ME else (0,)))
        link = await websockets.connect(
            f"{self.url.replace('http', 'ws')}/api/games/{game}/socket",
            additional_headers={"Cookie": f"kingdomino={self.client.cookies['kingdomino']}"},
            local_addr=(self.address, 0),
            compression=None,
            ping_interval=None,
        )
        return Seat(link, json.loads(await link.recv()), 1)

    async def play(self, seconds: float) -> None:
        """Moves at a steady pace at some tables, and a game with a bot."""
        seats = [await self._seated(ME) for _ in range(self.tables)]
        with_bot = await self._seated({"kind": "bot"})
        end = time.monotonic() + seconds
        moving = (self._move_on(seat, end, n / PACED) for n, seat in enumerate(seats))
        await asyncio.gather(self._play_bot(with_bot, end), *moving)
        await self.client.aclose()

    async def _move_on(self, seat: Seat, end: float, late: float) -> None:
        due = time.monotonic() + late
        while time.monotonic() < end:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            took = await seat.move()
            if took is None:
                await seat.link.close()
                seat = await self._seated(ME)
                continue
            self.acks.append(took)
            due += self.tables / PACED
        await seat.link.close()

    async def _play_bot(self, seat: Seat, end: float) -> None:
        """Every event of the bot: how long after the one before."""
        while time.monotonic() < end:
            if seat.over:
                await seat.link.close()
                seat = await self._seated({"kind": "bot"})
            if seat.options:
                await seat.send()
            last = time.perf_counter()
            while not (seat.options or seat.over):
                message = json.loads(await seat.link.recv())
                await seat.hear(message)
                if message.get("player") == 1:
                    self.bots.append(time.perf_counter() - last)
                if message["type"] == "event":
                    last = time.perf_counter()
        await seat.link.close()


async def watched(url: str, seconds: float) -> Bystander:
    """What somebody feels in so many seconds."""
    bystander = Bystander(url)
    await bystander.play(seconds)
    return bystander


def _at(share: float, took: list[float]) -> float:
    return sorted(took)[int(len(took) * share)]


def _felt(url: str, kinds: Iterable[str]) -> Iterator[Figure]:
    """What each flood takes from somebody else, beside the same without it just before."""
    target = uvloop.run(aimed(url))
    uvloop.run(_ready(url))
    for kind in kinds:
        idle, busy = list[Bystander](), list[Bystander]()
        for _ in range(ROUNDS):
            idle.append(uvloop.run(watched(url, SECONDS)))
            with flooding(kind, target, SECONDS + 60, 10**9):
                time.sleep(1.0)
                busy.append(uvloop.run(watched(url, SECONDS)))
        for what, share, bar in (("acks", 0.99, _ack_bar(kind)), ("bots", 0.5, BOT_BAR)):
            before, after = (
                _at(share, [took for one in those for took in getattr(one, what)])
                for those in (idle, busy)
            )
            named = "ack of a move, p99" if what == "acks" else "bot's answer, median"
            yield Figure(f"{named}, idle beside {kind}", before * 1000, "ms", COMMAND)
            name = f"{named}, in a flood of {kind}, beside it"
            yield Figure(name, after / before, "×", COMMAND, bar, at_most=True)


async def _ready(url: str) -> None:
    """Returns when nothing is being compiled any more, and a bot has moved."""
    async with httpx.AsyncClient(base_url=url) as client:
        await bots_ready(client)
    await watched(url, 1.0)


def _ack_bar(kind: str) -> float:
    return REPLAY_BAR if kind == "replays" else ACK_BAR


def _grown(server: Served, kind: str, requests: int) -> float:
    """By how many per cent the memory has grown after so many requests of a kind."""
    target = uvloop.run(aimed(server.url))
    sizes = []
    for many in (SOME, requests):
        with flooding(kind, target, 3600, many) as child:
            child.stdout.read()
        time.sleep(2.0)
        sizes.append(server.resident())
    return (sizes[1] / sizes[0] - 1) * 100


def felt(kinds: Iterable[str] = KINDS) -> Iterator[Figure]:
    """Figures of a bystander, with the limits that everybody has."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), "limited")
        try:
            yield from _felt(server.url, kinds)
        finally:
            server.stop()


def memory(kinds: Iterable[str] = KINDS) -> Iterator[Figure]:
    """Figures of the memory, without limits: each kind has a server of its own."""
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            server = Served(Path(folder))
            try:
                grown = _grown(server, kind, REQUESTS)
            finally:
                server.stop()
        name = f"memory after {REQUESTS:,} {kind}, more than after {SOME:,}"
        yield Figure(name, grown, "%", COMMAND, MEMORY_BAR, at_most=True)


PARTS = {"felt": felt, "memory": memory}


def measure(seconds: float) -> Iterator[Figure]:
    """All figures of floods."""
    for part in PARTS.values():
        yield from part()


def main() -> None:
    """Measure, or be a flood."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=KINDS, action="append", help="just this flood")
    parser.add_argument("--part", choices=PARTS, action="append", help="just this half")
    parser.add_argument("--be", nargs=3, metavar=("KIND", "SECONDS", "REQUESTS"))
    given = parser.parse_args()
    if given.be:
        kind, seconds, requests = given.be
        be_flood(kind, float(seconds), int(requests))
        return
    for part in given.part or PARTS:
        for figure in PARTS[part](given.kind or KINDS):
            print(json.dumps(figure.document(), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
