"""A table's log: one change at a time, on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..disk.store import Conflict, News, Offer, Owner, Store, StoreClosed, Unreachable, Write
from ..error import ServerError
from ..metrics import Metrics
from ..settings import Settings
from ..table.fold import BrokenLog, Change
from ..table.position import PLAY, Charter, Entry, Position, due_at
from ..table.summary import Summary, described, summarise
from ..thinking.bots import Bots
from .receipts import Receipts

T = TypeVar("T")
SUMMARY_EVERY = 32
"""Events between two summaries on disk: lists ask the live tables first."""
WISHES = frozenset(("left", "returned", "offered", "withdrawn"))
NOT_STORED = "the move could not be stored: try again"


@dataclass(frozen=True, slots=True)
class Around:
    """What the tables of one server share."""

    store: Store
    bots: Bots
    settings: Settings
    metrics: Metrics
    on_lost: Callable[[Journal], None]
    """Called with a table that could not be written, and has to be read again."""
    on_turn: Callable[[bytes], None]
    """Called with a browser whose turn it is at a table that it does not look at."""


class Journal(ABC):
    """Where a table stands, and how it got there; who is told of it is for others to know."""

    def __init__(self, around: Around, charter: Charter, position: Position) -> None:
        self.around = around
        self.charter = charter
        self.position = position
        self.events: list[bytes] = []
        self.actions: list[str] = []
        """The texts of all moves and chance events."""
        self.opener = charter.id
        """Who waits in turn for this table's bots: an address where it is known, or a browser."""
        self.receipts = Receipts()
        self.wishes = 0
        """How often something was wished for that can be taken back."""
        self.summarised = -1
        """The last event that the summary on disk is known to tell of."""
        self.promised = False
        """Whether we have written down that a bot's turn has come: then it comes."""
        self._lock = asyncio.Lock()

    @property
    @abstractmethod
    def is_watched(self) -> bool:
        """Whether anybody looks at the table, or has a moment ago."""

    @abstractmethod
    def show(self, events: Sequence[bytes], owners: Sequence[Owner]) -> None:
        """The table stands elsewhere now: tell everybody, and let go on what goes on by itself."""

    @abstractmethod
    def hear(self, news: News) -> None:
        """Take in what other processes have written beside the log."""

    @abstractmethod
    def let_go(self) -> None:
        """Nothing more can be done here: the table has to be read again."""

    @property
    def is_changing(self) -> bool:
        """Whether a change is under way."""
        return self._lock.locked()

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.charter.id

    def tail(self, after: int, *, most: int | None = None) -> list[bytes] | None:
        """The events after a cursor; None when it is not one, or too far behind."""
        if after > self.position.seq or (most is not None and self.position.seq - after > most):
            return None
        return self.events[after:]

    def summary(self, now: Position | None = None) -> Summary:
        """Where the table stands, for lists."""
        return summarise(self.charter, now or self.position)

    @property
    def summary_due(self) -> bool:
        """Whether the summary on disk is behind."""
        return self.summarised != self.position.seq

    def remember(self, entries: Sequence[Entry], events: Sequence[bytes]) -> None:
        """Keep what later questions need of these events."""
        self.events += events
        for entry in entries:
            if entry.kind in PLAY:
                self.actions.append(entry.body)
            self.wishes += entry.kind in WISHES
            if entry.move_id:
                self.receipts.take((entry.player, entry.move_id), entry.move_hash, entry.seq)

    def new_change(self) -> Change:
        """A change that begins where the table stands; nobody hears of it before ``commit``."""
        return Change(self.charter, self.position, self.around.settings)

    async def alone(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do *work* with the table to itself. A caller who goes away does not interrupt it."""

        # Half the work of asyncio.shield around a task, and one round of the event loop fewer.
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        async def locked() -> None:
            try:
                async with self._lock:
                    found = await self._up_to_date(work)
            except asyncio.CancelledError:
                answer.cancel()
                raise
            except Exception as problem:
                if not answer.done():
                    answer.set_exception(problem)
            else:
                if not answer.done():
                    answer.set_result(found)

        loop.create_task(locked())  # noqa: RUF006 (what it waits for holds it)
        return await answer

    async def _up_to_date(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do *work* again where others have led the table on meanwhile."""
        while True:
            try:
                return await work()
            except Conflict:
                await self._give_way()

    async def settled(self) -> None:
        """Returns when nothing is being written."""
        async with self._lock:
            pass

    async def catch_up(self, seq: int | None = None) -> None:
        """Hear of what other processes have written, at least up to event *seq*."""

        async def work() -> None:
            if seq is None or seq > self.position.seq:
                await self.read_news()

        if self.around.store.shared:
            await self.alone(work)

    async def _give_way(self) -> None:
        """Stand where others have led the table; raises ServerError where that is nowhere."""
        before = self.position.seq
        await self.read_news()
        if self.position.seq == before:
            self._lose()
            raise ServerError("unavailable", NOT_STORED)

    async def read_news(self) -> None:
        """Hear of what others have written; raises ServerError when that cannot be known."""
        change = self.new_change()
        try:
            news = await self.around.store.news(self.id, self.position.seq)
            change.follow(news.entries)
        except (BrokenLog, StoreClosed):
            self._lose()
            raise ServerError("unavailable", "the table has to be read again") from None
        self.install(change, [Owner(one.seat, one.browser) for one in news.holders])
        self.hear(news)

    async def commit(self, change: Change, owners: Sequence[Owner] = ()) -> None:
        """Put a change on disk and stand where it leads; raises ServerError when it cannot."""
        summary = self._new_summary(change.now)
        write = Write(self.id, change.entries, summary, owners=owners)
        if self.position.offered or change.now.offered:
            write.offer = self.offer(change.now)
        # Where nobody looks a bot's turn waits for somebody who does, unless somebody let it pass.
        bot = change.now.bot_to_act
        if bot is None or self.is_watched or change.now.seats[bot[0]].once:
            write.due_at = due_at(self.charter, change.now)
        await self.write(write)
        if summary:
            self.summarised = change.now.seq
        self.install(change, owners)
        self.promised = bot is not None and write.due_at is not None

    def offer(self, now: Position | None = None) -> Offer:
        """The table as the list of open ones is to have it."""
        now, seen = now or self.position, int(self.around.settings.clock() * 1000)
        return Offer(seen, self.opener, described(self.charter, now) if now.is_open else None)

    def _new_summary(self, now: Position) -> Summary | None:
        """The summary where lists would be far from the truth without it."""
        was = self.position
        over, started = now.state.over != was.state.over, now.started != was.started
        far = now.seq // SUMMARY_EVERY != was.seq // SUMMARY_EVERY
        return self.summary(now) if over or started or far else None

    async def write(self, write: Write) -> None:
        """Put something on disk; raises ServerError when it cannot."""
        try:
            await self.around.store.write(write)
        except (Conflict, Unreachable):
            raise
        except StoreClosed:
            raise ServerError("unavailable", "the server is shutting down") from None
        except Exception:
            self._lose()
            raise ServerError("unavailable", NOT_STORED) from None

    def _lose(self) -> None:
        """What is on disk is not known any more: let go of everything."""
        self.around.on_lost(self)
        self.let_go()

    def install(self, change: Change, owners: Sequence[Owner] = ()) -> None:
        """Stand where a committed change leads, and show it."""
        self.promised = False
        self.remember(change.entries, change.events)
        self.position = change.now
        self.show(change.events, owners)
