"""A folder of games in one file: taken while a server plays, put back, refused when spoilt."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import random
import sqlite3
import stat
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from kingdomino.server.disk.backup import CONTENTS, BackupError, back_up, restore
from kingdomino.server.disk.sqlite import FILE
from kingdomino.server.key import KEY_FILE
from kingdomino.server.lock import FolderInUse
from tests.cli.command import error, output
from tests.server.support import folder_of_games, hall_at, opened, play_on


async def test_what_is_put_back_goes_on(tmp_path: Path, rng: random.Random) -> None:
    stands = await folder_of_games(tmp_path / "old", rng)
    file = tmp_path / "games.tar.gz"
    taken = back_up(tmp_path / "old", file, with_key=True)
    assert taken.tables == len(stands)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    restore(file, tmp_path / "new")
    assert (tmp_path / "new" / KEY_FILE).read_bytes() == (tmp_path / "old" / KEY_FILE).read_bytes()
    async with hall_at(tmp_path / "new") as hall:
        for game, seq in stands.items():
            room = await hall.room(game)
            assert room.position.seq == seq
            await play_on(room, rng)
            assert room.position.state.over


async def test_a_copy_taken_while_people_play_is_one_moment(
    tmp_path: Path, rng: random.Random
) -> None:
    """Every table of the copy is whole up to where it stood, however many moves come meanwhile."""
    async with hall_at(tmp_path / "old") as hall:
        rooms = [await opened(hall, seats="mm") for _ in range(6)]
        playing = [asyncio.create_task(play_on(room, random.Random(room.id))) for room in rooms]
        await asyncio.sleep(0.05)
        begun = sum(room.position.seq for room in rooms)
        taken = await asyncio.to_thread(back_up, tmp_path / "old", tmp_path / "copy", with_key=True)
        await asyncio.gather(*playing)
        ended = sum(room.position.seq for room in rooms)
    assert taken.tables == len(rooms)
    restore(tmp_path / "copy", tmp_path / "new")
    async with hall_at(tmp_path / "new") as hall:
        stand = sum([(await hall.room(room.id)).position.seq for room in rooms])
    assert begun <= stand <= ended


async def test_no_backup_is_made_of_a_damaged_folder(tmp_path: Path, rng: random.Random) -> None:
    stands = await folder_of_games(tmp_path / "old", rng)
    bad = next(iter(stands))
    with contextlib.closing(sqlite3.connect(tmp_path / "old" / FILE)) as connection, connection:
        connection.execute("UPDATE event SET at = 5 WHERE game = ? AND seq = 3", (bad,))
    with pytest.raises(BackupError, match=f"{bad}.*event 3 is not as it was written"):
        back_up(tmp_path / "old", tmp_path / "copy")
    assert [*tmp_path.iterdir()] == [tmp_path / "old"]


def changed(file: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Write a backup anew with one part changed."""
    with tarfile.open(file, "r:gz") as archive:
        parts = {member.name: archive.extractfile(member) for member in archive}
        bodies = {part: body.read() for part, body in parts.items() if body}
    bodies[name] = change(bodies[name])
    with tarfile.open(file, "w:gz") as archive:
        for part, body in bodies.items():
            head = tarfile.TarInfo(part)
            head.size = len(body)
            archive.addfile(head, io.BytesIO(body))


def outside(listed: bytes) -> bytes:
    contents = json.loads(listed)
    contents["checksums"] = {"../elsewhere": "0" * 64}
    return json.dumps(contents).encode()


SPOILS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a bit": (
        lambda file: changed(file, FILE, lambda body: body[:5000] + b"\xff" + body[5001:]),
        "is not as it was written",
    ),
    "its name": (
        lambda file: changed(file, CONTENTS, lambda text: text.replace(b"backup/1", b"backup/9")),
        "kingdomino-backup/9",
    ),
    "its list": (lambda file: changed(file, CONTENTS, lambda _: b"[1]"), "cannot be read"),
    "a way out": (lambda file: changed(file, CONTENTS, outside), "not known here"),
    "its end": (lambda file: file.write_bytes(file.read_bytes()[:-900]), "no backup"),
    "all": (lambda file: file.write_bytes(b"x" * 5000), "no backup"),
}


@pytest.mark.parametrize("what", SPOILS)
async def test_a_spoilt_backup_leaves_nothing_behind(
    what: str, tmp_path: Path, rng: random.Random
) -> None:
    await folder_of_games(tmp_path / "old", rng, tables=1)
    file = tmp_path / "copy"
    back_up(tmp_path / "old", file, with_key=True)
    spoil, why = SPOILS[what]
    spoil(file)
    with pytest.raises(BackupError, match=why):
        restore(file, tmp_path / "new")
    left = [path.name for path in (tmp_path / "new").glob("*") if path.name != "server.lock"]
    assert left == []
    assert not (tmp_path / "elsewhere").exists()


async def test_nothing_is_overwritten(tmp_path: Path, rng: random.Random) -> None:
    await folder_of_games(tmp_path / "old", rng, tables=1)
    back_up(tmp_path / "old", tmp_path / "copy")
    with pytest.raises(BackupError, match="there already"):
        back_up(tmp_path / "old", tmp_path / "copy")
    with pytest.raises(BackupError, match="choose another folder"):
        restore(tmp_path / "copy", tmp_path / "old")
    async with hall_at(tmp_path / "busy") as hall:
        for name in (FILE, KEY_FILE):
            (hall.settings.data / name).unlink()
        with pytest.raises(FolderInUse):
            restore(tmp_path / "copy", tmp_path / "busy")


async def test_who_runs_a_server_is_told_about_the_key(tmp_path: Path, rng: random.Random) -> None:
    await folder_of_games(tmp_path / "old", rng, tables=2)
    file, new = tmp_path / "games.tar.gz", tmp_path / "new"
    said = output("data", "backup", file, "--data", tmp_path / "old")
    assert "2 tables" in said
    assert "server.key is not in it" in said
    assert "is there already" in error("data", "backup", file, "--data", tmp_path / "old")
    key = tmp_path / "old" / KEY_FILE
    assert "holds no server.key" in error("data", "restore", file, "--data", new)
    said = output("data", "restore", file, "--data", new, "--key", key)
    assert "2 tables as they stood on" in said
    assert (new / KEY_FILE).read_bytes() == key.read_bytes()
    assert output("data", "check", "--data", new) == "2 tables checked, 0 damaged\n"
    assert "there is no" in error("data", "backup", tmp_path / "x", "--data", tmp_path / "none")
