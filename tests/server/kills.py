"""Kills of those who share a database: ``python -m tests.server.kills [--kills 500] [--database]``

People play over HTTP at two servers by turns while one of them, or PostgreSQL itself, is killed
again and again. Whoever lives must know of every move that either has acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path

from tests.server.player import Acked, Player, all_acked
from tests.server.postgres import Cluster, run
from tests.server.support import PATIENCE, Nursery, Process, nursery, until

PLAYERS = 4
AT_A_FOLDER = 50


class Guests:
    """Players who go to whichever server lives."""

    def __init__(self, seed: int, servers: list[Process]) -> None:
        self.players = [Player(seed * 100 + number) for number in range(PLAYERS)]
        self._servers = servers
        self.rng = random.Random(seed)
        self.gone = False

    async def go_on(self) -> None:
        """Returns when some more moves have been acknowledged."""
        due = len(all_acked(self.players)) + self.rng.randint(4, 12)
        await until(lambda: len(all_acked(self.players)) >= due)

    async def play(self, player: Player) -> None:
        """Go on until told to stop, at another server after every few moves."""
        while not self.gone:
            steps = count(self.rng.randint(1, 9), -1)
            await player.play(self.rng.choice(self._servers).url, partial(self._enough, steps))

    def _enough(self, steps: Iterator[int]) -> bool:
        return self.gone or next(steps) == 0


async def kill_one_of_two(
    folder: Path, cluster: Cluster, *, kills: int, seed: int, database: bool = False
) -> int:
    """Play at two servers, kill one or the database, and start it again, so often.

    Returns how many moves were acknowledged; raises AssertionError when one of them is lost, or
    anything was taken twice.
    """
    url = cluster.database()
    with nursery() as nurse:
        servers = [_started(nurse, folder, url) for _ in range(2)]
        guests = Guests(seed, servers)
        playing = asyncio.gather(*map(guests.play, guests.players))
        try:
            for _ in range(kills):
                await guests.go_on()
                if database:
                    await asyncio.to_thread(cluster.stop)
                    await asyncio.to_thread(cluster.start)
                else:
                    number = guests.rng.randrange(2)
                    await asyncio.to_thread(servers[number].kill)
                    servers[number] = await asyncio.to_thread(_started, nurse, folder, url)
            # Play goes on by itself.
            await guests.go_on()
        finally:
            guests.gone = True
            await asyncio.wait_for(playing, PATIENCE)
        acked = all_acked(guests.players)
        for server in servers:
            await _check_server(server, guests.players, acked)
            await asyncio.to_thread(server.kill)
        for player in guests.players:
            await player.client.aclose()
    await _check_database(url, acked)
    return len(acked)


def _started(nurse: Nursery, folder: Path, url: str) -> Process:
    return nurse.process_at(folder / "data", f"database={url}")


async def _check_server(server: Process, players: Sequence[Player], acked: Sequence[Acked]) -> None:
    """Every acked move stands where the ack said, as this server tells it."""
    for game in {one.game for one in acked}:
        tail = await players[0].tail(server.url, game)
        told = {(e["seq"], e["player"], e["action"]) for e in tail["events"]}
        due = {(one.seq, one.seat, one.action) for one in acked if one.game == game}
        assert due <= told


async def _check_database(url: str, acked: Sequence[Acked]) -> None:
    """No seat's name for a move stands twice, and no acknowledged one is missing."""
    sql = "SELECT game, player, move_id, seq FROM event WHERE move_id IS NOT NULL"
    rows = [tuple(row) for row in await run(url, sql)]
    assert max(Counter(row[:3] for row in rows).values()) == 1
    assert {(one.game, one.seat, one.move_id, one.seq) for one in acked} <= {*rows}


def main() -> None:
    """Kill often, and say what was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--database", action="store_true", help="kill PostgreSQL instead")
    asked = parser.parse_args()
    acked = done = 0
    cluster = Cluster(durable=True)
    try:
        while done < asked.kills:
            kills = min(AT_A_FOLDER, asked.kills - done)
            with tempfile.TemporaryDirectory() as folder:
                work = kill_one_of_two(
                    Path(folder),
                    cluster,
                    kills=kills,
                    seed=asked.seed + done,
                    database=asked.database,
                )
                acked += asyncio.run(work)
            done += kills
            said = f"{done} kills: 0 of {acked} acknowledged moves lost, none taken twice\n"
            sys.stdout.write(said)
            sys.stdout.flush()
    finally:
        cluster.close()


if __name__ == "__main__":
    main()
