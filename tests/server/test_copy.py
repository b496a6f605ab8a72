"""All games from a folder into PostgreSQL and back, checked on the way."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from typing import TypeAlias

import pytest
from typer.testing import CliRunner

from kingdomino.cli.app import app
from kingdomino.server.disk.copy import CopyError, copy_games
from kingdomino.server.disk.sqlite import FILE
from kingdomino.server.disk.store import StoredGame, Write
from kingdomino.server.key import KEY_FILE
from kingdomino.server.live import invitation, seating
from kingdomino.server.live.listing import my_games
from kingdomino.server.lock import FolderInUse
from tests.cli.command import error, output
from tests.server.postgres import Cluster, run
from tests.server.support import ANA, BO, folder_of_games, hall_at, join, opened, play_on, until

COPIED = {"game", "event", "holder", "summary", "review", "push"}
KNOWN_AGAIN = {"health", "offer", "parcel", "sealed"}
"""What every database has of its own, what a host who is there puts back, what lies for minutes."""
OF_PROCESSES = {"shape", "process", "presence", "due", "question"}
"""What is worked out anew, or of who lives now."""

Everything: TypeAlias = tuple[
    dict[str, tuple[StoredGame | None, str | None]], list[tuple[bytes, str]]
]


async def everything(folder: Path, database: str | None = None) -> Everything:
    """All that is stored of all tables, and where browsers are called; no bot moves meanwhile."""
    async with hall_at(folder, database=database, bot_pause=(1e6, 1e6)) as hall:
        ids, store = [game for game, _ in await hall.store.ids()], hall.store
        games = {game: (await store.game(game), await store.review(game)) for game in ids}
        return games, await store.pushes()


async def test_games_go_to_a_database_and_back(
    tmp_path: Path, cluster: Cluster, rng: random.Random
) -> None:
    old, back, url = tmp_path / "old", tmp_path / "back", cluster.database()
    await folder_of_games(old, rng)
    async with hall_at(old) as hall:
        room = await opened(hall, seats="mlb")
        await join(hall, room, 1, BO)
        await seating.rename(room, BO, 1, "Bo ✿")
        lobby = await opened(hall, seats="ml")
        link = invitation.links(hall, lobby, ANA)
        await hall.store.write(Write(room.id, review='{"grades":[]}'))
        for browser in (ANA, BO):
            await hall.store.write(Write("", push=(browser, "https://push.example.org/1")))
    before = await everything(old)
    assert await copy_games(str(old), url) == len(before[0]) == 5
    # Servers of the database have the same key.
    served = tmp_path / "served"
    served.mkdir()
    (served / KEY_FILE).write_bytes((old / KEY_FILE).read_bytes())
    assert await everything(served, url) == before
    await copy_games(url, str(back), key=served / KEY_FILE)
    assert await everything(back) == before
    async with hall_at(back) as hall:
        assert invitation.links(hall, await hall.room(lobby.id), ANA) == link
        await join(hall, await hall.room(lobby.id), 1, BO)
        assert len((await my_games(hall, BO))["games"]) == 2
        await play_on(await hall.room(room.id), rng)


async def test_nothing_is_stored_that_is_not_copied(tmp_path: Path, cluster: Cluster) -> None:
    """A new table of the database has to find its place in the copy, or here."""
    url = cluster.database()
    for database in (None, url):
        async with hall_at(tmp_path, database=database):
            pass
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert {name for (name,) in rows} == COPIED | KNOWN_AGAIN
    there = await run(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    assert {name for (name,) in there} == COPIED | KNOWN_AGAIN | OF_PROCESSES


async def test_a_damaged_table_is_not_copied_and_nothing_is_left(
    tmp_path: Path, cluster: Cluster, rng: random.Random
) -> None:
    stands, url = await folder_of_games(tmp_path / "old", rng), cluster.database()
    bad = next(iter(stands))
    async with hall_at(tmp_path / "old") as hall:
        await hall.store.write(Write("", push=(ANA, "https://push.example.org/1")))
    with contextlib.closing(sqlite3.connect(tmp_path / "old" / FILE)) as connection, connection:
        connection.execute("UPDATE event SET at = 5 WHERE game = ? AND seq = 3", (bad,))
    for target in (url, str(tmp_path / "new")):
        with pytest.raises(CopyError, match=f"{bad}, event 3 is not as it was written"):
            await copy_games(str(tmp_path / "old"), target)
        # No other table is still on its way, behind the back of who closed the place.
        assert not [task for task in asyncio.all_tasks() if "_copy" in repr(task.get_coro())]
    assert not (tmp_path / "new" / FILE).exists()
    for place in COPIED:
        assert await run(url, f"SELECT * FROM {place}") == []


async def test_nothing_is_copied_over_games_or_under_a_server(
    tmp_path: Path, cluster: Cluster, rng: random.Random
) -> None:
    old, url = tmp_path / "old", cluster.database()
    await folder_of_games(old, rng, tables=1)
    await copy_games(str(old), url)
    with pytest.raises(CopyError, match="there are games in the database already"):
        await copy_games(str(old), url)
    with pytest.raises(CopyError, match="choose another folder"):
        await copy_games(url, str(old), key=old / KEY_FILE)
    with pytest.raises(CopyError, match="with --key"):
        await copy_games(url, str(tmp_path / "new"))
    async with hall_at(old):
        with pytest.raises(FolderInUse):
            await copy_games(str(old), cluster.database())
    async with hall_at(old, database=url) as hall:
        await until(lambda: hall.store.peers.beating)  # type: ignore[attr-defined]
        with pytest.raises(CopyError, match="a server is running"):
            await copy_games(url, str(tmp_path / "new"), key=old / KEY_FILE)


def test_it_is_a_command(tmp_path: Path, cluster: Cluster, rng: random.Random) -> None:
    old, url = tmp_path / "old", cluster.database()
    asyncio.run(folder_of_games(old, rng, tables=2))
    assert output("data", "copy", old, url) == "2 tables copied, read back and checked\n"
    assert "already" in error("data", "copy", old, url)
    assert "there is no games.sqlite3" in error("data", "copy", tmp_path, url)
    assert "2 tables" in output("data", "copy", url, tmp_path / "new", "--key", old / KEY_FILE)
    assert output("data", "check", "--data", tmp_path / "new") == "2 tables checked, 0 damaged\n"
    checked = ("data", "check", "--database", url, "--data", old)
    assert output(*checked) == "2 tables checked, 0 damaged\n"
    asyncio.run(run(url, "UPDATE event SET at = 5 WHERE seq = 3"))
    said = CliRunner().invoke(app, [str(word) for word in checked])
    assert (said.exit_code, said.output.count("event 3 is not as it was written")) == (1, 2)
