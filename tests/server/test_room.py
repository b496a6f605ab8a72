"""Tables: what moves do, what is refused, who may sit where."""

from __future__ import annotations

import asyncio
import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kingdomino import GAMES, State, legal_actions
from kingdomino.core.action import Action
from kingdomino.games.fair import verify_fair
from kingdomino.server import levels
from kingdomino.server.error import ServerError
from kingdomino.server.hall import Hall
from kingdomino.server.levels import LEVELS, Level
from kingdomino.server.message import Hint, Join, Move, Stage, clean_name
from kingdomino.server.room import Room
from tests.server.support import (
    ANA,
    BO,
    CAT,
    Ear,
    followed,
    hall_at,
    opened,
    play_on,
    run,
    some_move,
    table,
    until,
)

RNG = random.Random(7)


def human_decides(room: Room) -> bool:
    return room.position.human_to_act is not None


def revealed(room: Room) -> bool:
    return room.position.revealed


async def refused(work: Any) -> ServerError:
    with pytest.raises(ServerError) as refusal:
        await work
    return refusal.value


def test_the_same_move_id_gets_the_same_answer(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall)
            move = some_move(room, RNG)
            assert move is not None
            first = await room.move(ANA, move)
            seq = room.position.seq
            assert first == await room.move(ANA, move)
            # Even when something else is asked for under the same name.
            other = Move(move.move_id, 0, move.seat, ["discard"])
            assert first == await room.move(ANA, other)
            assert room.position.seq == seq

    run(work())


def test_a_refusal_is_the_same_when_sent_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall)
            seat = room.position.state.player
            assert seat is not None
            wrong = Move("wrong-move", room.position.seq, seat, ["place e1 e2"])
            first = await refused(room.move(ANA, wrong))
            assert first.code == "illegal"
            assert "choose" in first.message
            await play_on(room, RNG, moves=3)
            again = await refused(room.move(ANA, wrong))
            assert (again.code, again.message) == (first.code, first.message)

    run(work())


def test_a_stale_move_gets_what_it_missed(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall)
            move, before = some_move(room, RNG), room.position
            await play_on(room, RNG, moves=4)
            assert move is not None
            refusal = await refused(room.move(ANA, move))
            assert refusal.code == "stale"
            events = [json.loads(event) for event in refusal.events or []]
            assert [event["seq"] for event in events] == [
                *range(before.seq + 1, room.position.seq + 1)
            ]
            assert followed(before.view, events) == followed(room.position.view, [])

    run(work())


def test_somebody_sitting_down_makes_no_move_stale(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="mm")
            move = some_move(room, RNG)
            assert move is not None
            await room.rename(ANA, 1 - move.seat, "Somebody")
            await room.move(ANA, move)

    run(work())


def test_place_and_choose_can_be_sent_together_and_all_or_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="mmm")
            await play_on(room, RNG, moves=3)
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

    run(work())


def test_who_may_not_move_hears_why(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="mml")
            early = Move("too-early", 0, 0, ["choose 1"])
            assert (await refused(room.move(ANA, early))).code == "not_your_turn"
            assert (await refused(room.move(BO, early))).code == "not_your_seat"
            assert (await refused(room.move(None, early))).code == "not_your_seat"
            assert (await refused(room.start(BO))).code == "not_your_seat"
            await room.start(ANA)
            await until(lambda: room.position.human_to_act is not None)
            move = some_move(room, RNG)
            assert move is not None
            other = Move("not-my-turn", room.position.seq, 1 - move.seat, move.actions)
            assert (await refused(room.move(ANA, other))).code == "not_your_turn"
            chance = Move("chance-me", room.position.seq, move.seat, ["row 1 2 3 4"])
            assert (await refused(room.move(ANA, chance))).code == "illegal"
            nonsense = Move("nonsense!", room.position.seq, move.seat, ["fly e1"])
            assert (await refused(room.move(ANA, nonsense))).code == "illegal"
            staged = Stage(move.seat, ["kings 0 1"])
            assert (await refused(room.stage(ANA, staged))).code == "illegal"
            await play_on(room, RNG)
            late = Move("too-late", room.position.seq, 0, ["pass"])
            assert (await refused(room.move(ANA, late))).code == "over"

    run(work())


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_whole_games_with_bots_end_fairly(game: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, game, "mbr", nonce="ab" * 16)
            ear = Ear()
            room.attach(ear, None)
            await play_on(room, RNG)
            await until(lambda: room.position.revealed)
            first, *rest = [json.loads(message) for message in ear.heard]
            assert first["type"] == "view"
            assert followed(first["view"], rest) == followed(room.view(), [])
            assert [e["seq"] for e in rest] == [
                *range(first["view"]["seq"] + 1, len(room.events) + 1)
            ]
            assert not any("options" in event for event in rest)
            assert room.position.view["winners"]

    run(work())


def test_options_come_to_the_one_who_decides_only(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="ml")
            await join(hall, room, 1, BO)
            ears = [Ear(ANA, [0]), Ear(BO, [1]), Ear()]
            for ear in ears:
                room.attach(ear, None)
                ear.heard.clear()
            while not room.position.state.over:
                await play_on(room, RNG, moves=1)
                seat = room.position.human_to_act
                for number, ear in enumerate(ears):
                    *_, last = (json.loads(message) for message in ear.heard)
                    assert ("options" in last) == (number == seat)
                    ear.heard.clear()

    run(work())


async def join(hall: Hall, room: Room, seat: int, browser: bytes, **more: str) -> Any:
    token = hall.links(room, ANA)[str(seat)].partition("#")[2]
    return await hall.join(Join(token, name="Bo", **more), browser)


def test_a_friend_joins_by_link_and_the_table_starts(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="ml", nonce="ab" * 16)
            assert not room.position.started
            assert room.position.view["decision"] == {"phase": "kings", "player": None}
            assert hall.links(room, BO) == {}
            token = hall.links(room, ANA)["1"].partition("#")[2]
            answer = await join(hall, room, 1, BO, nonce="cd" * 16)
            assert answer == {"id": room.id, "seat": 1}
            assert room.position.started
            assert room.position.view["fair"]["nonces"] == {"0": "ab" * 16, "1": "cd" * 16}
            assert room.position.view["seats"]["1"]["name"] == "Bo"
            # The link still works for who took it, and for nobody else.
            assert await hall.join(Join(token), BO) == answer
            assert (await refused(hall.join(Join(token), CAT))).code == "full"
            assert (await refused(hall.join(Join("made-up"), CAT))).code == "gone"
            assert hall.links(room, ANA) == {}

    run(work())


def test_an_open_seat_becomes_a_bot_when_the_table_is_started(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="mll")
            token = hall.links(room, ANA)["2"].partition("#")[2]
            await room.start(ANA)
            seq = room.position.seq
            await room.start(ANA)
            assert room.position.view["seats"]["2"]["kind"] == "bot"
            assert (await refused(hall.join(Join(token), BO))).code == "full"
            await play_on(room, RNG)
            assert room.position.seq > seq

    run(work())


def test_a_bot_plays_for_who_leaves_until_they_return(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="mm")
            await play_on(room, RNG, moves=2)
            await room.leave(ANA, 0)
            await room.leave(ANA, 0)
            await until(lambda: room.position.state.player == 1)
            assert room.position.view["seats"]["0"]["played_by"] == "greedy"
            stray = Move("bot-plays", room.position.seq, 0, ["pass"])
            assert (await refused(room.move(ANA, stray))).code == "not_your_turn"
            await room.come_back(ANA, 0)
            assert room.position.view["seats"]["0"]["played_by"] is None
            await play_on(room, RNG)
            assert room.position.state.over
            whats = [json.loads(event).get("what") for event in room.events]
            assert whats.count("left") == 1
            assert whats.count("returned") == 1

    run(work())


def test_a_bot_plays_for_who_lets_the_clock_run_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="mb", clock=1)
            await until(lambda: room.position.human_to_act is not None)
            clock = room.position.view["clock"]
            assert clock["deadline"] == room.position.since + 1000
            await until(lambda: room.position.seats[0].played_by is not None)
            await until(lambda: room.position.state.over)
            assert room.position.view["clock"]["deadline"] is None

    run(work())


class Broken:
    def act(self, state: State, rng: random.Random) -> Action:
        raise RuntimeError("no idea")


class Cheat:
    def act(self, state: State, rng: random.Random) -> Action:
        return object()  # type: ignore[return-value]


class Asleep:
    def act(self, state: State, rng: random.Random) -> Action:
        while True:
            if rng.random() > 2:
                return legal_actions(state)[0]


@pytest.mark.parametrize("bot", [Broken, Cheat])
def test_a_bot_that_fails_is_replaced_and_the_log_says_so(
    bot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = {**LEVELS, "greedy": Level("greedy", "Broken", bot, "random")}
    monkeypatch.setattr(levels, "LEVELS", broken)
    monkeypatch.setattr("kingdomino.server.botroom.LEVELS", broken)
    caplog.set_level("INFO", logger="kingdomino.server")

    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="bb")
            await until(lambda: room.position.state.over)
            assert hall.bots.failures

    run(work())
    assert '"event":"bot_failed"' in caplog.text
    assert '"replaced_by":"random"' in caplog.text


def test_a_bot_that_never_answers_stalls_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stuck:
        def act(self, state: State, rng: random.Random) -> Action:
            awake.wait()
            raise RuntimeError("woken up")

    import threading

    awake = threading.Event()
    stuck = {**LEVELS, "greedy": Level("greedy", "Stuck", Stuck, "random")}
    monkeypatch.setattr("kingdomino.server.botroom.LEVELS", stuck)

    async def work() -> None:
        async with hall_at(tmp_path, bot_patience=0.02, bot_threads=1) as hall:
            room = await opened(hall, seats="bb")
            await until(lambda: room.position.state.round > 1)
            awake.set()

    run(work())


@pytest.mark.parametrize("game", ["kingdomino", "giants", "origins-tribe"])
def test_who_waits_can_plan(tmp_path: Path, game: str) -> None:
    """What is planned just before a turn is what can be done in it."""

    async def work() -> None:
        async with hall_at(tmp_path) as hall:
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

    run(work())


def test_hints_name_the_bots_choice_first(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="mm")
            seat = room.position.state.player
            assert seat is not None
            hint = await room.hint(ANA, Hint(seat, id=8))
            assert hint["type"] == "hint"
            assert hint["id"] == 8
            assert 1 <= len(hint["best"]) <= 3
            assert {text for text, _ in hint["best"]} <= {text for text, _ in room.options()}
            silent = await opened(hall, seats="mm", hints=False)
            seat = silent.position.state.player
            assert seat is not None
            assert (await refused(silent.hint(ANA, Hint(seat)))).code == "bad_request"

    run(work())


def test_a_rematch_keeps_the_seats(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="mlb")
            await join(hall, room, 1, BO)
            assert (await refused(hall.rematch(room, BO, ""))).code == "bad_request"
            await play_on(room, RNG)
            await until(lambda: room.position.revealed)
            assert (await refused(hall.rematch(room, CAT, ""))).code == "not_your_seat"
            asked = await asyncio.gather(hall.rematch(room, BO, ""), hall.rematch(room, ANA, ""))
            assert asked[0] == asked[1]
            again = await hall.room(asked[0]["id"])
            assert room.position.view["next"] == again.id
            assert again.seats_of(BO) == [1]
            assert again.charter.secret != room.charter.secret
            await play_on(again, RNG, moves=3)

    run(work())


def test_a_dynasty_adds_up_over_three_tables(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="mm", dynasty=True)
            totals, names = [0, 0], set()
            for game in (1, 2, 3):
                dynasty = room.position.view["dynasty"]
                assert (dynasty["game"], dynasty["of"]) == (game, 3)
                names.add(dynasty["id"])
                await play_on(room, RNG)
                sheets = room.position.view["sheets"]
                totals = [total + sheets[str(i)]["total"] for i, total in enumerate(totals)]
                dynasty = room.position.view["dynasty"]
                assert dynasty["totals"] == {"0": totals[0], "1": totals[1]}
                assert (dynasty["winners"] is None) == (game < 3)
                room = await hall.room((await hall.rematch(room, ANA, ""))["id"])
            assert len(names) == 1
            assert room.position.view["dynasty"]["game"] == 1
            assert room.position.view["dynasty"]["id"] not in names

    run(work())


def test_a_table_that_is_read_while_it_opens_is_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A starting server reads unfinished games; a new one may be among them before it stands."""

    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            store_write, read = hall.store.write, list[Room]()

            async def write(written: Any) -> None:
                await store_write(written)
                if not read:
                    read.append(await hall.room(written.game))

            monkeypatch.setattr(hall.store, "write", write)
            room = await opened(hall)
            assert [room] == read
            await play_on(room, RNG)

    run(work())


def test_my_games_lists_a_browsers_seats(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            one = await opened(hall, seats="ml")
            two = await opened(hall, "giants", "mm")
            await join(hall, one, 1, BO)
            await play_on(one, RNG, moves=1)
            mine = {game["id"]: game for game in await hall.my_games(ANA)}
            assert set(mine) == {one.id, two.id}
            assert mine[two.id]["seats"] == [0, 1]
            assert mine[two.id]["my_turn"]
            assert [game["id"] for game in await hall.my_games(BO)] == [one.id]
            assert await hall.my_games(CAT) == []
            assert await hall.my_games(None) == []

    run(work())


def test_a_restarted_hall_continues_every_game(tmp_path: Path) -> None:
    async def work() -> None:
        views: dict[str, Any] = {}
        acked: dict[str, Any] = {}
        async with hall_at(tmp_path) as hall:
            for game in GAMES:
                for seats in ("mm", "mbr", "ml"):
                    room = await opened(hall, game.name, seats)
                    if room.position.started:
                        await play_on(room, RNG, moves=5)
                        await until(partial(human_decides, room))
                        move = some_move(room, RNG)
                        assert move is not None
                        acked[room.id] = (move, await room.move(ANA, move))
                        await until(partial(human_decides, room))
                    views[room.id] = (room.view(), room.events[:], room.options())
        async with hall_at(tmp_path) as hall:
            for name, (view, events, options) in views.items():
                room = await hall.room(name)
                assert room.view() == view
                assert room.events == events
                assert room.options() == options
                if name in acked:
                    assert await room.move(ANA, acked[name][0]) == acked[name][1]
                    await play_on(room, RNG)
                    await until(partial(revealed, room))

    run(work())


def test_bots_go_on_after_a_restart_by_themselves(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path, bot_pause=(100.0, 100.0)) as hall:
            room = await opened(hall, seats="bb")
            name = room.id
        async with hall_at(tmp_path) as hall:
            await until(lambda: bool((now := hall.room_now(name)) and now.position.state.over))

    run(work())


def test_tables_that_nobody_looks_at_leave_memory(tmp_path: Path) -> None:
    now = 1000.0

    async def work() -> None:
        nonlocal now
        async with hall_at(tmp_path, clock=lambda: now) as hall:
            room, watched = await opened(hall), await opened(hall)
            watched.attach(Ear(), None)
            now += 10_000
            hall.sweep()
            assert hall.room_now(room.id) is None
            assert hall.room_now(watched.id) is watched
            again = await hall.room(room.id)
            assert again is not room
            await play_on(again, RNG, moves=2)

    run(work())


def test_presence_is_told_to_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, seats="ml")
            ana, bo = Ear(ANA, [0]), Ear(BO, [1])
            room.attach(ana, None)
            room.attach(bo, None)
            assert room.view()["seats"]["1"]["online"]
            room.detach(bo)
            heard = [json.loads(message) for message in ana.heard[1:]]
            assert [m["patch"]["seats"]["1"]["online"] for m in heard] == [True, False]

    run(work())


def test_a_write_that_fails_is_refused_and_the_table_read_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall)
            ear = Ear()
            room.attach(ear, None)
            heard = len(ear.heard)
            await hall.store.write(_stolen_seq(room))
            move = some_move(room, RNG)
            assert move is not None
            assert (await refused(room.move(ANA, move))).code == "unavailable"
            assert len(ear.heard) == heard
            assert ear.dropped == 1011
            assert hall.room_now(room.id) is None

    run(work())


def _stolen_seq(room: Room) -> Any:
    from kingdomino.server.position import Entry
    from kingdomino.server.store import Write

    entry = Entry(room.position.seq + 1, 0, "renamed", 0, '{"name":"Thief"}')
    return Write(room.id, [entry])


def test_a_tampered_log_is_not_played_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall)
            name = room.id
            sql = "UPDATE event SET body = 'kings 0 0 1 1' WHERE game = ? AND seq = 2"
            from kingdomino.server.store import Write

            drawn = room.actions[0]
            other = "kings 1 1 0 0" if drawn == "kings 0 0 1 1" else "kings 0 0 1 1"
            await hall.store.write(
                Write(name, statements=[(sql.replace("kings 0 0 1 1", other), (name,))])
            )
        async with hall_at(tmp_path) as hall:
            assert (await refused(hall.room(name))).code == "unavailable"

    run(work())


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
def test_impossible_tables_say_why(change: dict[str, Any], why: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            refusal = await refused(hall.open_table(table(**change), ANA))
            assert refusal.code == "bad_request"
            assert why in refusal.message

    run(work())


def test_the_record_of_a_table_is_fair(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_at(tmp_path) as hall:
            room = await opened(hall, "giants", "mmm", nonce="12" * 16)
            await play_on(room, RNG)
            from kingdomino.core.interchange import export_record
            from kingdomino.server.summary import recorded

            record = export_record(recorded(room.charter, room.position, room.actions))
            fair = room.position.view["fair"]
            assert verify_fair(json.dumps(record | {"fair": fair})) is None
            secret = fair["secret"]
            forged = secret[:-1] + ("0" if secret[-1] != "0" else "1")
            wrong = verify_fair(json.dumps(record | {"fair": fair | {"secret": forged}}))
            assert "does not belong" in str(wrong)

    run(work())
