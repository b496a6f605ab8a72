"""Several processes on one PostgreSQL, as halls of this process: one order, one doer, one view."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kingdomino.server.disk.peers import PostgresPeers, hints
from kingdomino.server.error import ServerError
from kingdomino.server.live import seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.thinking.bots import Bots, Chosen
from tests.server.faults import claimed_and_gone
from tests.server.postgres import Cluster, run
from tests.server.support import (
    ANA,
    BO,
    Ear,
    give,
    hall_at,
    join,
    opened,
    play_on,
    refused,
    shared_bots,
    some_move,
    until,
)


@pytest.fixture
def url(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture
async def halls(tmp_path: Path, url: str) -> AsyncIterator[list[Hall]]:
    """Two halls that share everything but their memory."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(hall_at(tmp_path, database=url)) for _ in range(2)]


async def at_both(halls: list[Hall], seats: str = "mm", **more: Any) -> list[Room]:
    """One table, in the memory of both."""
    room = await opened(halls[0], seats=seats, **more)
    return [room, await halls[1].fresh_room(room.id)]


async def stored(url: str, room: Room) -> list[tuple[int, str | None]]:
    rows = await run(url, "SELECT seq, move_id FROM event WHERE game = $1 ORDER BY seq", room.id)
    return [(seq, move_id) for seq, move_id in rows]


async def test_a_game_is_played_at_both_by_turns(halls: list[Hall], rng: random.Random) -> None:
    """Whoever has an ack from one is understood by the other, however far behind that one is."""
    rooms = await at_both(halls)
    ahead = rooms[0]
    for room in rooms * 1000:
        ahead = max(rooms, key=lambda room: room.position.seq)
        move = some_move(ahead, rng)
        if move is None:
            break
        await room.move(ANA, move)
    assert ahead.position.state.over
    await until(lambda: rooms[0].position.seq == rooms[1].position.seq)
    assert rooms[0].events == rooms[1].events
    assert rooms[0].position.chain == rooms[1].position.chain


async def answered(room: Room, move: Any) -> tuple[str, Any]:
    try:
        return "ack", (await room.move(ANA, move))["seq"]
    except ServerError as refusal:
        return "error", refusal.code


async def test_of_two_moves_at_once_one_is_taken(
    halls: list[Hall], url: str, rng: random.Random
) -> None:
    rooms = await at_both(halls)
    taken: list[int] = []
    while not rooms[0].position.state.over:
        moves = [some_move(rooms[0], rng) for _ in rooms]
        answers = await asyncio.gather(*map(answered, rooms, moves))
        assert sorted(kind for kind, _ in answers) == ["ack", "error"]
        assert ("error", "stale") in answers
        taken += [seq for kind, seq in answers if kind == "ack"]
        await asyncio.gather(*(room.catch_up() for room in rooms))
    assert [seq for seq, name in await stored(url, rooms[0]) if name] == taken


async def test_without_the_key_of_events_both_would_be_taken(
    halls: list[Hall], url: str, rng: random.Random
) -> None:
    """The test above can fail: it is the database that keeps the order."""
    rooms = await at_both(halls)
    await run(url, "ALTER TABLE event DROP CONSTRAINT event_pkey")
    moves = [some_move(rooms[0], rng) for _ in rooms]
    answers = await asyncio.gather(*map(answered, rooms, moves))
    assert [kind for kind, _ in answers] == ["ack", "ack"]


async def test_a_move_sent_to_both_is_taken_once(
    halls: list[Hall], url: str, rng: random.Random
) -> None:
    rooms = await at_both(halls)
    for _ in range(10):
        move = some_move(rooms[0], rng)
        first, second = await asyncio.gather(*(answered(room, move) for room in rooms))
        assert first == second
        assert first[0] == "ack"
        await asyncio.gather(*(room.catch_up() for room in rooms))
    names = Counter(name for _, name in await stored(url, rooms[0]) if name)
    assert sorted(names.values()) == [1] * 10


async def test_who_listens_at_another_process_hears_of_it(
    halls: list[Hall], rng: random.Random
) -> None:
    here, there = await at_both(halls)
    ear = Ear(ANA, [0, 1])
    there.attach(ear, None)
    ear.heard.clear()
    await play_on(here, rng, moves=3)
    await until(lambda: there.position.seq == here.position.seq)
    events = [json.loads(said) for said in ear.heard if b'"event"' in said]
    assert [event["seq"] for event in events] == [*range(3, here.position.seq + 1)][-len(events) :]
    assert events[-1]["options"] == [list(option) for option in there.options()]
    waiting = asyncio.ensure_future(there.changed(there.position.seq, 60))
    await asyncio.sleep(0)
    await play_on(here, rng, moves=1)
    await asyncio.wait_for(waiting, 60)


async def test_a_missed_hint_is_made_up_for(
    halls: list[Hall], monkeypatch: pytest.MonkeyPatch, rng: random.Random
) -> None:
    here, there = await at_both(halls)
    monkeypatch.setattr(halls[1].store.peers, "_hear", lambda *_: None)
    monkeypatch.setattr(halls[1].store.peers, "_told", lambda *_: None)
    await play_on(here, rng, moves=2)
    await until(lambda: there.position.seq == here.position.seq)


async def test_hints_are_heard_again_when_the_line_was_cut(
    halls: list[Hall], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await at_both(halls)
    monkeypatch.setattr("kingdomino.server.live.hall.PATROL", 1e6)
    sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%'"
    sql += " OR query = 'SELECT'"
    assert len(await run(url, sql)) >= 2
    # A name is no event: who missed its hint reads it when the line is there again.
    await seating.rename(here, ANA, 0, "Anna")
    await until(lambda: there.position.seats[0].name == "Anna")


async def test_who_is_connected_elsewhere_is_here(halls: list[Hall], url: str) -> None:
    here, there = await at_both(halls, "ml")
    watching, sitting = Ear(), Ear(ANA, [0])
    there.attach(watching, None)
    here.attach(sitting, None)
    await until(lambda: 0 in there.audience.online())
    assert json.loads(watching.heard[-1])["patch"] == {"seats": {"0": {"online": True}}}
    assert there.view()["seats"]["0"]["online"]
    assert (await halls[1].fresh_room(here.id)).audience.here() == set()
    here.detach(sitting)
    await until(lambda: 0 not in there.audience.online())
    here.attach(sitting, None)
    await until(lambda: 0 in there.audience.online())
    # A process that has not been heard of for a while is dead, and so are its sockets.
    peers = halls[0].store.peers
    assert isinstance(peers, PostgresPeers)
    for task in peers._tasks:
        task.cancel()
    await until(lambda: 0 not in there.audience.online())
    assert await run(url, "SELECT id FROM process WHERE id = $1", peers.id) == []


async def test_seats_and_names_are_the_same_everywhere(halls: list[Hall]) -> None:
    here, there = await at_both(halls, "ml")
    await join(halls[1], there, 1, BO)
    await give(await halls[0].room(here.id), BO)
    await seating.rename(here, BO, 1, "Bob")
    await until(lambda: there.position.seats[1].name == "Bob")
    await seating.hand_over(here, 1, ANA)
    await until(lambda: there.seats_of(ANA) == [0, 1])
    assert (await refused(seating.leave(there, BO, 1))).code == "not_your_seat"
    # Who has just sat down at one may act at the other before it has heard of it.
    await seating.hand_over(there, 1, BO)
    await seating.leave(here, BO, 1)


class Counted(Bots):
    """Bots that remember what they were asked."""

    def __init__(self) -> None:
        super().__init__(fast=False)
        self.asked: Counter[tuple[str, int]] = Counter()

    async def act(self, level: str, moment: Any, rng: random.Random) -> Chosen:
        self.asked[moment.table, len(moment.actions)] += 1
        return await shared_bots().act(level, moment, rng)


async def test_a_bot_thinks_at_one_process_only(tmp_path: Path, url: str) -> None:
    bots = Counted()
    async with (
        hall_at(tmp_path, bots, database=url) as one,
        hall_at(tmp_path, bots, database=url) as two,
    ):
        rooms = await at_both([one, two], "bbb")
        for room in rooms:
            room.attach(Ear(), None)
        await until(lambda: all(room.position.revealed for room in rooms))
    assert {*bots.asked.values()} == {1}
    assert len(bots.asked) > 40


async def test_a_clock_runs_out_once(halls: list[Hall], url: str) -> None:
    rooms = await at_both(halls, clock=600)
    before = rooms[0].position.seq
    for room in rooms:
        room.grace_until = 0.0
        room.position = room.position._replace(since=0)
        room.wake()
    await until(lambda: rooms[0].position.seq == rooms[1].position.seq > before)
    sql = "SELECT player FROM event WHERE game = $1 AND kind = 'left'"
    assert len(await run(url, sql, rooms[0].id)) == 1


async def test_what_is_due_is_seen_to_by_who_lives(tmp_path: Path, url: str) -> None:
    async with (
        claimed_and_gone(tmp_path, url) as (room, _),
        hall_at(tmp_path, database=url) as lives,
    ):
        await until(lambda: bool((now := lives.room_now(room.id)) and now.position.state.over))


async def test_bots_rest_where_nobody_looks_and_go_on_elsewhere(tmp_path: Path, url: str) -> None:
    async with (
        hall_at(tmp_path, database=url, bots_alone=0.3, bot_pause=(0.1, 0.1)) as one,
        hall_at(tmp_path, database=url) as two,
    ):
        room = await opened(one, seats="bb")
        assert room.position.started
        sql = "SELECT at FROM due WHERE game = $1"

        async def rests() -> bool:
            return not room._autoplay.busy and await run(url, sql, room.id) == []

        await until(rests)
        assert not room.position.state.over
        there = await two.room(room.id)
        await until(lambda: there.position.state.over)


async def test_who_goes_while_a_move_is_written_leaves_nothing_due(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody looks when a move is to be written down, and nobody when it has been."""
    written = Room.write

    async def write(room: Room, what: Any) -> None:
        await written(room, what)
        if what.due_at is not None and len(room.actions) > 4:
            room._looked_at = -1e9

    monkeypatch.setattr(Room, "write", write)
    async with hall_at(tmp_path, database=url, bot_pause=(0.0, 0.0)) as hall:
        room = await opened(hall, seats="bb")
        await until(lambda: len(room.actions) > 6 and not room._autoplay.busy)
        assert not room.position.state.over
        assert await run(url, "SELECT at FROM due WHERE game = $1", room.id) == []


def test_hints_fit_into_notifications() -> None:
    told = [(f"table{number:05d}", number if number % 2 else None) for number in range(2000)]
    said = hints(told)
    assert all(len(words) < 8000 for words in said)
    assert len(said) < 6
    words = " ".join(said).split()
    assert [word.partition(":")[0] for word in words] == [game for game, _ in told]
    assert words[:2] == ["table00000:*", "table00001:1"]
    assert hints([]) == []
