"""Power cuts below the real server: ``python -m tests.server.power [--cuts 500] [--seed 0]``.

People play over HTTP while the disk writes down what it would hold if the power went. A server that
is started on what is left must know of every move whose ack had come before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from kingdomino.server.disk.check import check_folder
from kingdomino.server.error import ServerError
from kingdomino.server.live.hall import Hall
from tests.server.disk import ABOUT
from tests.server.player import Acked, Player, all_acked
from tests.server.support import process_at, settings, shared_bots

PLAYERS = 4
CHECKPOINT_BYTES = 100_000
"""So that checkpoints happen all the time."""


class Seen(NamedTuple):
    """What a server finds when the power is back."""

    acked: int
    lost: int
    in_checkpoint: bool


async def cut_power(folder: Path, cuts: int, seed: int, *, synchronous: str = "FULL") -> list[Seen]:
    """Play at a server and cut the power so often; what is found each time."""
    players = [Player(seed * 100 + number) for number in range(PLAYERS)]
    options = (f"power={cuts}:{seed}", f"synchronous={synchronous}")
    with process_at(folder / "data", *options, f"checkpoint_bytes={CHECKPOINT_BYTES}") as process:

        def all_made() -> bool:
            return (folder / f"cut-{cuts:03}").exists()

        await asyncio.gather(*(player.play(process.url, all_made) for player in players))
        assert all_made()
    for player in players:
        await player.client.aclose()
    acked = all_acked(players)
    return [await seen(cut, acked) for cut in sorted(folder.glob("cut-???"))]


async def seen(cut: Path, acked: Sequence[Acked]) -> Seen:
    """What a server finds in a folder, of the moves that were acknowledged by then."""
    about = json.loads((cut / ABOUT).read_text())
    due = {(a.game, a.seat, a.move_id, a.seq, a.action) for a in acked if a.at < about["at"]}
    try:
        hall = Hall(settings(cut), shared_bots())
        try:
            found = await _stored(hall)
        finally:
            await hall.close()
        damaged = [why for _, why in check_folder(cut) if why]
    except (sqlite3.DatabaseError, ServerError, ValueError):
        found, damaged = set(), ["all of it"]
    lost = len(due) if damaged else len(due - found)
    return Seen(len(due), lost, about["in_checkpoint"])


async def _stored(hall: Hall) -> set[tuple[str, int, str, int, str]]:
    """The moves of all tables, each read as it is when somebody comes."""
    found: set[tuple[str, int, str, int, str]] = set()
    for game, _ in await hall.store.ids():
        await hall.room(game)
        stored = await hall.store.game(game)
        assert stored is not None
        for entry in stored.entries:
            if entry.move_id is not None and entry.player is not None:
                found.add((game, entry.player, entry.move_id, entry.seq, entry.body))
    return found


def main() -> None:
    """Cut the power often, and say what was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    found: list[Seen] = []
    for seed in count(asked.seed):
        if len(found) >= asked.cuts:
            break
        with tempfile.TemporaryDirectory() as folder:
            most = min(random.Random(seed).randint(10, 40), asked.cuts - len(found))
            found += asyncio.run(cut_power(Path(folder), most, seed))
        sys.stdout.write(_said(found) + "\n")
        sys.stdout.flush()


def _said(found: Sequence[Seen]) -> str:
    cuts, copying = len(found), sum(one.in_checkpoint for one in found)
    acked, lost = sum(one.acked for one in found), sum(one.lost for one in found)
    return (
        f"{cuts} power cuts, {copying} of them while a checkpoint was being written:"
        f" {lost} of {acked} acknowledged moves lost"
    )


if __name__ == "__main__":
    main()
