"""Where bots think: threads beside the event loop. A bot that fails or dawdles is replaced."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

from ..core.action import Action
from ..core.engine import legal_actions
from ..core.state import State
from .levels import LEVELS, Level
from .log import warn

T = TypeVar("T")


class BotRoom:
    """Runs bots. Its threads are daemons: one that never comes back does not hold up the exit."""

    def __init__(self, *, threads: int, patience: float) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._patience = patience
        self._threads = threads
        self.failures = 0
        for _ in range(threads):
            self._hire()

    def _hire(self) -> None:
        threading.Thread(target=self._work, name="bot", daemon=True).start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def close(self) -> None:
        """Send the threads home."""
        for _ in range(self._threads):
            self._jobs.put(None)

    async def run(self, work: Callable[[], T]) -> T:
        """Do *work* in a thread; raises TimeoutError when it takes too long."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        begun = loop.create_future()

        def job() -> None:
            _tell(loop, begun, None, None)
            try:
                result = work()
            except BaseException as problem:
                _tell(loop, future, None, problem)
            else:
                _tell(loop, future, result, None)

        self._jobs.put(job)
        await begun
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._patience)
        except TimeoutError:
            # Its thread may never come back.
            future.add_done_callback(lambda late: late.cancelled() or late.exception())
            self._hire()
            self._threads += 1
            raise

    async def act(self, level: str, state: State, rng: random.Random, *, game: str) -> Action:
        """What a bot of this level does; a simpler one steps in for a bot that fails."""
        legal = legal_actions(state)
        if len(legal) == 1:
            return legal[0]
        asked: str | None = level
        while asked is not None and asked in LEVELS:
            made = LEVELS[asked]
            try:
                action = await self.run(partial(_think, made, state, rng))
                if action in legal:
                    return action
                why = "an illegal action"
            except Exception as problem:
                why = repr(problem)
            self.failures += 1
            warn("bot_failed", game=game, level=asked, why=why, replaced_by=made.simpler)
            asked = made.simpler
        return legal[0]


def _think(level: Level, state: State, rng: random.Random) -> Action:
    return level.make().act(state, rng)


def _tell(
    loop: asyncio.AbstractEventLoop,
    future: asyncio.Future[Any],
    result: Any,
    problem: BaseException | None,
) -> None:
    def settle() -> None:
        if future.done():
            return
        if problem is None:
            future.set_result(result)
        else:
            future.set_exception(problem)

    try:
        loop.call_soon_threadsafe(settle)
    except RuntimeError:
        return
