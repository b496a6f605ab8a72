"""The games on disk, in a file of SQLite or in PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import secrets
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from kingdomino.server.disk.check import check_folder
from kingdomino.server.disk.choose import open_store
from kingdomino.server.disk.migration import MIGRATIONS, NewerDatabase, migrate
from kingdomino.server.disk.postgres import PostgresStore
from kingdomino.server.disk.postgres_migration import STEPS
from kingdomino.server.disk.sqlite import FILE, SqliteStore
from kingdomino.server.disk.store import (
    Conflict,
    Opening,
    Owner,
    Store,
    StoreClosed,
    Write,
    parse_place,
)
from kingdomino.server.key import Keys
from kingdomino.server.lock import FolderInUse, FolderLock
from kingdomino.server.settings import Retention, Settings
from kingdomino.server.table.position import Charter, Entry, Setup
from kingdomino.server.table.summary import Summary
from tests.server.postgres import Cluster, at_once, run, run_script
from tests.server.support import ANA, BO, BOTH, process_at, refused, until

DEAD_MANS_SWITCH = 128
"""The byte of the index that everybody who has the database open holds a lock on."""
KEYS = Keys(b"k" * 32, secrets.token_bytes)
GAME = Opening(Charter("g", Setup("kingdomino", 2, (), ()), b"s"), 0, None)


def entry(seq: int, move_id: str | None = None) -> Entry:
    return Entry(seq, 0, "move", 0, "pass", move_id)


def stored(folder: Path) -> list[tuple[int, str | None]]:
    with sqlite3.connect(folder / FILE) as connection:
        rows = connection.execute("SELECT seq, move_id FROM event ORDER BY seq").fetchall()
    connection.close()
    return rows


@pytest.fixture
async def store(tmp_path: Path, database: str | None) -> AsyncIterator[Store]:
    made = open_store(Settings(tmp_path, database), KEYS)
    yield made
    await made.close()


async def numbers(store: Store, game: str = "g") -> list[int]:
    return [entry.seq for entry in (await store.news(game, 0)).entries]


@BOTH
async def test_writes_that_wait_are_committed_together(store: Store) -> None:
    await store.write(Write("g", opening=GAME))
    before = store.commits
    await asyncio.gather(*(store.write(Write("g", [entry(seq)])) for seq in range(1, 301)))
    assert store.commits - before < 300
    assert store.written == 300
    assert await numbers(store) == [*range(1, 301)]


@BOTH
async def test_a_bad_write_takes_no_other_with_it(store: Store) -> None:
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
    assert kinds == [type(None), Conflict, Conflict, Conflict, type(None)]
    assert await numbers(store) == [1, 2, 4, 5]
    await store.close()
    with pytest.raises(StoreClosed):
        await store.write(Write("g", [entry(9)]))


@BOTH
async def test_what_is_written_is_read_back(store: Store) -> None:
    entries = [Entry(1, 5, "joined", 1, '{"name":"Bo"}', None, None, "c1"), entry(2, "one")]
    opening = Opening(Charter("h", Setup("giants", 3, ("harmony",), ()), b"t" * 32), 7, ANA)
    owners = [Owner(0, ANA), Owner(1, invitation=b"i" * 32)]
    await store.write(Write("h", entries, opening=opening, owners=owners))
    await store.write(Write("h", owners=[Owner(1, BO, b"i" * 32)], names={1: "Bob ✿"}))
    found = await store.game("h")
    assert found is not None
    assert (found.charter, found.opened_at, found.creator) == opening
    assert found.entries == entries
    assert (found.owners, found.names) == ({0: ANA, 1: BO}, {1: "Bob ✿"})
    assert (await store.news("h", 1)).entries == entries[1:]
    assert await store.invitation(b"i" * 32) == ("h", 1)
    assert await store.invitation(b"j" * 32) is None
    assert await store.game("g") is None
    assert await store.ids() == [("h", 0)]
    await store.write(Write("h", forget=True))
    assert await store.game("h") is None


@BOTH
async def test_tables_are_listed_some_at_a_time(store: Store) -> None:
    for number, over in enumerate((True, False, False, True)):
        name = f"g{number}"
        charter = Charter(name, Setup("kingdomino", 2, (), ()), b"s")
        write = Write(name, opening=Opening(charter, 0, None), owners=[Owner(0, ANA), Owner(1, BO)])
        write.summary = Summary(name, 1000 + number, 0, over, f'{{"started":true,"n":{number}}}')
        await store.write(write)
    listed = await store.seats(ANA, most=3)
    assert [row.game for row in listed] == ["g2", "g1", "g3"]
    assert [row.seats for row in listed] == ["0"] * 3
    after = parse_place(listed[-1].place)
    rest = await store.seats(ANA, most=3, after=after)
    assert [(row.game, row.document) for row in rest] == [("g0", '{"started":true,"n":0}')]
    await store.write(Write("g0", [entry(1)]))
    (last,) = await store.seats(ANA, most=3, after=after)
    assert last.document is None
    assert await store.open_games(1002) == ["g2"]
    kept = Retention(lobbies=1, unfinished=1, finished=0)
    assert await store.old_games(kept, 86_400_000 + 1002, most=9) == ["g1"]
    assert await store.old_games(kept, 86_400_000 + 1003, most=1) == ["g1"]


@BOTH
async def test_a_summary_is_written_over(store: Store) -> None:
    await store.write(Write("g", opening=GAME))
    for seq in (0, 3):
        await store.write(Write("g", summary=Summary("g", 9, seq, over=False, document="{}")))
    assert await store.ids() == [("g", 3)]


async def test_an_older_summary_of_another_process_is_left_out(cluster: Cluster) -> None:
    url = cluster.database()
    one, other = PostgresStore(url, KEYS), PostgresStore(url, KEYS)
    await one.write(Write("g", opening=GAME))
    await one.write(Write("g", summary=Summary("g", 9, 4, over=True, document="{}")))
    await other.write(Write("g", summary=Summary("g", 9, 3, over=False, document="{}")))
    assert await one.ids() == [("g", 4)]
    await one.close()
    await other.close()


async def test_the_database_is_as_durable_as_it_can_be(tmp_path: Path) -> None:
    store = SqliteStore(Settings(tmp_path), KEYS)
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


@pytest.mark.parametrize(("version", "remedy"), [(1, "start a server"), (99, "newer program")])
def test_a_check_says_what_to_do_about_another_version(
    version: int, remedy: str, tmp_path: Path
) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    ((what, why),) = check_folder(tmp_path)
    assert what == "file"
    assert why is not None
    assert remedy in why


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
    store = SqliteStore(Settings(tmp_path), KEYS)
    opening = GAME._replace(charter=Charter("g", Setup("kingdomino", 2, (), ()), secret))
    await store.write(Write("g", opening=opening))
    found = await store.game("g")
    assert found is not None
    assert found.charter.secret == secret
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


def test_a_server_that_writes_keeps_its_lock_on_the_log(tmp_path: Path) -> None:
    """It was lost with every commit: whoever opened the files next began the log's index anew under
    the server, which died of it.
    """
    wish = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "me"}]}
    with process_at(tmp_path / "data") as process:
        for _ in range(2):
            assert httpx.post(f"{process.url}/api/games", json=wish).is_success
        index = Path(f"{process.folder / FILE}-shm")
        with index.open("r+b") as opened, pytest.raises(BlockingIOError):
            fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, DEAD_MANS_SWITCH)


async def test_a_reader_makes_no_write_wait_and_the_log_begins_anew(tmp_path: Path) -> None:
    """Whoever read at the 1,000th commit froze all moves for ten seconds."""
    store, slowest = SqliteStore(Settings(tmp_path, checkpoint_bytes=100_000), KEYS), 0.0

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
        held = store.log_bytes
        assert held > 500_000
    await write(200, 260)
    assert slowest < 5.0
    assert store.log_bytes < held / 2
    await store.close()
    assert len(stored(tmp_path)) == 259


def test_a_database_is_brought_up_to_date_once(cluster: Cluster) -> None:
    url = cluster.database()
    for _ in range(2):
        PostgresStore(url, KEYS)
    assert at_once(run(url, "SELECT version FROM shape")) == [(len(STEPS),)]
    with pytest.raises(ValueError, match=r"another server\.key"):
        PostgresStore(url, Keys(b"x" * 32, secrets.token_bytes))
    at_once(run(url, "UPDATE shape SET version = 99"))
    with pytest.raises(NewerDatabase, match="version 99"):
        PostgresStore(url, KEYS)
    with pytest.raises(ValueError, match="does not let us in"):
        PostgresStore(cluster.url("elsewhere"), KEYS)


_GAME = "INSERT INTO game (id, opened_at, rules_version, setup, secret) VALUES ('g', 7, '', '', {})"
_EVENT = "INSERT INTO event (game, seq, at, kind, body) VALUES ('g', 1, 7, 'move', 'pass')"
_KEPT = "SELECT g.id, g.opened_at, e.seq, e.body FROM game g JOIN event e ON e.game = g.id"
_SEALED_BY = next(step for step, text in enumerate(MIGRATIONS, 1) if "seal(" in text)


def shape(path: Path) -> set[tuple[object, ...]]:
    """Every column and index of a file."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT type, name, tbl_name FROM sqlite_master").fetchall()
        found = {*names}
        for _, _, table in names:
            found |= {
                (table, *row[1:]) for row in connection.execute(f"PRAGMA table_info({table})")
            }
    return found


@pytest.mark.parametrize("taken", range(1, len(MIGRATIONS)))
async def test_a_file_of_every_step_is_brought_up_to_date(taken: int, tmp_path: Path) -> None:
    """It has the shape of a new one, and what was in it."""
    secret = KEYS.seal("g", b"s") if taken >= _SEALED_BY else b"s"
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.create_function("seal", 2, KEYS.seal)
        for step in MIGRATIONS[:taken]:
            connection.executescript(step)
        connection.execute(f"PRAGMA user_version = {taken}")
        connection.execute(_GAME.format("?"), (secret,))
        connection.execute(_EVENT)
    for folder in (tmp_path, tmp_path / "new"):
        folder.mkdir(exist_ok=True)
        await SqliteStore(Settings(folder), KEYS).close()
    assert shape(tmp_path / FILE) == shape(tmp_path / "new" / FILE)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute(_KEPT).fetchall() == [("g", 7, 1, "pass")]
        ((sealed,),) = connection.execute("SELECT secret FROM game").fetchall()
    assert KEYS.unseal("g", sealed) == b"s"


_COLUMNS = """
SELECT table_name, column_name, data_type, is_nullable, column_default
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'public'
"""


def test_a_database_of_every_step_is_brought_up_to_date(cluster: Cluster) -> None:
    """It has the shape of a new one, and what was in it."""
    new = cluster.database()
    PostgresStore(new, KEYS)
    game = _GAME.replace("setup,", "setup, fair,").replace("''", "'', ''", 1)
    for taken in range(1, len(STEPS)):
        url = cluster.database()
        for step in (*STEPS[:taken], "CREATE TABLE shape (version INTEGER NOT NULL)"):
            at_once(run_script(url, step))
        at_once(run(url, "INSERT INTO shape VALUES ($1)", taken))
        at_once(run(url, "INSERT INTO sealed VALUES ($1)", KEYS.seal("", b"")))
        at_once(run(url, game.format("$1"), KEYS.seal("g", b"s")))
        at_once(run(url, _EVENT))
        PostgresStore(url, KEYS)
        assert at_once(run(url, "SELECT max(version) FROM shape")) == [(len(STEPS),)]
        assert {*at_once(run(url, _COLUMNS))} == {*at_once(run(new, _COLUMNS))}
        assert at_once(run(url, _KEPT)) == [("g", 7, 1, "pass")]


async def test_no_copy_of_a_database_tells_a_secret(cluster: Cluster) -> None:
    url, secret = cluster.database(), b"nobody knows what will be drawn!"
    store = PostgresStore(url, KEYS)
    opening = GAME._replace(charter=Charter("g", Setup("kingdomino", 2, (), ()), secret))
    await store.write(Write("g", opening=opening))
    await store.close()
    ((sealed,),) = await run(url, "SELECT secret FROM game")
    assert secret not in sealed
    assert KEYS.unseal("g", sealed) == secret


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    """A durable PostgreSQL that may be stopped: nobody else uses it."""
    made = Cluster(durable=True, lazy=True)
    yield made
    made.close()


async def test_a_database_that_is_away_for_a_moment_is_waited_for(own: Cluster) -> None:
    """Stopped in an orderly way and as by a crash in the middle of writing: nothing is lost."""
    store = PostgresStore(own.database(), KEYS)
    await store.write(Write("g", opening=GAME))
    acked, most = list[int](), 10

    async def write_on() -> None:
        for seq in range(1, 10**6):
            if len(acked) >= most:
                return
            # What was committed as the database went is there already when it is written again.
            with contextlib.suppress(Conflict):
                await store.write(Write("g", [entry(seq)]))
                acked.append(seq)

    for how in (signal.SIGINT, signal.SIGQUIT):
        most = 10**6
        writing, before = asyncio.ensure_future(write_on()), len(acked)
        await until(lambda: len(acked) > before + 5)  # noqa: B023
        await asyncio.to_thread(own.stop, how)
        await asyncio.to_thread(own.start)
        most = len(acked) + 5
        await writing
    assert {*acked} <= {*await numbers(store)}
    await store.close()


async def test_a_connection_that_ends_while_it_is_spoken_on_is_replaced(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At whatever point of a transaction it goes: one in six left the driver in no state to use."""
    monkeypatch.setattr("kingdomino.server.disk.postgres.RETRY", 0.0)
    url = cluster.database()
    store = PostgresStore(url, KEYS)
    await store.write(Write("g", opening=GAME))
    acked, ended = list[int](), False

    async def write_on() -> None:
        for seq in range(1, 10**6):
            if ended:
                return
            with contextlib.suppress(Conflict):
                await store.write(Write("g", [entry(seq)]))
                acked.append(seq)

    writing = asyncio.ensure_future(write_on())
    for _ in range(40):
        before = len(acked)
        await until(lambda: len(acked) > before + 2 or writing.done())  # noqa: B023
        await run(url, "SELECT pg_terminate_backend($1)", store.peers.own)
    ended = True
    await writing
    assert {*acked} <= {*await numbers(store)}
    await store.close()


async def test_a_database_that_answers_before_it_has_synced_is_found_out(own: Cluster) -> None:
    """The test above can fail: so moves would be lost."""
    store, kept, last = PostgresStore(own.database() + "&synchronous_commit=off", KEYS), 0, 0
    await store.write(Write("g", opening=GAME))
    # Now and then the database syncs by itself just before it ends: then once more.
    while kept == last and last < 150:
        last += 30
        for seq in range(last - 29, last + 1):
            await store.write(Write("g", [entry(seq)]))
        await asyncio.to_thread(own.stop)
        await asyncio.to_thread(own.start)
        kept = len(await numbers(store))
    await store.close()
    assert kept < last


async def test_a_database_that_stays_away_is_said_to_be(
    own: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdomino.server.disk.postgres.PATIENCE", 0.3)
    store = PostgresStore(own.database(), KEYS)
    await store.write(Write("g", opening=GAME))
    await asyncio.to_thread(own.stop)
    for question in (store.write(Write("g", [entry(1)])), store.game("g")):
        assert (await refused(question)).code == "unavailable"
    await asyncio.to_thread(own.start)
    await store.write(Write("g", [entry(1)]))
    assert await numbers(store) == [1]
    await store.close()
