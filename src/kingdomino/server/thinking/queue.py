"""Who is thought for next: moves before advice, and among those of a kind every asker in turn.

The thinking process gets no more questions than it has threads, so nobody waits behind a crowd
there, and advice never takes the last thread.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict, deque
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What is asked: a bot's move, a hint at a table, or one at a finished game."""

    MOVE = "move"
    HINT = "hint"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many may wait of one asker and in all, and how many seconds."""

    each: int
    in_all: int
    seconds: float | None = None


MOVES = Bounds(each=64, in_all=4096)
ADVICE = Bounds(each=3, in_all=48, seconds=10.0)


class Busy(Exception):
    """So many wait already that this question is dropped, or it has waited too long."""


@dataclass(eq=False, slots=True)
class _Waiting:
    kind: Kind
    asker: str
    ready: asyncio.Future[None]

    def tell(self) -> bool:
        """Whether somebody is still there to be told."""
        try:
            self.ready.get_loop().call_soon_threadsafe(self._set)
        except RuntimeError:
            return False
        return True

    def _set(self) -> None:
        if not self.ready.done():
            self.ready.set_result(None)


class _Line:
    """Those who wait, an asker at a time."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._waiting: OrderedDict[tuple[Kind, str], deque[_Waiting]] = OrderedDict()
        self._count = 0

    def add(self, one: _Waiting) -> None:
        mine = self._waiting.get((one.kind, one.asker), ())
        if self._count >= self.bounds.in_all or len(mine) >= self.bounds.each:
            raise Busy("too many are waiting for the bots")
        self._waiting.setdefault((one.kind, one.asker), deque()).append(one)
        self._count += 1

    def next(self) -> _Waiting | None:
        """Who has waited longest of the asker whose turn it is."""
        if not self._waiting:
            return None
        key, mine = self._waiting.popitem(last=False)
        self._count -= 1
        first = mine.popleft()
        if mine:
            self._waiting[key] = mine
        return first

    def remove(self, one: _Waiting) -> bool:
        """Take out somebody who has gone; whether they were still waiting."""
        mine = self._waiting.get((one.kind, one.asker))
        if mine is None or one not in mine:
            return False
        mine.remove(one)
        self._count -= 1
        if not mine:
            del self._waiting[one.kind, one.asker]
        return True


class Queue:
    """Gives out the threads of a thinking process. Threads of any kind may leave."""

    def __init__(self, threads: int) -> None:
        self._lock = threading.Lock()
        self._free = threads
        self._free_for_advice = max(1, threads - 1)
        self._moves, self._advice = _Line(MOVES), _Line(ADVICE)

    async def enter(self, kind: Kind, asker: str) -> float:
        """Wait for a thread; returns the seconds it took. Raises Busy."""
        line = self._moves if kind is Kind.MOVE else self._advice
        one = _Waiting(kind, asker, asyncio.get_running_loop().create_future())
        came = time.monotonic()
        with self._lock:
            line.add(one)
            self._let_in()
        try:
            await asyncio.wait_for(one.ready, line.bounds.seconds)
        except BaseException as problem:
            with self._lock:
                waiting = line.remove(one)
            if not waiting:
                self.leave(kind)
            if isinstance(problem, TimeoutError):
                raise Busy("no thread was free in time") from None
            raise
        return time.monotonic() - came

    def leave(self, kind: Kind) -> None:
        """A thread is free again; called from wherever that is noticed."""
        with self._lock:
            self._free += 1
            self._free_for_advice += kind is not Kind.MOVE
            self._let_in()

    def _let_in(self) -> None:
        while self._free:
            one = self._moves.next()
            if one is None and self._free_for_advice:
                one = self._advice.next()
            if one is None:
                return
            if one.tell():
                self._free -= 1
                self._free_for_advice -= one.kind is not Kind.MOVE
