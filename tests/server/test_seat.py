"""Seats: who may sit where, who leaves and comes back, and what follows a game."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from kingdomino.server.error import ServerError
from kingdomino.server.live import invitation, seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.listing import my_games
from kingdomino.server.message import Join, Move, clean_name
from tests.server.support import (
    ANA,
    BO,
    CAT,
    Ear,
    give,
    hall_at,
    join,
    nonces,
    opened,
    play_on,
    refused,
    rematch,
    table,
    until,
)


async def test_a_friend_joins_by_link_and_the_table_starts(hall: Hall) -> None:
    room = await opened(hall, seats="ml")
    assert not room.position.started
    assert room.position.view["decision"] == {"phase": "kings", "player": None}
    assert invitation.links(hall, room, BO) == {}
    token = invitation.links(hall, room, ANA)["1"].partition("#")[2]
    answer = await join(hall, room, 1, BO)
    assert answer == {"id": room.id, "seat": 1, "commitment": room.commitment}
    assert room.position.started
    assert room.position.view["fair"]["nonces"] == nonces(0, 1)["nonces"]
    assert room.position.view["seats"]["1"]["name"] == "Bo"
    # The link still works for who took it, and for nobody else.
    assert await invitation.join(hall, Join(token), BO) == answer
    assert (await refused(invitation.join(hall, Join(token), CAT))).code == "full"
    assert (await refused(invitation.join(hall, Join("made-up"), CAT))).code == "gone"
    assert invitation.links(hall, room, ANA) == {}


async def test_an_open_seat_becomes_a_bot_when_the_table_is_started(
    hall: Hall, rng: random.Random
) -> None:
    room = await opened(hall, seats="mll")
    token = invitation.links(hall, room, ANA)["2"].partition("#")[2]
    await seating.start(room, ANA)
    seq = room.position.seq
    await seating.start(room, ANA)
    assert room.position.view["seats"]["2"]["kind"] == "bot"
    assert (await refused(invitation.join(hall, Join(token), BO))).code == "full"
    await play_on(room, rng)
    assert room.position.seq > seq


async def test_a_bot_plays_for_who_leaves_until_they_return(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall, seats="mm")
    await play_on(room, rng, moves=2)
    await seating.leave(room, ANA, 0)
    await seating.leave(room, ANA, 0)
    await until(lambda: room.position.state.player == 1)
    assert room.position.view["seats"]["0"]["played_by"] == hall.bots.stand_in
    stray = Move("bot-plays", room.position.seq, 0, ["pass"])
    assert (await refused(room.move(ANA, stray))).code == "not_your_turn"
    await seating.come_back(room, ANA, 0)
    assert room.position.view["seats"]["0"]["played_by"] is None
    await play_on(room, rng)
    assert room.position.state.over
    whats = [json.loads(event).get("what") for event in room.events]
    assert whats.count("left") == 1
    assert whats.count("returned") == 1


async def test_a_lapse_of_days_costs_one_turn_and_not_the_seat(
    tmp_path: Path, rng: random.Random
) -> None:
    """Nobody looks, and the clock stands still until it is put forward by hand."""
    now, days = [1e9], 3 * 86_400
    async with hall_at(tmp_path, clock=lambda: now[0], bots_alone=0.0) as hall:
        room = await opened(hall, seats="mm", clock=days)
        seat, before = room.position.human_to_act, room.position
        assert seat is not None
        assert before.view["clock"]["deadline"] == (now[0] + days) * 1000
        now[0] += days - 60
        room.wake()
        await asyncio.sleep(0)
        assert room.position is before
        now[0] += 60
        room.wake()
        await until(lambda: room.position.seq > before.seq and not room.position.seats[seat].bot)
        told = [json.loads(event) for event in room.events[before.seq :]]
        left, *moves, back = told[: [event.get("what") for event in told].index("returned") + 1]
        assert (left["what"], left["seat"], left["lapsed"]) == ("left", seat, True)
        assert {event["player"] for event in moves} <= {seat, None}
        assert back["seat"] == seat
        assert room.position.view["clock"]["deadline"] == (now[0] + days) * 1000
        await play_on(room, rng)
        assert room.position.state.over
        assert room.position.view["clock"]["deadline"] is None


async def test_a_rematch_keeps_the_seats(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall, seats="mlb")
    await join(hall, room, 1, BO)
    assert (await refused(hall.rematch(room, BO))).code == "bad_request"
    await play_on(room, rng)
    await until(lambda: room.position.revealed)
    assert (await refused(hall.rematch(room, CAT))).code == "not_your_seat"
    asked = await asyncio.gather(hall.rematch(room, BO), hall.rematch(room, ANA))
    assert asked[0] == asked[1]
    again = await rematch(hall, room, ANA, BO)
    assert again.id == asked[0]["id"]
    assert room.position.view["next"] == again.id
    assert again.seats_of(BO) == [1]
    assert again.charter.secret != room.charter.secret
    await play_on(again, rng, moves=3)


async def test_a_dynasty_adds_up_over_three_tables(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall, seats="mm", dynasty=True)
    totals, names = [0, 0], set()
    for game in (1, 2, 3):
        dynasty = room.position.view["dynasty"]
        assert (dynasty["game"], dynasty["of"]) == (game, 3)
        names.add(dynasty["id"])
        await play_on(room, rng)
        sheets = room.position.view["sheets"]
        totals = [total + sheets[str(i)]["total"] for i, total in enumerate(totals)]
        dynasty = room.position.view["dynasty"]
        assert dynasty["totals"] == {"0": totals[0], "1": totals[1]}
        assert (dynasty["winners"] is None) == (game < 3)
        room = await rematch(hall, room, ANA)
    assert len(names) == 1
    assert room.position.view["dynasty"]["game"] == 1
    assert room.position.view["dynasty"]["id"] not in names


async def test_my_games_lists_a_browsers_seats(hall: Hall, rng: random.Random) -> None:
    one = await opened(hall, seats="ml")
    two = await opened(hall, "giants", "mm")
    await join(hall, one, 1, BO)
    await play_on(one, rng, moves=1)
    mine = {game["id"]: game for game in (await my_games(hall, ANA))["games"]}
    assert set(mine) == {one.id, two.id}
    assert mine[two.id]["seats"] == [0, 1]
    assert mine[two.id]["my_turn"]
    assert [game["id"] for game in (await my_games(hall, BO))["games"]] == [one.id]
    assert (await my_games(hall, CAT))["games"] == []
    assert (await my_games(hall, None))["games"] == []


async def test_presence_is_told_to_the_others(hall: Hall) -> None:
    room = await opened(hall, seats="ml")
    ana, bo = Ear(ANA, [0]), Ear(BO, [1])
    room.attach(ana, None)
    room.attach(bo, None)
    assert room.view()["seats"]["1"]["online"]
    room.detach(bo)
    heard = [json.loads(message) for message in ana.heard[1:]]
    assert [m["patch"]["seats"]["1"]["online"] for m in heard] == [True, False]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ana  ", "Ana"),
        ("A\u202eb\x00c", "A b c"),
        ("<b>&amp;", "<b>&amp;"),
        ("e\u0301", "é"),
        ("x" * 50, "x" * 32),
    ],
)
def test_names_are_clean(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"players": 3}, "3 players need 3 seats"),
        ({"variants": ["dynasty"]}, "a dynasty is three games"),
        ({"seats": "mmmmm"}, "is for 2 to 4 players"),
    ],
)
async def test_impossible_tables_say_why(change: dict[str, Any], why: str, hall: Hall) -> None:
    refusal = await refused(hall.open_table(table(**change), ANA))
    assert refusal.code == "bad_request"
    assert why in refusal.message


async def test_the_others_may_ask_a_bot_in_for_who_is_away(tmp_path: Path) -> None:
    """Without a clock one who never came back stopped the table for ever."""
    now = [1e9]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room = await opened(hall, seats="ml")
        await join(hall, room, 1, BO)
        away = room.position.human_to_act
        assert away is not None
        other = ANA if away == 1 else BO
        assert (await refused(seating.ask_bot_in(room, other, away))).code == "bad_request"
        now[0] += hall.settings.absent_after + 1
        assert (await refused(seating.ask_bot_in(room, CAT, away))).code == "not_your_seat"
        here = Ear(room.owners[away], [away])
        room.attach(here, None)
        assert (await refused(seating.ask_bot_in(room, other, away))).code == "bad_request"
        room.detach(here)
        await seating.ask_bot_in(room, other, away)
        assert room.position.seats[away].bot == hall.bots.stand_in
        await seating.come_back(room, room.owners[away], away)
        assert room.position.seats[away].bot is None


async def test_a_bot_that_was_asked_in_for_one_turn_goes_after_it(tmp_path: Path) -> None:
    now = [1e9]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room = await opened(hall, seats="mlb")
        await join(hall, room, 1, BO)
        for turn in range(1, 4):
            await until(lambda: room.position.human_to_act is not None)
            away = room.position.human_to_act
            assert away is not None
            now[0] += hall.settings.absent_after + 1
            await seating.ask_bot_in(room, ANA if away == 1 else BO, away, once=True)
            await until(lambda: all(seat.played_by is None for seat in room.position.seats))
            whats = [json.loads(event).get("what") for event in room.events]
            assert (whats.count("left"), whats.count("returned")) == (turn, turn)
            moves = [json.loads(event) for event in room.events[whats.index("left") :]]
            assert any(move["player"] == away for move in moves)
    async with hall_at(tmp_path) as hall:
        assert (await hall.room(room.id)).position.seats[0].bot is None


async def test_a_guest_starts_a_table_whose_host_has_vanished(tmp_path: Path) -> None:
    """Only the host could: whoever had come stayed in front of a table that was set."""
    async with hall_at(tmp_path, absent_after=0.2) as hall:
        room = await opened(hall, seats="mll")
        host = Ear(ANA, [0])
        room.attach(host, None)
        await join(hall, room, 1, BO)
        await asyncio.sleep(0.25)
        assert (await refused(seating.start(room, BO))).code == "not_your_seat"
        room.detach(host)
        assert not seating.may_start(room, BO)
        await until(lambda: seating.may_start(room, BO))
        for stranger in (CAT, None):
            assert (await refused(seating.start(room, stranger))).code == "not_your_seat"
        await seating.start(room, BO)
        stand_in = hall.bots.stand_in
        assert [seat.bot for seat in room.position.seats] == [stand_in, None, stand_in]
        await seating.come_back(room, ANA, 0)
        assert room.position.seats[0].bot is None


async def test_a_host_who_asks_over_http_is_there(hall: Hall) -> None:
    room = await opened(hall, seats="mll")
    await join(hall, room, 1, BO)
    room.host_seen -= 3600
    assert seating.may_start(room, BO)
    room.seen_by(ANA)
    assert not seating.may_start(room, BO)


async def test_a_list_says_who_is_waited_for_before_a_game(hall: Hall) -> None:
    """It told everybody to wait for friends, also the friend."""
    room = await opened(hall, seats="ml")
    token = invitation.links(hall, room, ANA)["1"].partition("#")[2]
    await invitation.join(hall, Join(token), BO)

    async def awaited(browser: bytes) -> list[tuple[bool, bool]]:
        listed = (await my_games(hall, browser))["games"]
        return [(game["started"], game["my_turn"]) for game in listed]

    assert await awaited(ANA) == [(False, False)]
    assert await awaited(BO) == [(False, True)]
    await give(room, BO)
    assert sorted(await awaited(ANA) + await awaited(BO)) == [(True, False), (True, True)]


async def test_a_seat_goes_to_who_has_its_key(tmp_path: Path) -> None:
    """A lost cookie was a lost seat."""
    async with hall_at(tmp_path) as hall:
        room = await opened(hall, seats="ml")
        await join(hall, room, 1, BO)
        key = invitation.seat_key(hall, room, BO, 1)["key"]
        assert invitation.seat_key(hall, room, ANA, 1)["key"] == key
        for browser, seat in ((CAT, 1), (None, 1), (BO, 0)):
            with pytest.raises(ServerError, match="cannot give"):
                invitation.seat_key(hall, room, browser, seat)
        ear = Ear(BO, [1])
        room.attach(ear, None)
        with pytest.raises(ServerError, match="cannot give"):
            invitation.seat_key(hall, room, ANA, 1)
        assert (await refused(invitation.take_over(hall, key[:-1] + "!", CAT))).code == "gone"
        assert await invitation.take_over(hall, key, CAT) == room.seated(1)
        assert (room.seats_of(CAT), room.seats_of(BO), ear.seats) == ([1], [], [])
        assert (await refused(invitation.take_over(hall, key, BO))).code == "gone"
    async with hall_at(tmp_path) as hall:
        assert (await hall.room(room.id)).seats_of(CAT) == [1]
