"""The games on disk: SQLite in WAL mode, one writer thread that commits whatever has gathered.

A write is acknowledged when the commit that holds it has reached the disk. Many events are one
statement, because each statement costs a handing over of the interpreter.
"""

from __future__ import annotations

import asyncio
import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from ..key import KEY_FILE, Keys
from ..log import warn
from ..settings import Settings
from ..table.position import Entry
from .migration import migrate
from .statement import statements
from .store import (
    MOST_IN_A_BATCH,
    Alone,
    Asked,
    Conflict,
    Holder,
    News,
    StoreClosed,
    StoredGame,
    Write,
    as_json,
    stored_game,
)

T = TypeVar("T")
FILE = "games.sqlite3"
HANDED_OVER = 64
"""So many writes do not wait for the event loop to come round: the disk works meanwhile."""
LOG_BYTES_KEPT = 16 << 20
"""The file of the log is cut back to this once it is empty."""
SLOW_CHECKPOINT = 1.0
ROWS = 64
"""Events that one statement appends at most."""

_LOG_HEADER = struct.Struct("=3I2BHI")
_FRAME_HEADER = 24
_EVENT = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SUMMARISE = """
INSERT OR REPLACE INTO summary (game, at, seq, over, document)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]')
FROM json_each(?)
"""
_SEATS = """
SELECT over, at, holder.game, group_concat(holder.seat), CASE summary.seq
    WHEN (SELECT ifnull(max(seq), 0) FROM event WHERE event.game = holder.game)
    THEN document END
FROM holder JOIN summary ON summary.game = holder.game
WHERE browser = $1 AND (over, -at, holder.game) > ($2, $3, $4)
GROUP BY holder.game ORDER BY over, -at, holder.game LIMIT $5
"""
_OLD = """
SELECT game FROM summary WHERE at < $1 AND over = $2 AND json_extract(document, '$.started') = $3
ORDER BY at LIMIT $4
"""


@cache
def _append(rows: int) -> str:
    """What appends so many events."""
    columns = "game, seq, at, kind, player, body, move_id, move_hash, chain"
    return f"INSERT INTO event ({columns}) VALUES {', '.join([_EVENT] * rows)}"


class _Order(Enum):
    """What the writer is told besides writes."""

    STOP = 0
    COPY_REST = 1


class SqliteStore(Asked):
    """The database of one server: a file in its folder."""

    shared = False
    SEATS, OLD = _SEATS, _OLD

    def __init__(self, settings: Settings, keys: Keys) -> None:
        self.path = settings.data / FILE
        self.peers = Alone()
        synchronous, self._checkpoint_bytes = settings.synchronous, settings.checkpoint_bytes
        self.path.touch(mode=0o600)
        self._writer = _connect_and_migrate(self.path, synchronous, keys)
        self._keys = keys
        self._reader = _connect(self.path, synchronous)
        self._reader.execute("PRAGMA query_only = ON")
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._queue: SimpleQueue[list[Write] | _Order] = SimpleQueue()
        self._gathered: list[Write] = []
        """What is to be handed to the writer when the event loop comes round."""
        self._checkpointer = _connect(self.path, synchronous)
        self._checkpointing = ThreadPoolExecutor(1, thread_name_prefix="store-checkpointer")
        self._log = Log(self.path)
        self._checked = 0
        """How long the log was when it was last copied into the database."""
        self._copying = False
        self._closed = False
        self._thread = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._thread.start()
        self.commits = 0
        self.written = 0

    async def write(self, write: Write) -> None:
        """Put *write* on disk; returns once it is there, raises when it is not."""
        if self._closed:
            raise StoreClosed("the server is shutting down")
        loop = asyncio.get_running_loop()
        write.done = loop.create_future()
        self._gathered.append(write)
        if len(self._gathered) == 1:
            loop.call_soon(self._hand_over)
        elif len(self._gathered) == HANDED_OVER:
            self._hand_over()
        await write.done

    def _hand_over(self) -> None:
        """Waking the writer costs a change of threads, so it is woken for several writes."""
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    async def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Ask the database something, off the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, question, self._reader)

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        named = _named(values)
        return await self.read(lambda connection: connection.execute(sql, named).fetchall())

    async def game(self, game: str) -> StoredGame | None:
        """Everything stored about a game; raises where it cannot be read."""
        return await self.read(lambda connection: read_game(connection, game, self._keys))

    async def news(self, game: str, after: int) -> News:
        """The events of a table after one of them, and who sits there now."""
        return await self.read(lambda connection: _read_news(connection, game, after))

    async def ids(self) -> list[tuple[str, int]]:
        """Every table, and the last event that its summary knows of."""
        return await self.read(read_ids)

    async def damage(self) -> str | None:
        """What is wrong with the file, None if nothing."""
        return await asyncio.to_thread(quick_check, self.path)

    async def close(self) -> None:
        """Commit what is waiting and close the files."""
        if self._closed:
            return
        self._closed = True
        self._hand_over()
        self._queue.put(_Order.STOP)
        await asyncio.to_thread(self._thread.join)
        self._checkpointing.shutdown()
        self._checkpointer.close()
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()
        self._log.close()

    def _write_all(self) -> None:
        while True:
            batch, order = self._gather()
            if batch:
                self._commit_batch(batch)
            if order is _Order.STOP:
                return
            if order is _Order.COPY_REST:
                _checkpoint(self._writer)
                self._copying = False
            elif not self._copying and self._log_has_grown():
                self._copying = True
                self._checkpointing.submit(self._copy_log)

    @property
    def log_bytes(self) -> int:
        """How long the log is that is written to."""
        return self._log.length

    def _log_has_grown(self) -> bool:
        length = self.log_bytes
        if length < self._checked:
            # It begins anew when all of it has been copied and nobody reads it.
            self._checked = 0
        grown = length - self._checked >= self._checkpoint_bytes
        if grown:
            self._checked = length
        return grown

    def _gather(self) -> tuple[list[Write], _Order | None]:
        """All that waits, at least one, up to an order."""
        batch: list[Write] = []
        while not batch or (len(batch) < MOST_IN_A_BATCH and not self._queue.empty()):
            writes = self._queue.get()
            if isinstance(writes, _Order):
                return batch, writes
            batch += writes
        return batch, None

    def _copy_log(self) -> None:
        """Copy the log into the database beside the writer, which then has little left to do.

        Nobody is waited for: what somebody still reads is copied the next time.
        """
        _checkpoint(self._checkpointer)
        self._queue.put(_Order.COPY_REST)

    def _commit_batch(self, batch: list[Write]) -> None:
        failure: Exception | None = None
        try:
            self._commit(batch)
        except sqlite3.IntegrityError as problem:
            failure = Conflict(str(problem))
        except Exception as problem:
            failure = problem
        if failure is None or len(batch) == 1:
            _answer(batch, failure)
            return
        # One bad write must not take the others with it.
        for write in batch:
            self._commit_batch([write])

    def _commit(self, batch: list[Write]) -> None:
        connection = self._writer
        rows = [row for write in batch for row in write.rows()]
        summaries = {w.summary.game: w.summary for w in batch if w.summary}
        connection.execute("BEGIN IMMEDIATE")
        try:
            for write in batch:
                for statement, values in statements(write, self._keys):
                    connection.execute(statement, _named(values))
            for some in (rows[i : i + ROWS] for i in range(0, len(rows), ROWS)):
                connection.execute(_append(len(some)), [*chain.from_iterable(some)])
            if summaries:
                listed = as_json([summary.row() for summary in summaries.values()])
                connection.execute(_SUMMARISE, (listed,))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self.commits += 1
        self.written += len(rows)


def _checkpoint(connection: sqlite3.Connection) -> None:
    began = time.monotonic()
    try:
        _, frames, copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except sqlite3.Error as problem:
        warn("checkpoint_failed", why=str(problem))
        return
    took = time.monotonic() - began
    if took > SLOW_CHECKPOINT:
        warn("checkpoint_slow", seconds=round(took, 2), frames=frames, copied=copied)


class Log:
    """The log that a database at *path* writes to, looked at beside SQLite.

    The header of the log's index says how many frames there are (SQLite, "WAL-mode file format").
    Where the index is no file, the length of the log's file has to do.
    """

    def __init__(self, path: Path) -> None:
        self._file = Path(f"{path}-wal")
        index = Path(f"{path}-shm")
        # Once for all: a process that closes a file loses every lock that it holds on it, SQLite's
        # among them, and whoever opens the database next takes it for one that nobody uses.
        self._index = index.open("rb", buffering=0) if index.exists() else None

    @property
    def length(self) -> int:
        """Its bytes; those of its file may be more."""
        if self._index is None:
            return self._file.stat().st_size if self._file.exists() else 0
        self._index.seek(0)
        header = self._index.read(_LOG_HEADER.size)
        *_, page, frames = _LOG_HEADER.unpack(header.ljust(_LOG_HEADER.size, b"\0"))
        return int(frames * (page + _FRAME_HEADER))

    def close(self) -> None:
        """Only when nobody in this process has the database open any more."""
        if self._index is not None:
            self._index.close()


def open_to_read(path: Path) -> sqlite3.Connection:
    """A database that is looked at and never changed; a server may be running on it."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _connect(path: Path, synchronous: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("PRAGMA foreign_keys = ON")
    # By itself a checkpoint would make one commit in a few hundred wait.
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute(f"PRAGMA journal_size_limit = {LOG_BYTES_KEPT}")
    return connection


def _connect_and_migrate(path: Path, synchronous: str, keys: Keys) -> sqlite3.Connection:
    """The database, brought up to date; raises ValueError when it was sealed with another key."""
    connection = _connect(path, synchronous)
    try:
        migrate(connection, keys)
        if connection.execute("SELECT proof FROM sealed").fetchone() != (keys.seal("", b""),):
            raise ValueError(f"{path} belongs to another {KEY_FILE}: put that one back")
    except BaseException:
        connection.close()
        raise
    return connection


def _answer(batch: list[Write], failure: Exception | None) -> None:
    if failure is not None:
        warn("write_failed", why=str(failure), games=[write.game for write in batch])
    futures = [write.done for write in batch if write.done]
    if not futures:
        return

    def settle() -> None:
        for future in futures:
            if future.done():
                continue
            if failure is None:
                future.set_result(None)
            else:
                future.set_exception(failure)

    try:
        futures[0].get_loop().call_soon_threadsafe(settle)
    except RuntimeError:
        # The loop is gone with everybody who waited.
        return


def _named(values: Iterable[object]) -> dict[str, object]:
    """Values for a statement in which ``$1`` is the first."""
    return {str(number): value for number, value in enumerate(values, 1)}


def read_game(connection: sqlite3.Connection, game: str, keys: Keys) -> StoredGame | None:
    """Everything stored about a game; raises where it cannot be read."""
    row = connection.execute(
        "SELECT opened_at, rules_version, fair, setup, secret, creator FROM game WHERE id = ?",
        (game,),
    ).fetchone()
    if row is None:
        return None
    entries, holders, _ = _read_news(connection, game, 0)
    return stored_game(game, row, holders, entries, keys)


def _read_news(connection: sqlite3.Connection, game: str, after: int) -> News:
    entries = connection.execute(
        "SELECT seq, at, kind, player, body, move_id, move_hash, chain FROM event"
        " WHERE game = ? AND seq > ? ORDER BY seq",
        (game, after),
    )
    holders = connection.execute(
        "SELECT seat, browser, invitation, name FROM holder WHERE game = ? ORDER BY seat", (game,)
    )
    return News([Entry(*row) for row in entries], [Holder(*row) for row in holders])


def quick_check(path: Path) -> str | None:
    """What is wrong with the file of a database, None if nothing; beside whoever uses it."""
    try:
        with closing(_connect(path, "FULL")) as connection:
            found = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
    except sqlite3.Error as problem:
        return repr(problem)
    return None if found == ["ok"] else "; ".join(found)


def read_ids(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    """Every table, and the last event that its summary knows of."""
    return connection.execute(
        "SELECT id, ifnull(summary.seq, 0) FROM game LEFT JOIN summary ON game = id ORDER BY id"
    ).fetchall()
