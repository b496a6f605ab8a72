"""HTTP of a real server: tables, safety, pages."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from kingdomino import GAMES, parse_json, parse_record
from kingdomino.bots.levels import LEVELS
from kingdomino.games.fair import verify_fair
from kingdomino.server import Limits, Rate
from kingdomino.server.key import Keys, server_key
from kingdomino.server.message import LONGEST_NAME
from kingdomino.server.table.patch import merge
from tests.process import started
from tests.server.support import PATIENCE, ROOT, Process, client_of, nonces, settings

ME_AND_BOT = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "squire"}]


def open_table(client: httpx.Client, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"game": "kingdomino", "seats": ME_AND_BOT} | more)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    kinds = [seat["kind"] for seat in more.get("seats", ME_AND_BOT)]
    mine = [seat for seat, kind in enumerate(kinds) if kind == "me"]
    given = client.post(f"/api/games/{body['id']}/nonces", json=nonces(*mine))
    assert given.status_code == 200, given.text
    return body


def play_to_the_end(client: httpx.Client, game: str) -> None:
    seq, made = 0, 0
    while True:
        tail = client.get(f"/api/games/{game}/events?after={seq}&wait=10").json()
        seq = max([seq, *(event["seq"] for event in tail["events"])])
        if tail["over"]:
            return
        if tail["options"]:
            made += 1
            move = {"move_id": f"move-{made:06d}", "expected_seq": seq, "seat": tail["seat"]}
            answer = client.post(
                f"/api/games/{game}/moves", json=move | {"actions": [tail["options"][0][0]]}
            )
            assert answer.status_code == 200, answer.text
            assert answer.json()["type"] == "ack"


@pytest.mark.parametrize("nonce", ["", "\n", "ab" * 16 + "\n", "ab" * 15, "AB" * 16, "é" * 32])
def test_a_nonce_that_no_record_may_have_is_refused(client: httpx.Client, nonce: str) -> None:
    """A newline at the end passed once, and the record of the game did not verify."""
    wish = {"game": "kingdomino", "seats": ME_AND_BOT}
    table = client.post("/api/games", json=wish).json()["id"]
    answer = client.post(f"/api/games/{table}/nonces", json={"nonces": {"0": nonce}})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert client.get(f"/api/games/{table}").json()["view"]["fair"]["nonces"] == {}


def test_a_nonce_that_comes_before_the_commitment_is_refused(client: httpx.Client) -> None:
    """The server could choose its secret to it."""
    nonce = "ab" * 16
    table = open_table(client)["id"]
    asked = {
        "/api/games": {"game": "kingdomino", "seats": ME_AND_BOT, "nonce": nonce},
        "/api/join": {"token": "any", "nonce": nonce},
        f"/api/games/{table}/rematch": {"nonce": nonce},
    }
    for path, body in asked.items():
        answer = client.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), path


def test_a_move_id_ends_where_it_ends(client: httpx.Client) -> None:
    table = open_table(client)["id"]
    move = {"move_id": "move-000001\n", "expected_seq": 0, "seat": 0, "actions": ["pass"]}
    answer = client.post(f"/api/games/{table}/moves", json=move)
    assert answer.json()["code"] == "bad_request"


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_whole_game_over_http(client: httpx.Client, game: str) -> None:
    table = open_table(client, game=game)
    play_to_the_end(client, table["id"])
    record = client.get(f"/api/games/{table['id']}/record").text
    assert verify_fair(record) is None
    text = client.get(f"/api/games/{table['id']}/record?form=text").text
    assert parse_record(text) == parse_json(record)
    for body in (record, text):
        replay = client.post("/api/replay", content=body).json()
        view = replay["views"]
        for event in replay["events"]:
            view = merge(view, event["patch"])
        assert view["sheets"] == client.get(f"/api/games/{table['id']}").json()["view"]["sheets"]


def test_the_bot_is_asked_about_any_moment_of_a_record(client: httpx.Client) -> None:
    table = open_table(client, game="kingdomino")
    play_to_the_end(client, table["id"])
    record = client.get(f"/api/games/{table['id']}/record").text
    events = client.post("/api/replay", content=record).json()["events"]
    refused = set[int]()
    for at in range(len(events) + 2):
        answer = client.post(f"/api/replay/hint?at={at}", content=record)
        if answer.status_code != 200:
            assert answer.json()["code"] == "bad_request"
            refused.add(at)
            continue
        best = answer.json()["best"]
        assert 1 <= len(best) <= 3
        assert len({action for action, *_ in best}) == len(best)
        assert {action.split()[0] for action, *_ in best} == {events[at]["action"].split()[0]}
    chance = {at for at, event in enumerate(events) if event["player"] is None}
    assert refused == chance | {len(events), len(events) + 1}


def test_the_example_bot_plays_a_whole_game(server: Process) -> None:
    script = ROOT / "examples" / "bot.py"
    assert len(script.read_text().splitlines()) <= 50
    played = subprocess.run(
        [sys.executable, "-I", str(script), server.url],
        capture_output=True,
        text=True,
        timeout=PATIENCE * 2,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    lines = played.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["Example", "squire"]


def test_the_example_bot_takes_a_friends_seat(server: Process, client: httpx.Client) -> None:
    table = open_table(client, seats=[{"kind": "me"}, {"kind": "link"}])
    script = [sys.executable, str(ROOT / "examples" / "bot.py")]
    with started([*script, server.url, table["links"]["1"]], stdout=subprocess.DEVNULL) as bot:
        play_to_the_end(client, table["id"])
        assert bot.wait(PATIENCE) == 0


def test_the_seat_cookie_is_guarded_and_its_secret_nowhere(
    server: Process, client: httpx.Client
) -> None:
    answer = client.post(
        "/api/games",
        json={"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "link"}]},
    )
    header = answer.headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=Lax" in header
    secret = client.cookies["kingdomino"].split(".")[1]
    token = answer.json()["links"]["1"].partition("#")[2]
    assert answer.json()["links"]["1"] == f"/join#{token}"
    invited = httpx.post(f"{server.url}/api/invitation", json={"token": token})
    assert invited.json() == {"game": "kingdomino", "host": ""}
    joined = httpx.post(f"{server.url}/api/join", json={"token": token})
    assert joined.status_code == 200
    game = answer.json()["id"]
    for path in (f"/api/games/{game}", f"/api/games/{game}/events", f"/api/games/{game}/record"):
        text = client.get(path).text
        assert secret not in text
        assert token not in text
    stored = (server.folder / "games.sqlite3").read_bytes()
    stored += (server.folder / "games.sqlite3-wal").read_bytes()
    for word in (secret, token):
        assert word not in server.log_text
        assert word.encode() not in stored


def test_a_forged_cookie_is_nobody(server: Process, client: httpx.Client) -> None:
    table = open_table(client)
    good = client.cookies["kingdomino"]
    version, secret, signature = good.split(".")
    swapped = "A" if signature[0] != "A" else "B"
    for forged in (
        f"{version}.{secret}.{swapped}{signature[1:]}",
        f"2.{secret}.{signature}",
        f"{version}.{secret}",
        "",
        "...",
        "1.é.é",
        "x" * 5000,
    ):
        headers = {b"cookie": f"other=1; kingdomino={forged}".encode()}
        mine = httpx.get(f"{server.url}/api/games/{table['id']}", headers=headers).json()
        assert mine["my_seats"] == []
    other = {"cookie": f"kingdomino={good}"}
    assert httpx.get(f"{server.url}/api/games/{table['id']}", headers=other).json()["my_seats"] == [
        0
    ]


def test_keys_outlive_the_server(tmp_path: Path) -> None:
    def token(size: int) -> bytes:
        return bytes(size)

    key = server_key(tmp_path, token)
    assert server_key(tmp_path, lambda size: b"1" * size) == key
    assert (tmp_path / "server.key").stat().st_mode & 0o077 == 0
    keys = Keys(key, token)
    assert keys.browser(keys.new_cookie()) is not None
    (tmp_path / "server.key").write_bytes(b"short")
    with pytest.raises(ValueError, match="no key"):
        server_key(tmp_path, token)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_unsafe_requests_come_from_our_own_pages(
    client: httpx.Client, headers: dict[str, str], status: int
) -> None:
    asked = {"game": "kingdomino", "seats": ME_AND_BOT}
    assert client.post("/api/games", json=asked, headers=headers).status_code == status


def test_our_own_origin_is_welcome_and_nobody_elses_scripts_may_read(
    server: Process, client: httpx.Client
) -> None:
    asked = {"game": "kingdomino", "seats": ME_AND_BOT}
    answer = client.post("/api/games", json=asked, headers={"Origin": server.url})
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/catalogue", "/nowhere", "/js/none.js"])
def test_every_answer_has_a_strict_policy(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/games", b"{", 400, "bad_request"),
        ("/api/games", b'{"game": "kingdomino"}', 400, "bad_request"),
        ("/api/games", b'{"game": 1, "seats": []}', 400, "bad_request"),
        ("/api/games", b"x" * 20_000, 413, "too_large"),
        ("/api/join", b'{"token": "x"}', 410, "gone"),
        ("/api/invitation", b'{"token": "x"}', 410, "gone"),
        ("/api/games/nowhere/moves", b"{}", 400, "bad_request"),
        ("/api/games/nowhere/start", b"", 404, "no_such_game"),
        ("/api/replay", b"{}", 400, "bad_request"),
        ("/api/replay", b"\xff\xfe", 400, "bad_request"),
        ("/api/replay", b"player " + b"[" * 100_000, 400, "bad_request"),
        ("/api/replay", b"[" * 100_000, 400, "bad_request"),
        ("/api/replay/hint?at=1", b'{"a":' * 50_000, 400, "bad_request"),
        ("/api/replay", b"x" * 600_000, 413, "too_large"),
        ("/api/replay/hint?at=2", b"{}", 400, "bad_request"),
        ("/api/replay/hint?at=two", b"{}", 400, "bad_request"),
        ("/api/replay/hint", b"x" * 600_000, 413, "too_large"),
        ("/api/nowhere", b"{}", 405, "not_allowed"),
    ],
)
def test_refusals_are_clear(
    client: httpx.Client, path: str, body: bytes, status: int, code: str
) -> None:
    answer = client.post(path, content=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]


def test_a_body_without_a_length_is_limited_too(client: httpx.Client) -> None:
    def stream() -> Any:
        for _ in range(40):
            yield b"x" * 1000

    assert client.post("/api/games", content=stream()).status_code == 413


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/dominoes/giants", 200),
        ("/api/dominoes/chess", 404),
        ("/api/games/nowhere", 404),
        ("/api/my-games", 200),
        ("/metrics", 200),
        ("/openapi.json", 200),
        ("/..%2f..%2fserver/app.py", 404),
        ("/%00", 404),
        ("/js", 404),
        ("/icons/icon-512.png", 200),
        ("/x/%2e%2e/icons/icon-512.png", 404),
        ("/" + "x" * 300, 404),
    ],
)
def test_what_can_be_fetched(client: httpx.Client, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_the_catalogue_says_what_goes_together(client: httpx.Client) -> None:
    catalogue = client.get("/api/catalogue").json()
    assert [game["name"] for game in catalogue["games"]] == [game.name for game in GAMES]
    giants = catalogue["games"][1]
    assert giants["refused"]["harmony"]
    assert [level["name"] for level in catalogue["levels"]] == [*LEVELS]
    assert catalogue["usual_level"] in LEVELS
    assert catalogue["longest_name"] == LONGEST_NAME
    dominoes = client.get("/api/dominoes/giants").json()
    assert len(dominoes) == 60
    assert dominoes["A"]["symbol"] == "giant"
    assert dominoes["1"] == {"left": {"cell": "W"}, "right": {"cell": "W"}, "symbol": None}


def test_a_cursor_from_the_future_is_refused(client: httpx.Client) -> None:
    game = open_table(client)["id"]
    assert client.get(f"/api/games/{game}/events?after=9999").status_code == 400
    assert client.get(f"/api/games/{game}/events?after=x").status_code == 400
    for wait in ("99", "0000999999999", "26", "-1", "1.5"):
        assert client.get(f"/api/games/{game}/events?wait={wait}").status_code == 400
    assert client.get(f"/api/games/{game}/record?form=xml").status_code == 400


async def test_pages_are_sent_once_and_compressed(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.html").write_text("<!doctype html>" + "x" * 1000)
    (pages / "app.js").write_text("export const x = 1;\n" * 100)
    (pages / "art.0123abcd.svg").write_text("<svg/>")

    async with client_of(settings(tmp_path / "data", pages=pages)) as client:
        for path in ("/", "/new", "/t/abc", "/join", "/replay", "/rules/giants"):
            answer = await client.get(path)
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers["cache-control"] == "no-cache"
        script = await client.get("/app.js", headers={"accept-encoding": "identity"})
        assert script.headers["content-type"].startswith("text/javascript")
        assert "content-encoding" not in script.headers
        tag = {"if-none-match": script.headers["etag"]}
        assert (await client.get("/app.js", headers=tag)).status_code == 304
        (pages / "app.js").write_text("export const y = 2;\n" * 50)
        assert (await client.get("/app.js", headers=tag)).status_code == 200
        art = await client.get("/art.0123abcd.svg")
        assert "immutable" in art.headers["cache-control"]


def test_a_page_names_what_its_screen_needs(client: httpx.Client) -> None:
    """Asked for by the screen's script alone, they came after everything else on a slow network."""
    links = re.compile(
        r'<link rel="(stylesheet|modulepreload)"(?: fetchpriority="low")? href="([^"]+)"'
    )
    shared = [("stylesheet", "/app.css")]
    assert links.findall(client.get("/").text) == shared
    for address in ("/puzzles", "/puzzles/giants"):
        named = links.findall(client.get(address).text)
        own = [("stylesheet", "/css/puzzles.css"), ("modulepreload", "/later/screens/puzzles.js")]
        assert named == [*shared, *own]
        assert {client.get(path).status_code for _, path in named} == {200}


def test_another_spelling_of_a_page_takes_no_memory(server: Process, client: httpx.Client) -> None:
    """Each was once kept for ever: 62 kB a request."""
    client.get("/icons/icon-512.png")
    before = server.resident
    for number in range(300):
        client.get(f"/{number}/%2e%2e/icons/icon-512.png")
    assert server.resident - before < 5_000_000


def test_a_record_is_read_elsewhere(server: Process, client: httpx.Client) -> None:
    """It took 17 to 28 ms of the thread that answers everybody."""
    table = open_table(client)
    play_to_the_end(client, table["id"])
    record = client.get(f"/api/games/{table['id']}/record").content
    client.post("/api/replay", content=record)
    before = server.processor_seconds
    for _ in range(20):
        assert client.post("/api/replay", content=record).status_code == 200
    assert (server.processor_seconds - before) / 20 < 0.008


def test_a_name_that_is_no_text_is_refused(server: Process, client: httpx.Client) -> None:
    table = open_table(client)
    record = client.get(f"/api/games/{table['id']}/record").json()
    name = next(iter(record["players"]))
    text = json.dumps(record).replace(json.dumps(name), '"\\ud800"')
    answer = client.post("/api/replay", content=text)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


async def test_too_many_requests_are_refused_and_told_when(tmp_path: Path) -> None:
    limits = Limits(requests=Rate(1, 30), changes=Rate(1, 10), new_tables=Rate(1, 3))

    async with client_of(settings(tmp_path, limits=limits)) as client:
        asked = {"game": "kingdomino", "seats": ME_AND_BOT}
        tables = [await client.post("/api/games", json=asked) for _ in range(5)]
        assert [answer.status_code for answer in tables] == [200, 200, 200, 429, 429]
        assert tables[-1].json()["code"] == "too_fast"
        assert int(tables[-1].headers["retry-after"]) >= 1
        changes = [await client.post("/api/join", json={"token": "x"}) for _ in range(8)]
        assert 429 in [answer.status_code for answer in changes]
        reads = await asyncio.gather(*(client.get("/healthz") for _ in range(30)))
        assert {answer.status_code for answer in reads} == {200, 429}


def test_metrics_count(server: Process, client: httpx.Client) -> None:
    table = open_table(client)
    play_to_the_end(client, table["id"])
    values = metrics(client)
    assert values["kingdomino_moves_total"] > 0
    assert values["kingdomino_bot_moves_total"] > 0
    assert values["kingdomino_ack_seconds_count"] > 0


def metrics(client: httpx.Client) -> dict[str, float]:
    lines = [line for line in client.get("/metrics").text.splitlines() if line[0] != "#"]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/api/games/nothere/record", "no_such_game"),
        ("POST", "/api/my-games", "not_allowed"),
        ("POST", "/api/join", "bad_request"),
        ("POST", "/api/games/nothere/moves", "bad_request"),
    ],
)
def test_every_refusal_is_counted_once(
    method: str, path: str, code: str, server: Process, client: httpx.Client
) -> None:
    name = f'kingdomino_refusals_total{{code="{code}"}}'
    before = metrics(client).get(name, 0)
    client.request(method, path, content="[]")
    assert metrics(client)[name] == before + 1


def test_log_lines_are_json_and_hold_no_query(server: Process, client: httpx.Client) -> None:
    client.get("/api/my-games?token=very-secret")
    lines = [json.loads(line) for line in server.log_text.splitlines()]
    assert any(line.get("path") == "/api/my-games" for line in lines)
    assert "very-secret" not in server.log_text
