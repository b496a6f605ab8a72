"""The database's shape, as numbered steps that are taken once each and never changed."""

from __future__ import annotations

import sqlite3

from ..key import Keys

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE game (
        id TEXT PRIMARY KEY,
        opened_at INTEGER NOT NULL,
        rules_version TEXT NOT NULL,
        setup TEXT NOT NULL,
        secret BLOB NOT NULL,
        creator BLOB
    ) WITHOUT ROWID;

    -- Append-only. A move of several actions has its move_id at the last of them.
    CREATE TABLE event (
        game TEXT NOT NULL REFERENCES game (id),
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        player INTEGER,
        body TEXT NOT NULL,
        move_id TEXT,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX event_move ON event (game, move_id) WHERE move_id IS NOT NULL;

    -- Who may act for a seat: hashes of browsers' secrets, and of invitations not yet taken.
    CREATE TABLE holder (
        game TEXT NOT NULL REFERENCES game (id),
        seat INTEGER NOT NULL,
        browser BLOB,
        invitation BLOB,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX holder_browser ON holder (browser) WHERE browser IS NOT NULL;
    CREATE UNIQUE INDEX holder_invitation ON holder (invitation) WHERE invitation IS NOT NULL;

    -- Where each table stood at some event, for lists; the end of a game is always in it.
    CREATE TABLE summary (
        game TEXT PRIMARY KEY REFERENCES game (id),
        at INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        over INTEGER NOT NULL,
        document TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX summary_open ON summary (at) WHERE over = 0;
    """,
    # It moved with every move and served one question a start.
    "DROP INDEX summary_open;",
    # Each seat names its own moves, and a name stands for one content.
    """
    ALTER TABLE event ADD COLUMN move_hash TEXT;
    DROP INDEX event_move;
    CREATE UNIQUE INDEX event_move ON event (game, player, move_id) WHERE move_id IS NOT NULL;
    """,
    # The tables that are there were opened before there was a second version.
    "ALTER TABLE game ADD COLUMN fair TEXT NOT NULL DEFAULT 'kingdomino-fair/1';",
    # A hash over all events of the table up to this one; older events have none.
    "ALTER TABLE event ADD COLUMN chain TEXT;",
    # Something to write for who asks whether anything can be written.
    "CREATE TABLE health (at INTEGER NOT NULL); INSERT INTO health VALUES (0);",
    # Whoever had a copy of the games could work out every draw.
    """
    PRAGMA secure_delete = ON;
    UPDATE game SET secret = seal(id, secret);
    CREATE TABLE sealed (proof BLOB NOT NULL);
    INSERT INTO sealed VALUES (seal('', x''));
    """,
    # A name that was changed is no event: the log grew by each of them.
    "ALTER TABLE holder ADD COLUMN name TEXT;",
    # What was thought of each decision once a game was over: it took long to think.
    """
    CREATE TABLE review (
        game TEXT PRIMARY KEY REFERENCES game (id),
        document TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    # Where browsers have agreed to be called to their turn.
    "CREATE TABLE push (browser BLOB PRIMARY KEY, endpoint TEXT NOT NULL) WITHOUT ROWID;",
    # The tables that anybody may sit down at, and when somebody was last seen there.
    """
    CREATE TABLE offer (
        game TEXT PRIMARY KEY REFERENCES game (id),
        at INTEGER NOT NULL,
        opener BLOB NOT NULL,
        document TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX offer_at ON offer (at);
    CREATE INDEX offer_opener ON offer (opener, at);
    """,
    # What lies here for a few minutes on its way to another device.
    """
    CREATE TABLE parcel (
        name TEXT PRIMARY KEY, until INTEGER NOT NULL, sealed TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
)


class NewerDatabase(Exception):
    """The file was written by a later version of the program."""


def migrate(connection: sqlite3.Connection, keys: Keys) -> int:
    """Bring the database up to date; returns its version."""
    connection.create_function("seal", 2, keys.seal)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise NewerDatabase(
            f"the database has version {version}, and this program knows {len(MIGRATIONS)}"
        )
    if steps := MIGRATIONS[version:]:
        # All of them or none, and one wait for the disk.
        done = f"PRAGMA user_version = {len(MIGRATIONS)};"
        connection.executescript(f"BEGIN; {' '.join(steps)} {done} COMMIT;")
    return len(MIGRATIONS)
