"""What goes on at a table by itself: bots play, and the clock runs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..error import ServerError
from ..log import warn
from ..table.position import Position

if TYPE_CHECKING:
    from .room import Room

RETRY_BOT = 1.0


class Keeper:
    """Keeps one table going."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._bots: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def busy(self) -> bool:
        """Whether a bot is to play or a clock runs."""
        return bool(self._bots or self._timer)

    def wake(self) -> None:
        """Let a bot play and the clock run where they are due."""
        self._set_clock()
        room = self._room
        if room.position.bot_to_act and self._bots is None and not room.hall.closing:
            self._bots = asyncio.ensure_future(self._play_bots())
            self._bots.add_done_callback(self._bots_done)

    def stop(self) -> None:
        """No more of it."""
        self._stop_clock()
        if self._bots:
            self._bots.cancel()

    def _bots_done(self, task: asyncio.Task[None]) -> None:
        self._bots = None
        if not task.cancelled() and (problem := task.exception()):
            warn("bot_task_failed", game=self._room.id, why=repr(problem))
            asyncio.get_running_loop().call_later(RETRY_BOT, self.wake)

    async def _play_bots(self) -> None:
        room = self._room
        rng = room.hall.settings.bot_rng()
        while (due := room.position.bot_to_act) and not room.hall.closing:
            player, level = due
            seen, pause = room.position, rng.uniform(*room.hall.settings.bot_pause)
            # Who thinks long has no need to pretend.
            action, _ = await asyncio.gather(
                room.hall.bots.act(level, room.bot_position(), rng), asyncio.sleep(pause)
            )
            try:
                await room.alone(lambda: self._move(seen, player, action))  # noqa: B023
            except ServerError:
                if room.hall.room_now(room.id) is not room:
                    return
                await asyncio.sleep(RETRY_BOT)

    async def _move(self, seen: Position, player: int, action: str) -> None:
        """The bot's move, unless the player came back while it was thinking."""
        room = self._room
        due = room.position.bot_to_act
        if due is None or due[0] != player or room.position.played != seen.played:
            return
        plan = room.new_plan()
        plan.act(player, [action], None)
        await room.commit(plan)
        room.hall.metrics.bot_moves += 1

    def _stop_clock(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _set_clock(self) -> None:
        self._stop_clock()
        room = self._room
        deadline = room.position.view["clock"]["deadline"]
        if deadline is None or room.hall.closing:
            return
        due = max(deadline / 1000, room.grace_until)
        seq = room.position.seq
        loop = asyncio.get_running_loop()
        wait = max(0.0, due - room.hall.settings.clock())
        self._timer = loop.call_later(wait, lambda: asyncio.ensure_future(self._time_out(seq)))

    async def _time_out(self, seq: int) -> None:
        room = self._room

        async def work() -> None:
            seat = room.position.human_to_act
            if room.position.seq == seq and seat is not None:
                await room.seat_event(seat, "left", room.stand_in)

        self._timer = None
        try:
            await room.alone(work)
        except ServerError as refusal:
            warn("clock_failed", game=room.id, why=refusal.message)
