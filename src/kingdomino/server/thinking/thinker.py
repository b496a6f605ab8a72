"""A process that thinks for servers on any machine: it takes questions out of their database.

It needs no key and sees no secret: a question is what has happened at a table, which everybody
may know. When it dies another one takes its questions, and when there is none in time the server
lets a gentler level move.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import count

import msgspec

from ...bots.worker import Answer, Question
from ..disk.questions import Taken
from ..disk.thinking import ThinkerStore
from ..log import log, warn
from .bots import COMMAND, BotGone, Process

LOOK_EVERY = 0.5


class Thinker:
    """Answers as many questions at a time as it has threads."""

    def __init__(
        self,
        url: str,
        *,
        threads: int | None = None,
        fast: bool = True,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._store = ThinkerStore(url)
        self._threads = threads or os.cpu_count() or 1
        words = [str(self._threads), *(["fast"] if fast and find_spec("numba") else [])]
        self._command = [*command, *words]
        self._process: Process | None = None
        self._numbers = count(1)
        self._thinking: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()

    async def run(self) -> None:
        """Think until cancelled; raises ValueError where the database cannot be used."""
        await self._store.start(self._wake.set)
        self._start()
        log("thinking", threads=self._threads)
        try:
            while True:
                await self._take()
                self._wake.clear()
                try:
                    await asyncio.wait_for(self._wake.wait(), LOOK_EVERY)
                except TimeoutError:
                    continue
        finally:
            if self._process is not None:
                self._process.end()
            await self._store.close()

    def _start(self) -> Process:
        if self._process is None:
            self._process = Process(self._command, self._warmed)
        return self._process

    def _warmed(self, answer: Answer) -> None:
        if answer.warm:
            log("bots_warm")
        else:
            warn("bots_not_warm", why=answer.why)

    async def _take(self) -> None:
        free = self._threads - len(self._thinking)
        if free <= 0:
            return
        try:
            taken = await self._store.take(free)
        except Exception as problem:
            warn("questions_not_taken", why=repr(problem))
            return
        for question in taken:
            task = asyncio.ensure_future(self._answer(question))
            self._thinking.add(task)
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._thinking.discard(task)
        self._wake.set()
        if not task.cancelled() and (problem := task.exception()):
            warn("answer_failed", why=repr(problem))

    async def _answer(self, taken: Taken) -> None:
        asked = msgspec.json.decode(taken.body, type=Question)
        mine = msgspec.structs.replace(asked, id=next(self._numbers), waited=round(taken.waited, 3))
        process = self._start()
        try:
            answer = await asyncio.wrap_future(process.ask(mine, lambda: None).answer)
        except BotGone as gone:
            if self._process is process:
                self._process = None
            # A question that costs a process is not handed on to the next one.
            answer = Answer(why=str(gone), failed=True)
        said = msgspec.structs.replace(answer, id=asked.id)
        await self._store.answer(taken.id, msgspec.json.encode(said).decode())
