"""Faults of servers that share a PostgreSQL: ``python -m tests.server.faults FAULT [--times 500]``.

People play over HTTP at two servers by turns while one of them is killed (``server``), PostgreSQL
is (``database``), the line between them is cut or loses answers (``network``), PostgreSQL's disk
fills up (``disk``; it is a tmpfs, which only root can mount) or the servers' clocks jump
(``clock``), again and again. Whoever lives must know of every move that either has acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing
from functools import partial
from itertools import count
from pathlib import Path

from kingdomino.server.disk.peers import PostgresPeers
from kingdomino.server.live.room import Room
from tests.server.line import Line
from tests.server.player import Acked, Player, all_acked
from tests.server.postgres import Cluster, run
from tests.server.support import PATIENCE, Nursery, Process, hall_at, nursery, opened, until

PLAYERS = 4
AT_A_FOLDER = 50
LONGEST_CUT = 12.0
"""Seconds: some cuts end before anybody has given up, some do not."""
JUMPS = (-86_400.0, -3600.0, -60.0, 0.0, 60.0, 3600.0, 86_400.0)


@asynccontextmanager
async def claimed_and_gone(folder: Path, url: str) -> AsyncIterator[tuple[Room, PostgresPeers]]:
    """A table whose hall has claimed a bot's turn and is gone without a word, and its process."""
    async with hall_at(folder, database=url, bot_pause=(1e6, 1e6)) as gone:
        room, peers = await opened(gone, seats="bb"), gone.store.peers
        assert isinstance(peers, PostgresPeers)
        claimed = "SELECT game FROM due WHERE claimed_by = $1"
        while not await run(url, claimed, peers.id):
            await asyncio.sleep(0.01)
        for task in [*peers._tasks, *gone._tasks]:
            task.cancel()
        yield room, peers


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


class SmallDisk:
    """A file system of its own that can be filled; only root can mount it."""

    def __init__(self, megabytes: int = 96) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="kingdomino-disk-"))
        options = f"size={megabytes}m,mode=0755"
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self.path)]
        subprocess.run(command, check=True)
        self._ballast = self.path / "ballast"

    def fill(self) -> None:
        """Leave no room."""
        with self._ballast.open("wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                return

    def free(self) -> None:
        """Make room."""
        self._ballast.unlink()

    def close(self) -> None:
        """Leave nothing behind."""
        subprocess.run(["umount", str(self.path)], check=True)
        self.path.rmdir()


class Scene:
    """Two servers, their database, the line between, and what may become of them."""

    def __init__(
        self, fault: str, folder: Path, cluster: Cluster, nurse: Nursery, seed: int
    ) -> None:
        self._fault = fault
        self.database = cluster.database()
        self.line = Line(self.database)
        self.cluster = cluster
        self.disk: SmallDisk | None = None
        self.rng = random.Random(f"faults {seed}")
        self._folder = folder
        self._nurse = nurse
        self.servers = [self._started(number) for number in range(2)]

    def _started(self, number: int) -> Process:
        url = self.line.url if self._fault == "network" else self.database
        words = [f"clock={self._clock(number)}"] if self._fault == "clock" else []
        return self._nurse.process_at(self._folder / "data", f"database={url}", *words)

    def _clock(self, number: int) -> Path:
        return self._folder / f"clock-{number}"

    async def kill_server(self) -> None:
        """One of the two, at once."""
        number = self.rng.randrange(2)
        await asyncio.to_thread(self.servers[number].kill)
        self.servers[number] = await asyncio.to_thread(self._started, number)

    async def kill_database(self) -> None:
        """As by a crash."""
        await asyncio.to_thread(self.cluster.stop)
        await asyncio.to_thread(self.cluster.start)

    async def cut_line(self) -> None:
        """For a while; or an answer is lost and its question is not."""
        if self.rng.random() < 0.5:
            self.line.lose_answers(1)
            await until(lambda: self.line.lost_answers)
            return
        self.line.cut()
        await asyncio.sleep(self.rng.uniform(0, LONGEST_CUT))
        self.line.mend()

    async def fill_disk(self) -> None:
        """Until somebody makes room; a PostgreSQL that has given up meanwhile is started again."""
        assert self.disk is not None
        await asyncio.to_thread(self.disk.fill)
        await asyncio.sleep(self.rng.uniform(0.5, 3))
        self.disk.free()
        await asyncio.to_thread(self.cluster.revive)

    async def set_clock(self) -> None:
        """Of one of the two servers."""
        clock = self._clock(self.rng.randrange(2))
        draft = clock.with_suffix(".new")
        draft.write_text(str(self.rng.choice(JUMPS)))
        draft.rename(clock)


FAULTS: dict[str, Callable[[Scene], Awaitable[None]]] = {
    "server": Scene.kill_server,
    "database": Scene.kill_database,
    "network": Scene.cut_line,
    "disk": Scene.fill_disk,
    "clock": Scene.set_clock,
}


async def play_through(
    fault: str,
    folder: Path,
    cluster: Cluster,
    *,
    times: int,
    seed: int,
    disk: SmallDisk | None = None,
) -> int:
    """Play at two servers while something goes wrong so often.

    Returns how many moves were acknowledged; raises AssertionError when one of them is lost, or
    anything was taken twice, or play does not go on by itself.
    """
    with nursery() as nurse:
        scene = Scene(fault, folder, cluster, nurse, seed)
        scene.disk = disk
        guests = Guests(seed, scene.servers)
        playing = asyncio.gather(*map(guests.play, guests.players))
        try:
            for _ in range(times):
                await guests.go_on()
                await FAULTS[fault](scene)
            # Play goes on by itself.
            await guests.go_on()
        finally:
            guests.gone = True
            await asyncio.wait_for(playing, PATIENCE)
        acked = all_acked(guests.players)
        for server in scene.servers:
            await _check_server(server, guests.players, acked)
            await asyncio.to_thread(server.kill)
        for player in guests.players:
            await player.client.aclose()
        scene.line.close()
    await _check_database(scene.database, acked)
    return len(acked)


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
    """Let it go wrong often, and say what was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fault", choices=FAULTS)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    acked = done = 0
    with ExitStack() as stack:
        disk = stack.enter_context(closing(SmallDisk())) if asked.fault == "disk" else None
        cluster = Cluster(durable=True, disk=disk.path if disk else None)
        stack.callback(cluster.close)
        while done < asked.times:
            times = min(AT_A_FOLDER, asked.times - done)
            with tempfile.TemporaryDirectory() as folder:
                given = {"times": times, "seed": asked.seed + done}
                work = play_through(asked.fault, Path(folder), cluster, disk=disk, **given)
                acked += asyncio.run(work)
            done += times
            said = f"{asked.fault} {done} times: 0 of {acked} acknowledged moves lost,"
            sys.stdout.write(f"{said} none taken twice\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
