"""Company: one link for all free seats of a table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Invited, Join
from tests.server.postgres import Cluster
from tests.server.support import ANA, BO, BOTH, CAT, hall_at, opened, refused

DAN = b"dan" * 10


def token_of(hall: Hall, room: Room) -> str:
    return str(hall.invitations(room, ANA)["invitation"]).partition("#")[2]


async def sit(hall: Hall, token: str, browser: bytes, name: str) -> int:
    seat: int = (await hall.join(Join(token, name=name), browser))["seat"]
    return seat


@BOTH
async def test_one_link_fills_all_free_seats(hall: Hall) -> None:
    """Each takes the next one, also when they come at once; who sits there stays."""
    room = await opened(hall, seats="mlbl")
    token = token_of(hall, room)
    assert await hall.invitation(Invited(token)) == {"game": "kingdomino", "host": "P0"}
    assert await sit(hall, token, ANA, "Ana") == 0
    taken = await asyncio.gather(sit(hall, token, BO, "Bo"), sit(hall, token, CAT, "Cat"))
    assert sorted(taken) == [1, 3]
    assert await sit(hall, token, BO, "Bo") == taken[0]
    assert (await refused(sit(hall, token, DAN, "Dan"))).code == "full"
    assert hall.invitations(room, ANA) == {"links": {}, "invitation": None}


async def test_only_who_opened_the_table_has_the_link(hall: Hall) -> None:
    room = await opened(hall, seats="ml")
    assert hall.invitations(room, BO) == {"links": {}, "invitation": None}
    assert hall.invitations(room, None) == {"links": {}, "invitation": None}


@pytest.mark.parametrize("change", ["other table", "other end", "no table"])
async def test_a_forged_link_is_refused(hall: Hall, change: str) -> None:
    room, other = await opened(hall, seats="ml"), await opened(hall, seats="ml")
    game, _, signed = token_of(hall, room).partition(".")
    forged = {
        "other table": f"{other.id}.{signed}",
        "other end": f"{game}.{signed[:-1]}{'A' if signed[-1] != 'A' else 'Q'}",
        "no table": f".{signed}",
    }
    assert (await refused(hall.join(Join(forged[change]), BO))).code == "gone"


async def test_two_processes_give_no_seat_twice(tmp_path: Path, cluster: Cluster) -> None:
    """Both think that the same seat is free."""
    url = cluster.database()
    async with hall_at(tmp_path, database=url) as one, hall_at(tmp_path, database=url) as two:
        room = await opened(one, seats="mll")
        token = token_of(one, room)
        await two.room(room.id)
        seats = await asyncio.gather(sit(one, token, BO, "Bo"), sit(two, token, CAT, "Cat"))
        assert sorted(seats) == [1, 2]
