"""Floods from one address: somebody else is served. How fast is measured by bench/flood.py."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

import pytest

from bench.flood import KINDS, Bystander, Target, aimed, flood
from tests.server.support import PATIENCE, Process, process_at

ACKS, BOT_MOVES, AT_ONCE = 5, 2, 20


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, Target]]:
    """A server with the limits that everybody has, and what a flood needs to know of it."""
    folder = tmp_path_factory.mktemp("flood") / "data"
    with process_at(folder, "limits=everybody's") as process:
        yield process, asyncio.run(aimed(process.url))


@pytest.mark.parametrize("kind", KINDS)
async def test_somebody_else_is_served_in_a_flood(
    kind: str, flooded: tuple[Process, Target]
) -> None:
    process, target = flooded
    flooding = asyncio.ensure_future(flood(kind, target, 10 * PATIENCE, 10**9, at_once=AT_ONCE))
    try:
        acks, bots = await asyncio.wait_for(served(process.url), PATIENCE)
    finally:
        flooding.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await flooding
    assert acks >= ACKS
    assert bots >= BOT_MOVES
    assert "Traceback" not in process.log_text


async def served(url: str) -> tuple[int, int]:
    """How many acks and moves of a bot somebody from elsewhere has seen, once they are some."""
    acks = bots = 0
    while acks < ACKS or bots < BOT_MOVES:
        one = Bystander(url, tables=2)
        await one.play(0.5)
        acks, bots = acks + len(one.acks), bots + len(one.bots)
    return acks, bots
