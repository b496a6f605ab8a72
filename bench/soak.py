"""A day's soak, compressed: ``python -m bench.soak [--games 100000]``.

Bots play whole games through the real protocol: a table is opened over HTTP, every move goes over a
socket and is acknowledged, and one table in twenty is against a bot of the server. After the first
tenth the server's memory must stay where it is, and so must its open files.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import httpx
import uvloop
import websockets

from bench.client import SEATS, Seat, begun
from bench.server import Served

AT_ONCE = 32
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


class Crowd:
    """Bots of one browser that play at a server."""

    def __init__(self, server: Served) -> None:
        self._server = server
        self.moves = 0

    async def play(self, games: range) -> None:
        """Whole games, some at a time."""
        numbers = iter(games)
        async with httpx.AsyncClient(base_url=self._server.url, timeout=60) as client:

            async def sit() -> None:
                for number in numbers:
                    await self._game(client, number)

            # The first one is told who they are; until then everybody would be somebody else.
            await self._game(client, next(numbers))
            await asyncio.gather(*(sit() for _ in range(AT_ONCE)))

    async def _game(self, client: httpx.AsyncClient, number: int) -> None:
        alone = number % AGAINST_BOT == 0
        seats = [{"kind": "me"}, {"kind": "bot", "level": "page"}] if alone else SEATS
        game = await begun(
            client, {"game": "kingdomino", "seats": seats}, *([0] if alone else [0, 1])
        )
        cookie = {"Cookie": f"kingdomino={client.cookies['kingdomino']}"}
        url = f"ws://127.0.0.1:{self._server.port}/api/games/{game}/socket"
        link = websockets.connect(
            url, additional_headers=cookie, compression=None, ping_interval=None
        )
        async with link as open_link:
            seat = Seat(open_link, json.loads(await open_link.recv()), number, game)
            while not seat.options and not seat.over:
                await seat.hear(json.loads(await open_link.recv()))
            while await seat.move() is not None:
                self.moves += 1
            assert seat.over


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
