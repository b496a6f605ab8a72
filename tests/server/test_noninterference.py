"""What has not been drawn cannot be told from anything the server says.

Two servers are the same in everything, also in what has been drawn, and differ in what will be.
Every byte that leaves them, on every channel, must be the same.
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from kingdomino.games.fair_stream import FairStream, LatestStream, fair_stream
from kingdomino.server import create_app
from kingdomino.server.web.guard import Guard
from tests.server.support import ANA, Ear, nonces, settings, shared_bots

PAIRS, PARTS = 208, 8
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


class Twin:
    """A server whose every output is kept, byte by byte."""

    def __init__(self, folder: Path, seed: int, known: int | None) -> None:
        tokens, self.ticks = random.Random(f"tokens {seed}"), 0
        self.secrets: list[bytes] = []

        def token(size: int) -> bytes:
            made = tokens.randbytes(size)
            self.secrets.append(made)
            return made

        def chance(version: str, secret: bytes, nonces: Sequence[str], used: int) -> FairStream:
            if known is None:
                return fair_stream(version, secret, nonces, used)
            return Diverging(secret, nonces, used=used, known=known)

        def clock() -> float:
            self.ticks += 1
            return 1e9 + self.ticks

        app = create_app(
            settings(
                folder,
                token=token,
                chance=chance,
                clock=clock,
                bot_rng=lambda: random.Random(f"bots {seed}"),
            ),
            shared_bots(),
        )
        assert isinstance(app, Guard)
        self.hall = app.hall
        self.said: list[Any] = []
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table")
        self.ears: list[Ear] = []

    async def ask(self, path: str, body: Any = None) -> Any:
        """Ask over HTTP and keep all of the answer."""
        method = "GET" if body is None else "POST"
        answer = await self.client.request(method, path, json=body)
        said = [item for item in answer.headers.items() if item[0] != "date"]
        self.said.append((path, answer.status_code, said, answer.content))
        return answer.json() if "json" in answer.headers.get("content-type", "") else None


async def play(twin: Twin, game: str, players: int, steps: int, seed: int) -> int:
    """Some moves with everything asked after each; returns how many bytes chance has used."""
    rng = random.Random(f"play {seed}")
    seats = [{"kind": "me", "name": f"P{i}"} for i in range(players)]
    opened = await twin.ask("/api/games", {"game": game, "seats": seats})
    one = f"/api/games/{opened['id']}"
    await twin.ask(f"{one}/nonces", nonces(*range(players)))
    room = await twin.hall.room(opened["id"])
    mine = room.owners[0]
    twin.ears = [Ear(mine, [*range(players)]), Ear(ANA)]
    for ear in twin.ears:
        room.attach(ear, None)
    for number in range(steps):
        tail = await twin.ask(f"{one}/events?after=0")
        if tail["over"]:
            break
        seat, options = tail["seat"], tail["options"]
        action = rng.choice(options)[0]
        seq = room.position.seq
        await twin.ask(f"{one}/stage", {"seat": seat, "actions": [action]})
        await twin.ask(f"{one}/hint", {"seat": seat})
        wrong = {"move_id": f"wrong-{number:06d}", "expected_seq": seq, "seat": seat}
        await twin.ask(f"{one}/moves", wrong | {"actions": ["place e6 e6"]})
        move = {"move_id": f"move-{number:06d}", "expected_seq": seq, "seat": seat}
        if rng.random() < 0.2:
            await twin.ask(f"{one}/moves", move | {"expected_seq": 0, "actions": [action]})
        else:
            await twin.ask(f"{one}/moves", move | {"actions": [action]})
    for path in (one, f"{one}/record", f"{one}/record?form=text", "/api/my-games", "/openapi.json"):
        await twin.ask(path)
    await twin.ask("/api/games/nowhere")
    twin.said.append([ear.heard for ear in twin.ears])
    metrics = (await twin.client.get("/metrics")).text
    twin.said.append([line for line in metrics.split("\n") if "ack_seconds" not in line])
    return room.position.drawn


def comparable(lines: list[str]) -> list[Any]:
    """Log lines without the clock on the wall."""
    logged = [json.loads(line) for line in lines]
    return [{k: v for k, v in line.items() if k not in ("at", "ms")} for line in logged]


async def one_server(
    folder: Path, seed: int, known: int | None, caplog: pytest.LogCaptureFixture
) -> tuple[Twin, int, list[Any]]:
    rng = random.Random(f"shape {seed}")
    game, players = GAMES[seed // PARTS % len(GAMES)]
    caplog.clear()
    twin = Twin(folder, seed, known)
    drawn = await play(twin, game, players, rng.randint(0, 14), seed)
    logged = comparable([r.getMessage() for r in caplog.records if r.name == "kingdomino.server"])
    return twin, drawn, logged


@pytest.mark.parametrize("part", range(PARTS))
async def test_what_is_not_drawn_is_not_told(
    part: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="kingdomino.server")
    differed = 0
    for seed in range(part, PAIRS, PARTS):
        one, drawn, log = await one_server(tmp_path / f"{seed}a", seed, None, caplog)
        two, also, other_log = await one_server(tmp_path / f"{seed}b", seed, drawn, caplog)
        assert drawn == also
        assert one.said == two.said
        assert log == other_log
        secret = one.secrets[-1]
        assert len(secret) == 32
        check_silence(secret, repr((one.said, log)))
        differed += await future_differs(one, two)
        for twin in (one, two):
            await twin.client.aclose()
            await twin.hall.close()
    # The pairs do differ in what comes, or nothing would have been proven.
    assert differed > PAIRS / PARTS / 2


def check_silence(secret: bytes, said: str) -> None:
    """No piece of the secret in any usual clothing."""
    assert secret.hex() not in said
    assert secret.hex()[:16] not in said
    assert str(int.from_bytes(secret, "big")) not in said
    assert repr(secret)[2:-1] not in said


async def future_differs(one: Twin, two: Twin) -> bool:
    """Whether the next chance of the two games is not the same."""
    rooms = [next(iter(twin.hall._rooms.values())) for twin in (one, two)]
    drawn = []
    for twin, room in zip((one, two), rooms, strict=True):
        now = room.position
        chance, charter = twin.hall.settings.chance, room.charter
        stream = chance(charter.fair, charter.secret, now.nonces, now.drawn)
        assert isinstance(stream, LatestStream)
        drawn.append(stream.read(3))
    return drawn[0] != drawn[1]
