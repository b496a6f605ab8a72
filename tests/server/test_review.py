"""A finished game looked at again: decision by decision, while somebody asks, and kept."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from kingdomino import GAMES
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.review import Judged
from kingdomino.server.live.room import Room
from tests.server.support import hall_at, opened, play_on, refused, until


async def whole(hall: Hall, room: Room) -> list[Judged]:
    """All verdicts, asked for as a page does."""
    found: list[Judged] = []
    while True:
        answer = await hall.review(room).after(len(found), "somebody")
        found += answer["verdicts"]
        if len(found) == answer["of"]:
            return found


async def finished(hall: Hall, game: str, rng: random.Random) -> Room:
    room = await opened(hall, game, "mm")
    await play_on(room, rng)
    await until(lambda: room.position.revealed)
    return room


@pytest.mark.parametrize("game", [game.name for game in GAMES])
async def test_every_decision_is_graded(game: str, hall: Hall, rng: random.Random) -> None:
    room = await finished(hall, game, rng)
    found = await whole(hall, room)
    assert [verdict["at"] for verdict in found] == sorted({verdict["at"] for verdict in found})
    for verdict in found:
        assert verdict["played"] == room.actions[verdict["at"]]
        assert (verdict["grade"] == "best") == (verdict["best"] == verdict["played"])
        assert (verdict["points_lost"] > 0) == (verdict["best"] != verdict["played"])
    assert {verdict["player"] for verdict in found} == {0, 1}
    # Who plays at random finds the best sometimes, and not always.
    assert {"best"} < {verdict["grade"] for verdict in found}


async def test_a_review_is_kept_with_the_game(
    tmp_path: Path, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody thinks about it a second time, and nothing of it is left with a forgotten table."""
    async with hall_at(tmp_path) as hall:
        room = await finished(hall, "kingdomino", rng)
        first = await whole(hall, room)
    async with hall_at(tmp_path) as hall:

        async def nobody(*_: Any) -> None:
            raise AssertionError("it was known")

        monkeypatch.setattr(hall.bots, "judge", nobody)
        again = await hall.review(await hall.room(room.id)).after(0, "somebody")
        assert again == {"of": len(first), "verdicts": first}
        assert await hall.store.review(room.id)
    late = 400 * 86_400.0
    async with hall_at(tmp_path, clock=lambda: room.position.at / 1000 + late) as hall:
        assert await hall.forget_old() == 1
        assert await hall.store.review(room.id) is None


async def test_who_leaves_stops_the_thinking(
    hall: Hall, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await finished(hall, "kingdomino", rng)
    asked, judge = 0, hall.bots.judge
    waits = asyncio.Event()

    async def counted(*question: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked == 3:
            waits.set()
            await asyncio.Event().wait()
        return await judge(*question)

    monkeypatch.setattr(hall.bots, "judge", counted)
    leaving = asyncio.ensure_future(hall.review(room).after(0, "somebody"))
    await waits.wait()
    leaving.cancel()
    await asyncio.wait([leaving])
    assert asked == 3
    found = await whole(hall, room)
    # The two that were known are not thought about again, the third is.
    assert asked == len(found) + 1


async def test_only_a_finished_game_is_reviewed(hall: Hall) -> None:
    room = await opened(hall, seats="mm")

    async def review() -> None:
        hall.review(room)

    assert (await refused(review())).code == "bad_request"
