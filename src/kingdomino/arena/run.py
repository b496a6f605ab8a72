"""Holds a contest: here, in many processes, or on a Ray cluster; results go to a file as they come.

The file is one JSON document a line, the plan first. A later run with the same plan goes on where
the file ends.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from .game import Result, play, play_documents, ready, result_of
from .plan import Pairing, Plan, PlanError

FORMAT = "kingdomino-arena/1"
Batch: TypeAlias = list[tuple[int, list[str]]]
Runner: TypeAlias = Callable[[Plan, Iterable[Pairing]], Iterator[Result]]
"""Plays games in any order."""
WAITING = 3
"""Games given out for each process, so that none has to wait."""


def play_here(plan: Plan, pairings: Iterable[Pairing]) -> Iterator[Result]:
    """One game after the other, in this process."""
    for pairing in pairings:
        yield play(plan, pairing)


@contextmanager
def processes(jobs: int) -> Iterator[Runner]:
    """Games in so many processes, which stay for several contests."""
    # A fresh interpreter: what this one has compiled or opened stays its own.
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))

    def run(plan: Plan, pairings: Iterable[Pairing]) -> Iterator[Result]:
        # Compile once here, so that not every process does it at the same time.
        ready(plan.bots)
        document, queue = plan.document(), iter(pairings)
        due: set[Future[list[list[Any]]]] = set()
        try:
            while True:
                for pairing in islice(queue, WAITING * jobs - len(due)):
                    due.add(pool.submit(play_documents, document, _batch(pairing)))
                if not due:
                    return
                done, due = wait(due, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from map(result_of, future.result())
        finally:
            for future in due:
                future.cancel()

    try:
        yield run
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[Runner]:
    """Games on a Ray cluster; ``auto`` finds the one that this machine belongs to."""
    ray = _ray()
    ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    # Once a core, wherever the scheduler finds one free.
    remote: Any = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(play_documents)

    def run(plan: Plan, pairings: Iterable[Pairing]) -> Iterator[Result]:
        document, queue = plan.document(), iter(pairings)
        most = WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
        due: list[Any] = []
        while True:
            due += [remote.remote(document, _batch(one)) for one in islice(queue, most - len(due))]
            if not due:
                return
            done, due = ray.wait(due)
            for rows in ray.get(done):
                yield from map(result_of, rows)

    try:
        yield run
    finally:
        ray.shutdown()


def _batch(pairing: Pairing) -> Batch:
    return [(pairing.deal, [*pairing.lineup])]


@contextmanager
def runner(jobs: int, ray: str | None = None) -> Iterator[Runner]:
    """Where games are played: on a cluster, in processes (0 for one a core), or here."""
    jobs = jobs or os.cpu_count() or 1
    if ray:
        with cluster(ray) as run:
            yield run
    elif jobs > 1:
        with processes(jobs) as run:
            yield run
    else:
        yield play_here


def _ray() -> Any:
    try:
        return import_module("ray")
    except ModuleNotFoundError:
        raise PlanError("--ray needs Ray: install kingdomino[cluster]") from None


class Ledger:
    """The results so far, in memory and in a file."""

    def __init__(self, plan: Plan, path: Path | None) -> None:
        self.plan = plan
        self.results: list[Result] = []
        self._path = path
        if path and path.exists() and path.stat().st_size:
            self.results = read_results(plan, path)

    @contextmanager
    def open(self) -> Iterator[Callable[[Result], None]]:
        """A function that keeps a result."""
        if self._path is None:
            yield self.results.append
            return
        old = self._path.read_bytes() if self._path.exists() else b""
        with self._path.open("a", encoding="utf-8") as stream:
            if not old:
                head = {"format": FORMAT, **self.plan.document()}
                stream.write(json.dumps(head) + "\n")
            elif not old.endswith(b"\n"):
                stream.write("\n")

            def keep(result: Result) -> None:
                self.results.append(result)
                stream.write(json.dumps([*result]) + "\n")
                stream.flush()

            yield keep

    def missing(self, games: int) -> list[Pairing]:
        """What is still to be played for so many games."""
        done = {(result.deal, result.lineup) for result in self.results}
        return [one for one in self.plan.pairings(games) if (one.deal, one.lineup) not in done]


def read_results(plan: Plan, path: Path) -> list[Result]:
    """The results of a file, which must be of the same plan; raises PlanError."""
    lines = [_parsed(line) for line in path.read_text(encoding="utf-8").splitlines()]
    head = lines[0] if lines else None
    expected = {"format": FORMAT, **plan.document()}
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise PlanError(f"{path}: not a file of arena results")
    for name, value in expected.items():
        if head.get(name) != value:
            raise PlanError(f"{path}: its {name} is {head.get(name)}, not {value}")
    # A line cut short by a crash is no result: its game is played again.
    return [result_of(row) for row in lines[1:] if row]


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def whole_deals(plan: Plan, results: Sequence[Result]) -> list[Result]:
    """The results of those deals of which all games have been played."""
    games: dict[int, int] = {}
    for result in results:
        games[result.deal] = games.get(result.deal, 0) + 1
    return [r for r in results if games[r.deal] >= len(plan.lineups)]
