"""Which database the games are in."""

from __future__ import annotations

from importlib.util import find_spec

from ..key import Keys
from ..settings import Settings
from .sqlite import SqliteStore
from .store import Store

SCHEMES = ("postgresql://", "postgres://")


def is_database(text: str) -> bool:
    """Whether it is the address of a database, rather than a folder."""
    return text.startswith(SCHEMES)


def open_store(settings: Settings, keys: Keys) -> Store:
    """The games, brought up to date; raises NewerDatabase, ValueError and OSError."""
    if settings.database is None:
        return SqliteStore(settings, keys)
    if not is_database(settings.database):
        raise ValueError(f"a database is postgresql://name@host/games, not {settings.database!r}")
    if find_spec("asyncpg") is None:
        raise ValueError("PostgreSQL needs asyncpg: pip install 'kingdomino[postgres]'")
    from .postgres import PostgresStore

    return PostgresStore(settings.database, keys)
