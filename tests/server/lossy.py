"""Clients on terrible networks: ``python -m tests.server.lossy [--submits 1000000] [--seed 0]``.

Messages are lost, doubled and reordered, and links break. Whatever happens, no move is applied
twice, no acked move is lost, and all views agree.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

from kingdomino.server.disk.sqlite import FILE
from kingdomino.server.error import ServerError
from kingdomino.server.live import invitation
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Join, Move
from kingdomino.server.table.patch import Json, merge, without_nulls
from tests.server.support import (
    ANA,
    BO,
    PATIENCE,
    Ear,
    Process,
    cookie_header,
    give,
    hall_at,
    nonces,
    opened,
    shared_bots,
)

AT_ONCE = 50
LOSS, DOUBLE, LATE, BREAK = 0.15, 0.2, 0.3, 0.05
MOVES = "SELECT player, move_id FROM event WHERE game = ? AND kind = 'move'"
GAMES = ("kingdomino", "giants", "origins-discovery", "origins-totem", "origins-tribe")


class Network:
    """Carries messages badly, in steps of its own time."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.flying: list[tuple[float, int, Any]] = []
        self.now = 0.0
        self.sent = 0
        self.arrived = 0

    def carry(self, what: Any) -> None:
        for _ in range(2 if self.rng.random() < DOUBLE else 1):
            if self.rng.random() >= LOSS:
                delay = self.rng.uniform(0, 20) if self.rng.random() < LATE else 1
                self.sent += 1
                self.flying.append((self.now + delay, self.sent, what))

    def arrive(self) -> list[Any]:
        self.now += 1
        due = sorted(item for item in self.flying if item[0] <= self.now)
        self.flying = [item for item in self.flying if item[0] > self.now]
        self.arrived += len(due)
        return [what for _, _, what in due]


class Client(Ear):
    """A page: it has a view, sends what it may do, resends what is not acked, resumes by cursor."""

    def __init__(self, seats: list[int], rng: random.Random, browser: bytes | None = None) -> None:
        super().__init__(browser, seats)
        self.rng = rng
        self.out, self.back = Network(rng), Network(rng)
        self.view: Json = {}
        self.options: list[Any] = []
        self.unacked: Move | None = None
        self.acked: list[tuple[int, str]] = []
        self.made = 0
        self.patience = 0

    async def connect(self) -> bytes:
        """A new link and its greeting; what was under way on the old one is lost."""
        raise NotImplementedError

    async def deliver(self, move: Move) -> None:
        """A move has arrived; its answer sets out."""
        raise NotImplementedError

    def hear(self, message: Json) -> bool:
        """Take a message in; False when an event is missing and the link has to be renewed."""
        match message["type"]:
            case "view":
                self.view, self.options = message["view"], message["options"]
            case "tail":
                for event in message["events"]:
                    assert self.hear(event)
                self.options = message["options"]
            case "event":
                return self.follow(message)
            case "ack":
                if self.settled(message["move_id"]):
                    self.acked.append((self.seats[0], message["move_id"]))
            case "error":
                assert message["code"] == "stale", message
                self.settled(message["move_id"])
                return all(self.follow(event) for event in message["events"])
            case _:
                pass
        return True

    def follow(self, event: Json) -> bool:
        """One event more; one seen before changes nothing, one too far ahead cannot be used."""
        if event["seq"] <= self.view["seq"]:
            return True
        if event["seq"] > self.view["seq"] + 1:
            return False
        self.view = merge(self.view, event["patch"])
        self.options = event.get("options", [])
        return True

    def settled(self, move_id: str) -> bool:
        """Whether this is the answer that was waited for."""
        if self.unacked is None or self.unacked.move_id != move_id:
            return False
        self.unacked = None
        return True

    def act(self) -> None:
        """Send a new move, or the last one again."""
        if self.unacked:
            self.patience += 1
            if self.patience % 6 == 0:
                self.out.carry(self.unacked)
            return
        decision = self.view.get("decision") or {}
        if self.options and decision.get("player") in self.seats:
            self.made += 1
            actions = [self.rng.choice(self.options)[0]]
            name = f"move-{self.made:08d}"
            self.unacked = Move(name, self.view["seq"], decision["player"], actions)
            self.patience = 0
            self.out.carry(self.unacked)

    async def live(self) -> None:
        """One step: send, let the server answer, hear what arrives."""
        self.act()
        for move in self.out.arrive():
            await self.deliver(move)
        for message in self.heard:
            self.back.carry(json.loads(message))
        self.heard.clear()
        understood = [self.hear(message) for message in self.back.arrive()]
        if not all(understood) or self.rng.random() < BREAK:
            await self.reload()

    async def reload(self) -> None:
        """A new link, whose greeting arrives: losing it would only mean yet another one."""
        assert self.hear(json.loads(await self.connect()))


class Here(Client):
    """A page in the process of the server."""

    def __init__(self, room: Room, browser: bytes, rng: random.Random) -> None:
        super().__init__(room.seats_of(browser), rng, browser)
        self.room = room

    async def connect(self) -> bytes:
        self.room.detach(self)
        self.heard.clear()
        self.back.flying.clear()
        self.room.attach(self, self.view.get("seq"))
        return self.heard.pop(0)

    async def deliver(self, move: Move) -> None:
        try:
            answer = await self.room.move(self.browser, move)
        except ServerError as refusal:
            answer = refusal.document(move_id=move.move_id)
            answer["events"] = [json.loads(event) for event in refusal.events or []]
        self.back.carry(answer)


class There(Client):
    """A page at a real server: it moves on its socket and over HTTP, and its line is cut."""

    def __init__(
        self, process: Process, client: httpx.AsyncClient, game: str, seat: int, rng: random.Random
    ) -> None:
        super().__init__([seat], rng)
        self._process = process
        self._client = client
        self._game = game
        self._link: Any = None
        self._hearing: asyncio.Task[None] | None = None
        self._asking: set[asyncio.Task[None]] = set()

    async def connect(self) -> bytes:
        await self.hang_up()
        self._link = await websockets.connect(
            self._process.socket_url(self._game, self.view.get("seq")),
            additional_headers=cookie_header(self._client),
            ping_interval=None,
        )
        greeting: bytes = await self._link.recv(decode=False)
        self.heard.clear()
        self.back.flying.clear()
        self._hearing = asyncio.ensure_future(self._hear_on(self._link))
        return greeting

    async def _hear_on(self, link: Any) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                self.heard.append(await link.recv(decode=False))

    async def hang_up(self) -> None:
        """Without a goodbye, as when a train enters a tunnel."""
        if self._hearing:
            self._link.transport.abort()
            await self._hearing
            self._hearing = None

    async def deliver(self, move: Move) -> None:
        if self.rng.random() < 0.5:
            with contextlib.suppress(websockets.ConnectionClosed):
                await self._link.send(msgspec.json.encode(move), text=True)
            return
        task = asyncio.ensure_future(self._post(msgspec.to_builtins(move)))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _post(self, move: Json) -> None:
        del move["type"]
        answer = await self._client.post(f"/api/games/{self._game}/moves", json=move)
        self.heard.append(answer.content)

    async def live(self) -> None:
        await super().live()
        await asyncio.sleep(0.001)

    async def close(self) -> None:
        await self.hang_up()
        await asyncio.gather(*self._asking)


async def one_game(hall: Hall, seed: int) -> int:
    """A whole game; returns how many submits have arrived."""
    rng = random.Random(seed)
    room = await opened(hall, GAMES[seed % len(GAMES)], "ml")
    token = invitation.links(hall, room, ANA)["1"].partition("#")[2]
    clients: list[Client] = [Here(room, ANA, rng)]
    await invitation.join(hall, Join(token), BO)
    await give(room, BO)
    clients.append(Here(room, BO, rng))
    await play_out(clients)
    found = await hall.store.game(room.id)
    assert found is not None
    rows = [(entry.player, entry.move_id) for entry in found.entries if entry.kind == "move"]
    check(room.position.view, rows, clients)
    return sum(client.out.arrived for client in clients)


async def play_out(clients: Sequence[Client]) -> None:
    for client in clients:
        await client.reload()
    steps = 0
    while not all(client.view.get("over") and not client.unacked for client in clients):
        steps += 1
        assert steps < 40_000, "the game does not come to an end"
        for client in clients:
            await client.live()
    for client in clients:
        await client.reload()


def check(
    truth: Json, rows: list[tuple[int | None, str | None]], clients: Sequence[Client]
) -> None:
    truth = without_nulls(truth)
    for client in clients:
        mine = without_nulls(client.view)
        assert {**mine, "seats": 0} == {**truth, "seats": 0}
    stored = Counter(rows)
    assert max(stored.values()) == 1
    acked = [name for client in clients for name in client.acked]
    assert len(acked) == len(set(acked))
    # Nothing that was acked is lost, and nothing is on disk that its sender does not know of.
    assert set(acked) == set(stored)


@contextlib.asynccontextmanager
async def browsers(url: str) -> AsyncIterator[list[httpx.AsyncClient]]:
    async with (
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as ana,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as bo,
    ):
        yield [ana, bo]


async def one_game_there(process: Process, seed: int) -> None:
    """Both seats count their moves alike, so that their names collide."""
    rng = random.Random(seed)
    async with browsers(process.url) as (ana, bo):
        asked = {"game": GAMES[seed % len(GAMES)], "seats": [{"kind": "me"}, {"kind": "link"}]}
        table = (await ana.post("/api/games", json=asked)).json()
        game, token = table["id"], table["links"]["1"].partition("#")[2]
        await bo.post("/api/join", json={"token": token})
        clients = [There(process, client, game, i, rng) for i, client in enumerate((ana, bo))]
        for seat, client in enumerate((ana, bo)):
            await client.post(f"/api/games/{game}/nonces", json=nonces(seat))
        await play_out(clients)
        for page in clients:
            await page.close()
        truth = (await ana.get(f"/api/games/{game}")).json()["view"]
    with contextlib.closing(sqlite3.connect(process.folder / FILE)) as connection:
        rows = connection.execute(MOVES, (game,)).fetchall()
    check(truth, rows, clients)


async def submit(submits: int, seed: int) -> None:
    """Play whole games until so many submits have arrived, and say so now and then."""
    arrived = games = 0
    while arrived < submits:
        with tempfile.TemporaryDirectory() as folder:
            async with hall_at(Path(folder)) as hall:
                some = range(seed + games, seed + games + AT_ONCE)
                arrived += sum(await asyncio.gather(*(one_game(hall, one) for one in some)))
        games += AT_ONCE
        said = f"{arrived:,} submits in {games:,} games: none lost, none applied twice\n"
        sys.stdout.write(said)
        sys.stdout.flush()


def main() -> None:
    """Submit badly and often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--submits", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with contextlib.closing(shared_bots()):
        asyncio.run(submit(asked.submits, asked.seed))


if __name__ == "__main__":
    main()
