"""What has not been drawn cannot be told from anything the server says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.twins import PARTS, compare

PAIRS, WIRED = 208, 8


@pytest.mark.parametrize("part", range(PARTS))
async def test_what_is_not_drawn_is_not_told(part: int, tmp_path: Path) -> None:
    await compare(range(part, PAIRS, PARTS), tmp_path)


async def test_what_is_not_drawn_is_not_told_over_the_wire(tmp_path: Path) -> None:
    await compare(range(0, WIRED * PARTS, PARTS), tmp_path, wired=True)
