"""A colour and an emblem of one's own: who comes first has them, and bots give way."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdomino.server.live import invitation
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Join, NewTable, SeatWish
from kingdomino.server.table.look import EMBLEM, dressed
from tests.server.support import ANA, BO, BOTH, CAT, hall_at

FOUR = ("pink", "yellow", "green", "blue")


@pytest.mark.parametrize(
    ("wishes", "looks"),
    [
        (["", "", ""], ["pink/rose", "yellow/sun", "green/leaf"]),
        (["yellow", "", ""], ["yellow/sun", "pink/rose", "green/leaf"]),
        (["", "pink", ""], ["yellow/sun", "pink/rose", "green/leaf"]),
        (["blue", "blue", ""], ["blue/wave", "yellow/sun", "green/leaf"]),
        (["black", "", ""], ["pink/rose", "yellow/sun", "green/leaf"]),
        (["/sun", "", ""], ["pink/sun", "yellow/rose", "green/leaf"]),
        (["green/moon", "/moon", ""], ["green/moon", "yellow/sun", "pink/rose"]),
    ],
)
def test_everybody_looks_different(wishes: list[str], looks: list[str]) -> None:
    asked = [(colour, emblem) for colour, _, emblem in (wish.partition("/") for wish in wishes)]
    worn = dressed(asked, FOUR[: len(wishes)], FOUR)
    assert ["/".join(look) for look in worn] == looks


def looks(room: Room) -> list[str]:
    seats = room.position.view["seats"]
    return [
        f"{seats[seat]['colour']}/{seats[seat].get('emblem', EMBLEM[seats[seat]['colour']])}"
        for seat in sorted(seats)
    ]


async def hosted(hall: Hall, **host: str) -> Room:
    """A table of Ana's with two open seats and a bot."""
    seats = [SeatWish("me", "Ana", **host), SeatWish("link"), SeatWish("link"), SeatWish("bot")]  # type: ignore[arg-type]
    return await hall.open_table(NewTable("kingdomino", seats), ANA)


async def sit(hall: Hall, room: Room, seat: int, browser: bytes, **look: str) -> None:
    token = invitation.links(hall, room, ANA)[str(seat)].partition("#")[2]
    await invitation.join(hall, Join(token, name="Guest", **look), browser)  # type: ignore[arg-type]


@BOTH
async def test_people_keep_what_they_have_and_bots_give_way(
    tmp_path: Path, database: str | None
) -> None:
    async with hall_at(tmp_path, database=database) as hall:
        room = await hosted(hall, colour="blue")
        assert looks(room) == ["blue/wave", "yellow/sun", "green/leaf", "pink/rose"]
        await sit(hall, room, 2, BO, colour="pink", emblem="moon")
        assert looks(room) == ["blue/wave", "yellow/sun", "pink/moon", "green/leaf"]
        await sit(hall, room, 1, CAT, colour="blue", emblem="moon")
        assert looks(room) == ["blue/wave", "yellow/sun", "pink/moon", "green/leaf"]
    async with hall_at(tmp_path, database=database) as hall:
        again = await hall.room(room.id)
        assert looks(again) == looks(room), "read back from the log"
