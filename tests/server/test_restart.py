"""What is on disk is the game: restarts, sweeping, and what cannot be read."""

from __future__ import annotations

import contextlib
import gc
import json
import random
import sqlite3
import threading
import weakref
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kingdomino import GAMES, format_action, parse_record
from kingdomino.cli.app import app
from kingdomino.server.disk.sqlite import FILE
from kingdomino.server.disk.store import Write
from kingdomino.server.live import seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.listing import my_games
from kingdomino.server.live.room import Room
from kingdomino.server.lock import FolderLock
from kingdomino.server.settings import Limits
from kingdomino.server.table.position import Entry
from tests.server.support import (
    ANA,
    BO,
    BOTH,
    Ear,
    client_of,
    hall_at,
    opened,
    play_on,
    refused,
    settings,
    some_move,
    until,
)


def human_decides(room: Room) -> bool:
    return room.position.human_to_act is not None


def revealed(room: Room) -> bool:
    return room.position.revealed


async def test_a_server_waits_for_what_one_that_was_just_killed_still_holds(tmp_path: Path) -> None:
    """Its first thread is gone before its last one, which keeps the folder a little longer."""
    before, gone = FolderLock(settings(tmp_path).data), threading.Event()

    def let_go() -> None:
        gone.set()
        before.release()

    leaving = threading.Timer(0.3, let_go)
    leaving.start()
    async with hall_at(tmp_path):
        assert gone.is_set()
    leaving.join()


@BOTH
async def test_a_restarted_hall_continues_every_game(
    tmp_path: Path, database: str | None, rng: random.Random
) -> None:
    views: dict[str, Any] = {}
    acked: dict[str, Any] = {}
    async with hall_at(tmp_path, database=database) as hall:
        for game in GAMES:
            for seats in ("mm", "mbr", "ml"):
                room = await opened(hall, game.name, seats)
                if room.position.started:
                    await play_on(room, rng, moves=5)
                    await until(partial(human_decides, room))
                    move = some_move(room, rng)
                    assert move is not None
                    acked[room.id] = (move, await room.move(ANA, move))
                    await until(partial(human_decides, room))
                views[room.id] = (room.view(), room.events[:], room.options())
    async with hall_at(tmp_path, database=database) as hall:
        for name, (view, events, options) in views.items():
            room = await hall.room(name)
            assert room.view() == view
            assert room.events == events
            assert room.options() == options
            if name in acked:
                assert await room.move(ANA, acked[name][0]) == acked[name][1]
                await play_on(room, rng)
                await until(partial(revealed, room))


@BOTH
async def test_bots_go_on_after_a_restart_by_themselves(
    tmp_path: Path, database: str | None
) -> None:
    async with hall_at(tmp_path, database=database, bot_pause=(100.0, 100.0)) as hall:
        room = await opened(hall, seats="bb")
        name = room.id
    async with hall_at(tmp_path, database=database) as hall:
        await until(lambda: bool((now := hall.room_now(name)) and now.position.state.over))


@BOTH
async def test_a_table_that_is_read_while_it_opens_is_one_table(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, rng: random.Random
) -> None:
    """A starting server reads unfinished games; a new one may be among them before it stands."""
    store_write, read = hall.store.write, list[Room]()

    async def write(written: Any) -> None:
        await store_write(written)
        if not read:
            read.append(await hall.room(written.game))

    monkeypatch.setattr(hall.store, "write", write)
    room = await opened(hall)
    assert [room] == read
    await play_on(room, rng)


async def test_tables_that_nobody_looks_at_leave_memory(tmp_path: Path, rng: random.Random) -> None:
    now = 1000.0

    async with hall_at(tmp_path, clock=lambda: now) as hall:
        room, watched = await opened(hall), await opened(hall)
        watched.attach(Ear(), None)
        now += 10_000
        hall.sweep()
        assert hall.room_now(room.id) is None
        assert hall.room_now(watched.id) is watched
        again = await hall.room(room.id)
        assert again is not room
        await play_on(again, rng, moves=2)


async def idle(room: Room) -> None:
    """Wait until nobody does anything at a table."""
    await until(lambda: not room.busy)


@pytest.mark.parametrize("seats", ["mm", "mb"])
async def test_a_table_that_leaves_memory_is_gone_at_once(
    seats: str, tmp_path: Path, rng: random.Random
) -> None:
    """Without waiting for Python to look for garbage in circles: it may wait for long."""
    now = [1e9]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room = await opened(hall, seats=seats)
        room.attach(ear := Ear(), None)
        await play_on(room, rng)
        room.detach(ear)
        # Who has just played for a bot is not done yet, and the next sweep is half a minute away.
        await idle(room)
        left, now[0] = weakref.ref(room), now[0] + 10_000
        gc.disable()
        try:
            hall.sweep()
            del room
            await until(lambda: left() is None)
        finally:
            gc.enable()


async def test_a_write_that_fails_is_refused_and_the_table_read_again(
    hall: Hall, rng: random.Random
) -> None:
    room = await opened(hall)
    ear = Ear()
    room.attach(ear, None)
    heard = len(ear.heard)
    await hall.store.write(_stolen_seq(room))
    move = some_move(room, rng)
    assert move is not None
    assert (await refused(room.move(ANA, move))).code == "unavailable"
    assert len(ear.heard) == heard
    assert ear.dropped == 1011
    assert hall.room_now(room.id) is None


def _stolen_seq(room: Room) -> Any:
    entry = Entry(room.position.seq + 1, 0, "renamed", 0, '{"name":"Thief"}')
    return Write(room.id, [entry])


async def test_a_tampered_log_is_not_played_on(tmp_path: Path) -> None:
    async with hall_at(tmp_path) as hall:
        room = await opened(hall)
        name = room.id
        drawn = room.actions[0]
        other = "kings 1 1 0 0" if drawn == "kings 0 0 1 1" else "kings 0 0 1 1"
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        sql = "UPDATE event SET body = ? WHERE game = ? AND seq = 2"
        assert connection.execute(sql, (other, name)).rowcount == 1
    async with hall_at(tmp_path) as hall:
        assert (await refused(hall.room(name))).code == "damaged"


SPOILT = {
    "an action": "UPDATE event SET body = 'place the castle' WHERE game = ? AND seq = 3",
    "no JSON": "UPDATE event SET body = '{{{' WHERE game = ? AND kind = 'started'",
    "no level": "UPDATE event SET body = '{}' WHERE game = ? AND kind = 'started'",
    "no such seat": "UPDATE event SET player = 9, kind = 'left' WHERE game = ? AND seq = 3",
    "a time": "UPDATE event SET at = at + 1 WHERE game = ? AND seq = 3",
    "the chain": "UPDATE event SET chain = NULL WHERE game = ? AND seq = 4",
    "the secret": "UPDATE game SET secret = zeroblob(32) WHERE id = ?",
    "an event lost": "DELETE FROM event WHERE game = ? AND seq = 2",
    "the setup": "UPDATE game SET setup = '[]' WHERE id = ?",
    "the rules": "UPDATE game SET setup = replace(setup, 'kingdomino', 'chess') WHERE id = ?",
    "the version": "UPDATE game SET rules_version = 'kingdomino-record/9' WHERE id = ?",
}


@pytest.mark.parametrize("what", SPOILT)
async def test_one_unreadable_table_harms_nobody_else(
    what: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, rng: random.Random
) -> None:
    """It stopped every bot and clock after a restart, and its player's list of games was a 500."""
    async with hall_at(tmp_path, bot_pause=(60, 60)) as hall:
        good = (await opened(hall, seats="bb")).id
        spoilt = await opened(hall, seats="mm")
        await play_on(spoilt, rng, moves=3)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        assert connection.execute(SPOILT[what], (spoilt.id,)).rowcount == 1
        connection.execute(
            "UPDATE summary SET at = at + 1000, seq = -1 WHERE game = ?", (spoilt.id,)
        )
    async with hall_at(tmp_path) as hall:
        await until(lambda: bool((now := hall.room_now(good)) and now.position.state.over))
        assert (await refused(hall.room(spoilt.id))).code == "damaged"
        assert "table_damaged" in caplog.text
        assert hall.damaged == {spoilt.id}
        mine = (await my_games(hall, ANA))["games"]
        assert [(game["id"], game.get("damaged")) for game in mine] == [(spoilt.id, True)]


async def test_what_is_readable_of_a_damaged_table_can_be_had(
    tmp_path: Path, rng: random.Random
) -> None:
    async with hall_at(tmp_path) as hall:
        room = await opened(hall, seats="mm")
        await play_on(room, rng, moves=6)
        whole = room.actions
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.execute("UPDATE event SET body = 'x' WHERE game = ? AND seq = 7", (room.id,))
    async with client_of(settings(tmp_path)) as client:
        view = await client.get(f"/api/games/{room.id}")
        assert (view.status_code, view.json()["code"]) == (410, "damaged")
        answer = await client.get(f"/api/games/{room.id}/record?form=text")
        assert [format_action(event) for event in parse_record(answer.text).events] == whole[:3]


async def test_a_folder_can_be_checked(tmp_path: Path, rng: random.Random) -> None:
    async with hall_at(tmp_path) as hall:
        good, cut, bad = [await opened(hall) for _ in range(3)]
        for room in (good, cut, bad):
            await play_on(room, rng)
    checked = CliRunner().invoke(app, ["data", "check", "--data", str(tmp_path)])
    assert (checked.exit_code, checked.output) == (0, "3 tables checked, 0 damaged\n")
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.execute("UPDATE event SET at = 5 WHERE game = ? AND seq = 7", (bad.id,))
        connection.execute("DELETE FROM event WHERE game = ? AND seq > 9", (cut.id,))
    checked = CliRunner().invoke(app, ["data", "check", "--data", str(tmp_path)])
    assert checked.exit_code == 1
    assert f"table {bad.id}, event 7 is not as it was written" in checked.output
    assert f"{cut.id}: events 10 to" in checked.output
    assert "3 tables checked, 2 damaged" in checked.output


async def test_a_spoilt_file_is_noticed_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with hall_at(tmp_path) as hall:
        await opened(hall)
    with (tmp_path / FILE).open("r+b") as file:
        file.seek(4096 * 4)
        file.write(b"x" * 4096)
    async with hall_at(tmp_path):
        await until(lambda: "database_damaged" in caplog.text)


DAY = 86_400


@BOTH
async def test_tables_are_forgotten_when_their_time_is_over(
    tmp_path: Path, database: str | None, rng: random.Random
) -> None:
    now = [1e9]
    async with hall_at(tmp_path, database=database, clock=lambda: now[0], idle_tables=60) as hall:
        lobby, begun, over = [await opened(hall, seats=seats) for seats in ("ml", "mm", "mm")]
        await play_on(begun, rng, moves=3)
        await play_on(over, rng)
        left: list[set[str]] = []
        for days in (6, 8, 89, 91, 364, 366):
            now[0] = 1e9 + days * DAY
            hall.sweep()
            await hall.forget_old()
            left.append({game["id"] for game in (await my_games(hall, ANA))["games"]})
        assert left[0] == {lobby.id, begun.id, over.id}
        assert left[1] == left[2] == {begun.id, over.id}
        assert left[3] == left[4] == {over.id}
        assert left[5] == set()
        assert (await refused(hall.room(over.id))).code == "no_such_game"


async def test_players_are_told_how_long_a_table_is_kept(tmp_path: Path) -> None:
    async with hall_at(tmp_path, clock=lambda: 1e9) as hall:
        await opened(hall, seats="ml")
        (mine,) = (await my_games(hall, ANA))["games"]
        assert mine["kept_until"] == (10**9 + 7 * DAY) * 1000


@BOTH
async def test_a_table_does_not_grow_by_names(
    tmp_path: Path, database: str | None, rng: random.Random
) -> None:
    """Each was an event, so that a table could be made as long as one liked."""
    async with hall_at(tmp_path, database=database) as hall:
        room, ear = await opened(hall), Ear()
        room.attach(ear, None)
        before = (room.position.seq, len(room.events))
        for number in range(50):
            await seating.rename(room, ANA, 0, f"Ana {number}")
        assert (room.position.seq, len(room.events)) == before
        assert json.loads(ear.heard[-1])["patch"] == {"seats": {"0": {"name": "Ana 49"}}}
        await play_on(room, rng, moves=3)
        await seating.hand_over(room, 0, BO)
    async with hall_at(tmp_path, database=database) as hall:
        again = await hall.room(room.id)
        assert again.position.seats[0].name == again.view()["seats"]["0"]["name"] == "Ana 49"
        assert again.events == room.events
        assert (await my_games(hall, BO))["games"][0]["names"][0] == "Ana 49"
        tail = json.loads(again.greeting([], again.position.seq))
        assert tail["presence"]["seats"]["0"]["name"] == "Ana 49"


async def test_a_name_is_changed_now_and_then(tmp_path: Path) -> None:
    async with hall_at(tmp_path, limits=Limits(rename_seconds=60.0)) as hall:
        room = await opened(hall)
        await seating.rename(room, ANA, 0, "Ana")
        await seating.rename(room, ANA, 0, "Ana")
        await seating.rename(room, ANA, 1, "Bo")
        assert (await refused(seating.rename(room, ANA, 0, "Anna"))).code == "too_fast"


async def test_a_table_is_not_left_and_taken_for_ever(hall: Hall) -> None:
    room = await opened(hall)
    for _ in range(250):
        await seating.leave(room, ANA, 0)
        await seating.come_back(room, ANA, 0)
    assert (await refused(seating.leave(room, ANA, 0))).code == "too_fast"


@BOTH
async def test_many_tables_are_listed_some_at_a_time(
    tmp_path: Path, database: str | None, rng: random.Random
) -> None:
    async with hall_at(tmp_path, database=database, games_listed=4) as hall:
        rooms = [await opened(hall) for _ in range(9)]
        for room in rooms[:3]:
            await play_on(room, rng)
        seen, after = list[Any](), ""
        while True:
            mine = await my_games(hall, ANA, after)
            assert len(mine["games"]) <= 4
            seen += mine["games"]
            after = mine["more"]
            if after is None:
                break
        assert {game["id"] for game in seen} == {room.id for room in rooms}
        assert len(seen) == 9
        assert [game["over"] for game in seen] == [False] * 6 + [True] * 3
        for wrong in ("x", "0.x.y", f"0.{10**20}.y", "0.1.\udc80"):
            assert (await refused(my_games(hall, ANA, wrong))).code == "bad_request"


async def test_a_crowd_of_tables_does_not_stay_in_memory(
    tmp_path: Path, rng: random.Random
) -> None:
    """A hundred thousand tables that were opened and left took a gigabyte and a half."""
    async with hall_at(tmp_path, tables_in_memory=20) as hall:
        watched, held, left = [await opened(hall) for _ in range(3)]
        watched.attach(Ear(), None)
        name, seq = left.id, left.position.seq
        del left
        for _ in range(60):
            await opened(hall)
        assert hall.tables <= 22
        assert hall.room_now(watched.id) is watched
        # Somebody still has it in hand: read again it would be there twice.
        assert await hall.room(held.id) is held
        await play_on(held, rng, moves=2)
        assert (await hall.room(name)).position.seq == seq
        assert [game["started"] for game in (await my_games(hall, ANA))["games"]] == [True] * 50


async def test_finished_tables_leave_memory(tmp_path: Path, rng: random.Random) -> None:
    now = [1e9]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        over = await opened(hall, clock=3600)
        await play_on(over, rng)
        waiting = await opened(hall, clock=3600)
        now[0] += 700
        hall.sweep()
        assert hall.room_now(over.id) is None
        assert hall.room_now(waiting.id) is waiting
        assert (await hall.room(over.id)).position.revealed
