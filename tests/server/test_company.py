"""Company: one link for all free seats of a table, and a few words at it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from kingdomino.server.live import invitation, seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Invited, Join
from kingdomino.server.table.patch import Json
from tests.server.postgres import Cluster
from tests.server.serving import GENEROUS
from tests.server.support import ANA, BO, BOTH, CAT, Ear, hall_at, opened, refused, until

DAN = b"dan" * 10


def token_of(hall: Hall, room: Room) -> str:
    return str(invitation.invitations(hall, room, ANA)["invitation"]).partition("#")[2]


async def sit(hall: Hall, token: str, browser: bytes, name: str) -> int:
    seat: int = (await invitation.join(hall, Join(token, name=name), browser))["seat"]
    return seat


@BOTH
async def test_one_link_fills_all_free_seats(hall: Hall) -> None:
    """Each takes the next one, also when they come at once; who sits there stays."""
    room = await opened(hall, seats="mlbl")
    token = token_of(hall, room)
    assert await invitation.about(hall, Invited(token)) == {"game": "kingdomino", "host": "P0"}
    assert await sit(hall, token, ANA, "Ana") == 0
    taken = await asyncio.gather(sit(hall, token, BO, "Bo"), sit(hall, token, CAT, "Cat"))
    assert sorted(taken) == [1, 3]
    assert await sit(hall, token, BO, "Bo") == taken[0]
    assert (await refused(sit(hall, token, DAN, "Dan"))).code == "full"
    assert invitation.invitations(hall, room, ANA) == {"links": {}, "invitation": None}


async def test_only_who_opened_the_table_has_the_link(hall: Hall) -> None:
    room = await opened(hall, seats="ml")
    assert invitation.invitations(hall, room, BO) == {"links": {}, "invitation": None}
    assert invitation.invitations(hall, room, None) == {"links": {}, "invitation": None}


@pytest.mark.parametrize("change", ["other table", "other end", "no table"])
async def test_a_forged_link_is_refused(hall: Hall, change: str) -> None:
    room, other = await opened(hall, seats="ml"), await opened(hall, seats="ml")
    game, _, signed = token_of(hall, room).partition(".")
    forged = {
        "other table": f"{other.id}.{signed}",
        "other end": f"{game}.{signed[:-1]}{'A' if signed[-1] != 'A' else 'Q'}",
        "no table": f".{signed}",
    }
    assert (await refused(invitation.join(hall, Join(forged[change]), BO))).code == "gone"


async def test_two_processes_give_no_seat_twice(tmp_path: Path, cluster: Cluster) -> None:
    """Both think that the same seat is free."""
    url = cluster.database()
    async with hall_at(tmp_path, database=url) as one, hall_at(tmp_path, database=url) as two:
        room = await opened(one, seats="mll")
        token = token_of(one, room)
        await two.room(room.id)
        seats = await asyncio.gather(sit(one, token, BO, "Bo"), sit(two, token, CAT, "Cat"))
        assert sorted(seats) == [1, 2]


def said(ear: Ear) -> list[Json]:
    """What somebody has heard others say."""
    heard = [json.loads(message) for message in ear.heard]
    return [message for message in heard if message["type"] == "said"]


async def test_words_are_heard_and_kept_nowhere(tmp_path: Path) -> None:
    nice = {"type": "said", "seat": 0, "word": "nice"}
    async with hall_at(tmp_path, limits=replace(GENEROUS, say_seconds=60.0)) as hall:
        room = await opened(hall, seats="mb")
        ear, before = Ear(BO), room.position.seq
        room.attach(ear, None)
        assert await seating.say(room, ANA, 0, "nice") == {"ok": True}
        assert said(ear) == [nice]
        assert (await refused(seating.say(room, ANA, 0, "wow"))).code == "too_fast"
        assert (await refused(seating.say(room, BO, 0, "wow"))).code == "not_your_seat"
        assert said(ear) == [nice]
        assert not any(b"nice" in event for event in room.events[before:])


async def test_words_are_heard_at_other_processes(tmp_path: Path, cluster: Cluster) -> None:
    about: Any = {"database": cluster.database(), "limits": replace(GENEROUS, say_seconds=0.0)}
    async with hall_at(tmp_path, **about) as one, hall_at(tmp_path, **about) as two:
        room = await opened(one, seats="mb")
        far, ear = await two.room(room.id), Ear(BO)
        far.attach(ear, None)

        async def heard() -> bool:
            # Whoever begins to listen a moment later has missed it: it is said again.
            await seating.say(room, ANA, 0, "hello")
            await asyncio.sleep(0.05)
            return bool(said(ear))

        await until(heard)
        assert said(ear)[0] == {"type": "said", "seat": 0, "word": "hello"}


def test_only_set_words_are_taken(client: httpx.Client) -> None:
    wish = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    table = client.post("/api/games", json=wish).json()["id"]
    address = f"/api/games/{table}/say"
    assert client.post(address, json={"seat": 0, "word": "hello"}).json() == {"ok": True}
    for wrong in ({"seat": 0, "word": "damn"}, {"seat": 0}, {"seat": 0, "word": "x" * 9000}):
        answer = client.post(address, json=wrong)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
