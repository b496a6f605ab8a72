"""The list of tables that anybody may sit down at: what is on it, for how long, and for whom."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kingdomino.server
from kingdomino.cli.app import app
from kingdomino.server import Settings
from kingdomino.server.disk.sqlite import FILE
from kingdomino.server.disk.store import Write
from kingdomino.server.live import company, seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Guest
from kingdomino.server.table.patch import Json
from tests.server.postgres import Cluster
from tests.server.serving import GENEROUS
from tests.server.support import (
    ANA,
    BO,
    BOTH,
    CAT,
    Ear,
    client_of,
    give,
    hall_at,
    opened,
    refused,
    settings,
)


@pytest.fixture(autouse=True)
def _read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read a moment ago is read again."""
    monkeypatch.setattr(company, "READ_EVERY", 0.0)


async def listed(hall: Hall) -> list[Json]:
    found: list[Json] = (await hall.company.listed())["tables"]
    return found


async def sit(hall: Hall, room: Room, browser: bytes, name: str = "") -> int:
    there = await hall.room(room.id)
    seat: int = (await hall.company.sit(there, browser, Guest(name=name)))["seat"]
    return seat


@BOTH
async def test_a_table_is_on_the_list_until_it_is_full(hall: Hall) -> None:
    room = await opened(hall, "giants", seats="mlbl", offered=True, clock=60)
    await opened(hall, seats="ml")
    (told,) = await listed(hall)
    about = {"game": "giants", "players": 4, "free": 2, "clock": 60, "game_clock": 0}
    about |= {"variants": [], "dynasty": False, "hints": True, "id": room.id}
    about |= {"names": ["P0", "P2"], "levels": [None, "squire"]}
    assert told == about | {"since": room.position.offered}
    assert room.view()["offered"]
    assert await sit(hall, room, BO, "Bo") == 1
    assert await sit(hall, room, BO, "Bo") == 1
    assert [(one["free"], one["names"]) for one in await listed(hall)] == [(1, ["P0", "Bo", "P2"])]
    assert await sit(hall, room, CAT) == 3
    assert await listed(hall) == []
    assert (await refused(sit(hall, room, b"dan" * 10))).code == "full"
    for browser in (BO, CAT):
        await give(room, browser)
    assert room.position.started
    assert not room.view()["offered"]


@BOTH
async def test_a_table_that_is_withdrawn_or_begun_is_for_nobody_else(hall: Hall) -> None:
    room, begun = [await opened(hall, seats="ml", offered=True) for _ in range(2)]
    assert len(await listed(hall)) == 2
    await hall.company.withdraw(room, ANA)
    await seating.start(begun, ANA)
    assert await listed(hall) == []
    for table in (room, begun):
        assert (await refused(sit(hall, table, BO))).code == "gone"
    await hall.company.offer(room, ANA)
    assert await sit(hall, room, BO) == 1
    assert (await refused(hall.company.offer(begun, ANA))).code == "full"


async def test_only_who_opened_a_table_offers_it(hall: Hall) -> None:
    room = await opened(hall, seats="mll")
    assert (await refused(sit(hall, room, BO))).code == "gone"
    for browser in (BO, None):
        assert (await refused(hall.company.offer(room, browser))).code == "not_your_seat"
        assert (await refused(hall.company.withdraw(room, browser))).code == "not_your_seat"
    assert (await refused(opened(hall, seats="mb", offered=True))).code == "bad_request"


async def test_processes_have_one_list(tmp_path: Path, cluster: Cluster) -> None:
    """Also when each thinks that a table stands as it did: both seats of two are given once."""
    url = cluster.database()
    async with hall_at(tmp_path, database=url) as one, hall_at(tmp_path, database=url) as two:
        room = await opened(one, seats="mll", offered=True)
        (told,) = await listed(two)
        assert told["id"] == room.id
        await two.room(room.id)
        assert sorted(await asyncio.gather(sit(one, room, BO), sit(two, room, CAT))) == [1, 2]
        assert await listed(one) == await listed(two) == []
        other = await opened(one, seats="ml", offered=True)
        await two.room(other.id)
        await one.company.withdraw(other, ANA)
        assert (await refused(sit(two, other, BO))).code == "gone"


async def test_a_table_leaves_the_list_where_nobody_is_seen(tmp_path: Path) -> None:
    now = [time.time()]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room, left = [await opened(hall, seats="ml", offered=True) for _ in range(2)]
        room.attach(Ear(ANA, [0]), None)
        for table in (room, left):
            table.host_seen -= 3600
        for _ in range(3):
            now[0] += hall.settings.open_tables_idle / 2
            hall.sweep()
            await hall.store.write(Write("", probe=0))
        assert [one["id"] for one in await listed(hall)] == [room.id]
        left.attach(Ear(ANA, [0]), None)
        hall.sweep()
        await hall.store.write(Write("", probe=0))
        assert len(await listed(hall)) == 2


async def test_an_address_has_so_many_open_tables(tmp_path: Path) -> None:
    async with hall_at(tmp_path, limits=replace(GENEROUS, open_tables=2)) as hall:
        rooms = [await opened(hall, seats="ml", offered=True) for _ in range(2)]
        third = await opened(hall, seats="ml")
        assert (await refused(hall.company.offer(third, ANA))).code == "too_fast"
        assert (await refused(opened(hall, seats="ml", offered=True))).code == "too_fast"
        # Who offers what is offered already asks for nothing more.
        await hall.company.offer(rooms[0], ANA)
        await hall.company.withdraw(rooms[0], ANA)
        await hall.company.offer(third, ANA)
        assert {one["id"] for one in await listed(hall)} == {rooms[1].id, third.id}


async def test_no_log_grows_by_offers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "MOST_WISHES", 4)
    async with hall_at(tmp_path) as hall:
        room = await opened(hall, seats="ml")
        for _ in range(2):
            await hall.company.offer(room, ANA)
            await hall.company.withdraw(room, ANA)
        assert (await refused(hall.company.offer(room, ANA))).code == "too_fast"


async def test_many_who_ask_cost_one_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "READ_EVERY", 3600.0)
    asked = []
    async with hall_at(tmp_path) as hall:
        await opened(hall, seats="ml", offered=True)
        real = hall.store.offers

        async def counted(since: int, *, most: int) -> list[tuple[str, str]]:
            asked.append(most)
            return await real(since, most=most)

        monkeypatch.setattr(hall.store, "offers", counted)
        told = await asyncio.gather(*(listed(hall) for _ in range(100)))
    assert asked == [company.MOST_LISTED]
    assert all(len(one) == 1 for one in told)


async def test_the_list_is_found_without_looking_at_all_tables(tmp_path: Path) -> None:
    async with hall_at(tmp_path) as hall:
        await opened(hall, seats="ml", offered=True)
    sql = "SELECT game, document FROM offer WHERE at >= 0 ORDER BY at DESC LIMIT 50"
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        plans = connection.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()
        (opener,) = connection.execute("SELECT opener FROM offer").fetchone()
    assert [plan[3] for plan in plans] == ["SEARCH offer USING INDEX offer_at (at>?)"]
    assert ANA.hex().encode() not in opener


async def test_the_list_tells_no_secret(tmp_path: Path) -> None:
    """Over HTTP: neither invitations nor who sits there but by name; and a cookie for the seat."""
    wish: Any = {"game": "kingdomino", "offered": True}
    wish["seats"] = [{"kind": "me", "name": "Ana"}, {"kind": "link"}]
    async with client_of(settings(tmp_path)) as client:
        made = (await client.post("/api/games", json=wish)).json()
        client.cookies.clear()
        answer = await client.get("/api/open-tables")
        (told,) = answer.json()["tables"]
        for secret in (*made["links"].values(), made["invitation"], made["commitment"]):
            assert secret.partition("#")[2] not in answer.text or "#" not in secret
        assert made["commitment"] not in answer.text
        assert told["names"] == ["Ana"]
        address = f"/api/games/{told['id']}"
        seated = (await client.post(f"{address}/sit", json={"name": "Bo"})).json()
        assert (seated["seat"], seated["commitment"]) == (1, made["commitment"])
        assert (await client.get(address)).json()["my_seats"] == [1]
        refusal = await client.post(f"{address}/offer", json={"offered": True})
        assert (refusal.status_code, refusal.json()["code"]) == (403, "not_your_seat")


async def test_a_server_without_the_list(tmp_path: Path) -> None:
    wish: Any = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "link"}]}
    async with client_of(settings(tmp_path, open_tables=False)) as client:
        assert not (await client.get("/api/catalogue")).json()["open_tables"]
        assert (await client.get("/api/open-tables")).status_code == 404
        offered = await client.post("/api/games", json=wish | {"offered": True})
        assert (offered.status_code, offered.json()["code"]) == (404, "not_found")
        table = (await client.post("/api/games", json=wish)).json()["id"]
        for path, body in (("offer", {"offered": True}), ("sit", {})):
            answer = await client.post(f"/api/games/{table}/{path}", json=body)
            assert answer.status_code == 404
        assert json.loads((await client.get("/api/my-games")).text)["games"]


@pytest.mark.parametrize(("words", "there"), [((), True), (("--no-open-tables",), False)])
def test_the_list_is_an_option(
    words: tuple[str, ...], there: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Settings] = []

    def run(made: Settings, **_: object) -> None:
        told.append(made)

    monkeypatch.setattr(kingdomino.server, "run", run)
    ran = CliRunner().invoke(app, ["serve", "--data", str(tmp_path), *words])
    assert ran.exit_code == 0, ran.output
    assert [made.open_tables for made in told] == [there]
