"""What goes on at a table by itself: bots play, and the clock runs."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Protocol

from ..error import ServerError
from ..log import warn
from ..settings import Settings
from ..table.position import Position
from ..thinking.bots import Bots, Chosen, Moment

RETRY_BOT = 1.0


class Playable(Protocol):
    """What has to be known of a table to play at it."""

    position: Position
    promised: bool
    """Whether others have been told that a bot's turn has come here."""

    @property
    def id(self) -> str: ...

    @property
    def time_out_at(self) -> float | None:
        """When who decides has had enough time, in seconds since 1970."""
        ...

    @property
    def longest_wait(self) -> float:
        """Seconds that anybody has for a decision."""
        ...

    @property
    def pause(self) -> tuple[float, float]:
        """How long its bots pretend to think, in seconds."""
        ...

    def moment(self) -> Moment: ...

    async def claim(self) -> bool:
        """Whether it is for this process to do what is due, and not for another one."""
        ...

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks at it, or has a moment ago."""
        ...

    async def bot_move(self, seen: Position, player: int, chosen: Chosen) -> None:
        """The bot's move, unless the table is not any more as it was *seen*."""
        ...

    async def time_out(self, seq: int) -> None:
        """A bot takes the turn of who decides, unless something has happened since *seq*."""
        ...


class Autoplay:
    """Keeps one table going until it is stopped.

    It holds the table only while something is due there: a table that holds what holds it would
    stay in memory after its end, until Python looks for garbage in circles.
    """

    def __init__(self, bots: Bots, settings: Settings) -> None:
        self._bots = bots
        self._settings = settings
        self._playing: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether a bot is to play or a clock runs."""
        return bool(self._playing or self._timer)

    def wake(self, table: Playable) -> None:
        """Let a bot play and the clock run where they are due."""
        self._set_clock(table)
        if self._playing is None and not self._stopped and _due(table):
            self._playing = asyncio.ensure_future(self._play(table))
            self._playing.add_done_callback(partial(self._played, table))

    def stop(self) -> None:
        """For good: waking it changes nothing any more."""
        self._stopped = True
        self._stop_clock()
        if self._playing:
            self._playing.cancel()

    def _played(self, table: Playable, task: asyncio.Task[None]) -> None:
        self._playing = None
        if not task.cancelled() and (problem := task.exception()):
            warn("bot_task_failed", game=table.id, why=repr(problem))
            asyncio.get_running_loop().call_later(RETRY_BOT, self.wake, table)

    async def _play(self, table: Playable) -> None:
        rng = self._settings.bot_rng()
        while due := _due(table):
            player, level = due
            seen, pause = table.position, rng.uniform(*table.pause)
            try:
                if not await table.claim():
                    await asyncio.sleep(RETRY_BOT)
                    continue
                # Who thinks long has no need to pretend.
                chosen, _ = await asyncio.gather(
                    self._bots.act(level, table.moment(), rng), asyncio.sleep(pause)
                )
                await table.bot_move(seen, player, chosen)
            except ServerError:
                await asyncio.sleep(RETRY_BOT)

    def _stop_clock(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _set_clock(self, table: Playable) -> None:
        self._stop_clock()
        due, seq = table.time_out_at, table.position.seq
        if due is None or self._stopped:
            return
        # A clock that is set back delays nobody by more than their own time.
        wait = min(max(0.0, due - self._settings.clock()), table.longest_wait)
        self._timer = asyncio.get_running_loop().call_later(
            wait, lambda: asyncio.ensure_future(self._time_out(table, seq))
        )

    async def _time_out(self, table: Playable, seq: int) -> None:
        self._timer = None
        try:
            if await table.claim():
                await table.time_out(seq)
        except ServerError as refusal:
            warn("clock_failed", game=table.id, why=refusal.message)
        if table.position.seq == seq and not self._stopped:
            # Another process sees to it and may die of it, or the disk is full.
            self._timer = asyncio.get_running_loop().call_later(RETRY_BOT, self._set_clock, table)


def _due(table: Playable) -> tuple[int, str] | None:
    """The bot that is to move: where nobody looks, nobody thinks.

    But a turn that somebody has let pass is over whether or not anybody looks: others wait. And
    who looked while it was written down that a turn has come may have gone since: if it did not
    come, another process would find it undone and go on for nobody.
    """
    now = table.position
    due = now.bot_to_act
    wanted = due and (table.is_watched or table.promised or now.seats[due[0]].once)
    return due if wanted else None
