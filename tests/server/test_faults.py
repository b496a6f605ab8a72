"""What goes wrong between servers and their PostgreSQL, and what would be lost without care.

Each fault comes with one more test in which something that holds it off is taken away.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from kingdomino.server.disk import postgres
from kingdomino.server.disk.check import check_database
from kingdomino.server.disk.postgres import PostgresStore
from kingdomino.server.disk.store import Opening, Write
from kingdomino.server.error import ServerError
from kingdomino.server.key import Keys
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Move
from kingdomino.server.table.position import Charter, Entry, Setup
from tests.server.faults import JUMPS, claimed_and_gone
from tests.server.line import Line
from tests.server.postgres import Cluster, run
from tests.server.support import ANA, hall_at, opened, play_on, refused, some_move, until

SHORT = 0.5


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long, on either side of the line."""
    monkeypatch.setitem(postgres.TIMES, "timeout", SHORT)
    monkeypatch.setitem(postgres.TIMES, "command_timeout", SHORT)
    monkeypatch.setitem(postgres.SESSION, "idle_in_transaction_session_timeout", "500")
    monkeypatch.setattr(postgres, "PATIENCE", SHORT)


async def insist(hall: Hall, game: str, move: Move) -> int:
    """Send a move until it is acknowledged, as a page does; where it stands."""
    deadline = time.monotonic() + 60
    while True:
        try:
            room = await hall.room(game)
            seq: int = (await room.move(ANA, move))["seq"]
            return seq
        except ServerError as refusal:
            if refusal.code != "unavailable" or time.monotonic() > deadline:
                raise


async def named(url: str, game: str) -> list[tuple[str, int]]:
    """The names of all moves that are stored, and where."""
    sql = "SELECT move_id, seq FROM event WHERE game = $1 AND move_id IS NOT NULL ORDER BY seq"
    return [(name, seq) for name, seq in await run(url, sql, game)]


def wanted(room: Room, rng: random.Random) -> Move:
    move = some_move(room, rng)
    assert move is not None
    return move


@pytest.mark.usefixtures("soon")
async def test_a_line_that_is_cut_loses_and_doubles_nothing(
    tmp_path: Path, cluster: Cluster, rng: random.Random
) -> None:
    """Before a move arrives, and between its commit and the word of it."""
    url, acked = cluster.database(), list[tuple[str, int]]()
    with closing(Line(url)) as line:
        async with hall_at(tmp_path, database=line.url) as hall:
            room = await opened(hall)
            for fault in ("answer", "cut", "answer", "cut"):
                move = wanted(await hall.room(room.id), rng)
                if fault == "answer":
                    line.lose_answers(1)
                else:
                    line.cut()
                    assert (await refused(room.move(ANA, move))).code == "unavailable"
                    line.mend()
                acked.append((move.move_id, await insist(hall, room.id, move)))
                assert line.lost_answers
                for _ in range(3):
                    move = wanted(await hall.room(room.id), rng)
                    acked.append((move.move_id, await insist(hall, room.id, move)))
    assert await named(url, room.id) == acked


@pytest.mark.usefixtures("soon")
async def test_without_its_keys_a_move_whose_answer_was_lost_would_be_taken_twice(
    tmp_path: Path, cluster: Cluster, rng: random.Random
) -> None:
    """The test above can fail: a move that may have been committed is written again."""
    url = cluster.database()
    with closing(Line(url)) as line:
        async with hall_at(tmp_path, database=line.url) as hall:
            room = await opened(hall)
            await run(url, "ALTER TABLE event DROP CONSTRAINT event_pkey")
            await run(url, "DROP INDEX event_move")
            move = wanted(room, rng)
            line.lose_answers(1)
            await insist(hall, room.id, move)
            names = Counter(name for name, _ in await named(url, room.id))
    assert names == {move.move_id: 2}


@pytest.mark.usefixtures("soon")
async def test_a_server_whose_line_is_cut_ends_in_order(tmp_path: Path, cluster: Cluster) -> None:
    """It ended with a TimeoutError, and did not let go of its folder."""
    with closing(Line(cluster.database())) as line:
        async with hall_at(tmp_path, database=line.url) as hall:
            room = await opened(hall)
            line.cut()
        line.mend()
        async with hall_at(tmp_path, database=line.url) as hall:
            assert (await hall.room(room.id)).owners == room.owners


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    """A durable PostgreSQL that may break: nobody else uses it."""
    made = Cluster(durable=True, lazy=True)
    yield made
    made.close()


NO_LIMIT = "unlimited"


@pytest.mark.usefixtures("soon")
async def test_a_full_disk_loses_nothing(tmp_path: Path, own: Cluster, rng: random.Random) -> None:
    """No file of PostgreSQL may grow: it refuses or falls, and play goes on when there is room."""
    url = own.database()
    async with hall_at(tmp_path, database=url) as hall:
        room = await opened(hall)
        move = wanted(room, rng)
        acked = [(move.move_id, await insist(hall, room.id, move))]
        own.limit_files(0)
        move = wanted(room, rng)
        assert (await refused(room.move(ANA, move))).code == "unavailable"
        assert (await refused(hall.check_ready())).code == "unavailable"
        own.limit_files(NO_LIMIT)
        await asyncio.to_thread(own.revive)
        acked.append((move.move_id, await insist(hall, room.id, move)))
        await hall.check_ready()
    assert await named(url, room.id) == acked


async def test_who_acknowledges_before_the_disk_does_loses_moves_when_it_is_full(
    own: Cluster,
) -> None:
    """The test above can fail: so moves would be lost."""
    url, keys = own.database(), Keys(b"k" * 32, os.urandom)
    store = PostgresStore(f"{url}&synchronous_commit=off", keys)
    opening = Opening(Charter("g", Setup("kingdomino", 2, (), ()), b"s"), 0, None)
    await store.write(Write("g", [Entry(1, 0, "move", 0, "pass")], opening=opening))
    await run(url, "CHECKPOINT")
    own.limit_files(0)
    for seq in (2, 3):
        await store.write(Write("g", [Entry(seq, 0, "move", 0, "pass")]))
    with pytest.raises((asyncpg.PostgresError, OSError)):
        await run(url, "CHECKPOINT")
    own.limit_files(NO_LIMIT)
    await asyncio.to_thread(own.revive)
    assert await run(url, "SELECT seq FROM event") == [(1,)]
    await store.close()


async def test_clocks_that_jump_lose_and_double_nothing(
    tmp_path: Path, cluster: Cluster, rng: random.Random
) -> None:
    """Two servers whose clocks are days apart, now one ahead, now the other; bots go on."""
    url, wrong = cluster.database(), [0.0, 0.0]
    async with (
        hall_at(tmp_path, database=url, clock=lambda: time.time() + wrong[0]) as one,
        hall_at(tmp_path, database=url, clock=lambda: time.time() + wrong[1]) as two,
    ):
        room, acked = await opened(one), list[tuple[str, int]]()
        for number, jump in enumerate(JUMPS * 2):
            wrong[number % 2] = jump
            hall = (one, two)[number // 2 % 2]
            move = wanted(await hall.fresh_room(room.id), rng)
            acked.append((move.move_id, await insist(hall, room.id, move)))
        assert await named(url, room.id) == acked
        wrong[:] = [-86_400.0, 86_400.0]
        bots = await opened(one, seats="bb")
        there = await two.fresh_room(bots.id)
        await until(lambda: bots.position.revealed and there.position.revealed)
        rows = await run(url, "SELECT seq FROM event WHERE game = $1 ORDER BY seq", bots.id)
        assert [seq for (seq,) in rows] == [*range(1, len(rows) + 1)]
    found = await asyncio.to_thread(check_database, url, tmp_path)
    assert [why for _, why in found] == [None] * 3


async def test_who_died_before_the_databases_clock_was_set_back_is_dead(
    tmp_path: Path, cluster: Cluster
) -> None:
    """It seemed to live for as long as the clock had been set back, and nobody took its work."""
    url = cluster.database()
    async with claimed_and_gone(tmp_path, url) as (room, peers):
        ahead = "UPDATE process SET seen = clock_timestamp() + interval '1 hour' WHERE id = $1"
        await run(url, ahead, peers.id)
        # By the rule that looked only for who has been silent it lives.
        sql = "SELECT id FROM process WHERE seen > clock_timestamp() - interval '3 s'"
        assert await run(url, sql) == [(peers.id,)]
        async with hall_at(tmp_path, database=url) as lives:
            await until(lambda: bool((now := lives.room_now(room.id)) and now.position.state.over))


@pytest.mark.parametrize("believed", [False, True])
async def test_a_clock_that_jumps_a_year_ahead_lets_no_table_be_forgotten(
    *, believed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rng: random.Random
) -> None:
    """One jump, and all finished games were gone; a clock that is believed shows it."""
    hall_module = "kingdomino.server.live.hall"
    monkeypatch.setattr(f"{hall_module}.SWEEP_EVERY", 0.01)
    warned = list[str]()
    monkeypatch.setattr(f"{hall_module}.warn", lambda what, **_: warned.append(what))
    if believed:
        monkeypatch.setattr(f"{hall_module}.LEAP", 1e12)
    wrong = [0.0]
    async with hall_at(tmp_path, clock=lambda: time.time() + wrong[0]) as hall:
        room = await opened(hall)
        await play_on(room, rng)
        wrong[0] = 400 * 86_400.0

        async def forgotten() -> bool:
            return not await hall.store.ids()

        await until(forgotten if believed else lambda: "clock_jumped" in warned)
        assert await forgotten() is believed
