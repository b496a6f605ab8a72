"""What a PostgreSQL says of itself to who looks after it; nothing in it is changed."""

from __future__ import annotations

import asyncio
import importlib.util
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ..show.sentence import counted_noun
from .finding import Finding, Verdict, judge_clock

APART = 2.0
"""Seconds by which the clocks of a server and its database may differ."""
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings without which an acknowledged move may be lost."""
_MAY_WRITE = """
SELECT bool_and(has_table_privilege(oid, what))
FROM pg_class, unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) AS what
WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
"""
_MAY_CREATE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
_FREE = """
SELECT current_setting('max_connections')::integer
    - current_setting('superuser_reserved_connections')::integer - count(*)
FROM pg_stat_activity WHERE backend_type = 'client backend'
"""


class Games(NamedTuple):
    """What is in it."""

    version: int
    tables: int
    proof: bytes
    """By which the key that they are sealed with is known."""
    last: int
    """When the last event was, in milliseconds since 1970."""


class Facts(NamedTuple):
    """What was seen."""

    server: str
    size: int
    lax: list[str]
    """Which of the durable settings are off."""
    writable: bool
    """Whether it takes writes at all; a copy that follows another does not."""
    permitted: bool
    free: int
    """Connections that others may still open."""
    apart: float
    """Seconds that our clock is ahead of its, or behind."""
    games: Games | None


def checks_of(url: str, folder: Path) -> list[Callable[[], Finding]]:
    """What is asked of a PostgreSQL; who cannot be reached is asked nothing more."""
    if importlib.util.find_spec("asyncpg") is None:
        return []
    try:
        facts = asyncio.run(look_at(url))
    except (OSError, ValueError) as away:
        remedy = "is it running, does it let this user in (pg_hba.conf), is the address right?"
        # A time that has run out says nothing by itself.
        gone = Finding("database", Verdict.BAD, str(away) or "no answer in 5 s", remedy)
        return [lambda: gone]
    return [
        lambda: _postgres(facts, folder),
        lambda: _durability(facts),
        lambda: _connections(facts),
        lambda: _clocks(facts),
    ]


def _postgres(facts: Facts, folder: Path) -> Finding:
    from ...server.disk.postgres_migration import STEPS

    what, bad, seen = "database", Verdict.BAD, f"PostgreSQL {facts.server}"
    if not facts.writable:
        return Finding(what, bad, f"{seen} takes no writes", "name the primary, not its copy")
    if not facts.permitted:
        remedy = "GRANT ALL ON ALL TABLES IN SCHEMA public, and CREATE ON SCHEMA public"
        return Finding(what, bad, f"{seen}: this user may not write the games", remedy)
    games = facts.games
    if games is None:
        return Finding(what, Verdict.GOOD, f"{seen}, no games yet: made by the first start")
    tables = counted_noun(games.tables, "table")
    seen += f", {tables}, {facts.size / 1e6:.1f} MB, version {games.version}"
    if games.version > len(STEPS):
        return Finding(what, bad, seen, "a newer program wrote it: upgrade this one")
    if not _fits(games.proof, folder):
        remedy = f"put the server.key of these games into {folder}"
        return Finding(what, bad, f"{seen}, sealed with another key", remedy)
    if games.version < len(STEPS):
        return Finding(what, Verdict.GOOD, f"{seen}, brought up to date at the next start")
    return Finding(what, Verdict.GOOD, seen)


def _fits(proof: bytes, folder: Path) -> bool:
    from ...server.key import Keys, read_key
    from ...server.settings import Settings

    try:
        return Keys(read_key(folder), Settings(folder).token).seal("", b"") == proof
    except (OSError, ValueError):
        return False


def _durability(facts: Facts) -> Finding:
    if facts.lax:
        remedy = "ALTER SYSTEM SET … = on: acknowledged moves are lost in a crash"
        return Finding("durability", Verdict.BAD, f"off: {', '.join(facts.lax)}", remedy)
    return Finding("durability", Verdict.GOOD, "commits are on the disk when they are answered")


def _connections(facts: Facts) -> Finding:
    from ...server.disk.postgres import READERS

    # Besides those to read by it has one to write and one to listen.
    opens = READERS + 2
    seen = f"room for {facts.free} more, a server opens {opens}"
    if facts.free < opens:
        remedy = "raise max_connections, or stop who holds them"
        return Finding("connections", Verdict.BAD, seen, remedy)
    return Finding("connections", Verdict.GOOD, seen)


def _clocks(facts: Facts) -> Finding:
    if abs(facts.apart) > APART:
        remedy = "set both clocks (timedatectl set-ntp true): turns would end too soon or too late"
        side = "ahead of" if facts.apart > 0 else "behind"
        seen = f"{abs(facts.apart):.0f} s {side} the database's"
        return Finding("clock", Verdict.BAD, seen, remedy)
    return judge_clock(facts.games.last if facts.games else 0)


async def look_at(url: str) -> Facts:
    """Look at a database; raises OSError and ValueError where that is not possible."""
    import asyncpg

    try:
        connection = await asyncpg.connect(url, timeout=5, command_timeout=30.0)
    except asyncpg.PostgresError as refused:
        raise OSError(str(refused)) from None
    try:
        return await _seen(connection)
    except asyncpg.PostgresError as problem:
        raise OSError(str(problem)) from None
    finally:
        await connection.close()


async def _seen(connection: Any) -> Facts:
    ask = connection.fetchval
    lax = "SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name"
    begun = await ask("SELECT to_regclass('shape') IS NOT NULL")
    permitted = bool(await ask(_MAY_WRITE if begun else _MAY_CREATE))
    return Facts(
        server=(await ask("SHOW server_version")).split()[0],
        size=await ask("SELECT pg_database_size(current_database())"),
        lax=[name for (name,) in await connection.fetch(lax, DURABLE)],
        writable=await ask("SHOW transaction_read_only") == "off",
        permitted=permitted,
        free=await ask(_FREE),
        apart=await _apart(ask),
        games=await _games(ask) if begun and permitted else None,
    )


async def _apart(ask: Any) -> float:
    """How far our clock is from its, at least: the answer has taken its time."""
    before = time.time()
    there: float = await ask("SELECT extract(epoch FROM clock_timestamp())::float8")
    return max(before - there, 0.0) + min(time.time() - there, 0.0)


async def _games(ask: Any) -> Games:
    return Games(
        version=await ask("SELECT max(version) FROM shape"),
        tables=await ask("SELECT count(*) FROM game"),
        proof=await ask("SELECT proof FROM sealed"),
        last=await ask("SELECT coalesce(max(at), 0) FROM summary"),
    )
