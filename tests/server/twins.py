"""What has not been drawn cannot be told: ``python -m tests.server.twins [--pairs 10000]``.

Two servers are the same in everything, also in what has been drawn, and differ in what will be.
Every byte that leaves them, on every channel, must be the same: in this process, and over the wire.
A pair is a table at both of them; several are played at the same two servers, one after another.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import random
import shutil
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import websockets

from kingdomino.games.fair_stream import FairStream, LatestStream, fair_stream
from kingdomino.server import create_app
from kingdomino.server.app import uvicorn_server
from kingdomino.server.live.room import Room
from kingdomino.server.web.guard import Guard
from tests.server.support import (
    ANA,
    PATIENCE,
    Ear,
    cookie_header,
    nonces,
    settings,
    shared_bots,
    until,
)

PARTS = 8
AT_A_SERVER = 13
"""Over the wire it is one: a server that lives for long sweeps, which moves its clock."""
WIRED_OF_100 = 4
NEVER = 1e6
GAMES = (
    ("kingdomino", 2), ("kingdomino", 4), ("giants", 3), ("giants", 5), ("origins-discovery", 2),
    ("origins-totem", 3), ("origins-tribe", 2), ("origins-tribe", 4),
)  # fmt: skip


class Diverging(LatestStream):
    """The fair stream up to some byte, and another one from there on."""

    def __init__(self, secret: bytes, nonces: Sequence[str], *, used: int, known: int) -> None:
        super().__init__(secret, nonces, used=used)
        self.known = known
        self.other = LatestStream(b"another secret", nonces)

    def read(self, size: int) -> bytes:
        """The next bytes."""
        if self.used < self.known:
            return super().read(size)
        self.other.used = self.used
        self.used += size
        return self.other.read(size)


class Answer(NamedTuple):
    """All of an answer but the clock on the wall."""

    status: int
    headers: list[tuple[str, str]]
    content: bytes


async def answered(app: Guard, method: str, path: str, body: bytes, cookie: str) -> Answer:
    """What the application answers; a client's library would take longer than it does."""
    where, _, query = path.partition("?")
    headers = [(b"host", b"table"), (b"content-length", b"%d" % len(body))]
    if cookie:
        headers.append((b"cookie", cookie.encode()))
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "scheme": "http",
        "path": where, "raw_path": where.encode(), "query_string": query.encode(),
        "root_path": "", "headers": headers, "client": ("127.0.0.1", 1), "server": ("table", 80),
    }  # fmt: skip
    asked = iter([{"type": "http.request", "body": body}])
    heard: list[Any] = []

    async def receive() -> Any:
        message = next(asked, None)
        # Nobody hangs up before the answer.
        return message if message is not None else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        heard.append(message)

    await app(scope, receive, send)
    start, *rest = heard
    said = [(name.decode(), value.decode()) for name, value in start["headers"]]
    return Answer(start["status"], said, b"".join(part.get("body", b"") for part in rest))


class Twin:
    """A server whose every output is kept, byte by byte.

    Where *known* says how much of each secret's stream has been drawn, the rest is another one.
    """

    def __init__(self, folder: Path, seed: int, known: Mapping[bytes, int] | None) -> None:
        tokens, self.ticks = random.Random(f"tokens {seed}"), 0

        def chance(version: str, secret: bytes, nonces: Sequence[str], used: int) -> FairStream:
            if known is None:
                return fair_stream(version, secret, nonces, used)
            return Diverging(secret, nonces, used=used, known=known[secret])

        def clock() -> float:
            self.ticks += 1
            return 1e9 + self.ticks

        app = create_app(
            settings(
                folder,
                token=tokens.randbytes,
                chance=chance,
                clock=clock,
                bot_rng=lambda: random.Random(f"bots {seed}"),
                ping_every=NEVER,
                dead_after=NEVER,
            ),
            shared_bots(),
        )
        assert isinstance(app, Guard)
        self.app = app
        self.hall = app.hall
        self.said: list[Any] = []
        self.rooms: list[Room] = []
        self.ears: list[Ear] = []
        self._cookie = ""

    @property
    def drawn(self) -> dict[bytes, int]:
        """How much of each table's chance has been used, by its secret."""
        return {room.charter.secret: room.position.drawn for room in self.rooms}

    async def listen(self, room: Room) -> None:
        """A player and somebody who looks on hear what is told."""
        self.ears = [Ear(room.owners[0], [*room.owners]), Ear(ANA)]
        for ear in self.ears:
            room.attach(ear, None)

    async def close(self) -> None:
        """Nothing is asked any more."""
        await self.hall.close()

    async def request(self, method: str, path: str, body: bytes = b"") -> Answer:
        """Ask as one browser, whose cookie is kept."""
        answer = await answered(self.app, method, path, body, self._cookie)
        self._cookie = next(
            (v.partition(";")[0] for k, v in answer.headers if k == "set-cookie"), self._cookie
        )
        return answer

    async def ask(self, path: str, body: Any = None) -> Any:
        """Ask over HTTP and keep all of the answer."""
        method = "GET" if body is None else "POST"
        text = b"" if body is None else json.dumps(body).encode()
        answer = await self.request(method, path, text)
        self.said.append((path, answer))
        is_json = "json" in dict(answer.headers).get("content-type", "")
        return json.loads(answer.content) if is_json else None


class WiredTwin(Twin):
    """The same behind a real port, asked over HTTP and heard on sockets."""

    def __init__(self, folder: Path, seed: int, known: Mapping[bytes, int] | None) -> None:
        super().__init__(folder, seed, known)
        self._life = contextlib.AsyncExitStack()
        self._hearing: list[asyncio.Task[None]] = []
        self._client = httpx.AsyncClient()

    async def open(self) -> None:
        """Begin to serve."""
        port = await self._life.enter_async_context(served(self.app))
        self._client = await self._life.enter_async_context(
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=False)
        )

    async def request(self, method: str, path: str, body: bytes = b"") -> Answer:
        answer = await self._client.request(method, path, content=body)
        said = [item for item in answer.headers.items() if item[0] != "date"]
        return Answer(answer.status_code, said, answer.content)

    async def listen(self, room: Room) -> None:
        address = f"ws://{self._client.base_url.netloc.decode()}/api/games/{room.id}/socket"
        self.ears = []
        for headers in (cookie_header(self._client), {}):
            link = await self._life.enter_async_context(
                websockets.connect(address, additional_headers=headers, ping_interval=None)
            )
            ear = Ear()
            ear.tell(await link.recv(decode=False))
            self.ears.append(ear)
            self._hearing.append(asyncio.ensure_future(self._hear(ear, link)))

    async def _hear(self, ear: Ear, link: Any) -> None:
        while True:
            ear.tell(await link.recv(decode=False))

    async def close(self) -> None:
        for task in self._hearing:
            task.cancel()
        await self._life.aclose()


@contextlib.asynccontextmanager
async def served(app: Guard) -> AsyncIterator[int]:
    """The port of a server in this process."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn_server(app, host="127.0.0.1", port=0)
        serving = asyncio.ensure_future(server.serve(sockets=[listener]))
        await until(lambda: server.started)
        yield listener.getsockname()[1]
        server.should_exit = True
        await serving


def last_seq(ear: Ear) -> int:
    """The last event that somebody has heard of."""
    for message in map(json.loads, reversed(ear.heard)):
        if message["type"] in ("view", "event"):
            found: int = message["view"]["seq"] if "view" in message else message["seq"]
            return found
    raise AssertionError("nothing was heard")


async def play(twin: Twin, game: str, players: int, steps: int, seed: int) -> None:
    """Some moves with everything asked after each."""
    rng = random.Random(f"play {seed}")
    seats = [{"kind": "me", "name": f"P{i}"} for i in range(players)]
    opened = await twin.ask("/api/games", {"game": game, "seats": seats})
    one = f"/api/games/{opened['id']}"
    await twin.ask(f"{one}/nonces", nonces(*range(players)))
    room = await twin.hall.room(opened["id"])
    twin.rooms.append(room)
    await twin.listen(room)
    made: Counter[int] = Counter()
    for _ in range(steps):
        tail = await twin.ask(f"{one}/events?after=0")
        if tail["over"]:
            break
        seat, options = tail["seat"], tail["options"]
        action = rng.choice(options)[0]
        seq = room.position.seq
        await twin.ask(f"{one}/stage", {"seat": seat, "actions": [action]})
        await twin.ask(f"{one}/hint", {"seat": seat})
        # Every seat counts for itself, so that their names are the same.
        made[seat] += 1
        wrong = {"move_id": f"wrong-{made[seat]:06d}", "expected_seq": seq, "seat": seat}
        await twin.ask(f"{one}/moves", wrong | {"actions": ["place e6 e6"]})
        move = {"move_id": f"move-{made[seat]:06d}", "expected_seq": seq, "seat": seat}
        if rng.random() < 0.2:
            await twin.ask(f"{one}/moves", move | {"expected_seq": 0, "actions": [action]})
        else:
            await twin.ask(f"{one}/moves", move | {"actions": [action]})
    for path in (one, f"{one}/record", f"{one}/record?form=text", "/api/my-games"):
        await twin.ask(path)
    await twin.ask("/api/games/nowhere")
    await until(lambda: all(last_seq(ear) == room.position.seq for ear in twin.ears))
    twin.said.append([ear.heard for ear in twin.ears])
    metrics = (await twin.request("GET", "/metrics")).content.decode()
    twin.said.append([line for line in metrics.split("\n") if "ack_seconds" not in line])


class Logged(logging.Handler):
    """All that the server logs, without the clock on the wall."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[Any] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        line = json.loads(record.getMessage())
        self.lines.append({k: v for k, v in line.items() if k not in ("at", "ms")})

    def taken(self) -> list[Any]:
        """What has been logged since this was last asked."""
        found, self.lines = self.lines, []
        return found


@contextlib.contextmanager
def logged() -> Iterator[Logged]:
    """The log, for the length of a block."""
    logger, handler = logging.getLogger("kingdomino.server"), Logged()
    before = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        yield handler
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


async def one_server(
    folder: Path,
    seeds: Sequence[int],
    known: Mapping[bytes, int] | None,
    *,
    log: Logged,
    wired: bool,
) -> tuple[Twin, list[Any]]:
    log.taken()
    twin = (WiredTwin if wired else Twin)(folder, seeds[0], known)
    if isinstance(twin, WiredTwin):
        await twin.open()
    for seed in seeds:
        game, players = GAMES[seed // PARTS % len(GAMES)]
        await play(twin, game, players, random.Random(f"shape {seed}").randint(0, 14), seed)
    await twin.ask("/openapi.json")
    return twin, log.taken()


async def compare(seeds: Sequence[int], folder: Path, *, wired: bool = False) -> None:
    """Let two servers play that differ in what comes, a table for each seed."""
    differed, most = 0, 1 if wired else AT_A_SERVER
    with logged() as log:
        for some in [seeds[i : i + most] for i in range(0, len(seeds), most)]:
            differed += await differ_unseen(some, folder / str(some[0]), log, wired=wired)
    # The pairs do differ in what comes, or nothing would have been proven.
    assert differed > len(seeds) / 2


async def differ_unseen(seeds: Sequence[int], folder: Path, log: Logged, *, wired: bool) -> int:
    """Two servers that say the same; at how many tables what comes differs."""
    one, said = await one_server(folder / "a", seeds, None, log=log, wired=wired)
    two, other = await one_server(folder / "b", seeds, one.drawn, log=log, wired=wired)
    try:
        assert one.drawn == two.drawn
        assert len(one.drawn) == len(seeds)
        assert one.said == two.said, "they do not say the same"
        assert said == other, "they do not log the same"
        everything = repr((one.said, said))
        for secret in one.drawn:
            assert len(secret) == 32
            check_silence(secret, everything)
        return sum(a != b for a, b in zip(_to_come(one), _to_come(two), strict=True))
    finally:
        for twin in (one, two):
            await twin.close()
        shutil.rmtree(folder)


def check_silence(secret: bytes, said: str) -> None:
    """No piece of the secret in any usual clothing."""
    assert secret.hex() not in said
    assert secret.hex()[:16] not in said
    assert str(int.from_bytes(secret, "big")) not in said
    assert repr(secret)[2:-1] not in said


def _to_come(twin: Twin) -> Iterator[bytes]:
    """The next chance of each table."""
    return (next_chance(room) for room in twin.rooms)


def next_chance(room: Room) -> bytes:
    """What nobody may learn."""
    now, charter = room.position, room.charter
    stream = room.around.settings.chance(charter.fair, charter.secret, now.nonces, now.drawn)
    assert isinstance(stream, LatestStream)
    return stream.read(3)


def main() -> None:
    """Compare many pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    last = asked.seed + asked.pairs
    with contextlib.closing(shared_bots()):
        for first in range(asked.seed, last, 100):
            some = range(first, min(first + 100, last))
            for seeds, wired in ((some[WIRED_OF_100:], False), (some[:WIRED_OF_100], True)):
                with tempfile.TemporaryDirectory() as folder:
                    asyncio.run(compare(seeds, Path(folder), wired=wired))
            sys.stdout.write(f"{some.stop - asked.seed:,} pairs: 0 differences\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
