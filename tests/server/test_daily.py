"""Daily deals: the same everywhere, one try that counts, nothing known ahead."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import io
import json
import random
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest

from kingdomino import format_action, legal_actions, rules
from kingdomino.bots.skill import RANKS
from kingdomino.bots.worker import Question, Worker
from kingdomino.core.interchange import export_record
from kingdomino.games import daily as deals
from kingdomino.games.catalogue import GAMES
from kingdomino.server.live.hall import Hall
from kingdomino.server.live.room import Room
from kingdomino.server.message import DailyTry, Move
from kingdomino.server.pastime.daily import Daily
from kingdomino.server.table.patch import Json
from kingdomino.server.table.summary import recorded
from kingdomino.server.table.view import fair
from kingdomino.server.thinking.bots import Bots, Moment
from tests.server import stranger
from tests.server.support import ANA, BO, BOTH, hall_at, refused, until
from tests.web.drawn import box

KEY = b"key " * 8
DAY = date(2026, 11, 16)
NOON = 1_794_830_400.0
"""Of that day."""
GAME_NAMES = [game.name for game in GAMES]


def at_noon() -> float:
    return NOON


async def tried(hall: Hall, game: str = "kingdomino", level: str = "squire", **more: bool) -> Room:
    """Ana's table with today's deal."""
    asked = DailyTry(game, level, name="Ana", **more)
    return await hall.room((await Daily(hall).open(asked, ANA, opener="x"))["id"])


async def play_first(room: Room, *, moves: int = 1000) -> None:
    """The first thing that is legal, again and again: the same play everywhere."""
    for _ in range(moves):
        await until(lambda: room.position.human_to_act is not None or room.position.revealed)
        now = room.position
        if now.revealed:
            return
        action = format_action(legal_actions(now.state)[0])
        await room.move(ANA, Move(f"move-{now.seq:08d}", now.seq, 0, [action]))


def proven(room: Room) -> str:
    """The record as it is fetched."""
    record = recorded(room.charter, room.position, room.actions)
    return json.dumps(export_record(record) | {"fair": fair(room.charter, room.position)})


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_two_servers_with_one_key_have_the_same_game(tmp_path: Path, game: str) -> None:
    """The dominoes, and the bot's answers to the same play; the record proves the deal."""
    played: list[list[str]] = []
    for place, key in (("a", KEY), ("b", KEY), ("c", None)):
        async with hall_at(tmp_path / place, daily_key=key, clock=at_noon) as hall:
            room = await tried(hall, game)
            await play_first(room)
            played.append(room.actions)
            if key:
                shown = deals.Shown(DAY, deals.seed_of(KEY, DAY))
                assert deals.check_deal(proven(room), shown)[0] == DAY
    assert played[0] == played[1] != played[2]


async def test_a_restart_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "whole", daily_key=KEY, clock=at_noon) as hall:
        whole = await tried(hall)
        await play_first(whole)
    async with hall_at(tmp_path / "cut", daily_key=KEY, clock=at_noon) as hall:
        before = await tried(hall)
        await play_first(before, moves=7)
    async with hall_at(tmp_path / "cut", daily_key=KEY, clock=at_noon) as hall:
        after = await tried(hall)
        assert after.id == before.id
        await play_first(after)
    assert after.actions == whole.actions


@BOTH
async def test_one_try_counts(tmp_path: Path, database: str | None) -> None:
    """Also when it is asked for twice at once; practice comes after it, and says so."""
    async with hall_at(tmp_path, database=database, clock=at_noon) as hall:
        early = await refused(tried(hall, practice=True))
        assert (early.code, early.status) == ("daily_first", 409)
        twice = await asyncio.gather(tried(hall), tried(hall))
        room = twice[0]
        assert {one.id for one in twice} == {room.id}
        assert room.position.view["daily"] == {"day": "2026-11-16", "kind": "counts"}
        assert not room.position.view["hints"]
        assert (await refused(tried(hall, practice=True))).code == "daily_first"
        await play_first(room)
        assert (await tried(hall)).id == room.id
        practice = await tried(hall, practice=True)
        assert practice.id != room.id
        assert practice.position.view["daily"]["kind"] == "practice"
        assert practice.position.view["hints"]
        assert practice.actions[:2] == room.actions[:2]
        again = await hall.room((await hall.rematch(room, ANA))["id"])
        assert again.position.view["daily"]["kind"] == "practice"
        assert again.actions[:2] == room.actions[:2]
        others = [await tried(hall, "giants"), await tried(hall, level="page")]
        other = await Daily(hall).open(DailyTry("kingdomino", "squire"), BO, opener="x")
        assert len({room.id, other["id"], *(one.id for one in others)}) == 4


async def test_every_day_keeps_what_the_day_before_promised(tmp_path: Path) -> None:
    now = NOON
    async with hall_at(tmp_path, clock=lambda: now) as hall:
        first, told = (await tried(hall)).id, Daily(hall).told()
        assert (told["day"], told["shown"]["day"]) == ("2026-11-16", "2026-11-15")
        assert told["ends"] == (NOON + 12 * 3600) * 1000
        assert told["games"] == GAME_NAMES
        assert told["levels"] == ["page", "squire", "knight"]
        now += 86_400
        later = Daily(hall).told()
        assert (await tried(hall)).id != first
        shown, before = (
            deals.parse_shown(f"{one['shown']['day']}:{one['shown']['seed']}")
            for one in (later, told)
        )
        deals.check_chain(shown, before)
        assert deals.promised_by(shown.seed) == before.seed


async def test_the_strongest_bot_plays_the_same_deal_afterwards(tmp_path: Path) -> None:
    async with hall_at(tmp_path, clock=at_noon) as hall:
        room, daily = await tried(hall, level="page"), Daily(hall)
        assert (await refused(daily.strongest(room, ANA, opener="x"))).code == "daily_first"
        await play_first(room)
        assert (await refused(daily.strongest(room, BO, opener="x"))).code == "daily_first"

        async def shown() -> Json:
            return await daily.strongest(room, ANA, opener="x")

        async def over() -> bool:
            return bool((await shown())["over"])

        await until(over)
        made = await shown()
        # Without the fast engine the knight is the strongest that there is.
        assert made["level"] == "knight"
        game = await hall.room(made["id"])
        assert game.actions[0] == room.actions[0]
        assert game.charter.secret == room.charter.secret
        assert made["totals"] == [
            game.position.view["sheets"][str(seat)]["total"] for seat in range(2)
        ]
        assert (await refused(daily.strongest(game, ANA, opener="x"))).code == "bad_request"


def test_over_http(client: httpx.Client) -> None:
    told = client.get("/api/daily").json()
    assert told["version"] == deals.VERSION
    begun = client.post("/api/daily", json={"game": "giants", "level": "knight"}).json()
    assert (begun["day"], begun["over"]) == (told["day"], False)
    view = client.get(f"/api/games/{begun['id']}").json()["view"]
    assert view["started"]
    assert view["fair"]["nonces"] == {"0": told["day"].replace("-", "").zfill(32)}
    mine = client.get("/api/my-games").json()["games"]
    assert begun["id"] in [game["id"] for game in mine]
    for wrong, why in (
        ({"game": "chess", "level": "page"}, "no daily deal for the game 'chess'"),
        ({"game": "giants", "level": "king"}, "no daily deal for the level 'king'"),
        ({"game": "giants"}, "missing required field `level`"),
    ):
        answer = client.post("/api/daily", json=wrong)
        assert answer.status_code == 400
        assert why in answer.json()["message"]
    other = client.post("/api/games", json=OTHER).json()["id"]
    assert client.post(f"/api/games/{other}/strongest").status_code == 400


OTHER = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "bot"}]}


def question(level: str, *, clockless: bool) -> Question:
    kings = ["kings 0 1 1 0", "row 1 2 3 4"]
    return Question(1, "kingdomino", 2, (), kings, 7, level, clockless=clockless)


def test_a_bot_of_the_day_is_not_replaced_however_long_it_waited() -> None:
    worker = Worker(io.BytesIO(), threads=0)
    assert worker.answer(question("knight", clockless=False), waited=2.5).level == "page"
    answer = worker.answer(question("knight", clockless=True), waited=2.5)
    assert answer.level == "knight"
    assert answer == worker.answer(question("knight", clockless=True))


def test_searching_levels_go_by_playouts_alone() -> None:
    """Whatever the machine: the seed decides."""
    worker = Worker(io.BytesIO(), threads=0)
    worker.warm = True
    for level in (*RANKS[3:], "emperor"):
        found = [worker.answer(question(level, clockless=True), waited=w) for w in (0.0, 9.0)]
        assert found[0] == found[1]
        assert found[0].level == level


async def test_the_bot_of_the_day_is_waited_for_until_it_is_ready() -> None:
    """Elsewhere a simpler one plays while the fast engine is compiled."""
    bots, rng = Bots(fast=False), random.Random(1)
    # The process has not been told to compile it: so it is never ready.
    bots.fast = True
    made, legal = question("baron", clockless=True), [f"choose {n}" for n in (1, 2, 3, 4)]
    moment = Moment(rules("kingdomino", 2), made.actions, legal, "table", "somebody")
    try:
        assert (await bots.act("baron", moment, rng)).level == "knight"
        waits = await refused(bots.act("baron", replace(moment, seed=7), rng))
        assert (waits.code, waits.message) == (
            "unavailable",
            "the bot is not ready: the fast engine is not ready",
        )
    finally:
        bots.close()


def test_the_document_alone_is_enough() -> None:
    """The vector of docs/protocol.md, as a stranger works it out."""
    text = Path(__file__).parents[2] / "docs" / "protocol.md"
    chapter = text.read_text("utf-8").partition("\n## Daily deal\n")[2].partition("\n## ")[0]
    (found,) = re.findall(r"^```json\n(.*?)^```", chapter, re.DOTALL | re.M)
    vector = json.loads(found)

    def mac(key: str, message: str) -> bytes:
        return hmac.new(bytes.fromhex(key), message.encode("ascii"), hashlib.sha256).digest()

    seed = mac(vector["key"], "kingdomino-daily/1")
    assert seed.hex() == vector["last"]
    day = date(2099, 12, 31)
    while day > date.fromisoformat(vector["day"]):
        seed = hashlib.sha256(b"kingdomino-daily/1" + seed).digest()
        day -= timedelta(days=1)
    assert seed.hex() == vector["seed"]
    assert hashlib.sha256(b"kingdomino-daily/1" + seed).hexdigest() == vector["shown"]
    assert mac(vector["seed"], f"kingdomino-daily/1:{vector['game']}").hex() == vector["secret"]
    assert vector["nonce"] == "0" * 24 + vector["day"].replace("-", "")
    promise = hashlib.sha256(bytes.fromhex(vector["secret"])).hexdigest()
    drawn = {"secret": vector["secret"], "nonces": {"0": vector["nonce"]}, "commitment": promise}
    events = [text.split() for text in vector["draws"]]
    record = {
        "rules": {"game": vector["game"], "players": 2},
        "fair": drawn | {"version": "kingdomino-fair/2"},
        "events": [{"type": kind, stranger.SHOWN[kind]: things} for kind, *things in events],
    }
    assert stranger.first_wrong(record, box(vector["game"])) is None
    (bot,) = (mac(vector["secret"], f"kingdomino-daily/1:bot:{n}")[:8] for n in vector["bot"])
    assert [int.from_bytes(bot, "big") // 2] == [*vector["bot"].values()]
    assert deals.seed_of(bytes.fromhex(vector["key"]), day) == seed
    assert deals.bot_seed(bytes.fromhex(vector["secret"]), 2) == vector["bot"]["2"]
