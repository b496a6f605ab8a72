"""Power cuts: what was acknowledged is there afterwards, if and only if SQLite syncs fully."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.server.power import cut_power

CUTS, PARTS, SHOWN = 60, 3, 16

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the disk is made for Unix")


@pytest.mark.parametrize("part", range(PARTS))
async def test_no_acknowledged_move_is_lost(part: int, tmp_path: Path) -> None:
    found = await cut_power(tmp_path, CUTS // PARTS, seed=part)
    assert len(found) == CUTS // PARTS
    assert [cut.lost for cut in found] == [0] * len(found)
    assert found[-1].acked > 0
    assert sum(cut.in_checkpoint for cut in found) >= len(found) // 4
    names = {path.name for path in tmp_path.iterdir() if not path.name.startswith("cut-")}
    assert names == {"data", "data.log"}


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
async def test_the_test_notices_a_server_that_syncs_too_little(
    tmp_path: Path, synchronous: str
) -> None:
    """The negative control: without syncs moves must be lost, or the test above proves nothing.

    A cut right after a checkpoint, which syncs by itself, loses none. It takes about as many cuts
    as above at the most.
    """
    for seed in range(CUTS // SHOWN + 1):
        folder = tmp_path / str(seed)
        folder.mkdir()
        found = await cut_power(folder, SHOWN, seed=seed, synchronous=synchronous)
        if any(cut.lost for cut in found):
            return
    pytest.fail(f"no cut found anything lost with {synchronous=}")
