"""Tables for who wants company: anybody may sit down, and a list tells everybody of them.

The list is what the database says, so that every process tells the same. A table is on it from
when its host offers it until it is withdrawn, full, or begun, and only while somebody who sits
there is seen.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial

from ..disk.store import Store, Write
from ..error import ServerError
from ..key import Keys
from ..message import Guest
from ..settings import Settings
from ..table.fold import decode
from ..table.patch import Json
from . import seating
from .room import Room

MOST_LISTED = 50
READ_EVERY = 1.0
"""Seconds for which all who ask are told the same."""


class Company:
    """Offers tables to everybody."""

    def __init__(self, store: Store, keys: Keys, settings: Settings) -> None:
        self._store = store
        self._keys = keys
        self._settings = settings
        self._reading = asyncio.Lock()
        self._listed: Json = {}
        self._read_at = -READ_EVERY

    def check(self) -> None:
        """Raises ServerError where no tables are offered."""
        if not self._settings.open_tables:
            raise ServerError("not_found", "this server has no list of open tables")

    async def listed(self) -> Json:
        """The tables that wait for anybody: those where somebody was seen last come first, so that
        each has its turn where there are too many."""
        self.check()
        async with self._reading:
            if time.monotonic() - self._read_at >= READ_EVERY:
                found = await self._store.offers(self._since(), most=MOST_LISTED)
                tables = [{"id": game} | decode(document) for game, document in found]
                tables.sort(key=lambda table: (-table["since"], table["id"]))
                self._listed = {"tables": tables}
                self._read_at = time.monotonic()
        return self._listed | {"now": int(self._settings.clock() * 1000)}

    def _since(self) -> int:
        return int((self._settings.clock() - self._settings.open_tables_idle) * 1000)

    async def check_offers(self, opener: str) -> None:
        """Raises ServerError where one more of an opener's tables would be too many."""
        self.check()
        most = self._settings.limits.open_tables
        if await self._store.offers_of(opener, self._since()) >= most:
            raise ServerError("too_fast", f"{most} open tables of yours wait for company already")

    async def offer(self, room: Room, browser: bytes | None) -> Json:
        """Let anybody sit down, from now on."""
        _check_host(room, browser)
        if not room.position.offered:
            await self.check_offers(room.opener)
        return await room.alone(lambda: _offer(room))

    async def withdraw(self, room: Room, browser: bytes | None) -> Json:
        """Let nobody sit down any more who has no invitation."""
        _check_host(room, browser)
        return await room.alone(lambda: _withdraw(room))

    async def sit(self, room: Room, browser: bytes, asked: Guest) -> Json:
        """Sit down at a table that is offered to anybody."""
        self.check()
        await room.catch_up()
        if not room.position.offered and not room.seats_of(browser):
            raise ServerError("gone", "this table is not open to everybody, or not any more")
        hashed = partial(self._keys.invitation_hash, room.id)
        return await seating.take_seat(room, browser, None, asked, invitation=hashed)

    def seen(self, room: Room) -> Write | None:
        """What keeps a table on the list while somebody who sits there is seen."""
        if not room.position.is_open:
            return None
        away = time.monotonic() - room.host_seen
        if not room.audience.here() and away > self._settings.open_tables_idle:
            return None
        return Write(room.id, offer=room.offer())


def _check_host(room: Room, browser: bytes | None) -> None:
    if browser is None or browser != room.creator:
        raise ServerError("not_your_seat", "only who opened the table can offer it")


async def _offer(room: Room) -> Json:
    if not room.position.offered:
        if not room.position.free:
            raise ServerError("full", "no seat of this table is free")
        seating.check_wishes(room)
        change = room.new_change()
        change.add("offered")
        await room.commit(change)
    return {"seq": room.position.seq}


async def _withdraw(room: Room) -> Json:
    if room.position.offered:
        change = room.new_change()
        change.add("withdrawn")
        await room.commit(change)
    return {"seq": room.position.seq}
