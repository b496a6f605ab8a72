"""Plays hot-seat games over HTTP, through crashes, and remembers what was acknowledged."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import httpx

from tests.server.support import PATIENCE, nonces


class Acked(NamedTuple):
    """A move that the server has said it took."""

    game: str
    seat: int
    move_id: str
    seq: int
    action: str
    at: float
    """When its ack had come, on the clock that all processes of a machine share."""


def _served(answer: httpx.Response) -> httpx.Response:
    """An answer from a server whose database is there; to ask again is for the caller."""
    if answer.status_code == 503:
        raise httpx.ReadError("unavailable")
    return answer


class Player:
    """Both seats of its tables count their moves alike; what was not acked is sent again."""

    def __init__(self, number: int) -> None:
        self.rng = random.Random(number)
        self.client = httpx.AsyncClient(timeout=PATIENCE)
        self.game, self.given = "", False
        self.seq = 0
        self.made: Counter[int] = Counter()
        self.unacked: dict[str, Any] | None = None
        self.acked: list[Acked] = []

    async def step(self, url: str) -> None:
        """One thing after the other; raises httpx.TransportError when the server is gone."""
        if self.unacked:
            await self._send(url, self.unacked)
            return
        if not self.game:
            asked = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "me"}]}
            answer = _served(await self.client.post(f"{url}/api/games", json=asked))
            self.game, self.given, self.seq = answer.json()["id"], False, 0
            self.made.clear()
        if not self.given:
            address = f"{url}/api/games/{self.game}/nonces"
            _served(await self.client.post(address, json=nonces(0, 1)))
            self.given = True
        tail = await self.tail(url, self.game, self.seq)
        self.seq = max([self.seq, *(event["seq"] for event in tail["events"])])
        if tail["over"]:
            self.game = ""
        elif tail["options"]:
            seat = tail["seat"]
            self.made[seat] += 1
            self.unacked = {
                "move_id": f"move-{self.made[seat]:08d}",
                "expected_seq": self.seq,
                "seat": seat,
                "actions": [self.rng.choice(tail["options"])[0]],
            }

    async def tail(self, url: str, game: str, after: int = 0) -> Any:
        """The events of a table, as the server knows them."""
        answer = _served(await self.client.get(f"{url}/api/games/{game}/events?after={after}"))
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def _send(self, url: str, move: dict[str, Any]) -> None:
        answer = await self.client.post(f"{url}/api/games/{self.game}/moves", json=move)
        body = answer.json()
        if answer.status_code == 200:
            name, (action,) = (move["seat"], move["move_id"]), move["actions"]
            self.acked.append(Acked(self.game, *name, body["seq"], action, time.monotonic()))
        else:
            assert body["code"] in ("stale", "unavailable"), body
        if body.get("code") != "unavailable":
            self.unacked = None

    async def play(self, url: str, gone: Callable[[], bool]) -> None:
        """Go on until somebody is gone: the server, or who wants to see it played."""
        while not gone():
            try:
                await self.step(url)
            except (httpx.TransportError, ValueError):
                # Killed: a request or its answer was cut off.
                return


def all_acked(players: Sequence[Player]) -> list[Acked]:
    return [acked for player in players for acked in player.acked]
