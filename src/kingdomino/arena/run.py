"""Holds a contest, or does other work: here, in many processes, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, TypeVar

from .game import Result, dismiss, play_documents, ready, result_of
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
K = TypeVar("K")
T = TypeVar("T")
Works: TypeAlias = Iterable[tuple[K, tuple[Any, ...]]]
"""What is to be worked on: a key for whoever asks, and plain data for whoever works."""
Spread: TypeAlias = Callable[[Callable[..., Any], Works[Any]], Iterator[tuple[Any, Any]]]
"""Calls a function for each work, in any order and anywhere; gives keys with what came of them."""


def play_here(
    plan: Plan, pairings: Iterable[Pairing], *, until: float | None = None
) -> Iterator[Result]:
    """One game after the other, in this process."""
    return _of_one(partial(_crew, _here, until), plan, pairings)


def _of_one(crew: Crew, plan: Plan, pairings: Iterable[Pairing]) -> Iterator[Result]:
    for _, result in crew(Job(plan, pairing) for pairing in pairings):
        yield result


def _crew(
    spread: Spread, until: float | None, asked: Iterable[Job]
) -> Iterator[tuple[Plan, Result]]:
    for plan, rows in spread(play_documents, _works(asked, until)):
        for row in rows:
            yield plan, result_of(row)


def _works(asked: Iterable[Job], until: float | None) -> Iterator[tuple[Plan, tuple[Any, ...]]]:
    """The games as plain data; none any more when the time is over."""
    for plan, pairing in asked:
        if until is not None and time.time() >= until:
            return
        # Compile once here, so that not every process does it at the same time.
        ready(plan.bots)
        yield plan, (plan.document(), [(pairing.deal, [*pairing.lineup])], until)


def _here(function: Callable[..., T], works: Works[K]) -> Iterator[tuple[K, T]]:
    for key, work in works:
        yield key, function(*work)


def _through(
    pool: ProcessPoolExecutor, most: int, function: Callable[..., T], works: Works[K]
) -> Iterator[tuple[K, T]]:
    queue, due = iter(works), dict[Future[T], K]()
    try:
        while True:
            for key, work in islice(queue, most - len(due)):
                due[pool.submit(function, *work)] = key
            if not due:
                return
            for future in wait(due, return_when=FIRST_COMPLETED).done:
                yield due.pop(future), future.result()
    finally:
        for future in due:
            future.cancel()


def _over(ray: Any, function: Callable[..., T], works: Works[K]) -> Iterator[tuple[K, T]]:
    # Once a core, wherever the scheduler finds one free.
    remote: Any = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(function)
    queue, due = iter(works), dict[Any, K]()
    most = WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
    while True:
        for key, work in islice(queue, most - len(due)):
            due[remote.remote(*work)] = key
        if not due:
            return
        for done in ray.wait([*due])[0]:
            yield due.pop(done), ray.get(done)


class Workers(ProcessPoolExecutor):
    """Processes that Ctrl-C stops at once, that do not tell where it met them, and that do not
    outlive the one that they work for, however it ends."""

    def __init__(self, jobs: int) -> None:
        # Fresh interpreters: what this one has compiled or opened stays its own.
        super().__init__(
            jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_to_work
        )

    def submit(self, function: Callable[..., Any], /, *work: Any, **named: Any) -> Future[Any]:
        """As always; this is also where processes are started."""
        with _deaf():
            return super().submit(_worked, partial(function, *work, **named))


class _Interrupt:
    """What a process that works knows of Ctrl-C."""

    came = working = False


def _worked(work: Callable[[], T]) -> T:
    if _Interrupt.came:
        raise KeyboardInterrupt
    _Interrupt.working = True
    try:
        return work()
    finally:
        _Interrupt.working = False


def _begin_to_work() -> None:
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    # Who was started with signals ignored goes on ignoring them.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupted)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        dismiss()
        os._exit(1)


def _interrupted(*_: object) -> None:
    # Who waits for work, or imports what it needs, goes on until there is something to refuse.
    _Interrupt.came = True
    if _Interrupt.working:
        raise KeyboardInterrupt


@contextmanager
def _deaf() -> Iterator[None]:
    """What is started here hears no Ctrl-C until it is ready to."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def spread_over(jobs: int, ray: str | None = None) -> Iterator[Spread]:
    """Who works: a cluster, processes (0 for one a core), or this process."""
    jobs = jobs or os.cpu_count() or 1
    if ray:
        found = _ray()
        found.init(address=ray, ignore_reinit_error=True, log_to_driver=False)
        try:
            yield partial(_over, found)
        finally:
            found.shutdown()
    elif jobs > 1:
        pool = Workers(jobs)
        try:
            yield partial(_through, pool, WAITING * jobs)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    else:
        try:
            yield _here
        finally:
            dismiss()


@contextmanager
def hired(jobs: int, ray: str | None = None, *, until: float | None = None) -> Iterator[Crew]:
    """Who plays, as ``spread_over`` says.

    A game that is under way at *until*, as ``time.time`` counts, is given up at its next decision.
    """
    with spread_over(jobs, ray) as spread:
        yield partial(_crew, spread, until)


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
