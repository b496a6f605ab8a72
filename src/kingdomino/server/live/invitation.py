"""Who may sit down where: invitations to open seats, and keys that hand a seat on."""

from __future__ import annotations

from functools import partial
from hmac import compare_digest

from ..error import ServerError
from ..key import invitation_hash
from ..message import Invited, Join
from ..table.patch import Json
from . import seating
from .hall import Hall
from .room import Room


def invitations(hall: Hall, room: Room, browser: bytes | None) -> Json:
    """Those to each open seat, and the one to all of them, for who opened the table."""
    to_seats = links(hall, room, browser)
    token = hall.keys.table_invitation(room.id)
    return {"links": to_seats, "invitation": f"/join#{token}" if to_seats else None}


def links(hall: Hall, room: Room, browser: bytes | None) -> dict[str, str]:
    """The invitations that are still open, for who opened the table."""
    if browser is None or browser != room.creator:
        return {}
    return {
        str(i): f"/join#{hall.keys.invitation(room.id, i)}"
        for i, seat in enumerate(room.position.seats)
        if seat.kind == "open"
    }


async def about(hall: Hall, asked: Invited) -> Json:
    """Who invites, and to which game; the name of who has none is empty."""
    room, _ = await _invited(hall, asked.token)
    host = room.seats_of(room.creator)
    name = room.position.seats[host[0]].name if host else ""
    return {"game": room.charter.setup.game, "host": name}


async def _invited(hall: Hall, token: str) -> tuple[Room, int | None]:
    """The table of an invitation and its seat; without one, whichever is free."""
    game, dot, _ = token.partition(".")
    if dot and compare_digest(hall.keys.table_invitation(game).encode(), token.encode()):
        return await hall.fresh_room(game), None
    found = await hall.store.invitation(invitation_hash(token))
    if found is None:
        raise ServerError("gone", "this invitation does not exist, or not any more")
    return await hall.room(found[0]), found[1]


async def join(hall: Hall, asked: Join, browser: bytes) -> Json:
    """Take up an invitation."""
    room, seat = await _invited(hall, asked.token)
    hashed = partial(hall.keys.invitation_hash, room.id)
    return await seating.take_seat(room, browser, seat, asked, invitation=hashed)


def seat_key(hall: Hall, room: Room, browser: bytes | None, seat: int) -> Json:
    """What gives a seat to another browser: for its owner, or the host while they are away."""
    owner = room.owners.get(seat)
    host = browser is not None and browser == room.creator and seat not in room.audience.online()
    if owner is None or browser is None or not (browser == owner or host):
        raise ServerError("not_your_seat", f"this browser cannot give seat {seat} away")
    return {"key": hall.keys.seat_key(room.id, seat, owner)}


async def take_over(hall: Hall, key: str, browser: bytes) -> Json:
    """A seat for who has its key."""
    game, _, rest = key.partition(".")
    seat = rest.partition(".")[0]
    gone = ServerError("gone", "this key does not fit, or not any more")
    if seat not in ("0", "1", "2", "3", "4"):
        raise gone
    room = await hall.room(game)
    owner = room.owners.get(int(seat))
    if owner is None:
        raise gone
    if not compare_digest(hall.keys.seat_key(game, int(seat), owner).encode(), key.encode()):
        raise gone
    return await seating.hand_over(room, int(seat), browser)
