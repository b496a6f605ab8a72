"""Kills of the real server: ``python -m tests.server.kill [--kills 500] [--seed 0]``.

People play over HTTP while the server is killed again and again. Whoever is started next is the
first to open the database, and must know of every move that was acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from kingdomino.server.disk.check import check_folder
from kingdomino.server.disk.sqlite import FILE
from tests.server.player import Acked, Player, all_acked
from tests.server.support import PATIENCE, Process, nursery, process_at

PLAYERS = 4
AT_A_FOLDER = 100
CHECKPOINT_BYTES = 60_000


async def kill_often(folder: Path, kills: int, seed: int) -> int:
    """Play, kill and start again so often; returns how many moves were acknowledged.

    Raises AssertionError when one of them is lost, or anything was taken twice.
    """
    players = [Player(seed * 100 + number) for number in range(PLAYERS)]
    rng, known = random.Random(seed), 0
    with nursery() as nurse:
        for _ in range(kills):
            options = (f"checkpoint_bytes={CHECKPOINT_BYTES}",)
            process = nurse.process_at(folder / "data", *options)
            await _check_server(process, players, all_acked(players)[known:])
            known = len(all_acked(players))
            await _play_until_killed(process, players, known + rng.randint(1, 12))
    with process_at(folder / "data") as process:
        await _check_server(process, players, all_acked(players))
    for player in players:
        await player.client.aclose()
    _check_folder(folder / "data", all_acked(players))
    return len(all_acked(players))


async def _play_until_killed(process: Process, players: Sequence[Player], acks: int) -> None:
    """The kill does not wait for anybody: it falls where it falls."""
    gone = threading.Event()

    def kill() -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and len(all_acked(players)) < acks:
            time.sleep(0.001)
        process.kill()
        gone.set()

    playing = (player.play(process.url, gone.is_set) for player in players)
    await asyncio.gather(asyncio.to_thread(kill), *playing)


async def _check_server(
    process: Process, players: Sequence[Player], acked: Sequence[Acked]
) -> None:
    """Every acked move stands where the ack said, as this server tells it."""
    for game in {one.game for one in acked}:
        tail = await players[0].tail(process.url, game)
        told = {(e["seq"], e["player"], e["action"]) for e in tail["events"]}
        due = {(one.seq, one.seat, one.action) for one in acked if one.game == game}
        assert due <= told


def _check_folder(folder: Path, acked: Sequence[Acked]) -> None:
    """No seat's name for a move stands twice, and every table is as it was written."""
    sql = "SELECT game, player, move_id, seq FROM event WHERE move_id NOT NULL"
    with closing(sqlite3.connect(folder / FILE)) as connection:
        rows = connection.execute(sql).fetchall()
    assert max(Counter(row[:3] for row in rows).values()) == 1
    assert {(a.game, a.seat, a.move_id, a.seq) for a in acked} <= {*rows}
    assert [why for _, why in check_folder(folder) if why] == []


def main() -> None:
    """Kill often, and say what was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    acked = done = 0
    while done < asked.kills:
        kills = min(AT_A_FOLDER, asked.kills - done)
        with tempfile.TemporaryDirectory() as folder:
            acked += asyncio.run(kill_often(Path(folder), kills, asked.seed + done))
        done += kills
        said = f"{done} kills: 0 of {acked} acknowledged moves lost, none taken twice\n"
        sys.stdout.write(said)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
