"""All games from a folder into PostgreSQL and back, checked on the way."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingdomino.cli.app import app
from kingdomino.server.disk.copy import CopyError, copy_games
from kingdomino.server.disk.lock import FolderInUse
from kingdomino.server.disk.sqlite import FILE
from kingdomino.server.disk.store import StoredGame
from kingdomino.server.key import KEY_FILE
from kingdomino.server.live import seating
from kingdomino.server.live.listing import my_games
from tests.cli.command import error, output
from tests.server.postgres import Cluster, run
from tests.server.support import ANA, BO, folder_of_games, hall_at, join, opened, play_on, until


async def everything(folder: Path, database: str | None = None) -> dict[str, StoredGame | None]:
    """All that is stored of all tables."""
    async with hall_at(folder, database=database) as hall:
        return {game: await hall.store.game(game) for game, _ in await hall.store.ids()}


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
        link = hall.links(lobby, ANA)
    before = await everything(old)
    assert await copy_games(str(old), url) == len(before) == 5
    # Servers of the database have the same key.
    served = tmp_path / "served"
    served.mkdir()
    (served / KEY_FILE).write_bytes((old / KEY_FILE).read_bytes())
    assert await everything(served, url) == before
    await copy_games(url, str(back), key=served / KEY_FILE)
    assert await everything(back) == before
    async with hall_at(back) as hall:
        assert hall.links(await hall.room(lobby.id), ANA) == link
        await join(hall, await hall.room(lobby.id), 1, BO)
        assert len((await my_games(hall, BO))["games"]) == 2
        await play_on(await hall.room(room.id), rng)


async def test_a_damaged_table_is_not_copied_and_nothing_is_left(
    tmp_path: Path, cluster: Cluster, rng: random.Random
) -> None:
    stands, url = await folder_of_games(tmp_path / "old", rng), cluster.database()
    bad = next(iter(stands))
    with contextlib.closing(sqlite3.connect(tmp_path / "old" / FILE)) as connection, connection:
        connection.execute("UPDATE event SET at = 5 WHERE game = ? AND seq = 3", (bad,))
    for target in (url, str(tmp_path / "new")):
        with pytest.raises(CopyError, match=f"{bad}, event 3 is not as it was written"):
            await copy_games(str(tmp_path / "old"), target)
        # No other table is still on its way, behind the back of who closed the place.
        assert not [task for task in asyncio.all_tasks() if "_copy" in repr(task.get_coro())]
    assert not (tmp_path / "new" / FILE).exists()
    for place in ("game", "event", "holder", "summary"):
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
