"""The games on disk."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
import time
from pathlib import Path

import pytest

from kingdomino.server.disk.lock import FolderInUse, FolderLock
from kingdomino.server.disk.migration import MIGRATIONS, NewerDatabase, migrate
from kingdomino.server.disk.store import (
    FILE,
    Opening,
    Store,
    StoreClosed,
    Write,
    log_bytes,
    read_game,
)
from kingdomino.server.key import Keys
from kingdomino.server.settings import Settings
from kingdomino.server.table.position import Charter, Entry, Setup

KEYS = Keys(b"k" * 32, secrets.token_bytes)
GAME = Opening(Charter("g", Setup("kingdomino", 2, (), ()), b"s"), 0, None)


def entry(seq: int, move_id: str | None = None) -> Entry:
    return Entry(seq, 0, "move", 0, "pass", move_id)


def stored(folder: Path) -> list[tuple[int, str | None]]:
    with sqlite3.connect(folder / FILE) as connection:
        rows = connection.execute("SELECT seq, move_id FROM event ORDER BY seq").fetchall()
    connection.close()
    return rows


async def test_writes_that_wait_are_committed_together(tmp_path: Path) -> None:
    store = Store(Settings(tmp_path), KEYS)
    await store.write(Write("g", opening=GAME))
    before = store.commits
    await asyncio.gather(*(store.write(Write("g", [entry(seq)])) for seq in range(1, 301)))
    assert store.commits - before < 300
    assert store.written == 300
    await store.close()
    assert [seq for seq, _ in stored(tmp_path)] == [*range(1, 301)]


async def test_a_bad_write_takes_no_other_with_it(tmp_path: Path) -> None:
    store = Store(Settings(tmp_path), KEYS)
    await store.write(Write("g", [entry(1, "one")], opening=GAME))
    writes = [
        Write("g", [entry(2)]),
        Write("g", [entry(2)]),
        Write("g", [entry(3, "one")]),
        Write("no such game", [entry(1)]),
        Write("g", [entry(4), entry(5)]),
    ]
    answers = await asyncio.gather(
        *(store.write(write) for write in writes), return_exceptions=True
    )
    kinds = [type(answer) for answer in answers]
    wrong = sqlite3.IntegrityError
    assert kinds == [type(None), wrong, wrong, wrong, type(None)]
    await store.close()
    with pytest.raises(StoreClosed):
        await store.write(Write("g", [entry(9)]))
    assert [seq for seq, _ in stored(tmp_path)] == [1, 2, 4, 5]


async def test_the_database_is_as_durable_as_it_can_be(tmp_path: Path) -> None:
    store = Store(Settings(tmp_path), KEYS)
    for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
        assert store._writer.execute(f"PRAGMA {pragma}").fetchone() == (value,)
    with pytest.raises(sqlite3.OperationalError):
        await store.read(lambda connection: connection.execute("DELETE FROM event"))
    await store.close()


def test_migrations_are_taken_once(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "x", isolation_level=None)
    assert migrate(connection, KEYS) == migrate(connection, KEYS) == len(MIGRATIONS)
    connection.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerDatabase):
        migrate(connection, KEYS)
    connection.close()


def test_one_server_a_folder(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(FolderInUse):
        FolderLock(tmp_path)
    lock.release()
    FolderLock(tmp_path).release()


def test_moves_of_an_older_database_keep_their_names(tmp_path: Path) -> None:
    """A name was the table's before it was the seat's, and its content was not kept."""
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        for migration in MIGRATIONS[:2]:
            connection.executescript(migration)
        connection.execute("PRAGMA user_version = 2")
        connection.execute("INSERT INTO game VALUES ('g', 0, '', '', x'', NULL)")
        connection.execute("INSERT INTO event VALUES ('g', 1, 0, 'move', 0, 'pass', 'move-000001')")
        migrate(connection, KEYS)
        connection.execute(
            "INSERT INTO event VALUES ('g', 2, 0, 'move', 1, 'pass', 'move-000001', 'abc', NULL)"
        )
        rows = connection.execute("SELECT player, move_id, move_hash FROM event").fetchall()
    assert rows == [(0, "move-000001", None), (1, "move-000001", "abc")]


async def test_no_copy_of_the_games_tells_a_secret(tmp_path: Path) -> None:
    secret = b"nobody knows what will be drawn!"
    store = Store(Settings(tmp_path), KEYS)
    opening = GAME._replace(charter=Charter("g", Setup("kingdomino", 2, (), ()), secret))
    await store.write(Write("g", opening=opening))
    stored = await store.read(lambda connection: read_game(connection, "g", KEYS))
    assert stored is not None
    assert stored.charter.secret == secret
    for _ in range(2):
        assert all(secret not in path.read_bytes() for path in tmp_path.iterdir())
        await store.close()


def test_secrets_of_an_older_database_are_sealed(tmp_path: Path) -> None:
    secret = b"nobody knows what will be drawn!"
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.executescript(MIGRATIONS[0])
        connection.execute("PRAGMA user_version = 1")
        connection.execute("INSERT INTO game VALUES ('g', 0, '', '', ?, NULL)", (secret,))
    assert secret in (tmp_path / FILE).read_bytes()
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection:
        migrate(connection, KEYS)
        ((sealed,),) = connection.execute("SELECT secret FROM game").fetchall()
    assert KEYS.unseal("g", sealed) == secret
    assert secret not in (tmp_path / FILE).read_bytes()
    for game, stored in (("h", sealed), ("g", sealed[:-1] + b"x"), ("g", b"")):
        with pytest.raises(ValueError, match="does not fit"):
            KEYS.unseal(game, stored)


async def test_a_reader_makes_no_write_wait_and_the_log_begins_anew(tmp_path: Path) -> None:
    """Whoever read at the 1,000th commit froze all moves for ten seconds."""
    store, slowest = Store(Settings(tmp_path, checkpoint_bytes=100_000), KEYS), 0.0

    async def write(first: int, last: int) -> None:
        nonlocal slowest
        for seq in range(first, last):
            began = time.monotonic()
            await store.write(Write("g", [entry(seq)]))
            slowest = max(slowest, time.monotonic() - began)

    await store.write(Write("g", opening=GAME))
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM event").fetchall()
        await write(1, 200)
        held = log_bytes(store.path)
        assert held > 500_000
    await write(200, 260)
    assert slowest < 5.0
    assert log_bytes(store.path) < held / 2
    await store.close()
    assert len(stored(tmp_path)) == 259
