"""Holds a contest: here, in many processes, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from .game import Result, TimeOver, dismiss, play, play_documents, ready, result_of
from .plan import Pairing, Plan, PlanError

WAITING = 3
"""Games given out for each process, so that none has to wait."""


class Job(NamedTuple):
    """A game of a contest."""

    plan: Plan
    pairing: Pairing


Crew: TypeAlias = Callable[[Iterable[Job]], Iterator[tuple[Plan, Result]]]
"""Plays games of any contests in any order, and none any more when the time is over."""
Runner: TypeAlias = Callable[[Plan, Iterable[Pairing]], Iterator[Result]]
"""Plays games of one contest."""


def play_here(
    plan: Plan, pairings: Iterable[Pairing], *, until: float | None = None
) -> Iterator[Result]:
    """One game after the other, in this process."""
    return _of_one(partial(_here, until=until), plan, pairings)


def _of_one(crew: Crew, plan: Plan, pairings: Iterable[Pairing]) -> Iterator[Result]:
    for _, result in crew(Job(plan, pairing) for pairing in pairings):
        yield result


def _here(jobs: Iterable[Job], *, until: float | None) -> Iterator[tuple[Plan, Result]]:
    for plan, pairing in jobs:
        try:
            yield plan, play(plan, pairing, until=until)
        except TimeOver:
            return


@contextmanager
def processes(jobs: int, *, until: float | None = None) -> Iterator[Crew]:
    """So many processes, which stay for several contests.

    A game that is under way at *until*, as ``time.time`` counts, is given up at its next decision.
    """
    # A fresh interpreter: what this one has compiled or opened stays its own.
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))

    def crew(asked: Iterable[Job]) -> Iterator[tuple[Plan, Result]]:
        queue, due = iter(asked), dict[Future[list[list[Any]]], Plan]()
        try:
            while True:
                over = until is not None and time.time() >= until
                for plan, pairing in islice(queue, 0 if over else WAITING * jobs - len(due)):
                    # Compile once here, so that not every process does it at the same time.
                    ready(plan.bots)
                    work = plan.document(), _batch(pairing), until
                    due[pool.submit(play_documents, *work)] = plan
                if not due:
                    return
                for future in wait(due, return_when=FIRST_COMPLETED).done:
                    plan = due.pop(future)
                    for row in future.result():
                        yield plan, result_of(row)
        finally:
            for future in due:
                future.cancel()

    try:
        yield crew
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """A Ray cluster; ``auto`` finds the one that this machine belongs to."""
    ray = _ray()
    ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    # Once a core, wherever the scheduler finds one free.
    remote: Any = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(play_documents)

    def crew(asked: Iterable[Job]) -> Iterator[tuple[Plan, Result]]:
        queue, due = iter(asked), dict[Any, Plan]()
        most = WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            for plan, pairing in islice(queue, most - len(due)):
                due[remote.remote(plan.document(), _batch(pairing))] = plan
            if not due:
                return
            for done in ray.wait([*due])[0]:
                plan = due.pop(done)
                for row in ray.get(done):
                    yield plan, result_of(row)

    try:
        yield crew
    finally:
        ray.shutdown()


def _batch(pairing: Pairing) -> list[tuple[int, list[str]]]:
    return [(pairing.deal, [*pairing.lineup])]


@contextmanager
def hired(jobs: int, ray: str | None = None, *, until: float | None = None) -> Iterator[Crew]:
    """Who plays: a cluster, processes (0 for one a core), or this process.

    *until* is not for a cluster.
    """
    jobs = jobs or os.cpu_count() or 1
    if ray:
        with cluster(ray) as crew:
            yield crew
    elif jobs > 1:
        with processes(jobs, until=until) as crew:
            yield crew
    else:
        try:
            yield partial(_here, until=until)
        finally:
            dismiss()


@contextmanager
def runner(jobs: int, ray: str | None = None) -> Iterator[Runner]:
    """As ``hired``, for one contest after the other."""
    with hired(jobs, ray) as crew:
        yield partial(_of_one, crew)


def _ray() -> Any:
    try:
        return import_module("ray")
    except ModuleNotFoundError:
        raise PlanError("--ray needs Ray: install kingdomino[cluster]") from None
