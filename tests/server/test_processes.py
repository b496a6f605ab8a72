"""Real servers on one PostgreSQL: sockets of one table on both, and one of them dies."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.server.faults import play_through
from tests.server.postgres import Cluster, at_once, run
from tests.server.support import PATIENCE, Nursery, Process, cookie_header, nonces, nursery

KILLS = 6


@pytest.fixture(scope="module")
def nurse() -> Iterator[Nursery]:
    with nursery() as made:
        yield made


@contextlib.contextmanager
def two(nurse: Nursery, folder: Path, url: str, *options: str) -> Iterator[list[Process]]:
    """Two servers of one database; those who live are ended with the block."""
    made = [
        nurse.process_at(folder / "data", f"database={url}", *(options if first else ()))
        for first in (True, False)
    ]
    try:
        yield made
    finally:
        for process in made:
            with contextlib.suppress(ProcessLookupError):
                process.kill()


def seated(client: httpx.Client, process: Process, *kinds: str) -> str:
    """A table that has begun; who asks has the seats that are theirs."""
    seats = [{"kind": kind} for kind in kinds]
    asked = {"game": "kingdomino", "seats": seats}
    game: str = client.post(f"{process.url}/api/games", json=asked).json()["id"]
    mine = [seat for seat, kind in enumerate(kinds) if kind == "me"] or [0]
    client.post(f"{process.url}/api/games/{game}/nonces", json=nonces(*mine)).raise_for_status()
    return game


async def heard(link: Any, seq: int) -> dict[str, Any]:
    """The event with this number."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await link.recv())
            if message["type"] == "event" and message["seq"] == seq:
                return message


def move(seq: int, seat: int, options: list[Any], rng: random.Random) -> dict[str, Any]:
    action = rng.choice(options)[0]
    about = {"type": "move", "move_id": f"move-{seq:06d}", "expected_seq": seq, "seat": seat}
    return about | {"actions": [action]}


async def test_a_killed_process_is_not_noticed(
    tmp_path: Path, cluster: Cluster, nurse: Nursery, rng: random.Random
) -> None:
    """Two sockets of one table at two servers: when one dies its player goes on at the other."""
    with two(nurse, tmp_path, cluster.database()) as (first, second), httpx.Client() as client:
        game = await asyncio.to_thread(seated, client, first, "me", "me")
        cookie = cookie_header(client)
        async with (
            websockets.connect(first.socket_url(game), additional_headers=cookie) as one,
            websockets.connect(second.socket_url(game), additional_headers=cookie) as other,
        ):
            now = json.loads(await one.recv())
            assert json.loads(await other.recv())["view"]["seq"] == now["view"]["seq"]
            seq, seat, options = now["view"]["seq"], now["seat"], now["options"]
            for link, listens in ((one, other), (other, one), (one, other)):
                await link.send(json.dumps(move(seq, seat, options, rng)))
                event = await heard(listens, seq + 1)
                while "options" not in event:
                    event = await heard(listens, event["seq"] + 1)
                seq, options = event["seq"], event["options"]
                seat = event["patch"].get("decision", {}).get("player", seat)
            await asyncio.to_thread(first.kill)
            await other.send(json.dumps(move(seq, seat, options, rng)))
            await heard(other, seq + 1)
            again = second.socket_url(game, seq)
            async with websockets.connect(again, additional_headers=cookie) as back:
                tail = json.loads(await back.recv())
                assert tail["events"][0]["seq"] == seq + 1


def test_a_bot_goes_on_when_who_thinks_for_it_is_killed(
    tmp_path: Path, cluster: Cluster, nurse: Nursery
) -> None:
    """The first never answers; nobody looks at the table at the second."""
    url = cluster.database()
    with two(nurse, tmp_path, url, "bots=stuck") as (first, second), httpx.Client() as client:
        seats = [{"kind": "bot", "level": "squire"}] * 2
        asked = {"game": "kingdomino", "seats": seats}
        game = client.post(f"{first.url}/api/games", json=asked).json()["id"]
        client.post(f"{first.url}/api/games/{game}/nonces", json=nonces(0)).raise_for_status()
        deadline = time.monotonic() + PATIENCE
        while not at_once(run(url, "SELECT 1 FROM due WHERE claimed_by IS NOT NULL")):
            assert time.monotonic() < deadline
        first.kill()
        address = f"{second.url}/api/games/{game}/events"
        while not client.get(address).json()["over"]:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    rows = at_once(run(url, "SELECT seq, kind FROM event WHERE game = $1 ORDER BY seq", game))
    assert [seq for seq, _ in rows] == [*range(1, len(rows) + 1)]
    assert [kind for _, kind in rows].count("revealed") == 1


async def test_nothing_is_lost_or_doubled_when_one_of_two_is_killed(
    tmp_path: Path, cluster: Cluster
) -> None:
    assert await play_through("server", tmp_path, cluster, times=KILLS, seed=1) > KILLS


async def test_nothing_is_lost_or_doubled_when_the_database_is_killed(tmp_path: Path) -> None:
    cluster = Cluster(durable=True)
    try:
        assert await play_through("database", tmp_path, cluster, times=2, seed=2) > 2
    finally:
        cluster.close()
