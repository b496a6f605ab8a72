"""Games that were played on a device without a network, taken over from it."""

from __future__ import annotations

import asyncio

from ...bots.levels import LEVELS
from ..disk.store import Opening, Owner, Store, Write
from ..error import ServerError
from ..message import LONGEST_NAME, clean_name
from ..settings import Settings
from ..table.kept import Kept
from ..table.patch import Json
from ..table.summary import summarise

LATEST_TIME = 1 << 53


async def take_over(store: Store, settings: Settings, asked: Kept, browser: bytes) -> Json:
    """A finished game, checked and stored as its device has kept it, once; raises ServerError."""
    _check(asked)
    charter, position, _ = await asyncio.to_thread(asked.read, settings)
    if not position.revealed:
        raise ServerError("bad_request", "only a finished game can be taken over")
    known = await store.game(asked.id)
    if known is None:
        people = [i for i, seat in enumerate(position.seats) if seat.kind == "human"]
        write = Write(asked.id, asked.entries, summarise(charter, position))
        write.opening = Opening(charter, asked.opened_at, browser)
        write.owners = [Owner(seat, browser) for seat in people]
        try:
            await store.write(write)
        except Exception:
            raise ServerError("unavailable", "the game could not be stored: try again") from None
    elif [e.chain for e in known.entries] != [e.chain for e in asked.entries]:
        raise ServerError("bad_request", f"there is another table {asked.id}")
    return {"id": asked.id}


def _check(asked: Kept) -> None:
    """What a log does not say: names and levels as the server itself would have written them."""
    seats = asked.setup.seats
    named = all(clean_name(seat.name) == seat.name for seat in seats)
    levels = all((seat.kind, seat.level in LEVELS) in _KINDS for seat in seats)
    times = (asked.opened_at, *(entry.at for entry in asked.entries))
    timed = all(0 <= at < LATEST_TIME for at in times)
    if not (named and levels and timed):
        why = f"names have {LONGEST_NAME} letters, bots a level, and times are after 1970"
        raise ServerError("damaged", f"this is no table: {why}")


_KINDS = {("human", False), ("bot", True)}
