"""A day's soak, compressed: ``python -m bench.soak [--games 100000]``.

Bots play whole games through the real protocol: a table is opened over HTTP, every move goes over a
socket and is acknowledged, a whole turn at a time as from the page, and one table in twenty is
against a bot of the server. After the first tenth the server's memory must stay where it is, and so
must its open files.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
import uvloop

from bench.client import NONCE, SEATS
from bench.line import Line
from bench.server import Served

AT_ONCE = 64
PARTS = 100
"""So often everybody pauses and the server is looked at."""
AGAINST_BOT = 20
FLAT = 0.05


class Sample(NamedTuple):
    """The server while nobody plays."""

    games: int
    resident: int
    handles: int


def is_flat(samples: Sequence[Sample]) -> bool:
    """Whether memory and open files stay where they were after the first tenth."""
    late = samples[len(samples) // 10 :]
    return drift(late) <= FLAT and max(s.handles for s in late) <= late[0].handles


def drift(samples: Sequence[Sample]) -> float:
    """How far memory was from what it was first, as a part of it."""
    first = samples[0].resident
    return max(abs(sample.resident - first) / first for sample in samples)


class _Offered(msgspec.Struct):
    domino: str
    owner: int | None


class _Decision(msgspec.Struct):
    player: int | None = None


class _Table(msgspec.Struct):
    """What a player without ambition has to know of a view, or of a change to it."""

    seq: int | None = None
    decision: _Decision | None = None
    offer: list[_Offered] | None = None
    over: bool = False


class _Message(msgspec.Struct):
    type: str
    seq: int = 0
    seat: int | None = None
    options: list[tuple[str, int | None]] = []
    view: _Table | None = None
    patch: _Table | None = None


_decode = msgspec.json.Decoder(_Message).decode


class Player:
    """Plays at random on a socket, a whole turn at a time, as a page does."""

    def __init__(self, line: Line, rng: random.Random) -> None:
        self._line = line
        self._rng = rng
        self._seq = 0
        self._seat: int | None = None
        self._options: list[tuple[str, int | None]] = []
        self._offer: list[_Offered] = []
        self._over = False
        self.moves = 0

    async def play(self) -> None:
        """To the end of the game; every move is acknowledged."""
        await self._hear()
        while not self._over:
            if self._options:
                await self._move()
            else:
                await self._hear()

    async def _move(self) -> None:
        self.moves += 1
        name = f"move-{self.moves:06d}"
        move = {"type": "move", "move_id": name, "expected_seq": self._seq, "seat": self._seat}
        self._line.say(msgspec.json.encode(move | {"actions": self._turn()}))
        self._options = []
        while (await self._hear()).type != "ack":
            pass

    def _turn(self) -> list[str]:
        """A place for the domino and, while there is a row, the next one."""
        first = self._rng.choice(self._options)[0]
        free = [one.domino for one in self._offer if one.owner is None]
        if first.startswith("choose") or not free:
            return [first]
        return [first, f"choose {self._rng.choice(free)}"]

    async def _hear(self) -> _Message:
        message = _decode(await self._line.hear())
        match message.type:
            case "ping":
                self._line.say(b'{"type":"pong"}')
            case "error":
                raise RuntimeError("a move was refused")
            case "view":
                self._seat = message.seat
                self._follow(message.view, message)
            case "event":
                self._seq = message.seq
                self._follow(message.patch, message)
            case _:
                pass
        return message

    def _follow(self, table: _Table | None, message: _Message) -> None:
        assert table is not None
        self._options = message.options
        self._seq = self._seq if table.seq is None else table.seq
        if table.decision and table.decision.player is not None:
            self._seat = table.decision.player
        if table.offer is not None:
            self._offer = table.offer
        self._over = self._over or table.over


class Crowd:
    """Bots that play at a server, each in a browser of its own."""

    def __init__(self, server: Served) -> None:
        self._port = server.port
        self.moves = 0

    async def play(self, games: range) -> None:
        """Whole games, some at a time."""
        numbers = iter(games)

        async def sit() -> None:
            cookie = ""
            for number in numbers:
                cookie = await self._game(number, cookie)

        await asyncio.gather(*(sit() for _ in range(AT_ONCE)))

    async def _game(self, number: int, cookie: str) -> str:
        """One whole game; returns who the server takes this browser for."""
        alone = number % AGAINST_BOT == 0
        seats = [{"kind": "me"}, {"kind": "bot", "level": "page"}] if alone else SEATS
        async with Line(self._port, cookie) as line:
            opened = await line.post("/api/games", {"game": "kingdomino", "seats": seats})
            table = f"/api/games/{opened['id']}"
            mine = ["0"] if alone else ["0", "1"]
            await line.post(f"{table}/nonces", {"nonces": dict.fromkeys(mine, NONCE)})
            await line.upgrade(f"{table}/socket")
            player = Player(line, random.Random(number))
            await player.play()
            await line.hang_up()
            self.moves += player.moves
            return line.cookie


async def look(server: Served, games: int) -> Sample:
    """Look at the server once everybody has gone."""
    async with httpx.AsyncClient(base_url=server.url) as client:
        deadline = time.monotonic() + 60
        while "\nkingdomino_sockets 0\n" not in (await client.get("/metrics")).text:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)
    # Connections that were closed a moment ago have left their numbers.
    await asyncio.sleep(0.2)
    return Sample(games, server.resident(), server.handles())


async def soak(server: Served, games: int, *, parts: int = PARTS) -> list[Sample]:
    """Play so many games, and look at the server after every part of them."""
    crowd, samples, began = Crowd(server), list[Sample](), time.monotonic()
    for part in range(parts):
        some = range(games * part // parts, games * (part + 1) // parts)
        await crowd.play(some)
        samples.append(await look(server, some.stop))
        pace = crowd.moves / (time.monotonic() - began)
        games_done, resident, handles = samples[-1]
        said = f"{games_done:,} games, {crowd.moves:,} moves, {pace:,.0f}/s: "
        sys.stdout.write(f"{said}{resident / 1e6:.1f} MB, {handles} open files\n")
        sys.stdout.flush()
    return samples


def main() -> None:
    """Soak, and say whether all stayed where it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder))
        try:
            samples = uvloop.run(soak(server, asked.games))
        finally:
            server.stop()
    late = samples[PARTS // 10 :]
    said = "flat" if is_flat(samples) else "not flat"
    print(f"{asked.games:,} games: {said}, {drift(late):.1%} from {late[0].resident / 1e6:.1f} MB")
    raise SystemExit(0 if is_flat(samples) else 1)


if __name__ == "__main__":
    main()
