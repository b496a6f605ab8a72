"""The games in PostgreSQL, which any number of processes may read and write.

Each process has one connection that commits whatever has gathered, and a few to read by. A
database that is away for a moment is waited for; a batch that may have been committed when it
went is written again, and what was there already is refused as a conflict.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg

from ..key import Keys
from ..log import warn
from ..table.position import Entry
from .peers import CHANNEL, NOTIFY, PostgresPeers, hints
from .postgres_migration import migrate
from .statement import Statement, statements
from .store import (
    MOST_IN_A_BATCH,
    Asked,
    Conflict,
    Holder,
    News,
    StoreClosed,
    StoredGame,
    Unreachable,
    Write,
    stored_game,
)

T = TypeVar("T")
READERS = 4
PATIENCE = 5.0
"""Seconds that a database may be away before who asks is refused."""
RETRY = 0.1
TIMES: dict[str, Any] = {"timeout": 5.0, "command_timeout": 5.0}
"""Seconds to connect, and for an answer: a line that was cut says nothing by itself."""
SESSION = {
    "application_name": "kingdomino",
    # Who hangs in the middle of a transaction, or behind a cut line, holds nobody up for long;
    # neither does who has gone while it waited for one of them.
    "idle_in_transaction_session_timeout": "3000",
    "client_connection_check_interval": "1000",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
PASSING = SESSION | {"synchronous_commit": "off"}
"""For what need not outlive a crash: who lives, who is here, who has claimed what."""
GONE = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""What is raised when a connection has ended or none can be had.

The last one is for a connection that goes just as something is said on it: it never learns that
what it was doing is over, and can do nothing else.
"""

_APPEND = """
INSERT INTO event (game, seq, at, kind, player, body, move_id, move_hash, chain)
SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::integer[],
                     $6::text[], $7::text[], $8::text[], $9::text[])
"""
# Another process may have written a later one.
_SUMMARISE = """
INSERT INTO summary (game, at, seq, over, document)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::text[])
ON CONFLICT (game) DO UPDATE SET at = excluded.at, seq = excluded.seq, over = excluded.over,
    document = excluded.document WHERE summary.seq <= excluded.seq
"""
_DUE = """
WITH known AS (SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS d (game, seq, at)),
     gone AS (DELETE FROM due WHERE game IN (SELECT game FROM known WHERE at IS NULL))
INSERT INTO due (game, seq, at) SELECT * FROM known WHERE at IS NOT NULL
ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, at = excluded.at, claimed_by = NULL
"""
_GAME = """
SELECT opened_at, rules_version, fair, setup, secret, creator FROM game WHERE id = $1
"""
_ENTRIES = """
SELECT seq, at, kind, player, body, move_id, move_hash, chain FROM event
WHERE game = $1 AND seq > $2 ORDER BY seq
"""
_HOLDERS = "SELECT seat, browser, invitation, name FROM holder WHERE game = $1 ORDER BY seat"
_IDS = """
SELECT id, coalesce(summary.seq, 0) FROM game LEFT JOIN summary ON game = id ORDER BY id
"""
_SEATS = """
SELECT s.over, s.at, s.game, string_agg(h.seat::text, ','), CASE s.seq
    WHEN (SELECT coalesce(max(seq), 0) FROM event WHERE event.game = s.game)
    THEN s.document END
FROM holder h JOIN summary s ON s.game = h.game
WHERE h.browser = $1 AND (s.over, -s.at, s.game) > ($2::integer, $3::bigint, $4::text)
GROUP BY s.game ORDER BY s.over, -s.at, s.game LIMIT $5
"""
_OLD = """
SELECT game FROM summary WHERE at < $1 AND over = $2
    AND (document::json ->> 'started')::boolean = ($3::integer = 1)
ORDER BY at LIMIT $4
"""


class PostgresStore(Asked):
    """One process's way to the games that it shares with others."""

    shared = True
    SEATS, OLD = _SEATS, _OLD

    def __init__(self, url: str, keys: Keys) -> None:
        self._url = url
        self._keys = keys
        _at_once(_prepare(url, keys))
        self.peers = PostgresPeers(self._rows, self._connect)
        self._pool: Any = None
        self._opening = asyncio.Lock()
        self._writer: Any = None
        self._gathered: list[Write] = []
        self._writing: asyncio.Task[None] | None = None
        self._closed = False
        self.commits = 0
        self.written = 0

    async def write(self, write: Write) -> None:
        """Put *write* on disk; returns once it is there, raises when it is not."""
        if self._closed:
            raise StoreClosed("the server is shutting down")
        write.done = asyncio.get_running_loop().create_future()
        self._gathered.append(write)
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write_all())
        await write.done

    async def _write_all(self) -> None:
        # Those of this turn of the event loop go together.
        await asyncio.sleep(0)
        try:
            while self._gathered:
                batch = self._gathered[:MOST_IN_A_BATCH]
                del self._gathered[:MOST_IN_A_BATCH]
                await self._commit_batch(batch)
        finally:
            self._writing = None

    async def _commit_batch(self, batch: Sequence[Write]) -> None:
        failure: Exception | None = None
        try:
            await self._patiently(lambda: self._commit(batch))
        except asyncpg.IntegrityConstraintViolationError as problem:
            failure = Conflict(str(problem))
        except Exception as problem:
            failure = problem
        if failure is None or len(batch) == 1 or isinstance(failure, Unreachable):
            _answer(batch, failure)
            return
        # One bad write must not take the others with it.
        half = len(batch) // 2
        await self._commit_batch(batch[:half])
        await self._commit_batch(batch[half:])

    async def _commit(self, batch: Sequence[Write]) -> None:
        if self._writer is None or self._writer.is_closed():
            self._writer = await self._connect()
            self.peers.own = self._writer.get_server_pid()
        try:
            await self._commit_on(self._writer, batch)
        except GONE:
            # Whatever state it is in, it is not for the next batch.
            self._writer.terminate()
            raise

    async def _commit_on(self, connection: Any, batch: Sequence[Write]) -> None:
        rows = [row for write in batch for row in write.rows()]
        summaries = {w.summary.game: w.summary.row() for w in batch if w.summary}
        due = {w.game: (w.game, w.entries[-1].seq, w.due_at) for w in batch if w.entries}
        async with connection.transaction():
            for write in batch:
                for statement, values in _statements(write, self._keys):
                    await connection.execute(statement, *values)
            if rows:
                await connection.execute(_APPEND, *_columns(rows))
            if summaries:
                await connection.execute(_SUMMARISE, *_columns([*summaries.values()]))
            if due:
                await connection.execute(_DUE, *_columns([*due.values()]))
            if said := hints(_told(batch)):
                await connection.execute(NOTIFY, CHANNEL, said)
        self.commits += 1
        self.written += len(rows)

    async def _connect(self) -> Any:
        return await asyncpg.connect(self._url, server_settings=SESSION, **TIMES)

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do *work* again while the database is away; raises Unreachable."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return await work()
            except asyncpg.DataError:
                raise
            except GONE as problem:
                if self._closed or time.monotonic() > deadline:
                    warn("database_unreachable", why=repr(problem))
                    raise Unreachable from None
                await asyncio.sleep(RETRY)

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        async def asked() -> list[Any]:
            async with (await self._readers()).acquire() as connection:
                return await _fetched(connection, sql, values)

        return await self._patiently(asked)

    async def _readers(self) -> Any:
        async with self._opening:
            if self._pool is None:
                # A list of all tables may take longer than a commit.
                times = TIMES | {"command_timeout": 2 * TIMES["command_timeout"]}
                self._pool = await asyncpg.create_pool(
                    self._url, min_size=1, max_size=READERS, server_settings=PASSING, **times
                )
            return self._pool

    async def game(self, game: str) -> StoredGame | None:
        """Everything stored about a game; raises where it cannot be read."""
        rows = await self._rows(_GAME, game)
        if not rows:
            return None
        entries, holders, _ = await self.news(game, 0)
        return stored_game(game, rows[0], holders, entries, self._keys)

    async def news(self, game: str, after: int) -> News:
        """The events of a table after one of them, and who sits there now."""
        entries = [Entry(*row) for row in await self._rows(_ENTRIES, game, after)]
        holders = [Holder(*row) for row in await self._rows(_HOLDERS, game)]
        return News(entries, holders, await self.peers.elsewhere(game))

    async def ids(self) -> list[tuple[str, int]]:
        """Every table, and the last event that its summary knows of."""
        return [(game, last) for game, last in await self._rows(_IDS)]

    async def damage(self) -> str | None:
        """PostgreSQL looks after its own files."""
        return None

    async def close(self) -> None:
        """Commit what is waiting and let go of the connections."""
        if self._closed:
            return
        self._closed = True
        if self._writing is not None:
            await self._writing
        await self.peers.close()
        # All is written: a database that does not answer our goodbye is left without one.
        if self._writer is not None:
            with suppress(*GONE):
                await self._writer.close(timeout=PATIENCE)
        if self._pool is not None:
            with suppress(*GONE):
                await self._pool.close()


async def _fetched(connection: Any, sql: str, values: Sequence[object]) -> list[Any]:
    try:
        found: list[Any] = await connection.fetch(sql, *values)
        return found
    except TimeoutError:
        # Nobody would answer that we do not want to know it any more, either.
        connection.terminate()
        raise


def _at_once(work: Coroutine[Any, Any, None]) -> None:
    """Do it before anything else, whether or not an event loop is running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


async def _prepare(url: str, keys: Keys) -> None:
    try:
        connection = await asyncpg.connect(url, **TIMES)
    except (asyncpg.PostgresError, OSError) as problem:
        raise ValueError(f"the database does not let us in: {problem}") from None
    try:
        await migrate(connection, keys)
    except asyncpg.PostgresError as problem:
        raise ValueError(f"the database cannot be brought up to date: {problem}") from None
    finally:
        await connection.close()


def _statements(write: Write, keys: Keys) -> Iterator[Statement]:
    """What every database does, and what only processes that share one have to."""
    if write.forget:
        yield "DELETE FROM due WHERE game = $1", (write.game,)
    yield from statements(write, keys)


def _told(batch: Sequence[Write]) -> Iterator[tuple[str, int | None]]:
    """What others have to hear of."""
    for write in batch:
        if write.owners or write.names or write.forget:
            yield write.game, None
        elif write.entries:
            yield write.game, write.entries[-1].seq


def _columns(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [[*column] for column in zip(*rows, strict=True)]


def _answer(batch: Sequence[Write], failure: Exception | None) -> None:
    if failure is not None and not isinstance(failure, Conflict):
        warn("write_failed", why=repr(failure), games=[write.game for write in batch])
    for write in batch:
        if write.done is None or write.done.done():
            continue
        if failure is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(failure)
