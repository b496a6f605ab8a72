"""Clients on terrible networks: messages are lost, doubled and reordered, and links break.

Whatever happens, no move is applied twice, no acked move is lost, and all views agree.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

import pytest

from kingdomino.server.error import ServerError
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Join, Move
from kingdomino.server.table.patch import Json, merge, without_nulls
from tests.server.support import ANA, BO, Ear, give, opened

SEEDS = 200
LOSS, DOUBLE, LATE, BREAK = 0.15, 0.2, 0.3, 0.05
GAMES = ("kingdomino", "giants", "origins-discovery", "origins-totem", "origins-tribe")


class Network:
    """Carries messages badly, in steps of its own time."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.flying: list[tuple[float, int, Any]] = []
        self.now = 0.0
        self.sent = 0

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
        return [what for _, _, what in due]


class Client(Ear):
    """A page: it has a view, sends what it may do, resends what is not acked, resumes by cursor."""

    def __init__(self, room: Room, browser: bytes, rng: random.Random) -> None:
        super().__init__(browser, room.seats_of(browser))
        self.room = room
        self.rng = rng
        self.out, self.back = Network(rng), Network(rng)
        self.view: Json = {}
        self.options: list[Any] = []
        self.unacked: Move | None = None
        self.acked: list[tuple[int, str]] = []
        self.made = 0
        self.patience = 0
        self.connect()

    def connect(self) -> None:
        self.room.detach(self)
        self.heard.clear()
        self.back.flying.clear()
        self.room.attach(self, self.view.get("seq"))

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
            try:
                answer = await self.room.move(self.browser, move)
            except ServerError as refusal:
                answer = refusal.document(move_id=move.move_id)
                answer["events"] = [json.loads(event) for event in refusal.events or []]
            self.back.carry(answer)
        for message in self.heard:
            self.back.carry(json.loads(message))
        self.heard.clear()
        understood = [self.hear(message) for message in self.back.arrive()]
        if not all(understood) or self.rng.random() < BREAK:
            self.reload()

    def reload(self) -> None:
        """A new link, whose greeting arrives: losing it would only mean yet another one."""
        self.connect()
        greeting = json.loads(self.heard.pop(0))
        assert self.hear(greeting)


async def one_game(hall: Hall, seed: int) -> None:
    rng = random.Random(seed)
    room = await opened(hall, GAMES[seed % len(GAMES)], "ml")
    token = hall.links(room, ANA)["1"].partition("#")[2]
    clients = [Client(room, ANA, rng)]
    await hall.join(Join(token), BO)
    await give(room, BO)
    clients.append(Client(room, BO, rng))
    for client in clients:
        client.reload()
    steps = 0
    while not all(client.view.get("over") and not client.unacked for client in clients):
        steps += 1
        assert steps < 40_000, "the game does not come to an end"
        for client in clients:
            await client.live()
    for client in clients:
        client.reload()
    await check(hall, room, clients)


async def check(hall: Hall, room: Room, clients: list[Client]) -> None:
    truth = without_nulls(room.position.view)
    for client in clients:
        mine = without_nulls(client.view)
        assert {**mine, "seats": 0} == {**truth, "seats": 0}
    found = await hall.store.game(room.id)
    assert found is not None
    rows = [(entry.player, entry.move_id) for entry in found.entries if entry.kind == "move"]
    stored = Counter(rows)
    assert max(stored.values()) == 1
    acked = [name for client in clients for name in client.acked]
    assert len(acked) == len(set(acked))
    assert set(acked) <= set(stored)
    # Everything was acked in the end: nothing on disk that its sender does not know of.
    assert len(rows) == sum(stored.values())


@pytest.mark.parametrize("part", range(8))
async def test_nothing_is_applied_twice_and_nothing_is_lost(part: int, hall: Hall) -> None:
    seeds = range(part, SEEDS, 8)
    for some in [seeds[i : i + 5] for i in range(0, len(seeds), 5)]:
        await asyncio.gather(*(one_game(hall, seed) for seed in some))
