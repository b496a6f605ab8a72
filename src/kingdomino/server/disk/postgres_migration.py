"""The shape of the games in PostgreSQL, as numbered steps that are taken once each."""

from __future__ import annotations

from typing import Any

from ..key import KEY_FILE, Keys
from .migration import NewerDatabase

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE game (
        id TEXT COLLATE "C" PRIMARY KEY,
        opened_at BIGINT NOT NULL,
        rules_version TEXT NOT NULL,
        fair TEXT NOT NULL,
        setup TEXT NOT NULL,
        secret BYTEA NOT NULL,
        creator BYTEA
    );

    -- Append-only. The key is the order: who writes an event that is there already is refused.
    CREATE TABLE event (
        game TEXT COLLATE "C" NOT NULL REFERENCES game (id),
        seq INTEGER NOT NULL,
        at BIGINT NOT NULL,
        kind TEXT NOT NULL,
        player INTEGER,
        body TEXT NOT NULL,
        move_id TEXT,
        move_hash TEXT,
        chain TEXT,
        PRIMARY KEY (game, seq)
    );
    CREATE UNIQUE INDEX event_move ON event (game, player, move_id) WHERE move_id IS NOT NULL;

    CREATE TABLE holder (
        game TEXT COLLATE "C" NOT NULL REFERENCES game (id),
        seat INTEGER NOT NULL,
        browser BYTEA,
        invitation BYTEA,
        name TEXT,
        PRIMARY KEY (game, seat)
    );
    CREATE INDEX holder_browser ON holder (browser) WHERE browser IS NOT NULL;
    CREATE UNIQUE INDEX holder_invitation ON holder (invitation) WHERE invitation IS NOT NULL;

    CREATE TABLE summary (
        game TEXT COLLATE "C" PRIMARY KEY REFERENCES game (id),
        at BIGINT NOT NULL,
        seq INTEGER NOT NULL,
        over INTEGER NOT NULL,
        document TEXT NOT NULL
    );

    CREATE TABLE health (at BIGINT NOT NULL);
    INSERT INTO health VALUES (0);
    CREATE TABLE sealed (proof BYTEA NOT NULL);
    """,
    """
    -- The processes that live: each says so every second.
    CREATE UNLOGGED TABLE process (id TEXT COLLATE "C" PRIMARY KEY, seen TIMESTAMPTZ NOT NULL);

    -- The seats with somebody connected at a process, as bits.
    CREATE UNLOGGED TABLE presence (
        game TEXT COLLATE "C" NOT NULL,
        process TEXT COLLATE "C" NOT NULL,
        seats INTEGER NOT NULL,
        PRIMARY KEY (game, process)
    );
    CREATE INDEX presence_process ON presence (process);

    -- What happens by itself after an event: a bot moves, or a clock runs out. It is written with
    -- the event, and claimed by the process that sees to it.
    CREATE TABLE due (
        game TEXT COLLATE "C" PRIMARY KEY REFERENCES game (id),
        seq INTEGER NOT NULL,
        at BIGINT,
        claimed_by TEXT COLLATE "C"
    );
    CREATE INDEX due_at ON due (at) WHERE at IS NOT NULL;
    """,
    """
    ALTER TABLE process ADD COLUMN thinks BOOLEAN NOT NULL DEFAULT FALSE;

    -- What servers ask of thinkers; who asked takes it away again.
    CREATE UNLOGGED TABLE question (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        asked_by TEXT COLLATE "C" NOT NULL,
        asked TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
        asker TEXT NOT NULL,
        advice BOOLEAN NOT NULL,
        turn INTEGER NOT NULL,
        body TEXT NOT NULL,
        taken_by TEXT COLLATE "C",
        answer TEXT
    );
    CREATE INDEX question_asked_by ON question (asked_by);
    """,
    # What was thought of each decision once a game was over.
    """
    CREATE TABLE review (
        game TEXT COLLATE "C" PRIMARY KEY REFERENCES game (id),
        document TEXT NOT NULL
    );
    """,
    # Where browsers have agreed to be called to their turn.
    "CREATE TABLE push (browser BYTEA PRIMARY KEY, endpoint TEXT NOT NULL);",
    # The tables that anybody may sit down at, and when somebody was last seen there.
    """
    CREATE TABLE offer (
        game TEXT COLLATE "C" PRIMARY KEY REFERENCES game (id),
        at BIGINT NOT NULL,
        opener BYTEA NOT NULL,
        document TEXT NOT NULL
    );
    CREATE INDEX offer_at ON offer (at);
    CREATE INDEX offer_opener ON offer (opener, at);
    """,
    # What lies here for a few minutes on its way to another device.
    """
    CREATE UNLOGGED TABLE parcel (
        name TEXT COLLATE "C" PRIMARY KEY, until BIGINT NOT NULL, sealed TEXT NOT NULL
    );
    """,
)
_LOCK = 0x6B696E67
"""Two servers that start at once take the steps one after the other."""


async def migrate(connection: Any, keys: Keys) -> None:
    """Bring a database up to date; raises NewerDatabase, and ValueError for another's games."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS shape (version INTEGER NOT NULL)")
        version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM shape")
        if version > len(STEPS):
            why = f"the database has version {version}, and this program knows {len(STEPS)}"
            raise NewerDatabase(why)
        for step in STEPS[version:]:
            await connection.execute(step)
        if version < len(STEPS):
            await connection.execute("INSERT INTO shape VALUES ($1)", len(STEPS))
        proof = keys.seal("", b"")
        if version == 0:
            await connection.execute("INSERT INTO sealed VALUES ($1)", proof)
        elif await connection.fetchval("SELECT proof FROM sealed") != proof:
            raise ValueError(f"the database belongs to another {KEY_FILE}: put that one here")
