"""The server is killed again and again in the middle of everything; no acked move is ever lost."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from kingdomino.server.disk.store import FILE
from tests.server.support import PATIENCE, Process, process_at

KILLS, PARTS, PLAYERS = 52, 2, 4


class Player:
    """Plays hot-seat games over HTTP, through crashes, resending what was not acked."""

    def __init__(self, number: int) -> None:
        self.rng = random.Random(number)
        self.name = f"p{number}"
        self.client = httpx.AsyncClient(timeout=PATIENCE)
        self.game = ""
        self.seq = 0
        self.made = 0
        self.unacked: dict[str, Any] | None = None
        self.acked: list[tuple[str, str, int]] = []

    async def step(self, url: str) -> None:
        """One request; raises httpx.TransportError when the server is gone."""
        if self.unacked:
            answer = await self.client.post(f"{url}/api/games/{self.game}/moves", json=self.unacked)
            body = answer.json()
            if answer.status_code == 200:
                self.acked.append((self.game, self.unacked["move_id"], body["seq"]))
            else:
                assert body["code"] in ("stale", "unavailable"), body
            if body.get("code") != "unavailable":
                self.unacked = None
            return
        if not self.game:
            seats = [{"kind": "me"}, {"kind": "me"}]
            asked = {"game": "kingdomino", "seats": seats}
            answer = await self.client.post(f"{url}/api/games", json=asked)
            self.game, self.seq = answer.json()["id"], 0
        tail = await self.client.get(f"{url}/api/games/{self.game}/events?after={self.seq}")
        body = tail.json()
        assert tail.status_code == 200, body
        self.seq = max([self.seq, *(event["seq"] for event in body["events"])])
        if body["over"]:
            self.game = ""
        elif body["options"]:
            self.made += 1
            self.unacked = {
                "move_id": f"{self.name}-{self.made:08d}",
                "expected_seq": self.seq,
                "seat": body["seat"],
                "actions": [self.rng.choice(body["options"])[0]],
            }


async def play(player: Player, url: str, gone: threading.Event) -> None:
    while not gone.is_set():
        try:
            await player.step(url)
        except (httpx.TransportError, ValueError):
            # Killed: a request or its answer was cut off.
            return


@pytest.mark.parametrize("part", range(PARTS))
async def test_no_acked_move_is_lost_when_the_server_is_killed(part: int, tmp_path: Path) -> None:
    players = [Player(part * 100 + number) for number in range(PLAYERS)]
    rng = random.Random(part)
    folder = tmp_path / "data"

    for _ in range(KILLS // PARTS):
        with process_at(folder) as process:
            gone = threading.Event()
            before = sum(len(player.acked) for player in players)
            due = before + rng.randint(1, 12)

            def killer(process: Process = process, gone: threading.Event = gone) -> None:
                deadline = time.monotonic() + PATIENCE
                while time.monotonic() < deadline:
                    if sum(len(player.acked) for player in players) >= due:  # noqa: B023
                        break
                    time.sleep(0.001)
                process.kill()
                gone.set()

            await asyncio.gather(
                asyncio.to_thread(killer), *(play(player, process.url, gone) for player in players)
            )
        check(folder, players)
    for player in players:
        await player.client.aclose()
    assert sum(len(player.acked) for player in players) >= KILLS // PARTS


def check(folder: Path, players: list[Player]) -> None:
    connection = sqlite3.connect(folder / FILE)
    rows = connection.execute("SELECT game, move_id, seq FROM event WHERE move_id NOT NULL")
    stored = {*rows.fetchall()}
    connection.close()
    assert len({(game, name) for game, name, _ in stored}) == len(stored)
    acked = {entry for player in players for entry in player.acked}
    assert acked <= stored


def test_nothing_is_lost_when_the_server_is_killed_while_a_bot_thinks(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with httpx.Client(timeout=PATIENCE) as client, process_at(folder, "bots=stuck") as process:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "squire"}, {"kind": "bot"}]
        asked = {"game": "kingdomino", "seats": seats}
        table = client.post(f"{process.url}/api/games", json=asked).json()["id"]
        tail = client.get(f"{process.url}/api/games/{table}/events").json()
        while tail["seat"] == 0:
            move = {"move_id": f"move-{len(tail['events']):06d}", "seat": 0}
            move |= {"expected_seq": tail["events"][-1]["seq"], "actions": [tail["options"][0][0]]}
            client.post(f"{process.url}/api/games/{table}/moves", json=move)
            tail = client.get(f"{process.url}/api/games/{table}/events").json()
        while not process.children:
            time.sleep(0.01)
        (worker,) = process.children
        process.kill()
    # It has nobody to think for any more.
    deadline = time.monotonic() + PATIENCE
    while Path(f"/proc/{worker}/cmdline").exists() and time.monotonic() < deadline:
        if not Path(f"/proc/{worker}/cmdline").read_bytes():
            break
        time.sleep(0.02)
    assert time.monotonic() < deadline
    with process_at(folder) as process, httpx.Client(timeout=PATIENCE) as client:
        after = tail["events"][-1]["seq"]
        again = client.get(f"{process.url}/api/games/{table}/events").json()["events"]
        assert again[:after] == tail["events"]
        answer = client.get(f"{process.url}/api/games/{table}/events?after={after}&wait=20").json()
        assert answer["events"][0]["player"] in (1, 2)
