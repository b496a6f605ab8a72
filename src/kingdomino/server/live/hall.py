"""All tables of one server: opening them, finding them, keeping them in memory while needed."""

from __future__ import annotations

import asyncio
from base64 import b32encode
from typing import Any

from ...bots.levels import LEVELS
from ...core.error import RulesError
from ...games.catalogue import DYNASTY_GAMES, rules
from ..disk.lock import FolderLock
from ..disk.store import (
    Store,
    Write,
    game_statement,
    holder_statement,
    read_game,
    read_invitation,
    read_open_games,
    read_seats,
)
from ..error import ServerError
from ..key import Keys, invitation_hash, server_key
from ..log import warn
from ..message import Join, NewTable, SeatWish, clean_name
from ..metrics import Metrics
from ..settings import Settings
from ..table.fold import BrokenLog, Plan, decode, opened, read_back
from ..table.patch import Json
from ..table.position import Charter, DynastySetup, SeatSetup, Setup
from .bots import BotRoom
from .room import GRACE, Room

ID_BYTES = 7
SWEEP_EVERY = 30.0
SECRET_BYTES = 32
CONTINUED_SECONDS = 14 * 24 * 3600.0
BROKEN: Json = {"game": "", "variants": [], "names": [], "levels": [], "round": 0, "rounds": 0,
                "turn": None, "started": False, "over": True, "winners": None,
                "updated": 0}  # fmt: skip
"""A table that cannot be read."""


class Hall:
    """Where the tables stand."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = FolderLock(settings.data)
        self.store = Store(settings.data, synchronous=settings.synchronous)
        self.keys = Keys(server_key(settings.data, settings.token), settings.token)
        self.bots = settings.bots or BotRoom(patience=settings.bot_patience, fast=settings.fast)
        self.metrics = Metrics()
        self.closing = False
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin what goes on by itself: unfinished games, sweeping, and compiling bots."""
        if self.bots.fast:
            self.bots.start()
        self._tasks = [
            asyncio.ensure_future(self._continue_games()),
            asyncio.ensure_future(self._sweep()),
        ]

    async def close(self) -> None:
        """Finish what is being written and close the files."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        for room in [*self._rooms.values()]:
            await room.close()
        if self.bots is not self.settings.bots:
            await asyncio.to_thread(self.bots.close)
        await self.store.close()
        self._lock.release()

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    def room_now(self, game: str) -> Room | None:
        """The table, if it is in memory."""
        return self._rooms.get(game)

    async def room(self, game: str) -> Room:
        """The table; raises ServerError when there is none."""
        room = self._rooms.get(game) or await self._load(game)
        room.touched = self.settings.clock()
        return room

    async def _load(self, game: str) -> Room:
        coming = self._loading.get(game)
        if coming is None:
            coming = asyncio.ensure_future(self._read(game))
            self._loading[game] = coming
            coming.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(coming)

    async def _read(self, game: str) -> Room:
        stored = await self.store.read(lambda connection: read_game(connection, game))
        if stored is None:
            raise ServerError("no_such_game", f"there is no table {game}")
        charter = stored.charter
        try:
            position, events = await self.store.read(
                lambda _: read_back(
                    charter, stored.entries, self.settings, opened_at=stored.opened_at
                )
            )
        except BrokenLog as broken:
            warn("broken_log", game=game, why=str(broken))
            raise ServerError("unavailable", f"table {game} cannot be read") from None
        if game in self._rooms:
            # It was being opened meanwhile. There is one room a table, or they would disagree.
            return self._rooms[game]
        room = Room(self, charter, position, holders=stored.holders, creator=stored.creator)
        room.remember(stored.entries, events)
        room.grace_until = self.settings.clock() + GRACE
        self._rooms[game] = room
        room.wake()
        return room

    def forget(self, room: Room) -> None:
        """A table whose write failed is read again from disk when it is next asked for."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        for link in [*room.links]:
            link.drop(1011, "the table has to be read again")

    async def _continue_games(self) -> None:
        """After a restart bots go on and clocks run; older tables wait until somebody comes."""
        since = int((self.settings.clock() - CONTINUED_SECONDS) * 1000)
        for game in await self.store.read(lambda connection: read_open_games(connection, since)):
            try:
                await self.room(game)
            except ServerError as refusal:
                warn("game_not_continued", game=game, why=refusal.message)
            await asyncio.sleep(0)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self.sweep()

    def sweep(self) -> None:
        """Drop the tables from memory that nobody has looked at for a while."""
        before = self.settings.clock() - self.settings.idle_tables
        for game, room in [*self._rooms.items()]:
            if room.touched < before and not room.busy:
                del self._rooms[game]
                self._write_later(Write(game, summary=room.summary()))

    def _write_later(self, write: Write) -> None:
        """Write what nobody waits for."""
        task = asyncio.ensure_future(self.store.write(write))
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def open_table(self, asked: NewTable, browser: bytes) -> Json:
        """Open a table as asked for; raises ServerError."""
        setup = checked_setup(asked, self.bots)
        if setup.dynasty:
            setup = _with_dynasty(setup, self._new_id())
        holders = {i: browser for i, wish in enumerate(asked.seats) if wish.kind == "me"}
        room = await self._open(setup, holders, browser)
        links = self.links(room, browser)
        return {"id": room.id, "links": links, "watch": f"/t/{room.id}"}

    def links(self, room: Room, browser: bytes | None) -> dict[str, str]:
        """The invitations that are still open, for who opened the table."""
        if browser is None or browser != room.creator:
            return {}
        return {
            str(i): f"/join#{self.keys.invitation(room.id, i)}"
            for i, seat in enumerate(room.position.seats)
            if seat.kind == "open"
        }

    def _new_id(self) -> str:
        return b32encode(self.settings.token(ID_BYTES)).decode().lower()[:10]

    async def _open(self, setup: Setup, holders: dict[int, bytes], creator: bytes) -> Room:
        charter = Charter(self._new_id(), setup, self.settings.token(SECRET_BYTES))
        now = int(self.settings.clock() * 1000)
        plan = Plan(charter, opened(charter, now), self.settings)
        if all(seat.kind != "open" for seat in plan.now.seats):
            plan.add("started", None, {"level": self.bots.stand_in})
            plan.settle()
        room = Room(self, charter, opened(charter, now), holders=dict(holders), creator=creator)
        statements = [game_statement(charter, now, creator)]
        for seat, sitting in enumerate(setup.seats):
            if sitting.kind == "open":
                token = invitation_hash(self.keys.invitation(charter.id, seat))
                statements.append(holder_statement(charter.id, seat, invitation=token))
            elif seat in holders:
                statements.append(holder_statement(charter.id, seat, browser=holders[seat]))
        try:
            await self.store.write(Write(room.id, plan.entries, room.summary(plan.now), statements))
        except Exception:
            raise ServerError("unavailable", "the table could not be stored: try again") from None
        self.metrics.tables += 1
        if room.id in self._rooms:
            return self._rooms[room.id]
        room.touched = self.settings.clock()
        self._rooms[room.id] = room
        room.install(plan)
        return room

    def holder_statement(
        self, game: str, seat: int, browser: bytes, invitation: bytes
    ) -> tuple[str, Any]:
        """The statement that gives a seat to a browser."""
        return holder_statement(game, seat, browser=browser, invitation=invitation)

    async def join(self, asked: Join, browser: bytes) -> Json:
        """Take up an invitation."""
        token = invitation_hash(asked.token)
        found = await self.store.read(lambda connection: read_invitation(connection, token))
        if found is None:
            raise ServerError("gone", "this invitation does not exist, or not any more")
        game, seat = found
        room = await self.room(game)
        return await room.take_seat(
            browser, seat, name=asked.name, nonce=asked.nonce, invitation=token
        )

    async def rematch(self, room: Room, browser: bytes | None, nonce: str) -> Json:
        """The same seats again, or the next game of a dynasty."""
        mine = room.seats_of(browser)
        if browser is None or not (mine or browser == room.creator):
            raise ServerError("not_your_seat", "only who sat at the table can ask for a rematch")

        async def make() -> str:
            setup = self._rematch_setup(room, mine, nonce)
            return (await self._open(setup, room.holders, browser)).id

        return await room.follow(make)

    def _rematch_setup(self, room: Room, mine: list[int], nonce: str) -> Setup:
        old, position = room.charter.setup, room.position
        seats = tuple(
            SeatSetup(
                seat.name,
                seat.kind,
                seat.level,
                nonce if mine and i == mine[0] and seat.kind == "human" else "",
            )
            for i, seat in enumerate(position.seats)
        )
        setup = Setup(old.game, old.players, old.variants, seats, old.hints, old.clock)
        if old.dynasty is None:
            return setup
        if old.dynasty.game == DYNASTY_GAMES:
            return _with_dynasty(setup, self._new_id())
        totals = tuple(position.view["dynasty"]["totals"][str(i)] for i in range(old.players))
        dynasty = DynastySetup(old.dynasty.id, old.dynasty.game + 1, totals)
        return Setup(old.game, old.players, old.variants, seats, old.hints, old.clock, dynasty)

    async def my_games(self, browser: bytes | None) -> list[Json]:
        """The tables where a browser has seats, the newest first."""
        if browser is None:
            return []
        rows = await self.store.read(lambda connection: read_seats(connection, browser))
        games: dict[str, Json] = {}
        for game, seat, document in rows:
            if game not in games:
                games[game] = {"id": game, "seats": []} | await self._summary(game, document)
            games[game]["seats"].append(seat)
        for entry in games.values():
            entry["my_turn"] = entry.pop("turn") in entry["seats"]
        return sorted(games.values(), key=lambda entry: -entry["updated"])

    async def _summary(self, game: str, document: str | None) -> Json:
        """Where a table stands: as the live table says, or the disk, or a table read again."""
        room = self._rooms.get(game)
        if room is None and document is None:
            try:
                room = await self._load(game)
            except ServerError:
                return dict(BROKEN)
        summary: Json = decode(room.summary().document if room else document or "{}")
        return summary


def _with_dynasty(setup: Setup, name: str) -> Setup:
    first = DynastySetup(name, 1, (0,) * setup.players)
    return Setup(
        setup.game, setup.players, setup.variants, setup.seats, setup.hints, setup.clock, first
    )


def checked_setup(asked: NewTable, bots: BotRoom) -> Setup:
    """The setup of a table that somebody asks for; raises ServerError."""
    players = asked.players if asked.players is not None else len(asked.seats)
    if players != len(asked.seats):
        raise ServerError("bad_request", f"{players} players need {players} seats")
    try:
        made = rules(asked.game, players, asked.variants)
    except RulesError as refusal:
        raise ServerError("bad_request", str(refusal)) from None
    seats: list[SeatSetup] = []
    nonce = asked.nonce
    for number, wish in enumerate(asked.seats):
        seats.append(_checked_seat(wish, number, nonce, bots))
        if wish.kind == "me":
            nonce = ""
    dynasty = DynastySetup("", 1, ()) if asked.dynasty else None
    return Setup(
        made.game, made.players, made.variants, tuple(seats), asked.hints, asked.clock, dynasty
    )


def _checked_seat(wish: SeatWish, number: int, nonce: str, bots: BotRoom) -> SeatSetup:
    name = clean_name(wish.name)
    if wish.kind == "link":
        return SeatSetup(name, "open")
    if wish.kind == "me":
        return SeatSetup(name, "human", nonce=nonce)
    level = wish.level or bots.stand_in
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        raise ServerError("bad_request", f"seat {number}: there is no level {level!r} ({known})")
    if bots.state_of(level) == "missing":
        why = f"seat {number}: the {level} needs the fast engine: install kingdomino[fast]"
        raise ServerError("bad_request", why)
    return SeatSetup(name, "bot", level)
