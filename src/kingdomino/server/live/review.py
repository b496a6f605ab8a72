"""A finished game looked at again, one decision after another, as long as somebody asks.

What is known is kept with the table in memory, and on disk once it is all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypedDict

import msgspec

from ...bots.grade import Grade, grade
from ...bots.reason import Reason
from ...bots.worker import Advice
from ...core.engine import legal_actions
from ...core.record import Record
from ..disk.store import Store, Write
from ..error import ServerError
from ..settings import Settings
from ..table.patch import Json
from ..table.position import Charter, Position
from ..table.summary import recorded
from ..thinking.bots import Bots, Moment

SECONDS = 1.0
"""An answer comes after so long, with as many decisions as were thought about."""


class Judged(TypedDict):
    """A decision of a finished game beside the best one; shares are not known without search."""

    at: int
    """How many moves and draws came before it."""
    player: int
    grade: str
    played: str
    points: float
    share: float | None
    best: str
    why: Reason | None
    """What can be said for the best one."""
    points_lost: float
    share_lost: float | None


class Finished(NamedTuple):
    """A game that is over. Not its room, which would never leave memory with its review."""

    charter: Charter
    position: Position
    actions: Sequence[str]


class Review:
    """What is thought of one game's decisions."""

    def __init__(self, game: Finished, *, store: Store, bots: Bots, settings: Settings) -> None:
        self._game = game
        self._store, self._bots, self._settings = store, bots, settings
        self._lock = asyncio.Lock()
        self._found: list[Judged] = []
        self._choices: list[tuple[int, int]] | None = None

    async def after(self, known: int, asker: str) -> Json:
        """The verdicts after the *known* ones, at least one where there are more to come."""
        async with self._lock:
            if self._choices is None:
                await self._begin()
            return {"of": await self._go_on(known, asker), "verdicts": self._found[known:]}

    async def _begin(self) -> None:
        record = recorded(*self._game)
        choices = await asyncio.to_thread(lambda: [*_choices(record)])
        kept = await self._store.review(self._game.charter.id)
        found = msgspec.json.decode(kept, type=list[Judged]) if kept else []
        # What was thought without looking ahead is thought better of when that can be done.
        if not (self._bots.warm and any(verdict["share"] is None for verdict in found)):
            self._found = found
        self._choices = choices

    async def _go_on(self, known: int, asker: str) -> int:
        choices = self._choices or []
        until = time.monotonic() + SECONDS
        while len(self._found) < len(choices) and (
            len(self._found) <= known or time.monotonic() < until
        ):
            self._found.append(await self._judge(*choices[len(self._found)], asker))
            if len(self._found) == len(choices):
                text = msgspec.json.encode(self._found).decode()
                await self._store.write(Write(self._game.charter.id, review=text))
        return len(choices)

    async def _judge(self, at: int, player: int, asker: str) -> Judged:
        charter, _, actions = self._game
        moment = Moment(charter.rules, actions[:at], (), charter.id, asker)
        found = await self._bots.judge(moment, actions[at], self._settings.bot_rng())
        if found is None:
            raise ServerError("unavailable", "nobody could be asked: try again")
        return _verdict(at, player, *found)


def _verdict(at: int, player: int, mine: Advice, best: Advice) -> Judged:
    points_lost = _lost(mine.points, best.points) or 0.0
    share_lost = _lost(mine.share, best.share)
    same = mine.action == best.action
    given = Grade.BEST if same else grade(share_lost=share_lost, points_lost=points_lost)
    return {
        "at": at,
        "player": player,
        "grade": given.value,
        "played": mine.action,
        "points": mine.points or 0.0,
        "share": mine.share,
        "best": best.action,
        "why": best.why,
        "points_lost": points_lost,
        "share_lost": share_lost,
    }


def _lost(mine: float | None, best: float | None) -> float | None:
    return None if mine is None or best is None else round(max(0.0, best - mine), 3)


def _choices(record: Record) -> Iterator[tuple[int, int]]:
    """Where in the game somebody could choose, and who it was."""
    for at, state in enumerate(record.states()):
        if state.player is not None and len(legal_actions(state)) > 1:
            yield at, state.player
