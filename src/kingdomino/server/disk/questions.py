"""Questions that servers put to bots in other processes, and their answers, in PostgreSQL.

Moves come before advice, and among those of a kind every asker has a turn: who has many waiting
waits behind who has few. A question is taken by one thinker, and by another where that one dies.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

ASKED, ANSWERED = "kingdomino_asked", "kingdomino_answered"
EACH, IN_ALL = 64, 4096
"""How many may wait of one asker and in all."""
LOOK_EVERY = 0.5
"""Seconds after which who waits looks for themselves: a hint may have been missed."""

Rows: TypeAlias = Callable[..., Awaitable[list[Any]]]

LIVES = """
(seen BETWEEN clock_timestamp() - interval '3 s' AND clock_timestamp() + interval '60 s')
"""
"""A process says every second that it lives. Who said so an hour from now said it before the
database's clock was set back, and may be dead."""
ALIVE = f"(SELECT id FROM process WHERE {LIVES})"
_ASK = """
INSERT INTO question (asked_by, asker, advice, turn, body)
SELECT $1, $2, $3, count(*) FILTER (WHERE asker = $2), $4 FROM question WHERE answer IS NULL
HAVING count(*) < $6 AND count(*) FILTER (WHERE asker = $2) < $5
RETURNING id, pg_notify('kingdomino_asked', '')
"""
_TAKE = f"""
UPDATE question SET taken_by = $1 WHERE id IN (
    SELECT id FROM question WHERE answer IS NULL AND asked_by IN {ALIVE}
        AND (taken_by IS NULL OR taken_by NOT IN {ALIVE})
    ORDER BY advice, turn, id LIMIT $2 FOR UPDATE SKIP LOCKED
) RETURNING id, body, extract(epoch FROM clock_timestamp() - asked)::float8
"""
_ANSWER = """
WITH told AS (UPDATE question SET answer = $2 WHERE id = $1 RETURNING id)
SELECT pg_notify('kingdomino_answered', id::text) FROM told
"""


class Taken(NamedTuple):
    """A question that is ours to answer, and the seconds it has waited."""

    id: int
    body: str
    waited: float


class Questions:
    """What one process asks of thinkers, wherever they are."""

    def __init__(self, rows: Rows, process: str) -> None:
        self._rows = rows
        self._process = process
        self._waiting: dict[int, asyncio.Event] = {}
        self.thinkers = 0
        """How many live."""

    async def ask(self, body: str, asker: str, *, advice: bool, seconds: float) -> str:
        """The answer; raises TimeoutError when there is none in time, or too many wait."""
        given = (self._process, asker, advice, body, EACH, IN_ALL)
        rows = await self._rows(_ASK, *given)
        if not rows:
            raise TimeoutError("too many are waiting for the bots")
        number, ready = rows[0][0], asyncio.Event()
        self._waiting[number] = ready
        try:
            return await self._answer(number, ready, time.monotonic() + seconds)
        finally:
            del self._waiting[number]
            await self._rows("DELETE FROM question WHERE id = $1", number)

    async def _answer(self, number: int, ready: asyncio.Event, deadline: float) -> str:
        while (left := deadline - time.monotonic()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(ready.wait(), min(left, LOOK_EVERY))
            rows = await self._rows("SELECT answer FROM question WHERE id = $1", number)
            if not rows:
                break
            if rows[0][0] is not None:
                return str(rows[0][0])
        raise TimeoutError("nobody has answered in time")

    def hear(self, connection: object, process: int, channel: str, said: str) -> None:
        """A question has been answered."""
        if ready := self._waiting.get(int(said)):
            ready.set()


async def take(rows: Rows, process: str, most: int) -> list[Taken]:
    """Some questions that wait, for this process to answer."""
    return [Taken(*row) for row in await rows(_TAKE, process, most)]


async def answer(rows: Rows, number: int, body: str) -> None:
    """Answer a question; who asked may have given up."""
    await rows(_ANSWER, number, body)
