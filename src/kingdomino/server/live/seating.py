"""Who sits at a table: taking a seat, leaving it to a bot, names, and the beginning."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from ..disk.store import Owner, Write
from ..error import ServerError
from ..message import Guest, clean_name
from ..table import turn
from ..table.fold import renamed
from ..table.patch import Json
from .room import Room

MOST_WISHES = 500
"""So often seats may be left and taken again at one table, or it be offered and withdrawn."""


async def leave(room: Room, browser: bytes | None, seat: int) -> Json:
    """A bot plays for this seat from now on."""
    await room.check_seat(browser, seat)
    return await room.alone(lambda: _asked_to(room, seat, "left", room.stand_in))


async def ask_bot_in(room: Room, browser: bytes | None, seat: int, *, once: bool = False) -> Json:
    """A bot plays for who is waited for and has been away for long; others at the table ask.

    Until they return, or for one turn.
    """
    if browser is None or not (room.seats_of(browser) or browser == room.creator):
        raise ServerError("not_your_seat", "only who sits at the table can ask a bot in")
    return await room.alone(lambda: _ask_bot_in(room, seat, once=once))


async def _ask_bot_in(room: Room, seat: int, *, once: bool) -> Json:
    settings, now = room.around.settings, room.position
    if seat >= len(now.seats) or now.seats[seat].kind != "human":
        raise ServerError("bad_request", f"nobody sits on seat {seat}")
    if now.seats[seat].bot is None:
        waited = settings.clock() - (now.since if now.started else now.at) / 1000
        away = seat not in room.audience.online() and seat in (now.human_to_act, *now.owing)
        if not away or waited < settings.absent_after:
            why = f"who is waited for has to be away for {settings.absent_after:g} s"
            raise ServerError("bad_request", why)
    turn = {"once": True} if once and now.started else {}
    return await _asked_to(room, seat, "left", room.stand_in | turn)


async def hand_over(room: Room, seat: int, browser: bytes) -> Json:
    """Another browser has this seat from now on; who had it has not."""
    return await room.alone(lambda: _hand_over(room, seat, browser))


async def _hand_over(room: Room, seat: int, browser: bytes) -> Json:
    await room.commit(room.new_change(), [Owner(seat, browser)])
    return room.seated(seat)


async def come_back(room: Room, browser: bytes | None, seat: int) -> Json:
    """The seat's owner plays again."""
    await room.check_seat(browser, seat)
    return await room.alone(lambda: room.happen(seat, "returned", {}))


async def rename(room: Room, browser: bytes | None, seat: int, name: str) -> Json:
    """Another name for a seat: no event, so that no log grows by names."""
    await room.check_seat(browser, seat)
    return await room.alone(lambda: _rename(room, seat, clean_name(name)))


async def _rename(room: Room, seat: int, name: str) -> Json:
    if room.position.seats[seat].name != name:
        again = room.renamed_at.get(seat, 0.0) + room.around.settings.limits.rename_seconds
        if (wait := again - time.monotonic()) > 0:
            why = f"the name has just been changed: try again in {wait:.1f} s"
            raise ServerError("too_fast", why, retry_after=wait)
        now = renamed(room.charter, room.position, {seat: name})
        await room.write(Write(room.id, summary=room.summary(now), names={seat: name}))
        room.renamed_at[seat] = time.monotonic()
        room.call({seat: name})
    return {"seq": room.position.seq}


async def say(room: Room, browser: bytes | None, seat: int, word: str) -> Json:
    """Say one of the few things there are; those at the table hear it now, or never."""
    await room.check_seat(browser, seat)
    again = room.said_at.get(seat, 0.0) + room.around.settings.limits.say_seconds
    if (wait := again - time.monotonic()) > 0:
        raise ServerError("too_fast", f"try again in {wait:.1f} s", retry_after=wait)
    room.said_at[seat] = time.monotonic()
    room.tell_said(seat, word)
    room.around.store.peers.say(room.id, seat, word)
    return {"ok": True}


async def _asked_to(room: Room, seat: int, kind: str, body: Json) -> Json:
    """What somebody wants to happen to a seat, but not for ever: the log keeps all of it."""
    check_wishes(room)
    return await room.happen(seat, kind, body)


def check_wishes(room: Room) -> None:
    """Raises ServerError where too much has been wished for and taken back."""
    if room.wishes >= MOST_WISHES:
        raise ServerError("too_fast", "this has been changed too often at this table")


async def give(room: Room, browser: bytes | None, nonces: Mapping[int, str]) -> Json:
    """The nonces of a browser's seats; the game begins with the last that is waited for."""
    bots_only = browser == room.creator and not room.owners
    for seat in nonces:
        if not (bots_only and seat == 0):
            await room.check_seat(browser, seat)
    return await room.alone(lambda: _give(room, nonces))


async def _give(room: Room, nonces: Mapping[int, str]) -> Json:
    change = room.new_change()
    turn.give(change, nonces, room.stand_in)
    if change.entries:
        await room.commit(change)
    return {"seq": room.position.seq}


async def start(room: Room, browser: bytes | None) -> Json:
    """Begin with bots on the open seats, and for people who have not come to the table.

    It is for who opened the table, or for anybody at it once they have been away for long.
    """
    if not may_start(room, browser):
        seconds = room.around.settings.absent_after
        why = f"only who opened the table can start it, until they are away for {seconds:g} s"
        raise ServerError("not_your_seat", why)
    return await room.alone(lambda: _start(room, room.seats_of(browser)))


def may_start(room: Room, browser: bytes | None) -> bool:
    """Whether the table begins when this browser says so."""
    if browser is None or browser == room.creator:
        return browser is not None
    here = any(link.browser == room.creator for link in room.audience.links)
    here = here or not room.audience.online().isdisjoint(room.seats_of(room.creator))
    away = time.monotonic() - room.host_seen >= room.around.settings.absent_after
    return away and not here and bool(room.seats_of(browser))


async def _start(room: Room, mine: Sequence[int]) -> Json:
    if not room.position.started:
        missing = room.position.owing
        for seat in missing:
            if seat in mine or seat not in room.owners:
                why = f"the nonce of seat {seat} is missing: POST /api/games/{room.id}/nonces"
                raise ServerError("nonce_missing", why)
        change = room.new_change()
        for seat in sorted({*missing, *room.seats_of(room.creator)} - {*mine}):
            if not room.position.seats[seat].played_by:
                change.add("left", seat, room.stand_in)
        change.add("started", None, room.stand_in)
        change.settle()
        await room.commit(change)
    return {"seq": room.position.seq}


async def take_seat(
    room: Room,
    browser: bytes,
    seat: int | None,
    asked: Guest,
    *,
    invitation: Callable[[int], bytes],
) -> Json:
    """Sit down on an open seat, or without a number on the next one that is free.

    Who sits at the table already stays where they are.
    """

    async def work() -> Json:
        mine = room.seats_of(browser)
        taken = seat if seat is not None else next(iter([*mine, *room.position.free]), None)
        if taken is None:
            raise ServerError("full", "all seats of this table are taken")
        return await _take(room, browser, taken, asked, invitation(taken))

    return await room.alone(work)


async def _take(room: Room, browser: bytes, seat: int, asked: Guest, invitation: bytes) -> Json:
    if room.owners.get(seat) != browser:
        if room.position.seats[seat].kind != "open":
            raise ServerError("full", "somebody else has taken this seat")
        change = room.new_change()
        look = {"colour": asked.colour, "emblem": asked.emblem}
        chosen = {part: wish for part, wish in look.items() if wish}
        change.add("joined", seat, {"name": clean_name(asked.name)} | chosen)
        await room.commit(change, [Owner(seat, browser, invitation)])
    return room.seated(seat)
