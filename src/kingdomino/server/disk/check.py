"""Whether games are as they were written: the file, and the chain of every table."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from ..key import Keys, read_key
from ..settings import Settings
from ..table.fold import BrokenLog, read_back
from .choose import open_store
from .migration import MIGRATIONS
from .sqlite import FILE, open_to_read, read_game, read_ids
from .store import Store, StoredGame


def check_folder(folder: Path) -> Iterator[tuple[str, str | None]]:
    """Each table and what is wrong with it, None if nothing; the file itself is called ``file``.

    Nothing is changed. Raises OSError, ValueError and sqlite3.Error when there is nothing to read.
    """
    path = folder / FILE
    if not path.is_file():
        raise FileNotFoundError(f"there is no {FILE} in {folder}")
    with closing(open_to_read(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != len(MIGRATIONS):
            older = version < len(MIGRATIONS)
            what = "start a server on it first" if older else "a newer program wrote it"
            yield "file", f"its version is {version}, not {len(MIGRATIONS)}: {what}"
            return
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
        yield "file", None if found == ["ok"] else "; ".join(found)
        settings = Settings(data=folder)
        keys = Keys(read_key(folder), settings.token)
        for game, last in read_ids(connection):
            yield game, _wrong(connection, game, last, settings, keys)


def _wrong(
    connection: sqlite3.Connection, game: str, last: int, settings: Settings, keys: Keys
) -> str | None:
    try:
        return fault(read_game(connection, game, keys), last, settings)
    except Exception as problem:
        return repr(problem)


def check_database(url: str, folder: Path) -> list[tuple[str, str | None]]:
    """The same of a database whose key is in *folder*; it is brought up to date first.

    Raises what ``open_store`` does.
    """
    settings = Settings(folder, database=url)
    store = open_store(settings, Keys(read_key(folder), settings.token))
    return [("database", None), *asyncio.run(_check_tables(store, settings))]


async def _check_tables(store: Store, settings: Settings) -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = []
    for game, last in await store.ids():
        try:
            found.append((game, fault(await store.game(game), last, settings)))
        except ValueError as problem:
            found.append((game, repr(problem)))
    await store.close()
    return found


def fault(stored: StoredGame | None, last: int, settings: Settings) -> str | None:
    """What is wrong with a table that should have *last* events or more, None if nothing."""
    if stored is None:
        return "the table is gone"
    try:
        now, _ = read_back(stored.charter, stored.entries, settings, opened_at=stored.opened_at)
    except BrokenLog as broken:
        return str(broken)
    return None if now.seq >= last else f"events {now.seq + 1} to {last} are missing"
