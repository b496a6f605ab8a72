"""Tables: what moves do, and what is refused."""

from __future__ import annotations

import json
import random

import pytest

from kingdomino.core.interchange import export_record
from kingdomino.games.fair import verify_fair
from kingdomino.server.live import seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.message import Move, Stage
from kingdomino.server.table.summary import recorded
from tests.server.support import (
    ANA,
    BO,
    BOTH,
    Ear,
    followed,
    join,
    opened,
    play_on,
    refused,
    some_move,
    until,
)

pytestmark = BOTH


async def test_the_same_move_id_gets_the_same_answer(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall)
    move = some_move(room, rng)
    assert move is not None
    first = await room.move(ANA, move)
    seq = room.position.seq
    assert first == await room.move(ANA, move)
    # Something else under the same name is another move, which must not look as if it were taken.
    other = Move(move.move_id, 0, move.seat, ["discard"])
    assert (await refused(room.move(ANA, other))).code == "move_id_used"
    assert room.position.seq == seq


async def test_each_seat_names_its_own_moves(hall: Hall, rng: random.Random) -> None:
    """Two that count alike got each other's acks, for moves that were never taken."""
    room = await opened(hall)
    counts = {0: 0, 1: 0}
    for _ in range(8):
        seat = room.position.human_to_act
        assert seat is not None
        counts[seat] += 1
        move = some_move(room, rng, move_id=f"move-{counts[seat]:06d}")
        assert move is not None
        before = room.position.seq
        assert (await room.move(ANA, move))["seq"] > before
    assert min(counts.values()) > 1


async def test_a_refused_name_is_not_for_another_move(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall)
    good = some_move(room, rng, move_id="move-000001")
    assert good is not None
    wrong = Move(good.move_id, good.expected_seq, good.seat, ["discard"])
    assert (await refused(room.move(ANA, wrong))).code == "illegal"
    assert (await refused(room.move(ANA, good))).code == "move_id_used"


async def test_a_refusal_is_the_same_when_sent_again(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall)
    seat = room.position.state.player
    assert seat is not None
    wrong = Move("wrong-move", room.position.seq, seat, ["place e1 e2"])
    first = await refused(room.move(ANA, wrong))
    assert first.code == "illegal"
    assert "choose" in first.message
    await play_on(room, rng, moves=3)
    again = await refused(room.move(ANA, wrong))
    assert (again.code, again.message) == (first.code, first.message)


async def test_a_stale_move_gets_what_it_missed(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall)
    move, before = some_move(room, rng), room.position
    await play_on(room, rng, moves=4)
    assert move is not None
    refusal = await refused(room.move(ANA, move))
    assert refusal.code == "stale"
    events = [json.loads(event) for event in refusal.events or []]
    assert [event["seq"] for event in events] == [*range(before.seq + 1, room.position.seq + 1)]
    assert followed(before.view, events) == followed(room.position.view, [])


async def test_somebody_sitting_down_makes_no_move_stale(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall, seats="mm")
    move = some_move(room, rng)
    assert move is not None
    await seating.leave(room, ANA, 1 - move.seat)
    await room.move(ANA, move)


async def test_place_and_choose_can_be_sent_together_and_all_or_nothing(
    hall: Hall, rng: random.Random
) -> None:
    room = await opened(hall, seats="mmm")
    await play_on(room, rng, moves=3)
    seat, seq = room.position.state.player, room.position.seq
    assert seat is not None
    place, choose = room.options()[0][0], room.position.view["offer"][0]["domino"]
    bad = Move("bad-pair", seq, seat, [place, "choose 99"])
    assert (await refused(room.move(ANA, bad))).code == "illegal"
    assert room.position.seq == seq
    pair = Move("good-pair", seq, seat, [place, f"choose {choose}"])
    assert (await room.move(ANA, pair))["seq"] == seq + 2
    too_much = Move("too-much", room.position.seq, seat, [place])
    assert (await refused(room.move(ANA, too_much))).code == "not_your_turn"


async def test_who_may_not_move_hears_why(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall, seats="mml")
    early = Move("too-early", 0, 0, ["choose 1"])
    assert (await refused(room.move(ANA, early))).code == "not_your_turn"
    assert (await refused(room.move(BO, early))).code == "not_your_seat"
    assert (await refused(room.move(None, early))).code == "not_your_seat"
    assert (await refused(seating.start(room, BO))).code == "not_your_seat"
    await seating.start(room, ANA)
    await until(lambda: room.position.human_to_act is not None)
    move = some_move(room, rng)
    assert move is not None
    other = Move("not-my-turn", room.position.seq, 1 - move.seat, move.actions)
    assert (await refused(room.move(ANA, other))).code == "not_your_turn"
    chance = Move("chance-me", room.position.seq, move.seat, ["row 1 2 3 4"])
    assert (await refused(room.move(ANA, chance))).code == "illegal"
    nonsense = Move("nonsense!", room.position.seq, move.seat, ["fly e1"])
    assert (await refused(room.move(ANA, nonsense))).code == "illegal"
    staged = Stage(move.seat, ["kings 0 1"])
    assert (await refused(room.stage(ANA, staged))).code == "illegal"
    await play_on(room, rng)
    late = Move("too-late", room.position.seq, 0, ["pass"])
    assert (await refused(room.move(ANA, late))).code == "over"


async def test_options_come_to_the_one_who_decides_only(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall, seats="ml")
    await join(hall, room, 1, BO)
    ears = [Ear(ANA, [0]), Ear(BO, [1]), Ear()]
    for ear in ears:
        room.attach(ear, None)
        ear.heard.clear()
    while not room.position.state.over:
        await play_on(room, rng, moves=1)
        seat = room.position.human_to_act
        for number, ear in enumerate(ears):
            *_, last = (json.loads(message) for message in ear.heard)
            assert ("options" in last) == (number == seat)
            ear.heard.clear()


@pytest.mark.parametrize("game", ["kingdomino", "giants", "origins-tribe"])
async def test_who_waits_can_plan(hall: Hall, game: str) -> None:
    """What is planned just before a turn is what can be done in it."""
    room = await opened(hall, seats="mmm", game=game)
    first = await room.plan(ANA, 0)
    assert (first["domino"], first["options"]) == (None, [])
    assert (await refused(room.plan(BO, 0))).code == "not_your_seat"
    seen = 0
    for number in range(60):
        state = room.position.state
        seat = state.player
        assert seat is not None
        decision = room.view()["decision"]
        if decision["phase"] == "place":
            plan = await room.plan(ANA, seat)
            assert plan["domino"] == decision["domino"]
            assert plan["options"] == [o for o in room.options() if o[0] != "discard"]
            seen += 1
        for other in range(3):
            plan = await room.plan(ANA, other)
            assert all(action.startswith("place ") for action, _ in plan["options"])
        seq, action = room.position.seq, room.options()[0][0]
        await room.move(ANA, Move(f"plan-{number:06d}", seq, seat, [action]))
    assert seen > 5


async def test_the_record_of_a_table_is_fair(hall: Hall, rng: random.Random) -> None:
    room = await opened(hall, "giants", "mmm")
    await play_on(room, rng)
    record = export_record(recorded(room.charter, room.position, room.actions))
    fair = room.position.view["fair"]
    assert verify_fair(json.dumps(record | {"fair": fair})) is None
    secret = fair["secret"]
    forged = secret[:-1] + ("0" if secret[-1] != "0" else "1")
    wrong = verify_fair(json.dumps(record | {"fair": fair | {"secret": forged}}))
    assert "does not belong" in str(wrong)
