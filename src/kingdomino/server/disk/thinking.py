"""The database as a thinker sees it: questions, and that it lives. It needs no key."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg

from ..log import warn
from .migration import NewerDatabase
from .postgres import GONE, PASSING, TIMES
from .postgres_migration import STEPS
from .questions import ASKED, Taken, answer, take

BEAT = 1.0
_BEAT = """
INSERT INTO process (id, seen, thinks) VALUES ($1, clock_timestamp(), TRUE)
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
"""


class ThinkerStore:
    """One thinker's way to the questions; it waits for a database that is away."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._id = secrets.token_hex(8)
        self._pool: Any = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, asked: Callable[[], None]) -> None:
        """Say that we live, and call *asked* when there is something to do.

        Raises NewerDatabase, and ValueError where the database cannot be used.
        """
        try:
            self._pool = await asyncpg.create_pool(
                self._url, min_size=1, max_size=3, server_settings=PASSING, **TIMES
            )
        except (asyncpg.PostgresError, OSError) as problem:
            raise ValueError(f"the database does not let us in: {problem}") from None
        if (version := await self._version()) != len(STEPS):
            await self._pool.close()
            why = f"the database has version {version}, and this program knows {len(STEPS)}"
            raise NewerDatabase(why)
        await self._rows(_BEAT, self._id)
        self._tasks = [
            asyncio.ensure_future(self._often(self._beat)),
            asyncio.ensure_future(self._often(lambda: self._listen(asked))),
        ]

    async def _version(self) -> int:
        try:
            return int(await self._pool.fetchval("SELECT max(version) FROM shape"))
        except asyncpg.UndefinedTableError:
            return 0

    async def _often(self, work: Callable[[], Any]) -> None:
        while True:
            try:
                await work()
            except (asyncpg.PostgresError, *GONE) as problem:
                warn("database_unreachable", why=repr(problem))
            await asyncio.sleep(BEAT)

    async def _beat(self) -> None:
        await self._rows(_BEAT, self._id)

    async def _listen(self, asked: Callable[[], None]) -> None:
        """Until the connection ends."""
        connection = await asyncpg.connect(self._url, server_settings=PASSING, **TIMES)
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        try:
            await connection.add_listener(ASKED, lambda *_: asked())
            await ended.wait()
        finally:
            connection.terminate()

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        found: list[Any] = await self._pool.fetch(sql, *values)
        return found

    async def take(self, most: int) -> list[Taken]:
        """Some questions that wait, for us to answer."""
        return await take(self._rows, self._id, most)

    async def answer(self, number: int, body: str) -> None:
        await answer(self._rows, number, body)

    async def close(self) -> None:
        """Others take what we have not answered, at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(asyncpg.PostgresError, *GONE):
            await self._rows("DELETE FROM process WHERE id = $1", self._id)
            await self._pool.close()
