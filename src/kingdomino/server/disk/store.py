"""The games on disk: SQLite in WAL mode, one writer thread that commits whatever has gathered.

A write is acknowledged when the commit that holds it has reached the disk. Rows travel to SQLite
as one JSON text a batch, because each statement costs a handing over of the interpreter.
"""

from __future__ import annotations

import asyncio
import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

import msgspec

from ...games.fair_stream import STREAMS
from ..key import KEY_FILE, Keys
from ..log import warn
from ..settings import Retention, Settings
from ..table.position import RULES_VERSION, Charter, Entry, Setup
from ..table.summary import Summary
from .migration import migrate

T = TypeVar("T")
FILE = "games.sqlite3"
MOST_IN_A_BATCH = 512
HANDED_OVER = 64
"""So many writes do not wait for the event loop to come round: the disk works meanwhile."""
LOG_BYTES_KEPT = 16 << 20
"""The file of the log is cut back to this once it is empty."""
SLOW_CHECKPOINT = 1.0

_LOG_HEADER = struct.Struct("=3I2BHI")
_FRAME_HEADER = 24
_OPEN = """
INSERT INTO game (id, opened_at, rules_version, fair, setup, secret, creator)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_FORGET = (
    "DELETE FROM event WHERE game = ?",
    "DELETE FROM holder WHERE game = ?",
    "DELETE FROM summary WHERE game = ?",
    "DELETE FROM game WHERE id = ?",
)
_OWN = """
INSERT INTO holder (game, seat, browser, invitation) VALUES (?, ?, ?, ?)
ON CONFLICT (game, seat) DO UPDATE SET browser = excluded.browser, invitation = excluded.invitation
"""
_NAME = "UPDATE holder SET name = ? WHERE game = ? AND seat = ?"
_APPEND = """
INSERT INTO event (game, seq, at, kind, player, body, move_id, move_hash, chain)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
       json_extract(value, '$[6]'), json_extract(value, '$[7]'),
       json_extract(value, '$[8]')
FROM json_each(?)
"""
_SUMMARISE = """
INSERT OR REPLACE INTO summary (game, at, seq, over, document)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]')
FROM json_each(?)
"""


class _Order(Enum):
    """What the writer is told besides writes."""

    STOP = 0
    COPY_REST = 1


class StoreClosed(Exception):
    """Nothing can be written any more."""


class Owner(NamedTuple):
    """Who may act for a seat: the hash of a browser's secret, or of an invitation to it."""

    seat: int
    browser: bytes | None = None
    invitation: bytes | None = None


class Opening(NamedTuple):
    """What is stored of a table once and for all."""

    charter: Charter
    opened_at: int
    creator: bytes | None


@dataclass(slots=True)
class Write:
    """What one change of one table puts on disk, all of it or nothing."""

    game: str
    entries: Sequence[Entry] = ()
    summary: Summary | None = None
    opening: Opening | None = None
    owners: Sequence[Owner] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    """Other names for seats that somebody owns."""
    forget: bool = False
    """Whether nothing is to be left of the table."""
    probe: int | None = None
    """A time that changes nothing: it is written to see whether anything can be."""
    done: asyncio.Future[None] | None = field(default=None, repr=False)

    def rows(self) -> list[tuple[Any, ...]]:
        """The events as rows."""
        game = self.game
        return [(game, *e[:8]) for e in self.entries]

    def statements(self, keys: Keys) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """What has to be there before the events are appended."""
        if self.opening:
            charter, opened_at, creator = self.opening
            versions, setup = (RULES_VERSION, charter.fair), _json(charter.setup)
            secret = keys.seal(self.game, charter.secret)
            yield _OPEN, (self.game, opened_at, *versions, setup, secret, creator)
        if self.forget:
            yield from ((sql, (self.game,)) for sql in _FORGET)
        if self.probe is not None:
            yield "UPDATE health SET at = ?", (self.probe,)
        for owner in self.owners:
            yield _OWN, (self.game, *owner)
        for seat, name in self.names.items():
            yield _NAME, (name, self.game, seat)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is read back."""

    charter: Charter
    opened_at: int
    creator: bytes | None
    owners: dict[int, bytes]
    names: dict[int, str]
    """Of the seats that were given another name."""
    entries: list[Entry]


class Store:
    """The database of one server."""

    def __init__(self, settings: Settings, keys: Keys) -> None:
        self.path = settings.data / FILE
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

    def _log_has_grown(self) -> bool:
        length = log_bytes(self.path)
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
                for statement, values in write.statements(self._keys):
                    connection.execute(statement, values)
            if rows:
                connection.execute(_APPEND, (_json(rows),))
            if summaries:
                listed = _json([summary.row() for summary in summaries.values()])
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


def log_bytes(path: Path) -> int:
    """How long the log is that a database at *path* writes to; its file may be longer.

    The header of the log's index says how many frames there are (SQLite, "WAL-mode file format").
    Where the index is no file, the length of the log's file has to do.
    """
    index, log = Path(f"{path}-shm"), Path(f"{path}-wal")
    try:
        with index.open("rb") as header:
            *_, page, frames = _LOG_HEADER.unpack(header.read(_LOG_HEADER.size))
        return int(frames * (page + _FRAME_HEADER))
    except (OSError, struct.error):
        return log.stat().st_size if log.exists() else 0


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


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


def read_game(connection: sqlite3.Connection, game: str, keys: Keys) -> StoredGame | None:
    """Everything stored about a game; raises where it cannot be read."""
    row = connection.execute(
        "SELECT opened_at, rules_version, fair, setup, secret, creator FROM game WHERE id = ?",
        (game,),
    ).fetchone()
    if row is None:
        return None
    opened_at, version, fair, setup, secret, creator = row
    for known, begun in (((RULES_VERSION,), version), (STREAMS, fair)):
        if begun not in known:
            raise ValueError(f"table {game} was begun under {begun!r}, which is not known here")
    entries = connection.execute(
        "SELECT seq, at, kind, player, body, move_id, move_hash, chain FROM event"
        " WHERE game = ? ORDER BY seq",
        (game,),
    )
    owners = connection.execute(
        "SELECT seat, browser, name FROM holder WHERE game = ? AND browser IS NOT NULL", (game,)
    ).fetchall()
    return StoredGame(
        Charter(game, msgspec.json.decode(setup, type=Setup), keys.unseal(game, secret), fair),
        opened_at,
        creator,
        {seat: browser for seat, browser, _ in owners},
        {seat: name for seat, _, name in owners if name is not None},
        [Entry(*row) for row in entries],
    )


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


def read_invitation(connection: sqlite3.Connection, token: bytes) -> tuple[str, int] | None:
    """The game and seat that an invitation is for."""
    found: tuple[str, int] | None = connection.execute(
        "SELECT game, seat FROM holder WHERE invitation = ?", (token,)
    ).fetchone()
    return found


class Listed(NamedTuple):
    """A table where a browser has seats."""

    over: int
    at: int
    game: str
    seats: str
    """Their numbers with commas between."""
    document: str | None
    """Its summary, None where the last one is not of the last event."""

    @property
    def place(self) -> str:
        """Where it stands in the list, to go on from there."""
        return f"{self.over}.{self.at}.{self.game}"


FIRST_PLACE = (0, 1 << 62, "")


def parse_place(text: str) -> tuple[int, int, str]:
    """The place in a list; raises ValueError."""
    over, at, game = text.split(".")
    if not (text.isascii() and len(text) < 64 and int(at) < FIRST_PLACE[1]):
        raise ValueError(f"not a place: {text!r}")
    return int(over), int(at), game


def read_seats(
    connection: sqlite3.Connection,
    browser: bytes,
    *,
    most: int,
    after: tuple[int, int, str] = FIRST_PLACE,
) -> list[Listed]:
    """The tables where a browser has seats, the games that are not over first, the newest first."""
    over, at, game = after
    rows = connection.execute(
        "SELECT over, at, holder.game, group_concat(holder.seat), CASE summary.seq"
        " WHEN (SELECT ifnull(max(seq), 0) FROM event WHERE event.game = holder.game)"
        " THEN document END FROM holder JOIN summary ON summary.game = holder.game"
        " WHERE browser = ? AND (over, -at, holder.game) > (?, ?, ?)"
        " GROUP BY holder.game ORDER BY over, -at, holder.game LIMIT ?",
        (browser, over, -at, game, most),
    )
    return [Listed(*row) for row in rows]


def read_old_games(
    connection: sqlite3.Connection, retention: Retention, now: int, *, most: int
) -> list[str]:
    """The tables that need not be kept any longer, the oldest first."""
    found: list[str] = []
    for started, over in ((0, 0), (1, 0), (1, 1)):
        days = retention.days(started=bool(started), over=bool(over))
        if days:
            rows = connection.execute(
                "SELECT game FROM summary WHERE at < ? AND over = ?"
                " AND json_extract(document, '$.started') = ? ORDER BY at LIMIT ?",
                (now - int(days * 86_400_000), over, started, most - len(found)),
            )
            found += [game for (game,) in rows]
    return found


def read_open_games(connection: sqlite3.Connection, since: int) -> list[str]:
    """The tables whose games are not over and were played at since some time, newest first."""
    rows = connection.execute(
        "SELECT game FROM summary WHERE over = 0 AND at >= ? ORDER BY at DESC", (since,)
    )
    return [game for (game,) in rows]
