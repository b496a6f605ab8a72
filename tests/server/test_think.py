"""Bots that think in other processes, found by way of the database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kingdomino.server.disk.questions import Questions, answer, take
from kingdomino.server.thinking.bots import Bots
from kingdomino.server.thinking.thinker import Thinker
from tests.cli.command import error
from tests.server.postgres import Cluster, run
from tests.server.support import Ear, hall_at, opened, until

LONG = "clock_timestamp() + interval '59 s'"
"""So far ahead somebody may have said that they live: they do for as long as a test takes."""
NOBODY = (sys.executable, "-c", "pass")
"""A thinking process that never answers: whoever asks it has to do without."""


@contextlib.asynccontextmanager
async def thinking(url: str) -> AsyncIterator[None]:
    """Somebody who thinks for the servers of a database."""
    task = asyncio.ensure_future(Thinker(url, threads=2, fast=False).run())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_bots_think_elsewhere(tmp_path: Path, cluster: Cluster) -> None:
    """Here nobody could: every move has come by way of the database."""
    url = cluster.database()
    with contextlib.closing(Bots(command=NOBODY, fast=False)) as bots:
        async with hall_at(tmp_path, bots, database=url) as hall, thinking(url):
            questions = hall.store.peers.questions
            assert questions is not None
            await until(lambda: questions.thinkers == 1)
            room = await opened(hall, seats="bbr")
            ear = Ear()
            room.attach(ear, None)
            await until(lambda: room.position.revealed)
            assert bots.failures == 0
            assert not [said for said in ear.heard if b'"replaced"' in said]
            assert await run(url, "SELECT * FROM question") == []


async def test_a_gentler_level_moves_when_nobody_answers_in_time(
    tmp_path: Path, cluster: Cluster
) -> None:
    url = cluster.database()
    # The gentler level, on a busy machine, has to answer within the same patience.
    with contextlib.closing(Bots(fast=False, patience=5.0)) as bots:
        async with hall_at(tmp_path, bots, database=url) as hall:
            questions = hall.store.peers.questions
            assert questions is not None
            # Somebody who lives and never answers.
            await run(url, f"INSERT INTO process VALUES ('deaf', {LONG}, TRUE)")
            await until(lambda: questions.thinkers == 1)
            room = await opened(hall, seats="bb")
            ear = Ear()
            room.attach(ear, None)
            await until(lambda: any(b'"replaced"' in said for said in ear.heard))
            told = next(json.loads(said) for said in ear.heard if b'"replaced"' in said)
            assert (told["asked"], told["level"]) == ("squire", "page")


class Asking:
    """A process that asks, and one that answers, with nothing between."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.questions = Questions(self.rows, "asks")

    async def rows(self, sql: str, *values: object) -> list[object]:
        return await run(self._url, sql, *values)

    async def ask(self, body: str, asker: str, *, advice: bool = False) -> str:
        return await self.questions.ask(body, asker, advice=advice, seconds=60)


@pytest.fixture
async def asking(tmp_path: Path, cluster: Cluster) -> AsyncIterator[Asking]:
    url = cluster.database()
    async with hall_at(tmp_path, database=url):
        made = Asking(url)
        for name in ("asks", "thinks", "also"):
            await made.rows(f"INSERT INTO process VALUES ($1, {LONG})", name)
        yield made


async def waiting(asking: Asking, number: int) -> None:
    while await asking.rows("SELECT count(*) FROM question") != [(number,)]:
        await asyncio.sleep(0.01)


async def test_every_asker_has_a_turn_and_moves_come_first(asking: Asking) -> None:
    tasks: list[asyncio.Task[str]] = []
    asked = [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("hint", "c"), ("b2", "b")]
    for number, (body, asker) in enumerate(asked, 1):
        asks = asking.ask(body, asker, advice=body == "hint")
        tasks.append(asyncio.ensure_future(asks))
        await waiting(asking, number)
    order: list[str] = []
    for _ in asked:
        (taken,) = await take(asking.rows, "thinks", 1)
        order.append(taken.body)
        await answer(asking.rows, taken.id, f"{taken.body}!")
    assert order == ["a1", "b1", "a2", "b2", "a3", "hint"]
    assert await asyncio.gather(*tasks) == [f"{body}!" for body, _ in asked]
    await waiting(asking, 0)


async def test_what_somebody_who_died_has_taken_is_for_the_next(asking: Asking) -> None:
    task = asyncio.ensure_future(asking.ask("one", "a"))
    await waiting(asking, 1)
    (first,) = await take(asking.rows, "thinks", 4)
    assert await take(asking.rows, "also", 4) == []
    await asking.rows("DELETE FROM process WHERE id = 'thinks'")
    (again,) = await take(asking.rows, "also", 4)
    assert again.id == first.id
    assert again.waited > 0
    await answer(asking.rows, again.id, "done")
    assert await task == "done"


async def test_there_is_a_bound(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdomino.server.disk.questions.EACH", 2)
    tasks = [asyncio.ensure_future(asking.ask(body, "a")) for body in ("one", "two")]
    await waiting(asking, 2)
    with pytest.raises(TimeoutError, match="too many"):
        await asking.ask("three", "a")
    for taken in await take(asking.rows, "thinks", 4):
        await answer(asking.rows, taken.id, taken.body)
    assert await asyncio.gather(*tasks) == ["one", "two"]


def test_a_database_that_is_not_there_is_said_to_be(cluster: Cluster) -> None:
    assert "does not let us in" in error("think", "--database", cluster.url("elsewhere"))
    assert "has version 0" in error("think", "--database", cluster.database())
