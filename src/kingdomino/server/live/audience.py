"""Who is around a table: those that listen on sockets, and those that wait for its next event."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from ..table.fold import encode
from ..table.patch import Json


class Link(Protocol):
    """Somebody who listens at a table."""

    browser: bytes | None
    seats: list[int]

    def tell(self, message: bytes) -> None:
        """Send a message, some time soon."""
        ...

    def drop(self, code: int, why: str) -> None: ...


class Audience:
    """Everybody around one table. It is told things, and knows nothing of the game."""

    def __init__(self) -> None:
        self.links: set[Link] = set()
        self._elsewhere: frozenset[int] = frozenset()
        self._waiting: list[asyncio.Future[None]] = []
        self._closed = False

    def __bool__(self) -> bool:
        return bool(self.links or self._waiting)

    @property
    def polls(self) -> int:
        """How many wait for an event."""
        return len(self._waiting)

    def here(self) -> set[int]:
        """The seats with somebody connected to this process."""
        return {seat for link in self.links for seat in link.seats}

    def online(self) -> set[int]:
        """The seats with somebody connected."""
        return self.here() | self._elsewhere

    def seen_elsewhere(self, seats: frozenset[int]) -> None:
        """Other processes have these seats' players; who is here hears what has changed."""
        before = self.online()
        self._elsewhere = seats
        self._tell_presence(before)

    def add(self, link: Link) -> None:
        """Somebody listens from now on; the others hear who came."""
        before = self.online()
        self.links.add(link)
        self._tell_presence(before, but=link)

    def remove(self, link: Link) -> None:
        """Somebody has gone; the others hear who."""
        before = self.online()
        self.links.discard(link)
        self._tell_presence(before)

    def _tell_presence(self, before: set[int], but: Link | None = None) -> None:
        now = self.online()
        if before == now:
            return
        self.tell_seats({str(seat): {"online": seat in now} for seat in before ^ now}, but)

    def tell_seats(self, seats: Json, but: Link | None = None) -> None:
        """Tell what is no part of the log: who is here, and under which name."""
        message = encode({"type": "presence", "patch": {"seats": seats}})
        for link in [*self.links]:
            if link is not but:
                link.tell(message)

    def reseat(self, browser: bytes, seats: list[int]) -> None:
        """A browser has other seats from now on."""
        for link in self.links:
            if link.browser == browser:
                link.seats = seats

    def tell(self, message: bytes) -> None:
        for link in [*self.links]:
            link.tell(message)

    def tell_events(self, events: Sequence[bytes], seat: int | None, to_seat: bytes) -> None:
        """Tell what happened; who decides next, on *seat*, gets *to_seat* for the last event."""
        for link in [*self.links]:
            for event in events[:-1]:
                link.tell(event)
            deciding = seat is not None and seat in link.seats
            link.tell(to_seat if deciding else events[-1])

    def drop(self, code: int, why: str) -> None:
        for link in [*self.links]:
            link.drop(code, why)

    async def next_event(self, seconds: float) -> None:
        """Wait until something happens, but not longer than so many seconds."""
        if seconds <= 0 or self._closed:
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        try:
            await asyncio.wait_for(future, seconds)
        except TimeoutError:
            return
        finally:
            if future in self._waiting:
                self._waiting.remove(future)

    def release(self) -> None:
        """Let everybody go who waits for an event."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    def close(self) -> None:
        """Nobody waits here any more."""
        self._closed = True
        self.release()
