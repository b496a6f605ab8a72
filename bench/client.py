"""Who plays at a server that is measured: over HTTP and sockets, as pages do."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

import httpx
import msgspec
import websockets

SEATS = [{"kind": "me"}, {"kind": "me"}]
NONCE = "ab" * 16


class Browser:
    """One browser that holds all tables of a measurement."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)

    async def seated(self, number: int) -> Seat:
        """A hot-seat table and its socket, greeted."""
        asked = {"game": "kingdomino", "seats": SEATS}
        game = await begun(self.client, asked, 0, 1)
        url = f"ws://127.0.0.1:{self.port}/api/games/{game}/socket"
        link = await websockets.connect(
            url,
            additional_headers={"Cookie": f"kingdomino={self.client.cookies['kingdomino']}"},
            compression=None,
            ping_interval=None,
        )
        return Seat(link, json.loads(await link.recv()), number, game)

    async def seat_kings(self, kings: int) -> None:
        """A table at which only the strongest bots play, once they are compiled."""
        await bots_ready(self.client)
        seats = [{"kind": "bot", "level": "king"}] * kings
        asked = {"game": "kingdomino", "seats": seats, "variants": ["mighty_duel"]}
        await begun(self.client, asked, 0)


async def bots_ready(client: httpx.AsyncClient) -> None:
    """Returns when the fast engine is compiled."""
    for _ in range(600):
        levels = (await client.get("/api/catalogue")).json()["levels"]
        if all(level["state"] == "ready" for level in levels):
            return
        await asyncio.sleep(0.5)
    raise RuntimeError("the fast engine is not ready after five minutes")


async def begun(client: httpx.AsyncClient, asked: dict[str, Any], *mine: int) -> str:
    """A table that has begun; who asks gives the nonces of these seats."""
    game: str = (await client.post("/api/games", json=asked)).json()["id"]
    nonces = {"nonces": {str(seat): NONCE for seat in mine}}
    (await client.post(f"/api/games/{game}/nonces", json=nonces)).raise_for_status()
    return game


class Seat:
    """A client at a socket: it moves when told to and knows how long the ack took."""

    def __init__(self, link: Any, greeting: dict[str, Any], number: int, game: str = "") -> None:
        self.link = link
        self.game = game
        self.rng = random.Random(number)
        self.seq = greeting["view"]["seq"]
        self.options = greeting["options"]
        self.player = greeting["seat"]
        self.made = 0

    async def send(self) -> None:
        """One move."""
        self.made += 1
        action = self.rng.choice(self.options)[0]
        move = {"type": "move", "move_id": f"move-{self.made:06d}", "expected_seq": self.seq,
                "seat": self.player, "actions": [action]}  # fmt: skip
        self.options = []
        await self.link.send(msgspec.json.encode(move), text=True)

    async def move(self) -> float | None:
        """One move; the seconds until its ack, None when the game is over."""
        if not self.options:
            return None
        began = time.perf_counter()
        await self.send()
        took: float | None = None
        while took is None or not (self.options or self.over):
            message = msgspec.json.decode(await self.link.recv())
            if message["type"] == "ack":
                took = time.perf_counter() - began
            else:
                await self.hear(message)
        return took

    over = False

    async def hear(self, message: dict[str, Any]) -> None:
        """Anything but an ack."""
        if message["type"] == "ping":
            await self.link.send('{"type":"pong"}')
        if message["type"] != "event":
            return
        patch = message["patch"]
        self.seq = message["seq"]
        self.options = message.get("options", [])
        self.player = (patch.get("decision") or {}).get("player", self.player)
        self.over = self.over or bool(patch.get("over"))
