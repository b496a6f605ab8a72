"""Results on their way from one device to another, sealed by the page: a stranger to this server.

A parcel lies under a name that follows from the code that somebody carries over. It is fetched
once, and gone after a quarter of an hour whoever has fetched it or not.
"""

from __future__ import annotations

from ..disk.store import Conflict, Parcel, Store, Write
from ..error import ServerError
from ..message import NewParcel
from ..settings import Settings
from ..table.patch import Json


class Parcels:
    """The parcels of one database."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._ends: list[int] = [0]
        """When those that were left here are gone, and once for what was there at the start."""

    def _now(self) -> int:
        return int(self._settings.clock() * 1000)

    async def leave(self, asked: NewParcel) -> Json:
        """Keep a parcel for a while; raises ServerError where there are too many."""
        await self.forget_old()
        if await self._store.parcels() >= self._settings.parcels:
            raise ServerError("too_fast", "too much is under way already: try again later")
        until = self._now() + int(self._settings.parcel_seconds * 1000)
        try:
            await self._store.write(Write("", parcel=Parcel(asked.name, until, asked.sealed)))
        except Conflict:
            raise ServerError("bad_request", "there is a parcel of this name") from None
        self._ends.append(until)
        return {"until": until}

    async def fetch(self, name: str) -> Json:
        """A parcel, which is gone then; raises ServerError where there is none."""
        sealed = await self._store.parcel(name, self._now())
        if sealed is None:
            raise ServerError("gone", "there is nothing under this code, or not any more")
        await self._store.write(Write("", parcel=Parcel(name)))
        return {"sealed": sealed}

    async def forget_old(self) -> None:
        """Let nothing lie longer than was said."""
        now = self._now()
        if any(end <= now for end in self._ends):
            await self._store.write(Write("", parcels_before=now))
            self._ends = [end for end in self._ends if end > now]
