"""A clock for the whole game: each player's own time, folded from the log, under a frozen clock."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

from kingdomino.server.live.room import Room
from kingdomino.server.table.position import LAST_SECONDS
from tests.server.support import BOTH, hall_at, opened, play_on, some_move, until

MINUTE = 60


async def think(room: Room, now: list[float], seconds: float, rng: random.Random) -> int:
    """Whoever is to decide does so after so many seconds; their seat."""
    now[0] += seconds
    move = some_move(room, rng)
    assert move is not None
    await room.move(room.owners[move.seat], move)
    return move.seat


async def test_only_who_decides_uses_their_time(tmp_path: Path, rng: random.Random) -> None:
    now, used = [1e9], [0.0, 0.0]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room = await opened(hall, seats="mmb", game_clock=20 * MINUTE)
        for seconds in (3, 5, 0.5, 7, 11, 2):
            await until(lambda: room.position.human_to_act is not None)
            used[await think(room, now, seconds, rng)] += seconds
        await until(lambda: room.position.human_to_act is not None)
        clock = room.position.view["clock"]
        left = {str(seat): (20 * MINUTE - spent) * 1000 for seat, spent in enumerate(used)}
        assert clock["left"] == left, "a bot has none"
        player = room.position.human_to_act
        assert clock["deadline"] == clock["since"] + left[str(player)]
        assert (clock["game"], clock["seconds"]) == (20 * MINUTE, 0)


@BOTH
async def test_the_time_used_is_read_back_from_the_log(
    tmp_path: Path, database: str | None, rng: random.Random
) -> None:
    now = [1e9]
    async with hall_at(tmp_path, database=database, clock=lambda: now[0]) as hall:
        room = await opened(hall, game_clock=5 * MINUTE)
        for seconds in (20, 30, 40):
            await think(room, now, seconds, rng)
        before = room.position
    async with hall_at(tmp_path, database=database, clock=lambda: now[0]) as hall:
        again = await hall.room(room.id)
        assert sum(again.position.used) == 90_000
        assert again.position.view["clock"] == before.view["clock"]


async def test_whose_time_is_used_up_loses_one_turn_and_then_has_seconds(
    tmp_path: Path, rng: random.Random
) -> None:
    now = [1e9]
    async with hall_at(tmp_path, clock=lambda: now[0], bots_alone=0.0) as hall:
        room = await opened(hall, game_clock=3 * MINUTE)
        seat, before = room.position.human_to_act, room.position.seq
        assert seat is not None
        now[0] += 3 * MINUTE
        room.wake()
        await until(lambda: room.position.seq > before and not room.position.seats[seat].bot)
        told = [json.loads(event) for event in room.events[before:]]
        assert [event.get("what") for event in told].count("left") == 1
        assert told[0]["lapsed"]
        assert room.position.view["clock"]["left"] == {str(seat): 0, str(1 - seat): 180_000}
        while room.position.human_to_act != seat:
            await think(room, now, 1, rng)
        clock = room.position.view["clock"]
        assert clock["deadline"] == clock["since"] + LAST_SECONDS * 1000
        now[0] += LAST_SECONDS - 1
        room.wake()
        await asyncio.sleep(0)
        assert await think(room, now, 0, rng) == seat, "nobody played for them"
        await play_on(room, rng)
        assert room.position.state.over
        assert room.position.view["clock"]["deadline"] is None


async def test_the_shorter_of_two_clocks_runs_out_first(tmp_path: Path, rng: random.Random) -> None:
    now = [1e9]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room = await opened(hall, seats="mm", clock=30, game_clock=MINUTE)
        clock = room.position.view["clock"]
        assert clock["deadline"] == clock["since"] + 30_000
        seat = await think(room, now, 25, rng)
        while room.position.human_to_act != seat:
            await think(room, now, 0, rng)
        await think(room, now, 20, rng)
        while room.position.human_to_act != seat:
            await think(room, now, 0, rng)
        clock = room.position.view["clock"]
        assert clock["deadline"] == clock["since"] + 15_000


async def test_time_while_the_server_was_away_is_nobody_s(
    tmp_path: Path, rng: random.Random
) -> None:
    """No more is taken than there was, and who comes back in time decides for themselves."""
    now = [1e9]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room = await opened(hall, clock=30, game_clock=5 * MINUTE)
        seat = room.position.human_to_act
    now[0] += 3_600
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room = await hall.room(room.id)
        assert await think(room, now, 5, rng) == seat
        assert room.position.view["clock"]["left"][str(seat)] == (5 * MINUTE - 30) * 1000
