"""All tables of one server: opening them, finding them, keeping them in memory while needed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakValueDictionary

from msgspec.structs import replace

from ..disk.choose import open_store
from ..disk.store import (
    Opening,
    Owner,
    StoredGame,
    Unreachable,
    Write,
)
from ..error import ServerError
from ..key import Keys, new_table_name, server_key
from ..lock import FolderLock
from ..log import log, warn
from ..message import DAY_SECONDS, NewTable
from ..metrics import Metrics
from ..settings import Settings
from ..table.fold import BrokenLog, opened, read_back, renamed
from ..table.opening import checked_setup, new_dynasty, rematch_setup
from ..table.patch import Json
from ..table.position import (
    PLAY,
    Charter,
    Position,
    Setup,
    due_at,
)
from ..thinking.bots import Bots
from ..thinking.reader import Reader
from .company import Company
from .journal import Around, Journal
from .push import Push
from .review import Finished, Review
from .room import GRACE, Room

SWEEP_EVERY = 30.0
FORGOTTEN_AT_ONCE = 20
LEAP = float(DAY_SECONDS)
"""Seconds that the clock may have jumped ahead since the start: then it is believed no more about
which tables are old."""
STARTING, LEAVING = 20.0, 2.0
"""Seconds to wait for the folder: while others that share it start, and until one that was killed a
moment ago has let go of it, which takes as long as its last thread."""
PATROL = 1.0
"""Seconds between two looks at what others may have done, or left undone."""
ORPHANS_AT_ONCE = 20
READY_SECONDS = 2.0
"""So long it is believed that the disk takes writes, because it just has."""
SECRET_BYTES = 32
CONTINUED_SECONDS = 14 * 24 * 3600.0


class Readable(NamedTuple):
    """What can be read of a table."""

    charter: Charter
    position: Position
    actions: Sequence[str]


class DamagedTable(ServerError):
    """A table whose log is not as it was written: it is never played on."""

    def __init__(self, game: str, readable: Readable | None = None) -> None:
        super().__init__("damaged", f"table {game} is damaged: what can be read is its record")
        self.readable = readable


class Hall:
    """Where the tables stand."""

    def __init__(self, settings: Settings, bots: Bots) -> None:
        self.settings = settings
        # Servers of one database share the folder; only one of them makes the key.
        patience = STARTING if settings.database else LEAVING
        self._lock = FolderLock(settings.data, patience=patience)
        try:
            self.keys = Keys(server_key(settings.data, settings.token), settings.token)
            self.store = open_store(settings, self.keys)
        except BaseException:
            self._lock.release()
            raise
        if self.store.shared:
            self._lock.release()
        self.bots = bots
        self.reader = Reader()
        self.metrics = Metrics()
        self.push = Push(self.store, self.keys, settings)
        self.company = Company(self.store, self.keys, settings)
        self.chores: list[Callable[[], Awaitable[object]]] = []
        """What else is done at every sweep."""
        self._around = Around(
            self.store, bots, settings, self.metrics, self._forget, self.push.call
        )
        self.closing = False
        self._rooms: dict[str, Room] = {}
        self._crowded = settings.tables_in_memory
        """With so many tables in memory some have to leave it."""
        self._leaving: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Those that had to, while somebody still holds them: a table must not be there twice."""
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._reviews: WeakKeyDictionary[Room, Review] = WeakKeyDictionary()
        self._tasks: list[asyncio.Task[Any]] = []
        self._ready_at = -READY_SECONDS
        self.damaged: set[str] = set()
        """The tables that could not be read."""

    def start(self) -> None:
        """Begin what goes on by itself: unfinished games, sweeping, and compiling bots."""
        if self.bots.fast:
            self.bots.start()
        going_on = self._patrol() if self.store.shared else self._continue_games()
        self._tasks = [
            asyncio.ensure_future(going_on),
            asyncio.ensure_future(self._sweep()),
            asyncio.ensure_future(self._check_file()),
        ]
        self.store.peers.follow(self._hear, self._overhear)

    def _hear(self, game: str, seq: int | None) -> None:
        """Another process has changed a table, or without a name any of them."""
        for name in [game] if game else [*self._rooms]:
            room = self._rooms.get(name)
            if room is not None and (seq is None or seq > room.position.seq):
                self._later(room.catch_up(seq))

    def _overhear(self, game: str, seat: int, word: str) -> None:
        """Something was said at a table in another process."""
        if room := self._rooms.get(game):
            room.tell_said(seat, word)

    async def _patrol(self) -> None:
        """Find what no hint told us, and what is due and nobody sees to."""
        peers = self.store.peers
        while True:
            try:
                for game, seq in (await peers.heads([*self._rooms])).items():
                    self._hear(game, seq)
                now = int(self.settings.clock() * 1000)
                for game in await peers.orphans(now, most=ORPHANS_AT_ONCE):
                    if game not in self._rooms:
                        self._later(self.room(game))
            except Exception as problem:
                warn("patrol_failed", why=repr(problem))
            await asyncio.sleep(PATROL)

    def stop(self) -> None:
        """Bots and clocks stand still from now on, and nobody waits for an event."""
        self.closing = True
        for room in self._rooms.values():
            room.stop()

    async def close(self) -> None:
        """Finish what is being written and close the files."""
        self.stop()
        for task in self._tasks:
            task.cancel()
        for room in [*self._rooms.values(), *self._leaving.values()]:
            await room.settled()
        await self.push.close()
        await self.reader.close()
        await self.store.close()
        self._lock.release()

    async def check_ready(self) -> None:
        """Raises ServerError when nothing can be written, as on a full disk."""
        if self.closing:
            raise ServerError("unavailable", "the server is shutting down")
        if time.monotonic() - self._ready_at < READY_SECONDS:
            return
        try:
            await self.store.write(Write("", probe=int(self.settings.clock() * 1000)))
        except Exception:
            raise ServerError("unavailable", "nothing can be written") from None
        self._ready_at = time.monotonic()

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    @property
    def polls(self) -> int:
        """How many wait for an event."""
        return sum(room.audience.polls for room in self._rooms.values())

    def room_now(self, game: str) -> Room | None:
        """The table, if it is in memory."""
        if room := self._leaving.pop(game, None):
            self._keep(room)
        return self._rooms.get(game)

    def _keep(self, room: Room) -> None:
        """Have a table in memory, and no more of the others than there is room for."""
        self._rooms[room.id] = room
        if len(self._rooms) <= self._crowded:
            return
        idle = [other for other in self._rooms.values() if not other.busy and other is not room]
        idle.sort(key=lambda other: other.touched)
        for other in idle[: len(self._rooms) - self.settings.tables_in_memory * 9 // 10]:
            self._leaving[other.id] = other
            self._drop(other)
        # Where all of them are needed it is not worth while to look again for each new one.
        self._crowded = max(self.settings.tables_in_memory, len(self._rooms) * 11 // 10)

    def _drop(self, room: Room) -> None:
        """Let a table leave memory; lists want to know where it stood."""
        del self._rooms[room.id]
        if room.summary_due:
            self._write_later(Write(room.id, summary=room.summary()))

    async def fresh_room(self, game: str) -> Room:
        """The table as it stands now, wherever it was changed last; raises ServerError."""
        room = await self.room(game)
        await room.catch_up()
        return room

    async def room(self, game: str) -> Room:
        """The table; raises ServerError when there is none."""
        room = self.room_now(game) or await self.load(game)
        room.look()
        return room

    async def load(self, game: str) -> Room:
        """The table, read from disk once however many wait for it; raises ServerError."""
        coming = self._loading.get(game)
        if coming is None:
            coming = asyncio.ensure_future(self._read(game))
            self._loading[game] = coming
            coming.add_done_callback(partial(self._loaded, game))
        return await asyncio.shield(coming)

    def _loaded(self, game: str, coming: asyncio.Future[Room]) -> None:
        """Who waited for it may have gone: then nobody else looks what became of it."""
        self._loading.pop(game, None)
        if not coming.cancelled():
            coming.exception()

    async def _read(self, game: str) -> Room:
        stored = await self._stored(game)
        charter = stored.charter
        try:
            position, events = await asyncio.to_thread(
                read_back, charter, stored.entries, self.settings, opened_at=stored.opened_at
            )
        except BrokenLog as broken:
            raise self._damaged(game, broken, _readable(stored, broken.now)) from None
        if opened := self.room_now(game):
            # It was being opened meanwhile. There is one room a table, or they would disagree.
            return opened
        if self.closing:
            raise ServerError("unavailable", "the server is shutting down")
        position = renamed(charter, position, stored.names)
        room = Room(self._around, charter, position, owners=stored.owners, creator=stored.creator)
        room.remember(stored.entries, events)
        room.grace_until = self.settings.clock() + GRACE
        self._keep(room)
        # Others may have changed it while it was read, and hints are heard from now on.
        await room.catch_up()
        room.wake()
        return room

    async def _stored(self, game: str) -> StoredGame:
        try:
            stored = await self.store.game(game)
        except Unreachable:
            raise
        except Exception as problem:
            raise self._damaged(game, problem) from None
        if stored is None:
            raise ServerError("no_such_game", f"there is no table {game}")
        return stored

    def _damaged(self, game: str, why: Exception, readable: Readable | None = None) -> DamagedTable:
        warn("table_damaged", game=game, why=repr(why))
        self.damaged.add(game)
        return DamagedTable(game, readable)

    async def readable(self, game: str) -> Readable:
        """What can be read of a table, all of it unless it is damaged; raises ServerError."""
        try:
            room = await self.room(game)
        except DamagedTable as damaged:
            if damaged.readable is None:
                raise
            return damaged.readable
        return Readable(room.charter, room.position, room.actions)

    def _forget(self, lost: Journal) -> None:
        """A table whose write failed is read again from disk when it is next asked for."""
        for rooms in (self._rooms, self._leaving):
            if rooms.get(lost.id) is lost:
                del rooms[lost.id]

    async def _continue_games(self) -> None:
        """After a restart bots go on and clocks run; older tables wait until somebody comes."""
        since = int((self.settings.clock() - CONTINUED_SECONDS) * 1000)
        try:
            games = await self.store.open_games(since)
        except Exception as problem:
            warn("games_not_continued", why=repr(problem))
            return
        for game in games:
            try:
                await self.room(game)
            except Exception as problem:
                # One table's trouble is nobody else's.
                warn("game_not_continued", game=game, why=repr(problem))
            await asyncio.sleep(0)

    async def _check_file(self) -> None:
        """Say so at once when the file is not what it was; its tables are read one by one."""
        if why := await self.store.damage():
            warn("database_damaged", why=why)

    async def _sweep(self) -> None:
        began = self.settings.clock() - time.monotonic()
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                self.sweep()
                for chore in self.chores:
                    await chore()
                ahead = self.settings.clock() - time.monotonic() - began
                if ahead < LEAP:
                    await self.forget_old()
                else:
                    why = "no table is forgotten until the next start"
                    warn("clock_jumped", seconds=round(ahead), why=why)
            except Exception as problem:
                warn("sweep_failed", why=repr(problem))

    def sweep(self) -> None:
        """Drop the tables from memory that nobody has looked at for a while."""
        before = self.settings.clock() - self.settings.idle_tables
        for room in [*self._rooms.values()]:
            if room.touched < before and not room.busy:
                self._drop(room)
            elif write := self.company.seen(room):
                self._write_later(write)

    async def forget_old(self) -> int:
        """Forget the tables whose time is over; returns how many of them."""
        now, keep = int(self.settings.clock() * 1000), self.settings.retention
        games = await self.store.old_games(keep, now, most=FORGOTTEN_AT_ONCE)
        old = [game for game in games if self.room_now(game) is None]
        for game in old:
            await self.store.write(Write(game, forget=True))
        if old:
            log("tables_forgotten", count=len(old))
        return len(old)

    def _write_later(self, write: Write) -> None:
        """Write what nobody waits for."""
        self._later(self.store.write(write))

    def _later(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do what nobody waits for."""
        task = asyncio.ensure_future(work)
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def open_table(self, asked: NewTable, browser: bytes, *, opener: str = "") -> Room:
        """Open a table as asked for, from the address *opener*; raises ServerError."""
        setup = checked_setup(asked, self.bots)
        if asked.dynasty:
            setup = replace(setup, dynasty=new_dynasty(self.new_id(), setup.players))
        owners = {i: browser for i, wish in enumerate(asked.seats) if wish.kind == "me"}
        if asked.offered:
            await self.company.check_offers(opener or browser.hex())
        room = await self._open(setup, owners, browser, opener=opener)
        if asked.offered:
            await self.company.offer(room, browser)
        return room

    def new_id(self) -> str:
        """A name for a table that nobody can guess."""
        return new_table_name(self.settings.token)

    async def deal(self, table: str) -> Room | None:
        """The table of a deal, where there is one."""
        try:
            return await self.room(table)
        except ServerError as none:
            if none.code != "no_such_game":
                raise
            return None

    async def open_deal(
        self, setup: Setup, secret: bytes, owner: bytes | None, *, table: str, opener: str = ""
    ) -> Room:
        """The table of this name, opened where there is none: its chance is decided already."""
        owners = {0: owner} if owner else {}
        try:
            return await self.deal(table) or await self._open(
                setup, owners, owner, opener=opener, secret=secret, table=table
            )
        except ServerError:
            # Somebody may have opened it a moment ago, here or in another process.
            if room := await self.deal(table):
                return room
            raise

    async def _open(
        self,
        setup: Setup,
        owners: dict[int, bytes],
        creator: bytes | None,
        *,
        opener: str = "",
        secret: bytes | None = None,
        table: str | None = None,
    ) -> Room:
        secret = secret or self.settings.token(SECRET_BYTES)
        charter = Charter(table or self.new_id(), setup, secret)
        now = int(self.settings.clock() * 1000)
        room = Room(
            self._around, charter, opened(charter, now), owners=dict(owners), creator=creator
        )
        room.opener = opener or room.opener
        change = room.first_change()
        write = Write(room.id, change.entries, room.summary(change.now))
        write.due_at = due_at(charter, change.now) if change.entries else None
        write.opening = Opening(charter, now, creator)
        write.owners = [*self._first_owners(charter, owners)]
        try:
            await self.store.write(write)
        except Exception:
            raise ServerError("unavailable", "the table could not be stored: try again") from None
        self.metrics.tables += 1
        if known := self.room_now(room.id):
            return known
        room.install(change)
        room.touched, room.summarised = self.settings.clock(), room.position.seq
        self._keep(room)
        return room

    def _first_owners(self, charter: Charter, owners: dict[int, bytes]) -> Iterator[Owner]:
        for seat, sitting in enumerate(charter.setup.seats):
            if sitting.kind == "open":
                yield Owner(seat, invitation=self.keys.invitation_hash(charter.id, seat))
            elif seat in owners:
                yield Owner(seat, owners[seat])

    def review(self, room: Room) -> Review:
        """What is thought of a finished game; raises ServerError when it is not over."""
        if not room.position.state.over:
            raise ServerError("bad_request", "a review comes after the game")
        if room not in self._reviews:
            self._reviews[room] = Review(
                Finished(room.charter, room.position, room.actions),
                store=self.store,
                bots=self.bots,
                settings=self.settings,
            )
        return self._reviews[room]

    async def rematch(self, room: Room, browser: bytes | None) -> Json:
        """The same seats again, or the next game of a dynasty."""
        if browser is None or not (room.seats_of(browser) or browser == room.creator):
            raise ServerError("not_your_seat", "only who sat at the table can ask for a rematch")

        async def make() -> str:
            setup = rematch_setup(room.charter.setup, room.position, self.new_id)
            # The same deal once more is practice.
            secret = room.charter.secret if setup.daily else None
            opened = self._open(setup, room.owners, browser, opener=room.opener, secret=secret)
            return (await opened).id

        return await room.follow(make)


def _readable(stored: StoredGame, now: Position | None) -> Readable | None:
    if now is None:
        return None
    played = (e for e in stored.entries if e.seq <= now.seq and e.kind in PLAY)
    return Readable(stored.charter, now, [entry.body for entry in played])
