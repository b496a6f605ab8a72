"""Results on their way to another device: sealed, bounded, once, and not for long."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kingdomino.server import Rate, create_app
from kingdomino.server.live.hall import Hall
from kingdomino.server.message import MOST_SEALED, NewParcel
from kingdomino.server.pastime.parcel import Parcels
from tests.server.postgres import Cluster
from tests.server.serving import GENEROUS
from tests.server.support import BOTH, client_of, hall_at, refused, settings, shared_bots

NAME, OTHER = "0a" * 16, "0b" * 16


def parcels_of(hall: Hall) -> Parcels:
    return Parcels(hall.store, hall.settings)


@BOTH
async def test_a_parcel_is_fetched_once(hall: Hall) -> None:
    await parcels_of(hall).leave(NewParcel(NAME, "sealed"))
    assert (await refused(parcels_of(hall).leave(NewParcel(NAME, "other")))).code == "bad_request"
    assert (await refused(parcels_of(hall).fetch(OTHER))).code == "gone"
    assert await parcels_of(hall).fetch(NAME) == {"sealed": "sealed"}
    assert (await refused(parcels_of(hall).fetch(NAME))).code == "gone"


@BOTH
async def test_nothing_lies_longer_than_was_said(tmp_path: Path, database: str | None) -> None:
    """A running server sees to it by itself, and one that was away when it starts."""
    now = [time.time()]
    about: Any = {"clock": lambda: now[0], "database": database}
    for _ in range(2):
        app = create_app(settings(tmp_path, **about), shared_bots())
        hall, parcels = app.hall, parcels_of(app.hall)
        for chore in hall.chores:
            await chore()
        assert await hall.store.parcels() == 0
        left = await parcels.leave(NewParcel(NAME, "sealed"))
        assert left["until"] == int((now[0] + hall.settings.parcel_seconds) * 1000)
        now[0] += hall.settings.parcel_seconds
        assert (await refused(parcels.fetch(NAME))).code == "gone"
        assert await hall.store.parcels() == 1
        await parcels.forget_old()
        assert await hall.store.parcels() == 0
        await parcels.leave(NewParcel(NAME, "sealed"))
        now[0] += hall.settings.parcel_seconds
        await hall.close()


async def test_another_process_has_it(tmp_path: Path, cluster: Cluster) -> None:
    url = cluster.database()
    async with hall_at(tmp_path, database=url) as one, hall_at(tmp_path, database=url) as two:
        await parcels_of(one).leave(NewParcel(NAME, "sealed"))
        assert await parcels_of(two).fetch(NAME) == {"sealed": "sealed"}
        assert (await refused(parcels_of(one).fetch(NAME))).code == "gone"


async def test_there_is_room_for_so_many(tmp_path: Path) -> None:
    async with hall_at(tmp_path, parcels=1) as hall:
        parcels = parcels_of(hall)
        await parcels.leave(NewParcel(NAME, "sealed"))
        assert (await refused(parcels.leave(NewParcel(OTHER, "sealed")))).code == "too_fast"
        await parcels.fetch(NAME)
        await parcels.leave(NewParcel(OTHER, "sealed"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": NAME},
        {"name": "0a", "sealed": "x"},
        {"name": NAME.upper(), "sealed": "x"},
        {"name": NAME, "sealed": ""},
        {"name": NAME, "sealed": "x" * (MOST_SEALED + 1)},
        {"name": NAME, "sealed": "x", "who": "Ana"},
    ],
)
async def test_what_is_no_parcel_is_refused(wrong: dict[str, str], tmp_path: Path) -> None:
    async with client_of(settings(tmp_path)) as client:
        answer = await client.post("/api/parcels", json=wrong)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


async def test_an_address_leaves_only_so_much(tmp_path: Path) -> None:
    limits = replace(GENEROUS, parcels=Rate(1 / 3600, 1))
    async with client_of(settings(tmp_path, limits=limits)) as client:
        largest = {"name": NAME, "sealed": "x" * MOST_SEALED}
        assert (await client.post("/api/parcels", json=largest)).status_code == 200
        again = await client.post("/api/parcels", json={"name": OTHER, "sealed": "x"})
        assert (again.status_code, again.json()["code"]) == (429, "too_fast")
        fetched = await client.post("/api/parcels/fetch", json={"name": NAME})
        assert fetched.json() == {"sealed": largest["sealed"]}
