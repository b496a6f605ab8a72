"""Power cuts: what was acknowledged is there afterwards, if and only if SQLite syncs fully."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kingdomino.server.disk.store import FILE
from tests.server.support import PATIENCE, ROOT

MOVES, CUTS = 1500, 25

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the disk is made for Unix")


def lost_moves(folder: Path, synchronous: str, seed: int) -> list[int]:
    """How many acknowledged moves are lost in each of several power cuts."""
    words = [str(folder), synchronous, str(MOVES), str(CUTS), str(seed)]
    command = [sys.executable, "-m", "tests.server.power", *words]
    subprocess.run(command, check=True, cwd=ROOT, timeout=PATIENCE * 3)
    cuts = sorted(folder.glob("cut-*"))
    assert len(cuts) == CUTS
    return [len(_acked(cut) - _stored(cut)) for cut in cuts]


def _acked(cut: Path) -> set[tuple[str, str]]:
    return {(game, name) for game, name in json.loads((cut / "acked.json").read_text())}


def _stored(cut: Path) -> set[tuple[str, str]]:
    """What a server finds when the power is back; nothing in a broken file."""
    connection = sqlite3.connect(cut / FILE)
    try:
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            return set()
        return {*connection.execute("SELECT game, move_id FROM event WHERE move_id NOT NULL")}
    except sqlite3.DatabaseError:
        return set()
    finally:
        connection.close()


def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    lost = lost_moves(tmp_path, "FULL", seed=1)
    assert lost == [0] * CUTS


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_the_test_notices_a_server_that_syncs_too_little(tmp_path: Path, synchronous: str) -> None:
    """The negative control: without syncs moves must be lost, or the test above proves nothing."""
    assert sum(lost_moves(tmp_path, synchronous, seed=2)) > 0
