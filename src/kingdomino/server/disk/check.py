"""Whether a folder of games is as it was written: the file, and the chain of every table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from ..key import Keys, read_key
from ..settings import Settings
from ..table.fold import BrokenLog, read_back
from .migration import MIGRATIONS
from .store import FILE, open_to_read, read_game, read_ids


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
            why = f"its version is {version}, not {len(MIGRATIONS)}: start a server on it first"
            yield "file", why
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
        stored = read_game(connection, game, keys)
        assert stored is not None
        now, _ = read_back(stored.charter, stored.entries, settings, opened_at=stored.opened_at)
    except BrokenLog as broken:
        return str(broken)
    except Exception as problem:
        return repr(problem)
    return None if now.seq >= last else f"events {now.seq + 1} to {last} are missing"
