"""Called to one's turn: an empty message, signed, to known services, for who has agreed."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
from pathlib import Path

import pytest

from kingdomino.server.disk.store import Write
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.signature import public_key, sign
from tests.server.push_service import serving
from tests.server.support import ANA, BO, Ear, hall_at, join, opened, refused, some_move, until

# RFC 6979, A.2.5: P-256 with SHA-256.
PRIVATE = 0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721
PUBLIC = (
    "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
)
SIGNED = {
    b"sample": "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
    b"test": "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
    "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083",
}
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
Point = tuple[int, int] | None


def plus(a: Point, b: Point) -> Point:
    """The sum of two points, as schoolbooks have it."""
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    if a == b:
        slope = 3 * (a[0] ** 2 - 1) * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope**2 - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(k: int, point: Point) -> Point:
    found: Point = None
    while k:
        found = plus(found, point) if k & 1 else found
        point, k = plus(point, point), k >> 1
    return found


def is_signed(message: bytes, signature: bytes, public: bytes) -> bool:
    r, s = (int.from_bytes(signature[i : i + 32], "big") for i in (0, 32))
    x, y = (int.from_bytes(public[i : i + 32], "big") for i in (1, 33))
    digest, w = int.from_bytes(hashlib.sha256(message).digest(), "big"), pow(s, -1, N)
    found = plus(times(digest * w % N, G), times(r * w % N, (x, y)))
    return found is not None and found[0] % N == r


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_signatures_are_those_of_the_standard() -> None:
    assert public_key(PRIVATE).hex() == PUBLIC
    for message, signed in SIGNED.items():
        assert sign(PRIVATE, message).hex() == signed
        assert is_signed(message, bytes.fromhex(signed), bytes.fromhex(PUBLIC))
        assert not is_signed(message + b"!", bytes.fromhex(signed), bytes.fromhex(PUBLIC))


async def table_of_two(hall: Hall, here: Ear | None = None) -> Room:
    """A table of Ana and Bo, who may already be here when it begins: either may have to start."""
    room = await opened(hall, seats="ml")
    if here is not None:
        room.attach(here, None)
    await join(hall, room, 1, BO)
    return room


async def play_until_turn_of(room: Room, seat: int, rng: random.Random) -> None:
    """Play until the turn has come to this seat from another one."""
    while room.position.human_to_act == seat:
        move = some_move(room, rng)
        assert move is not None
        await room.move(room.owners[move.seat], move)
    while room.position.human_to_act != seat:
        move = some_move(room, rng)
        assert move is not None
        await room.move(room.owners[move.seat], move)


async def test_who_is_away_is_called_to_their_turn(tmp_path: Path, rng: random.Random) -> None:
    with serving() as service:
        async with hall_at(tmp_path, push_services=("127.0.0.1",)) as hall:
            room = await table_of_two(hall)
            await hall.push.subscribe(BO, f"{service.origin}/bo?x=1")
            await play_until_turn_of(room, 1, rng)
            await until(lambda: bool(service.heard))
            path, headers = service.heard[0]
            assert path == "/bo?x=1"
            assert headers["Content-Length"] == "0"
            assert int(headers["TTL"]) > 0
            scheme, token, key = headers["Authorization"].replace(",", "").split()
            said, _, signature = token.removeprefix("t=").rpartition(".")
            assert (scheme, key) == ("vapid", f"k={hall.push.key}")
            assert is_signed(said.encode(), raw(signature), raw(hall.push.key))
            claims = json.loads(raw(said.partition(".")[2]))
            assert claims["aud"] == service.origin
            assert 0 < claims["exp"] - hall.settings.clock() < 24 * 3600
            assert len(service.heard) == 1


async def test_a_place_that_has_gone_is_forgotten(tmp_path: Path, rng: random.Random) -> None:
    with serving() as service:
        service.status = 410
        async with hall_at(tmp_path, push_services=("127.0.0.1",)) as hall:
            room = await table_of_two(hall)
            await hall.push.subscribe(BO, f"{service.origin}/bo")
            assert await hall.store.push(BO)
            await play_until_turn_of(room, 1, rng)

            async def forgotten() -> bool:
                return await hall.store.push(BO) is None

            await until(forgotten)
            assert len(service.heard) == 1


async def test_a_new_place_is_kept_while_the_old_one_is_found_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was the browser that was forgotten, with the place that it had given meanwhile."""
    with serving() as service:
        service.status = 410
        async with hall_at(tmp_path, push_services=("127.0.0.1",)) as hall:
            await hall.push.subscribe(BO, f"{service.origin}/old")
            service.answers.clear()
            hall.push.call(BO)
            await until(lambda: bool(service.heard))
            await hall.push.subscribe(BO, f"{service.origin}/new")
            written, write = list[Write](), hall.store.write

            async def told(change: Write) -> None:
                await write(change)
                written.append(change)

            monkeypatch.setattr(hall.store, "write", told)
            service.answers.set()
            await until(lambda: bool(written))
            assert await hall.store.push(BO) == f"{service.origin}/new"


async def test_nobody_is_called_who_is_here_or_has_not_agreed(
    tmp_path: Path, rng: random.Random
) -> None:
    with serving() as service:
        async with hall_at(tmp_path, push_services=("127.0.0.1",)) as hall:
            await hall.push.subscribe(BO, f"{service.origin}/bo")
            room = await table_of_two(hall, here=Ear(BO, [1]))
            await play_until_turn_of(room, 1, rng)
            await play_until_turn_of(room, 0, rng)
            await hall.push.close()
            assert service.heard == []


async def test_who_wants_no_calls_is_looked_up_once_and_called_when_they_do(
    tmp_path: Path, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every move would wait behind a question that nearly always has the same answer."""
    with serving() as service:
        async with hall_at(tmp_path, push_services=("127.0.0.1",)) as hall:
            looked_up, push = list[bytes](), hall.store.push

            async def counted(browser: bytes) -> str | None:
                looked_up.append(browser)
                return await push(browser)

            monkeypatch.setattr(hall.store, "push", counted)
            room = await table_of_two(hall)
            await play_until_turn_of(room, 1, rng)
            await until(lambda: BO in looked_up)
            for seat in (0, 1, 0):
                await play_until_turn_of(room, seat, rng)
            assert looked_up.count(BO) == 1
            await hall.push.subscribe(BO, f"{service.origin}/bo")
            await play_until_turn_of(room, 1, rng)
            await until(lambda: bool(service.heard))


async def test_who_agrees_while_being_looked_up_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer of before came after they had agreed, and nobody called them for a minute."""
    with serving() as service:
        async with hall_at(tmp_path, push_services=("127.0.0.1",)) as hall:
            looked_up, agreed, push = list[bytes](), asyncio.Event(), hall.store.push

            async def slowly(browser: bytes) -> str | None:
                found = await push(browser)
                looked_up.append(browser)
                await agreed.wait()
                return found

            monkeypatch.setattr(hall.store, "push", slowly)
            hall.push.call(BO)
            await until(lambda: looked_up == [BO])
            hall.push.call(BO)  # and the second turn waits for the same answer
            await hall.push.subscribe(BO, f"{service.origin}/bo")
            agreed.set()
            await until(lambda: bool(service.heard), patience=20.0)
            assert looked_up == [BO, BO]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://example.org/push.apple.com",
        "https://[::1",
        "https://web.push.apple.com/\r\nHost: x",
    ],
)
async def test_strangers_do_not_choose_whom_we_ask(endpoint: str, hall: Hall) -> None:
    assert (await refused(hall.push.subscribe(ANA, endpoint))).code == "bad_request"
    assert await hall.store.push(ANA) is None


async def test_known_services_are_taken_and_given_up(hall: Hall) -> None:
    for endpoint in ("https://fcm.googleapis.com/fcm/send/a:b", "https://web.push.apple.com/Q"):
        await hall.push.subscribe(ANA, endpoint)
        assert await hall.store.push(ANA) == endpoint
    await hall.push.subscribe(ANA, None)
    assert await hall.store.push(ANA) is None
