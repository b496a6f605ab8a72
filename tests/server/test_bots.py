"""Bots at tables: who plays, who steps in, and what is asked of them."""

from __future__ import annotations

import asyncio
import io
import json
import random
import sys
import time
from contextlib import closing
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest
from msgspec import structs

from kingdomino import GAMES, apply, draw, format_action, legal_actions, rules, start
from kingdomino.bots.budget import Budget
from kingdomino.bots.learned import champion
from kingdomino.bots.levels import LEVELS
from kingdomino.bots.worker import Question, Worker
from kingdomino.server.disk.store import Opening, Owner, Write
from kingdomino.server.live import seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.message import Hint, NewTable, SeatWish
from kingdomino.server.table.fold import Change
from kingdomino.server.table.fold import opened as opened_position
from kingdomino.server.table.position import Charter, SeatSetup, Setup
from kingdomino.server.table.summary import recorded
from kingdomino.server.thinking.bots import Bots, Moment
from kingdomino.server.web.catalogue import catalogue
from tests.server.support import (
    ANA,
    Ear,
    followed,
    give,
    hall_at,
    opened,
    play_on,
    refused,
    rematch,
    shared_bots,
    table,
    until,
)


def strange(kind: str, **more: Any) -> Bots:
    """Bots of which the squire is a strange one."""
    command = (sys.executable, "-m", "tests.server.strange_bots", kind)
    return Bots(command=command, fast=False, **more)


@pytest.mark.parametrize("kind", ["broken", "cheat", "deadly"])
async def test_a_bot_that_fails_is_replaced_and_the_log_says_so(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, rng: random.Random
) -> None:
    caplog.set_level("INFO", logger="kingdomino.server")
    bots = strange(kind)
    with closing(bots):
        async with hall_at(tmp_path, bots=bots) as hall:
            room = await opened(hall, seats="bm")
            await play_on(room, rng, moves=3)
            await until(lambda: room.position.human_to_act is not None)
            assert hall.bots.failures
    assert '"event":"bot_failed","level":"warning"' in caplog.text
    assert "page" in caplog.text


async def test_a_bot_that_never_answers_stalls_nobody(tmp_path: Path, rng: random.Random) -> None:
    bots = strange("stuck", threads=1, patience=0.2)
    with closing(bots):
        async with hall_at(tmp_path, bots=bots) as hall:
            stalled = await opened(hall, seats="bm")
            other = await opened(hall, seats="rm")
            await play_on(stalled, rng, moves=2)
            await play_on(other, rng, moves=5)
            assert bots.failures


async def test_a_thinking_process_that_cannot_start_leaves_it_to_chance(
    tmp_path: Path, rng: random.Random
) -> None:
    bots = Bots(command=(sys.executable, "-c", "pass"), fast=False)
    with closing(bots):
        async with hall_at(tmp_path, bots=bots) as hall:
            room = await opened(hall, seats="bm")
            await play_on(room, rng, moves=3)
            assert bots.failures


async def test_games_with_old_levels_are_continued(hall: Hall, rng: random.Random) -> None:
    """Before there were levels, bots were called gentle, greedy and random."""
    old = ("gentle", "greedy", "random")
    setup = Setup(
        "kingdomino",
        4,
        (),
        (SeatSetup("Ana", "human"), *(SeatSetup(name.title(), "bot", name) for name in old)),
    )
    charter = Charter("oldgame234", setup, b"s" * 32)

    change = Change(charter, opened_position(charter), hall.settings)
    change.add("started", None, {"level": "greedy"})
    change.settle()
    change.add("left", 0, {"level": "greedy"})
    write = Write(charter.id, change.entries)
    write.opening, write.owners = Opening(charter, 0, ANA), [Owner(0, ANA)]
    await hall.store.write(write)
    room = await hall.room(charter.id)
    seats = room.position.view["seats"]
    assert [seats[str(i)].get("level") for i in range(4)] == [
        None,
        "page",
        "squire",
        "page",
    ]
    assert seats["0"]["played_by"] == "squire"
    await seating.come_back(room, ANA, 0)
    await play_on(room, rng)
    await until(lambda: room.position.revealed)
    assert not hall.bots.failures
    again = await rematch(hall, room, ANA)
    assert again.position.seats[2].level == "squire"


async def test_a_bot_has_no_name_but_its_level(hall: Hall) -> None:
    """Whoever looks reads the level's title in their own language."""
    wish = NewTable("kingdomino", [SeatWish("me"), SeatWish("bot"), SeatWish("link")])
    room = await hall.open_table(wish, ANA)
    await give(room, ANA)
    await seating.start(room, ANA)
    seats = room.position.view["seats"]
    level = hall.bots.stand_in
    assert [(seats[i]["name"], seats[i]["level"]) for i in "12"] == [("", level)] * 2
    record = recorded(room.charter, room.position, room.actions)
    assert record.players == ("", level, level)


async def test_levels_that_search_are_refused_without_the_fast_engine(hall: Hall) -> None:
    states = {level["name"]: level["state"] for level in catalogue(hall.bots)["levels"]}
    assert states["squire"] == "ready"
    assert states["king"] == "missing"
    for level, why in (("king", "kingdomino[fast]"), ("jester", "there is no level")):
        wish = NewTable("kingdomino", [SeatWish("me"), SeatWish("bot", level=level)])
        refusal = await refused(hall.open_table(wish, ANA))
        assert refusal.code == "bad_request"
        assert why in refusal.message


def test_the_catalogue_has_words_for_every_level() -> None:
    for level in catalogue(shared_bots())["levels"]:
        assert level["title"].lower() == level["name"]
        assert level["what"].endswith(".")


def question(level: str | None, seed: int = 1, variants: tuple[str, ...] = ()) -> Question:
    actions = ("kings 0 1 1 0", "row 3 14 22 40")
    return Question(1, "kingdomino", 2, variants, actions, seed, level)


def test_who_waits_too_long_for_a_thread_is_played_by_a_simpler_bot() -> None:
    desk = Worker(io.BytesIO(), threads=0)
    desk.warm = True
    assert desk.answer(question("squire")).level == "squire"
    late = desk.answer(question("squire"), waited=1.5)
    assert (late.level, late.failed) == ("page", False)
    assert "waited" in str(late.why)


def test_simple_bots_play_until_the_fast_engine_is_ready() -> None:
    desk = Worker(io.BytesIO(), threads=0)
    early = desk.answer(question("king"))
    plain = [name for name, level in LEVELS.items() if not level.searches]
    assert (early.level, early.failed) == (plain[-1], False)
    assert "not ready" in str(early.why)
    advised = desk.answer(question(None)).best
    assert [(advice.playouts, advice.why is None) for advice in advised] == [(0, False)] * 3


@pytest.mark.limit(900)
def test_the_emperor_is_the_champion_where_that_is_crowned_and_its_net_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until then the king plays for it, and says so; hints and reviews ask the same player."""
    asked = list[str]()

    def listen(place: Any, name: str) -> None:
        real = getattr(place, name)

        def listened(*given: Any) -> Any:
            asked.append(name)
            return real(*given)

        monkeypatch.setattr(place, name, listened)

    listen(champion.Champion, "options")
    listen(champion, "learned_analyst")
    monkeypatch.setattr("kingdomino.bots.worker.HINT", Budget(200))
    monkeypatch.setattr("kingdomino.bots.levels.KING", Budget(200))
    desk = Worker(io.BytesIO(), threads=0)
    desk.warm = True
    duel = question("emperor", variants=("mighty_duel",))
    early = desk.answer(duel)
    assert (early.level, early.failed, asked) == ("king", False, [])
    assert "not ready" in str(early.why)
    desk.warm_nets()
    asked.clear()
    answer = desk.answer(duel)
    assert (answer.level, answer.why) == ("emperor", None)
    hint = structs.replace(duel, level=None)
    assert desk.answer(hint).best[0].playouts
    assert all(
        advice.playouts for advice in desk.answer(structs.replace(hint, played=answer.action)).best
    )
    assert asked == ["options", "options", "learned_analyst"]
    assert desk.answer(question("emperor")).level == "emperor"
    assert len(asked) == 3, "elsewhere it searches as the king does"


@pytest.mark.limit(900)
async def test_the_strongest_play_and_advise_once_the_fast_engine_is_ready(
    tmp_path: Path, rng: random.Random
) -> None:
    """The process that thinks compiles by itself; nobody waits for it."""
    bots = Bots()
    async with hall_at(tmp_path, bots=bots) as hall:
        wish = NewTable("giants", [SeatWish("me"), SeatWish("bot", level="king")])
        room = await hall.open_table(wish, ANA)
        await give(room, ANA)
        await play_on(room, rng, moves=1)
        await until(lambda: hall.bots.warm, patience=600)
        assert {level["state"] for level in catalogue(hall.bots)["levels"]} == {"ready"}
        await play_on(room, rng, moves=2)
        await until(lambda: room.position.human_to_act is not None)
        seat = room.position.human_to_act
        assert seat is not None
        hint = await room.hint(ANA, Hint(seat))
        action, gain, points, share, playouts, why = hint["best"][0]
        assert (action, gain) in room.options()
        assert points > 0
        assert 0 <= share <= 1
        assert playouts > 0
        assert why["code"]
        assert not hall.bots.failures
    bots.close()


@pytest.mark.parametrize("game", [game.name for game in GAMES])
async def test_whole_games_with_bots_end_fairly(game: str, hall: Hall, rng: random.Random) -> None:
    room = await opened(hall, game, "mbr")
    ear = Ear()
    room.attach(ear, None)
    await play_on(room, rng)
    await until(lambda: room.position.revealed)
    first, *rest = [json.loads(message) for message in ear.heard]
    assert first["type"] == "view"
    assert followed(first["view"], rest) == followed(room.view(), [])
    assert [e["seq"] for e in rest] == [*range(first["view"]["seq"] + 1, len(room.events) + 1)]
    assert not any("options" in event for event in rest)
    assert room.position.view["winners"]


def first_choice(asker: str) -> Moment:
    """Somebody asks what to choose of the first row."""
    state, actions, chance = start(rules("kingdomino", 2)), list[str](), random.Random(1)
    while state.chance:
        drawn = draw(state, chance)
        actions.append(format_action(drawn))
        state = apply(state, drawn)
    legal = [format_action(action) for action in legal_actions(state)]
    return Moment(state.rules, actions, legal, "table", asker)


async def test_a_flood_of_hints_starves_neither_bots_nor_other_hints(rng: random.Random) -> None:
    """They stood in one line once: whoever came later waited for all of them."""
    done: list[str] = []

    async def hint(asker: str) -> None:
        await bots.advise(first_choice(asker), rng)
        done.append(asker)

    with closing(strange("slow-hints", threads=2)) as bots:
        await hint("first")
        flood = [asyncio.ensure_future(hint("flood")) for _ in range(40)]
        await asyncio.sleep(0.1)
        dropped = [task.exception() for task in flood if task.done()]
        assert len(dropped) == 36
        assert {getattr(problem, "code", problem) for problem in dropped} == {"too_fast"}
        await bots.act("squire", first_choice("table"), rng)
        assert done == ["first"]
        await hint("bystander")
        assert len(done) <= 4
        for task in flood:
            task.cancel()
        assert not bots.failures


async def test_who_has_left_is_not_thought_for(rng: random.Random) -> None:
    with closing(strange("slow-hints", threads=1)) as bots:
        await bots.advise(first_choice("first"), rng)
        asking = [asyncio.ensure_future(bots.advise(first_choice(a), rng)) for a in ascii_lowercase]
        await asyncio.sleep(0.1)
        for task in asking:
            task.cancel()
        began = time.monotonic()
        await bots.advise(first_choice("last"), rng)
        assert time.monotonic() - began < 3.0
        assert not bots.failures


async def test_hints_name_the_bots_choice_first(hall: Hall) -> None:
    room = await opened(hall, seats="mm")
    seat = room.position.state.player
    assert seat is not None
    hint = await room.hint(ANA, Hint(seat, id=8))
    assert hint["type"] == "hint"
    assert hint["id"] == 8
    assert 1 <= len(hint["best"]) <= 3
    assert {text for text, *_ in hint["best"]} <= {text for text, _ in room.options()}
    silent = await opened(hall, seats="mm", hints=False)
    seat = silent.position.state.player
    assert seat is not None
    assert (await refused(silent.hint(ANA, Hint(seat)))).code == "bad_request"


async def test_where_nobody_looks_nobody_thinks(tmp_path: Path) -> None:
    async with hall_at(tmp_path, bots_alone=0.0, bot_pause=(0.05, 0.05)) as hall:
        room = await opened(hall, seats="bb")
        await asyncio.sleep(0.5)
        seq = room.position.seq
        await asyncio.sleep(0.3)
        assert room.position.seq == seq
        assert not room.busy
        ear = Ear()
        room.attach(ear, None)
        await until(lambda: room.position.seq > seq + 5)
        room.detach(ear)
        await asyncio.sleep(0.3)
        seq = room.position.seq
        await asyncio.sleep(0.3)
        assert room.position.seq == seq


async def test_a_player_is_told_that_a_simpler_bot_has_moved(
    tmp_path: Path, rng: random.Random
) -> None:
    """Who listens before the game begins and plays a little hears of it, whoever is first."""
    with closing(strange("broken")) as bots:
        async with hall_at(tmp_path, bots=bots) as hall:
            room = await hall.open_table(table(seats="bm"), ANA)
            ear = Ear()
            room.attach(ear, None)
            await give(room, ANA)
            await play_on(room, rng, moves=3)
    told = [json.loads(message) for message in ear.heard if b'"replaced"' in message]
    assert (told[0]["seat"], told[0]["asked"], told[0]["level"]) == (0, "squire", "page")
