"""``kingdomino doctor``: one line for each thing it looks at, and the remedy."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kingdomino.cli.command.host import doctor
from kingdomino.server.disk.migration import migrate
from kingdomino.server.disk.sqlite import FILE
from kingdomino.server.key import KEY_FILE, Keys
from tests.cli.command import run
from tests.server.support import process_at


def verdicts(folder: Path, *more: str) -> dict[str, tuple[str, str, str]]:
    result = run("doctor", "--json", "--data", folder, *more)
    found = {
        one["what"]: (one["verdict"], one["seen"], one["remedy"])
        for one in json.loads(result.stdout)
    }
    assert result.exit_code == any(verdict == "bad" for verdict, _, _ in found.values())
    return found


def a_folder(folder: Path) -> Path:
    folder.mkdir(mode=0o700)
    handle = os.open(folder / KEY_FILE, os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(handle, b"k" * 32)
    os.close(handle)
    with contextlib.closing(sqlite3.connect(folder / FILE)) as connection:
        migrate(connection, Keys(b"k" * 32, os.urandom))
    return folder


def test_a_healthy_folder_has_nothing_bad(tmp_path: Path) -> None:
    found = verdicts(a_folder(tmp_path / "data"))
    assert {what for what, (verdict, _, _) in found.items() if verdict == "bad"} == set()
    assert found["database"][0] == found["key"][0] == found["folder"][0] == "ok"


def test_a_machine_without_games_is_well(tmp_path: Path) -> None:
    found = verdicts(tmp_path / "nothing")
    assert all(verdict != "bad" for verdict, _, _ in found.values())
    assert not (tmp_path / "nothing").exists()


def newer(folder: Path) -> None:
    with contextlib.closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute("PRAGMA user_version = 99")


def tomorrow(folder: Path) -> None:
    with contextlib.closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(
            "INSERT INTO event (game, seq, at, kind, body) VALUES ('x', 1, 9e12, 'move', '')"
        )


SPOILS: dict[str, tuple[Callable[[Path], object], str, str, str]] = {
    "a newer database": (newer, "database", "bad", "upgrade"),
    "no database": (lambda f: (f / FILE).write_bytes(b"x" * 9000), "database", "bad", "backup"),
    "half a key": (lambda f: (f / KEY_FILE).write_bytes(b"k"), "key", "bad", "copy"),
    "a key for all": (lambda f: (f / KEY_FILE).chmod(0o644), "key", "look", "chmod 600"),
    "a folder for all": (lambda f: f.chmod(0o755), "folder", "look", "chmod 700"),
    "a clock behind": (tomorrow, "clock", "bad", "set the clock"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files")
@pytest.mark.parametrize("what", SPOILS)
def test_what_is_wrong_is_said_with_its_remedy(what: str, tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "data")
    spoil, where, verdict, remedy = SPOILS[what]
    spoil(folder)
    found = verdicts(folder)
    assert found[where][0] == verdict
    assert remedy in found[where][2]
    others = {name for name, (seen, _, _) in found.items() if seen == "bad" and name != where}
    assert others == set()


CONFIGURATIONS = {
    ("--origin", "https://play.example.org", "--trust-proxy", "10.0.0.0/8"): ("ok", ""),
    ("--origin", "https://play.example.org"): ("look", "--trust-proxy"),
    ("--origin", "play.example.org"): ("bad", "https://"),
    ("--origin", "https://play.example.org/"): ("bad", "https://"),
    ("--trust-proxy", "10.0.0.0/99"): ("bad", "networks"),
    ("--trust-proxy", "0.0.0.0/0"): ("look", "anybody"),
    ("--database", "mysql://play.example.org/games"): ("bad", "postgresql://"),
}


@pytest.mark.parametrize("words", CONFIGURATIONS)
def test_a_configuration_that_cannot_be_meant_is_said(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    verdict, _, remedy = verdicts(tmp_path / "data", *words)["configuration"]
    assert verdict == CONFIGURATIONS[words][0]
    assert CONFIGURATIONS[words][1] in remedy


@pytest.mark.parametrize(
    ("free", "verdict"), [(doctor.NO_ROOM - 1, "bad"), (doctor.LITTLE_ROOM - 1, "look")]
)
def test_a_disk_that_fills_up_is_seen(
    free: int, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert verdicts(tmp_path)["disk"][0] == verdict


def test_a_running_server_is_asked(tmp_path: Path) -> None:
    with process_at(tmp_path / "data") as process:
        found = verdicts(tmp_path / "data", "--url", f"http://127.0.0.1:{process.port}/")
        assert found["server"][0] == "ok"
    found = verdicts(tmp_path / "data", "--url", f"http://127.0.0.1:{process.port}/")
    assert found["server"][0] == "bad"


def test_people_read_one_line_each(tmp_path: Path) -> None:
    result = run("doctor", "--data", a_folder(tmp_path / "data"), columns=60)
    lines = result.stdout.splitlines()
    assert len(lines) == 11
    assert all(line[0] in "✓!✗" for line in lines)
