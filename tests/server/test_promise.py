"""Commit first, then every person's nonce, then the draw: what is promised against the operator."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from kingdomino.cli.app import app
from kingdomino.core.interchange import export_record
from kingdomino.games.fair import Seen, verify_fair
from kingdomino.server.live import hall as halls
from kingdomino.server.live import invitation, seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import Join
from kingdomino.server.table.summary import recorded
from tests.server.cheat import CHEATS, WISH, cheating_room
from tests.server.support import (
    ANA,
    BO,
    Process,
    give,
    hall_at,
    nonce_of,
    opened,
    play_on,
    refused,
    table,
    until,
)


async def waiting(hall: Hall, seats: str) -> Room:
    """A table of Ana's where nobody has given a nonce."""
    return await hall.open_table(table(seats=seats), ANA)


def record_of(room: Room) -> str:
    record = export_record(recorded(room.charter, room.position, room.actions))
    return json.dumps(record | {"fair": room.position.view["fair"]})


async def test_nothing_is_drawn_before_every_person_has_given(hall: Hall) -> None:
    room = await waiting(hall, "mmb")
    assert room.position.view["fair"]["commitment"] == room.commitment
    assert room.position.owing == [0, 1]
    await seating.give(room, ANA, {1: nonce_of(1)})
    assert (room.position.started, room.actions, room.position.owing) == (False, [], [0])
    assert (await refused(seating.start(room, ANA))).code == "nonce_missing"
    await seating.give(room, ANA, {0: nonce_of(0)})
    assert room.position.started
    assert room.actions
    # The bot gives none: whoever gave it one could have chosen it.
    assert room.position.nonces == [nonce_of(0), nonce_of(1), ""]


async def test_a_nonce_is_given_once_and_sent_as_often_as_it_takes(hall: Hall) -> None:
    room = await waiting(hall, "ml")
    first = await seating.give(room, ANA, {0: nonce_of(0)})
    assert await seating.give(room, ANA, {0: nonce_of(0)}) == first
    assert (await refused(seating.give(room, ANA, {0: nonce_of(7)}))).code == "nonce_given"
    for browser, seat in ((BO, 0), (None, 0), (ANA, 1), (ANA, 4)):
        assert (
            await refused(seating.give(room, browser, {seat: nonce_of(3)}))
        ).code == "not_your_seat"
    await seating.start(room, ANA)
    seq = room.position.seq
    # The reply was lost, and meanwhile the game has begun.
    assert (await seating.give(room, ANA, {0: nonce_of(0)}))["seq"] == seq
    assert (await refused(seating.give(room, ANA, {0: nonce_of(7)}))).code == "nonce_given"
    assert room.position.nonces[0] == nonce_of(0)


async def test_half_of_the_nonces_outlive_a_restart(tmp_path: Path, rng: random.Random) -> None:
    async with hall_at(tmp_path) as hall:
        room = await opened(hall, seats="mlb")
        token = invitation.links(hall, room, ANA)["1"].partition("#")[2]
        seated = await invitation.join(hall, Join(token), BO)
    async with hall_at(tmp_path) as hall:
        again = await hall.room(room.id)
        assert (again.position.started, again.position.owing) == (False, [1])
        assert again.commitment == seated["commitment"] == room.commitment
        assert (await refused(seating.give(again, ANA, {0: nonce_of(7)}))).code == "nonce_given"
        await give(again, BO)
        assert again.position.nonces == [nonce_of(0), nonce_of(1), ""]
        await play_on(again, rng)
        await until(lambda: again.position.revealed)
        seen = Seen(room.commitment, [nonce_of(1)], 2)
        assert verify_fair(record_of(again), seen) is None


async def test_everybody_gives_anew_for_a_rematch(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall, seats="ml")
    token = invitation.links(hall, room, ANA)["1"].partition("#")[2]
    await invitation.join(hall, Join(token), BO)
    await give(room, BO)
    await play_on(room, rng)
    again = await hall.room((await hall.rematch(room, ANA))["id"])
    assert again.commitment != room.commitment
    assert again.position.owing == [0, 1]
    await give(again, ANA)
    assert not again.position.started
    await seating.give(again, BO, {1: nonce_of(5)})
    assert again.position.started
    assert again.position.nonces == [nonce_of(0), nonce_of(5)]


async def test_who_does_not_come_to_a_rematch_stops_nobody(hall: Hall, rng: random.Random) -> None:
    """A bot plays for them until they come; the others' nonces are in the draw."""
    room = await opened(hall, seats="ml")
    token = invitation.links(hall, room, ANA)["1"].partition("#")[2]
    await invitation.join(hall, Join(token), BO)
    await give(room, BO)
    await play_on(room, rng)
    again = await hall.room((await hall.rematch(room, ANA))["id"])
    assert (await refused(seating.start(again, BO))).code == "not_your_seat"
    assert (await refused(seating.start(again, ANA))).code == "nonce_missing"
    await give(again, ANA)
    await seating.start(again, ANA)
    assert again.position.started
    assert again.position.seats[1].played_by
    assert again.position.nonces == [nonce_of(0), ""]
    assert (await refused(seating.give(again, BO, {1: nonce_of(1)}))).code == "nonce_given"
    await seating.come_back(again, BO, 1)
    await play_on(again, rng)


async def test_a_guest_need_not_wait_for_a_host_who_is_gone(tmp_path: Path) -> None:
    now = [1e9]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room = await waiting(hall, "ml")
        token = invitation.links(hall, room, ANA)["1"].partition("#")[2]
        await invitation.join(hall, Join(token), BO)
        await give(room, BO)
        assert (await refused(seating.ask_bot_in(room, BO, 0))).code == "bad_request"
        now[0] += hall.settings.absent_after + 1
        await seating.ask_bot_in(room, BO, 0)
        assert room.position.started
        assert room.position.nonces == ["", nonce_of(1)]


async def test_who_opens_a_table_of_bots_gives_its_nonce(hall: Hall) -> None:
    room = await waiting(hall, "bb")
    assert (await refused(seating.start(room, ANA))).code == "nonce_missing"
    assert (await refused(seating.give(room, BO, {0: nonce_of(0)}))).code == "not_your_seat"
    assert (await refused(seating.give(room, ANA, {1: nonce_of(1)}))).code == "not_your_seat"
    await seating.give(room, ANA, {0: nonce_of(0)})
    assert room.position.started
    assert room.position.nonces == [nonce_of(0), ""]


def test_the_commitment_comes_with_the_seat(server: Process, client: httpx.Client) -> None:
    """So that nobody has to ask for the view before they give a nonce."""
    seats = [{"kind": "me"}, {"kind": "link"}]
    opened = client.post("/api/games", json={"game": "kingdomino", "seats": seats}).json()
    token = opened["links"]["1"].partition("#")[2]
    joined = httpx.post(f"{server.url}/api/join", json={"token": token}).json()
    view = client.get(f"/api/games/{opened['id']}").json()["view"]
    assert opened["commitment"] == joined["commitment"] == view["fair"]["commitment"]
    assert not view["started"]


@pytest.fixture(params=CHEATS)
def cheating(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    how: str = request.param
    monkeypatch.setattr(halls, "Room", cheating_room(how))
    return how


WHY = {
    "grinds": "record: fair.commitment is not the one",
    "feeds": "record: fair.nonces has 2 of 1 people",
    "swaps": "record: fair.nonces is without",
}


async def cheated(hall: Hall, rng: random.Random) -> tuple[str, Seen]:
    """A game that the operator has chosen, and what Ana knows from before."""
    room = await waiting(hall, "mb")
    seen = Seen(room.commitment, [nonce_of(0)], 1)
    await seating.give(room, ANA, {0: nonce_of(0)})
    row = {*map(int, room.actions[1].split()[1:])}
    assert row >= WISH
    await play_on(room, rng)
    await until(lambda: room.position.revealed)
    return record_of(room), seen


async def test_an_operator_who_chooses_the_draw_is_caught(
    hall: Hall, rng: random.Random, cheating: str
) -> None:
    record, seen = await cheated(hall, rng)
    # The record alone proves nothing against the operator.
    assert verify_fair(record) is None
    assert str(verify_fair(record, seen)).startswith(WHY[cheating])


async def test_the_command_catches_them_too(
    hall: Hall, rng: random.Random, cheating: str, tmp_path: Path, capfdbinary: Any
) -> None:
    record, seen = await cheated(hall, rng)
    file = tmp_path / "game.json"
    file.write_text(record)
    assert run_verify(file) == 0
    given = ["--commitment", str(seen.commitment), "--nonce", *seen.nonces, "--people", "1"]
    assert run_verify(file, *given) == 1
    said = capfdbinary.readouterr().out.decode().splitlines()
    verdicts = [line.partition(".json: ")[2] for line in said]
    assert verdicts[0] == "ok"
    assert verdicts[1].startswith(WHY[cheating])


def run_verify(file: Path, *options: str) -> int:
    with pytest.raises(SystemExit) as ended:
        app(["record", "verify", "--fair", str(file), *options])
    return int(ended.value.code or 0)


def test_what_was_seen_is_for_fair_checks_only(tmp_path: Path, capfdbinary: Any) -> None:
    with pytest.raises(SystemExit) as ended:
        app(["record", "verify", str(tmp_path / "no.json"), "--commitment", "00"])
    assert ended.value.code
    assert b"are for --fair" in capfdbinary.readouterr().err
