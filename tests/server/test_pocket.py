"""The server of one device answers as the real one: the same messages, the same rules."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kingdomino import GAMES
from kingdomino.server import Settings
from kingdomino.server.error import ServerError
from kingdomino.server.live.keeping import take_over
from kingdomino.server.live.listing import my_games
from kingdomino.server.pocket.desk import Desk
from kingdomino.server.site.kit import PYODIDE, Kit, pack_ours, snapshot_name
from kingdomino.server.table.kept import parse_kept
from kingdomino.server.table.position import SeatSetup
from kingdomino.server.table.view import with_presence
from tests.server.support import ANA, hall_at

Json = dict[str, Any]
HUMAN, KING = {"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "king"}
KNIGHT, FRIEND = {"kind": "bot", "level": "knight"}, {"kind": "link"}


class Device:
    """A page and its own server."""

    def __init__(self, desk: Desk | None = None) -> None:
        self.desk = desk or Desk(Settings(data=Path(), clock=lambda: 1_700_000_000.0))
        self.kept: dict[str, Json] = {}
        self.told: list[Json] = []

    def say(self, method: str, path: str, body: object = None) -> Json:
        """The whole answer; bots move when it is over."""
        text = "" if body is None else body if isinstance(body, str) else json.dumps(body)
        answer: Json = json.loads(self.desk.answer(method, path, text))
        self._hear(answer)
        bot = answer.get("bot")
        while bot:
            bot = self._hear(json.loads(self.desk.tick(answer["game"])))["bot"]
        return answer

    def _hear(self, answer: Json) -> Json:
        self.kept |= answer["kept"]
        self.told += answer.get("told", [])
        return answer

    def get(self, path: str) -> Any:
        return self._body(self.say("GET", path))

    def post(self, path: str, body: object) -> Any:
        return self._body(self.say("POST", path, body))

    def _body(self, answer: Json) -> Any:
        assert answer["status"] == 200, answer
        return answer["body"]

    def open(self, game: str, *seats: Json, **more: object) -> str:
        asked = {"game": game, "seats": list(seats)} | more
        table: str = self.post("/api/games", asked)["id"]
        mine = [i for i, seat in enumerate(seats) if seat["kind"] == "me"]
        self.post(f"/api/games/{table}/nonces", {"nonces": {str(i): f"{i:032x}" for i in mine}})
        return table

    def move(self, table: str, seat: int, actions: Sequence[str], name: str = "") -> Json:
        seq = self.get(f"/api/games/{table}")["view"]["seq"]
        about = {"move_id": name or f"move-{seq:04}", "expected_seq": seq, "seat": seat}
        return self.say("POST", f"/api/games/{table}/moves", about | {"actions": [*actions]})

    def play(self, table: str) -> Json:
        """The first hint, until the game is over; the last view."""
        while True:
            seen = self.get(f"/api/games/{table}")
            if seen["view"]["over"]:
                view: Json = seen["view"]
                return view
            seat = seen["seat"]
            best = self.post(f"/api/games/{table}/hint", {"seat": seat, "id": 1})["best"]
            assert self.move(table, seat, [best[0][0]])["status"] == 200


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_game_against_a_bot_is_played_to_its_end_and_read_again(game: str) -> None:
    device = Device()
    table = device.open(game, HUMAN, KNIGHT)
    view = device.play(table)
    assert view["winners"] is not None
    assert view["fair"]["secret"]
    again = Device(device.desk)
    again.desk = Desk()
    again.desk.load(device.kept[table]["table"])
    assert again.get(f"/api/games/{table}")["view"] == view
    assert device.kept[table]["summary"]["over"]


def test_what_is_told_is_the_tail() -> None:
    """Who hears every event knows what who asks for them does."""
    device = Device()
    table = device.open("kingdomino", HUMAN, KNIGHT)
    device.play(table)
    tail = device.get(f"/api/games/{table}/events?after=0")["events"]
    heard = [{k: v for k, v in event.items() if k != "options"} for event in device.told]
    assert heard == tail


def test_a_level_that_needs_more_than_a_page_is_played_by_a_simpler_one_and_says_so() -> None:
    device = Device()
    device.open("kingdomino", HUMAN, KING)
    device.play(next(iter(device.kept)))
    replaced = [message for message in device.told if message["type"] == "replaced"]
    assert {(m["asked"], m["level"]) for m in replaced} == {("king", "knight")}


def test_a_move_sent_again_is_one_move() -> None:
    device = Device()
    table = device.open("kingdomino", HUMAN, HUMAN)
    seen = device.get(f"/api/games/{table}")
    seat, action = seen["seat"], seen["options"][0][0]
    about = {"move_id": "the-same", "expected_seq": seen["view"]["seq"], "seat": seat}
    path = f"/api/games/{table}/moves"
    first = device.post(path, about | {"actions": [action]})
    assert device.post(path, about | {"actions": [action]}) == first
    assert device.say("POST", path, about | {"actions": ["discard"]})["body"]["code"] == "stale"


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("POST", "/api/games", {"game": "chess", "seats": [HUMAN, KNIGHT]}, "bad_request"),
        (
            "POST",
            "/api/games",
            {"game": "giants", "seats": [HUMAN, {"kind": "link"}]},
            "bad_request",
        ),
        ("POST", "/api/games", "nonsense", "bad_request"),
        ("GET", "/api/games/nowhere", None, "no_such_game"),
        ("GET", "/api/puzzles/chess", None, "no_such_game"),
        ("GET", "/api/puzzles/giants/999999", None, "not_found"),
        ("POST", "/api/replay", "nonsense", "bad_request"),
        ("POST", "/api/pad/read", {"code": "nonsense"}, "other_version"),
        ("GET", "/api/join", None, "not_found"),
    ],
)
def test_what_cannot_be_is_refused_as_the_server_does(
    method: str, path: str, body: object, code: str
) -> None:
    answer = Device().say(method, path, body)
    assert answer["body"]["code"] == code
    assert answer["status"] >= 400


def test_illegal_moves_change_nothing() -> None:
    device = Device()
    table = device.open("kingdomino", HUMAN, HUMAN)
    seen = device.get(f"/api/games/{table}")
    other = 1 - seen["seat"]
    assert device.move(table, seen["seat"], ["place e1 e2"])["body"]["code"] == "illegal"
    assert device.move(table, other, ["choose 1"])["body"]["code"] == "not_your_turn"
    assert device.get(f"/api/games/{table}") == seen


def test_a_rematch_and_the_next_game_of_a_dynasty() -> None:
    device = Device()
    table = device.open("kingdomino", HUMAN, KNIGHT, dynasty=True)
    view = device.play(table)
    following = device.post(f"/api/games/{table}/rematch", {})["id"]
    assert device.post(f"/api/games/{table}/rematch", {})["id"] == following
    then = device.get(f"/api/games/{following}")["view"]
    assert then["dynasty"]["game"] == 2
    assert then["dynasty"]["totals"] == view["dynasty"]["totals"]
    assert {table, following} == {*device.kept}


def test_a_rematch_keeps_looks_and_the_name_of_its_dynasty() -> None:
    """Looks were lost once, and all dynasties had one name."""
    device, ana = Device(), HUMAN | {"colour": "green", "emblem": "moon"}
    table, other = (device.open("kingdomino", ana, KNIGHT, dynasty=True) for _ in range(2))
    first = device.play(table)
    following = device.post(f"/api/games/{table}/rematch", {})["id"]
    then = device.get(f"/api/games/{following}")["view"]
    assert (then["seats"]["0"]["colour"], then["seats"]["0"]["emblem"]) == ("green", "moon")
    assert then["seats"]["1"]["colour"] == first["seats"]["1"]["colour"]
    names = [device.get(f"/api/games/{t}")["view"]["dynasty"]["id"] for t in (table, other)]
    assert then["dynasty"]["id"] == names[0] != names[1]


def test_a_log_that_was_changed_is_refused() -> None:
    device = Device()
    table = device.open("kingdomino", HUMAN, KNIGHT)
    device.play(table)
    text = device.kept[table]["table"]
    kept = parse_kept(text)
    swapped = kept.entries[:9] + kept.entries[10:]
    for entries in (swapped, [kept.entries[0]._replace(chain=None), *kept.entries[1:]]):
        forged = msgspec.structs.replace(kept, entries=entries)
        with pytest.raises(ServerError, match="this is no table") as refused:
            Desk().load(msgspec.json.encode(forged).decode())
        assert refused.value.code == "damaged"
    with pytest.raises(ServerError, match="this is no table"):
        Desk().load("{}")


def test_the_kit_is_enough_by_itself(tmp_path: Path) -> None:
    """What is packed plays a game with nothing else of the package beside it, and once it is ready
    without its own files: who starts from a snapshot has none."""
    with zipfile.ZipFile(io.BytesIO(pack_ours())) as archive:
        archive.extractall(tmp_path)
    code = f"""
import shutil, sys
sys.path[:0] = [{str(tmp_path)!r}]
from kingdomino.server.pocket.desk import Desk
from kingdomino.server.pocket.ready import make_ready
import kingdomino, json
make_ready()
shutil.rmtree({str(tmp_path / "kingdomino")!r})
assert kingdomino.__file__.startswith({str(tmp_path)!r}), kingdomino.__file__
desk = Desk()
ask = lambda *words: json.loads(desk.answer(*words))
seats = [dict(kind="me"), dict(kind="bot", level="page")]
for game in kingdomino.GAMES:
    made = ask("POST", "/api/games", json.dumps(dict(game=game.name, seats=seats)))
    nonces = json.dumps(dict(nonces={{"0": "ab" * 16}}))
    answer = ask("POST", f"/api/games/{{made['body']['id']}}/nonces", nonces)
    while answer["bot"]:
        answer = json.loads(desk.tick(answer["game"]))
    assert ask("GET", f"/api/puzzles/{{game.name}}/1")["status"] == 200
print(*sorted(name for name in ("starlette", "uvicorn", "numpy", "sqlite3") if name in sys.modules))
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (ran.stdout, ran.stderr) == ("\n", "")


def test_a_snapshot_is_offered_with_the_rules_that_are_in_it(tmp_path: Path) -> None:
    for name in (*PYODIDE, "msgspec-1.whl"):
        (tmp_path / name).write_bytes(gzip.compress(b"memory"))
    (tmp_path / "rules-0123456789abcdef.snapshot.gz").write_bytes(b"of other rules")
    told = json.loads(Kit(tmp_path).page("kit.json").body)
    assert (told["snapshot"], "/offline/snapshot.gz" in told["files"]) == (False, False)
    with pytest.raises(ServerError, match="no such file"):
        Kit(tmp_path).page("snapshot")
    (tmp_path / snapshot_name()).write_bytes(gzip.compress(b"of these"))
    kit = Kit(tmp_path)
    told = json.loads(kit.page("kit.json").body)
    assert (told["snapshot"], "/offline/snapshot.gz" in told["files"]) == (True, True)
    assert gzip.decompress(kit.page("snapshot.gz").body) == kit.page("snapshot").body == b"of these"
    assert kit.page("pyodide.asm.wasm").body == b"memory"


async def test_a_finished_game_is_taken_over_by_the_server_once(tmp_path: Path) -> None:
    device = Device()
    table = device.open("kingdomino", HUMAN, KNIGHT)
    unfinished = parse_kept(device.kept[table]["table"])
    view = device.play(table)
    kept = parse_kept(device.kept[table]["table"])
    async with hall_at(tmp_path) as hall:
        for _ in range(2):
            assert await take_over(hall.store, hall.settings, kept, ANA) == {"id": table}
        room = await hall.room(table)
        online = with_presence(room.position, [0])
        assert online == view
        assert room.seats_of(ANA) == [0]
        assert [game["id"] for game in (await my_games(hall, ANA))["games"]] == [table]
        loud = SeatSetup("A\u202e" * 20, "human")
        strange = msgspec.structs.replace(kept.setup, seats=(loud, kept.setup.seats[1]))
        for bad in (
            unfinished,
            msgspec.structs.replace(kept, setup=strange),
            msgspec.structs.replace(kept, secret="00" * 32),
            msgspec.structs.replace(kept, opened_at=-1),
            msgspec.structs.replace(kept, id="../../etc"),
        ):
            with pytest.raises(ServerError) as refused:
                await take_over(hall.store, hall.settings, bad, ANA)
            assert refused.value.code in ("bad_request", "damaged")
