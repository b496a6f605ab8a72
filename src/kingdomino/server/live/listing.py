"""The tables of one browser, as lists show them."""

from __future__ import annotations

import msgspec

from ..disk.store import FIRST_PLACE, Listed, parse_place
from ..error import ServerError
from ..table.fold import decode
from ..table.patch import Json
from .hall import Hall

BROKEN: Json = {"game": "", "variants": [], "names": [], "levels": [], "round": 0, "rounds": 0,
                "turn": None, "started": False, "over": True, "winners": None,
                "updated": 0, "damaged": True}  # fmt: skip
"""A table that cannot be read."""


async def my_games(hall: Hall, browser: bytes | None, after: str = "") -> Json:
    """The tables where a browser has seats: those not over first, the newest first.

    Some of them at a time; ``more`` is what to ask for the next ones with.
    """
    if browser is None:
        return {"games": [], "more": None}
    try:
        place = parse_place(after) if after else FIRST_PLACE
    except ValueError:
        raise ServerError("bad_request", "after is what was called more") from None
    most = hall.settings.games_listed
    rows = await hall.store.seats(browser, most=most + 1, after=place)
    games = [await _listed(hall, row) for row in rows[:most]]
    games.sort(key=lambda entry: (entry["over"], -entry["updated"]))
    return {"games": games, "more": rows[most - 1].place if len(rows) > most else None}


async def _listed(hall: Hall, row: Listed) -> Json:
    seats = sorted(map(int, row.seats.split(",")))
    entry: Json = {"id": row.game, "seats": seats} | await _summary(hall, row.game, row.document)
    # Summaries that were written before it was told who is missing do not tell it.
    awaited = {entry.pop("turn"), *entry.pop("owing", ())}
    entry["my_turn"] = not awaited.isdisjoint(seats)
    return entry | {"kept_until": _kept_until(hall, entry)}


def _kept_until(hall: Hall, entry: Json) -> int | None:
    kept = hall.settings.retention.milliseconds(started=entry["started"], over=entry["over"])
    known = kept and not entry.get("damaged")
    return int(entry["updated"]) + kept if known else None


async def _summary(hall: Hall, game: str, document: str | None) -> Json:
    """Where a table stands: as the live table says, or the disk, or a table read again."""
    room = hall.room_now(game)
    try:
        if room is None and (document is None or game in hall.damaged):
            room = await hall.load(game)
        summary: Json = decode(room.summary().document if room else document or "{}")
    except (ServerError, msgspec.DecodeError):
        return dict(BROKEN)
    return summary
