"""Clients on terrible networks lose nothing, and nothing of theirs is applied twice."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from kingdomino.server.disk.store import Write
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.receipts import Receipts
from tests.server.lossy import one_game, one_game_there
from tests.server.support import PATIENCE, Process

SEEDS, WIRED = 100, 6


@pytest.mark.parametrize("part", range(8))
async def test_nothing_is_applied_twice_and_nothing_is_lost(part: int, hall: Hall) -> None:
    seeds = range(part, SEEDS, 8)
    for some in [seeds[i : i + 5] for i in range(0, len(seeds), 5)]:
        await asyncio.gather(*(one_game(hall, seed) for seed in some))


async def test_the_same_over_the_real_wire(server: Process) -> None:
    games = (one_game_there(server, seed) for seed in range(WIRED))
    await asyncio.wait_for(asyncio.gather(*games), 5 * PATIENCE)


async def test_a_server_that_forgets_what_it_took_is_found(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: a move that arrives again is not known any more."""
    monkeypatch.setattr(Receipts, "take", lambda *_: None)
    with pytest.raises(AssertionError):
        await one_game(hall, 0)


async def test_a_server_that_does_not_write_what_it_acks_is_found(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, moves = hall.store.write, count()

    async def forgetful(asked: Write) -> None:
        if not (asked.entries and asked.entries[0].kind == "move" and next(moves) % 10 == 5):
            await write(asked)

    monkeypatch.setattr(hall.store, "write", forgetful)
    with pytest.raises(AssertionError):
        await one_game(hall, 0)
