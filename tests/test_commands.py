"""What is started by hand beside the game says what it does, and does nothing until asked."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.script import script

ROOT = Path(__file__).parents[1]
FOR_PROGRAMS = {"tests/again.py", "tests/server/serving.py", "tests/server/strange_bots.py"}
"""These are started by other programs only."""


def called(tree: ast.Module) -> set[str]:
    """The names of the methods that a file calls."""
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {call.attr for call in calls if isinstance(call, ast.Attribute)}


def started_by_hand() -> list[Path]:
    files = (
        path for folder in ("bench", "scripts", "tests") for path in (ROOT / folder).rglob("*.py")
    )
    guard = 'if __name__ == "__main__":'
    found = [path for path in files if f"\n{guard}" in path.read_text(encoding="utf-8")]
    return [path for path in found if str(path.relative_to(ROOT)) not in FOR_PROGRAMS]


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of the repository, started in another folder."""
    places = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=os.environ | {"PYTHONPATH": places},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_whatever_is_started_by_hand_reads_its_words() -> None:
    files = started_by_hand()
    assert len(files) > 30
    deaf = [path for path in files if "parse_args" not in called(ast.parse(path.read_bytes()))]
    assert deaf == [], "a word that they do not know, such as --help, starts them"


def test_asking_for_help_takes_no_pictures(tmp_path: Path) -> None:
    said = ran(tmp_path, "-m", "tests.web.screenshots", "--help")
    assert said.returncode == 0
    assert "giants_send" in said.stdout
    said = ran(tmp_path, "-m", "tests.web.screenshots", "out", "plaec")
    assert said.returncode == 2
    assert "no such screen: plaec" in said.stderr
    assert [*tmp_path.iterdir()] == []


def test_libraries_for_a_machine_without_a_network_are_locked_and_bare(tmp_path: Path) -> None:
    packing = script("pack_libraries")
    lock = packing.LOCK.read_text()
    wanted = packing.locked(lock, packing.USUAL)
    heads = [line.partition("==")[0] for line in wanted.splitlines() if not line.startswith(" ")]
    assert heads == [*packing.USUAL]
    assert wanted.count("--hash=sha256:") >= len(packing.USUAL)
    with pytest.raises(ValueError, match="not in the lock: nosuch"):
        packing.locked(lock, ["idna", "nosuch"])
    with zipfile.ZipFile(tmp_path / "tiny-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tiny/__init__.py", "WORD = 'here'")
        wheel.writestr("tiny/tests/test_tiny.py", "")
    packing.pack(tmp_path, tmp_path / "site", tmp_path / "out.tar.xz")
    with tarfile.open(tmp_path / "out.tar.xz") as packed:
        assert packed.getnames() == ["tiny", "tiny/__init__.py"]


def test_a_folder_that_holds_other_things_is_not_emptied(tmp_path: Path) -> None:
    fetch = str(ROOT / "scripts" / "fetch_offline.py")
    (tmp_path / "holiday.jpg").write_bytes(b"Ana and Bo")
    said = ran(tmp_path, fetch, str(tmp_path))
    assert said.returncode == 2
    assert "holds holiday.jpg: name a new folder" in said.stderr.replace("\n", " ")
    assert (tmp_path / "holiday.jpg").read_bytes() == b"Ana and Bo"
    said = ran(tmp_path, fetch, str(tmp_path / "holiday.jpg"))
    assert (said.returncode, (tmp_path / "holiday.jpg").is_file()) == (2, True)
