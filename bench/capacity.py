"""What limits a service of a million players: a model, its costs as measured, and a simulation.

``python -m bench.capacity`` simulates with the costs in capacity.json and puts the figures into
docs/capacity.md. ``python -m bench.costs`` measures them with one process, and what two processes
carry, which the simulation must have foreseen.
"""

from __future__ import annotations

import argparse
import random
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec

from kingdomino.arena.page import replace_section
from kingdomino.server.disk.store import MOST_IN_A_BATCH
from kingdomino.server.settings import Limits

COSTS = Path(__file__).parent / "capacity.json"
PAGE = Path(__file__).parent.parent / "docs" / "capacity.md"
SLICE = 0.001
"""Seconds that a core works for one before it turns to the next."""
AT_A_TURN = 64
"""Moves that an event loop takes before it looks at what else there is."""
TABLES = 250
"""For each of the processes that are measured."""
THINKING, PLAYERS = 10.0, 3.0
"""Seconds that a table's player takes for a decision, and who sits at a table."""
IN_TIME = 0.1
"""Seconds in which 99 of 100 acks have to come: nobody notices that."""
QUICK_DISK = 0.001
"""Seconds that a disk takes to sync which nobody else uses."""
MILLION = 1_000_000
TOO_MANY = 100
"""Databases."""
SOCKET_BYTES = 20_000
"""An idle one, as bench.postgres measures it."""


class Costs(msgspec.Struct, frozen=True):
    """Seconds that things take."""

    plan: float
    """A move, of the processor of the process that serves it."""
    gather: float
    """A commit, of the same."""
    row: float
    """A move, of PostgreSQL's processor."""
    commit: float
    """A commit, of the same."""
    sync: float
    """A commit's wait for the disk. Who tells others of a commit waits for who did so before."""
    hint: float
    """A move that another process has made, of the processor of each that hears of it."""


class Measured(msgspec.Struct, frozen=True):
    """Costs, and what two processes on two cores carried where they were measured."""

    hardware: str
    date: str
    costs: Costs
    table_bytes: float
    two: float
    """Durable moves a second."""
    share: float
    """What part of the two cores was theirs: on a machine that others use it is less than all."""


Work: TypeAlias = Callable[[], None]


class Clock:
    """What happens when."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Work]] = []
        self._numbers = count()

    def after(self, seconds: float, work: Work) -> None:
        heappush(self._due, (self.now + seconds, next(self._numbers), work))

    def run(self, until: float) -> None:
        while self._due and self._due[0][0] <= until:
            self.now, _, work = heappop(self._due)
            work()


class Machine:
    """Cores that everybody who has work takes turns at."""

    def __init__(self, clock: Clock, cores: int) -> None:
        self._clock = clock
        self._free = cores
        self._waiting: deque[tuple[float, Work]] = deque()

    def work(self, seconds: float, done: Work) -> None:
        self._waiting.append((seconds, done))
        self._next()

    def _next(self) -> None:
        while self._free and self._waiting:
            self._free -= 1
            left, done = self._waiting.popleft()
            now = min(left, SLICE)
            self._clock.after(now, partial(self._paused, left - now, done))

    def _paused(self, left: float, done: Work) -> None:
        self._free += 1
        if left > 0:
            self._waiting.append((left, done))
        else:
            done()
        self._next()


class Database:
    """A PostgreSQL: rows on its cores, one commit after the other on its disk."""

    def __init__(self, clock: Clock, machine: Machine, costs: Costs) -> None:
        self._clock = clock
        self._machine = machine
        self._costs = costs
        self._syncing = False
        self._waiting: deque[Work] = deque()

    def commit(self, moves: int, done: Work) -> None:
        seconds = self._costs.commit + moves * self._costs.row
        self._machine.work(seconds, lambda: self._sync(done))

    def _sync(self, done: Work) -> None:
        self._waiting.append(done)
        if not self._syncing:
            self._syncing = True
            self._clock.after(self._costs.sync, self._synced)

    def _synced(self) -> None:
        done = self._waiting.popleft()
        if self._waiting:
            self._clock.after(self._costs.sync, self._synced)
        else:
            self._syncing = False
        done()


Took: TypeAlias = "Callable[[Server, float], None]"


class Server:
    """One process: it plans all moves that have come, then hands what has gathered to a commit."""

    def __init__(self, machine: Machine, database: Database, costs: Costs, took: Took) -> None:
        self._machine = machine
        self._database = database
        self._costs = costs
        self._took = took
        self.peers: list[Server] = []
        self._asked: list[float] = []
        self._gathered: list[float] = []
        self._acked: list[float] = []
        self._heard = 0
        self._busy = self._committing = False

    def ask(self, now: float) -> None:
        """A move has come."""
        self._asked.append(now)
        self._turn()

    def hear(self, moves: int) -> None:
        """Another process has made moves."""
        self._heard += moves
        self._turn()

    def _turn(self) -> None:
        """All that is to be done now, as an event loop comes round."""
        if self._busy or not (self._asked or self._acked or self._heard):
            return
        self._busy = True
        asked, self._asked = self._asked[:AT_A_TURN], self._asked[AT_A_TURN:]
        acked, self._acked = self._acked, []
        heard, self._heard = self._heard, 0
        costs = self._costs
        seconds = len(asked) * costs.plan + bool(acked) * costs.gather + heard * costs.hint
        self._machine.work(seconds, lambda: self._turned(asked, acked))

    def _turned(self, asked: list[float], acked: list[float]) -> None:
        self._busy = False
        self._gathered += asked
        for began in acked:
            self._took(self, began)
        self._write()
        self._turn()

    def _write(self) -> None:
        if self._committing or not self._gathered:
            return
        self._committing = True
        batch = self._gathered[:MOST_IN_A_BATCH]
        del self._gathered[:MOST_IN_A_BATCH]
        self._database.commit(len(batch), lambda: self._written(batch))

    def _written(self, batch: list[float]) -> None:
        self._committing = False
        self._acked += batch
        for peer in self.peers:
            peer.hear(len(batch))
        self._write()
        self._turn()


class Carried(NamedTuple):
    """What a simulated service carried."""

    moves: float
    """A second."""
    acks: list[float]
    """Seconds that each of them waited, sorted."""

    def ack(self, share: float) -> float:
        return self.acks[int(len(self.acks) * share)] if self.acks else 0.0


def simulate(
    costs: Costs,
    *,
    servers: int,
    tables: int,
    thinking: float = 0.0,
    cores: int | None = None,
    seconds: float = 2.0,
    seed: int = 0,
) -> Carried:
    """Serve so many tables at each server, whose players take their time for a move.

    *cores* are shared by all; without it every server and the database have their own, the database
    as many as there are servers.
    """
    clock, rng, acks = Clock(), random.Random(seed), list[float]()
    # Who thinks for a random while has no past: the first moves come as all others do.
    warm = seconds / 2

    def took(server: Server, began: float) -> None:
        if clock.now > warm:
            acks.append(clock.now - began)
        think(server)

    def think(server: Server) -> None:
        wait = rng.expovariate(1 / thinking) if thinking else 0.0
        clock.after(wait, lambda: server.ask(clock.now))

    shared = Machine(clock, cores) if cores else None
    database = Database(clock, shared or Machine(clock, servers), costs)
    made = [Server(shared or Machine(clock, 1), database, costs, took) for _ in range(servers)]
    for server in made:
        server.peers = [peer for peer in made if peer is not server]
        for _ in range(tables):
            think(server)
    clock.run(warm + seconds)
    return Carried(len(acks) / seconds, sorted(acks))


def most_tables(costs: Costs, servers: int) -> int:
    """How many tables each server of one database carries with 99 of 100 acks in time."""
    low, high = 0, int(THINKING / costs.plan)
    while high - low > high / 20:
        tables = (low + high) // 2
        found = simulate(costs, servers=servers, tables=tables, thinking=THINKING, seconds=0.5)
        served = found.moves > 0.9 * servers * tables / THINKING
        if served and found.ack(0.99) <= IN_TIME:
            low = tables
        else:
            high = tables
    return low


def foreseen_of_two(known: Measured) -> float:
    """Moves a second of two processes and their database on two cores, their tables never idle."""
    slowed = {
        name: cost / known.share for name, cost in msgspec.structs.asdict(known.costs).items()
    }
    # The disk was measured as it was.
    costs = Costs(**slowed | {"sync": known.costs.sync})
    return simulate(costs, servers=2, tables=TABLES, cores=2, seconds=4.0).moves


def service_table(costs: Costs) -> Iterator[str]:
    """What a million players take, by how many servers share a database, on two disks."""
    yield "| a commit's wait | servers a database | tables a server | moves/s | ack p99 | in all |"
    yield "|---|---|---|---|---|---|"
    for sync in (costs.sync, QUICK_DISK):
        for servers in (1, 4, 8):
            there = msgspec.structs.replace(costs, sync=sync)
            yield f"| {1000 * sync:.1f} ms | {servers} | {_row(there, servers)} |"


def _row(costs: Costs, servers: int) -> str:
    tables = most_tables(costs, servers)
    if not tables:
        return f"none within {1000 * IN_TIME:.0f} ms | | |"
    found = simulate(costs, servers=servers, tables=tables, thinking=THINKING, seconds=1.0)
    databases = MILLION / (servers * tables * PLAYERS)
    service = f"{databases:.0f} databases, {databases * servers:.0f} servers"
    service = service if databases < TOO_MANY else "too many"
    return f"{tables:,} | {found.moves:,.0f} | {1000 * found.ack(0.99):.0f} ms | {service}"


def measured_lines(known: Measured, foreseen: float) -> Iterator[str]:
    """Where it was measured, how near the model is, and what a table costs."""
    error, share = (foreseen - known.two) / known.two, 100 * known.share
    yield f"Measured on {known.hardware}, {known.date}, with {share:.0f} % of the cores. Two"
    yield f"processes carried {known.two:,.0f} moves a second; the simulation, which reckons with"
    yield f"that part of the cores, foresees {foreseen:,.0f} ({100 * error:+.0f} %)."
    yield "\n| what | seconds or bytes | of what |\n|---|---|---|"
    for row in _cost_rows(known):
        yield f"| {' | '.join(row)} |"


def _cost_rows(known: Measured) -> list[tuple[str, str, str]]:
    costs = {name: 1000 * cost for name, cost in msgspec.structs.asdict(known.costs).items()}
    server, stored = "the processor of the server that takes it", "PostgreSQL's processor"
    return [
        ("a move", f"{costs['plan']:.2f} ms", server),
        ("a commit, whatever is in it", f"{costs['gather']:.2f} ms", "the same"),
        ("a move", f"{costs['row']:.2f} ms", stored),
        ("a commit", f"{costs['commit']:.2f} ms", "the same"),
        ("a commit's wait for the disk", f"{costs['sync']:.1f} ms", "all who commit, in turn"),
        ("a move made elsewhere", f"{1000 * costs['hint']:.1f} µs", "each server of the database"),
        ("a table in memory", f"{known.table_bytes / 1000:.0f} kB", "each server that shows it"),
        ("an idle socket", f"{SOCKET_BYTES / 1000:.0f} kB", "the server that it is at"),
        ("a finished table", "nothing", "it leaves memory ten minutes after the last look"),
    ]


def million_lines(known: Measured) -> Iterator[str]:
    """What a million players are."""
    tables = MILLION / PLAYERS
    sockets = MILLION * SOCKET_BYTES / 1e9
    alone = most_tables(known.costs, 1)
    own = Limits().connections
    yield f"{tables:,.0f} tables, {tables / THINKING:,.0f} moves a second,"
    yield f"{tables * known.table_bytes / 1e9:.0f} GB of tables and {sockets:.0f} GB of sockets. A"
    yield f"server with a core of its own carries {alone:,} tables, {alone * PLAYERS:,.0f} players,"
    yield f"before its processor is full: {MILLION / (alone * PLAYERS):.0f} servers for processors."
    yield f"One process takes {own:,} sockets by itself (`Limits.connections`), and more where that"
    yield f"is raised: {MILLION / own:.0f} processes, most of them for sockets."


def main() -> None:
    """Simulate, and put it all into the page."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    known = msgspec.json.decode(COSTS.read_bytes(), type=Measured)
    found = {
        "costs": measured_lines(known, foreseen_of_two(known)),
        "million": million_lines(known),
        "service": service_table(known.costs),
    }
    for name, lines in found.items():
        text = "\n".join(lines)
        print(text, flush=True)
        replace_section(PAGE, name, text)


if __name__ == "__main__":
    main()
