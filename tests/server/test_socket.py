"""Sockets of a real server: play, resume, dead and slow links, restarts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from kingdomino import GAMES
from kingdomino.games.fair import verify_fair
from kingdomino.server.live import seating
from kingdomino.server.live.hall import Hall
from kingdomino.server.table.patch import Json, merge, without_nulls
from kingdomino.server.web.reply import Refusals
from kingdomino.server.web.socket import Sockets
from tests.server.support import (
    ANA,
    PATIENCE,
    Process,
    cookie_header,
    nonces,
    process_at,
    told,
    until,
)
from tests.server.support import opened as opened_here


class Page:
    """A page with a socket that plays at random."""

    def __init__(self, process: Process, client: httpx.AsyncClient, game: str, seed: int) -> None:
        self.process = process
        self.client = client
        self.game = game
        self.rng = random.Random(seed)
        self.view: Json = {}
        self.seats: list[int] = []
        self.made = 0
        self.refusals: list[str] = []
        self.greetings: list[str] = []

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[ClientConnection]:
        url = self.process.socket_url(self.game, self.view.get("seq"))
        headers = cookie_header(self.client) | {"Origin": self.process.url}
        async with websockets.connect(url, additional_headers=headers) as link:
            yield link

    async def play(self, moves: int = 10_000) -> None:
        """Play until the end, or until so many moves are acked."""
        async with self.connected() as link:
            async for raw in link:
                message = json.loads(raw)
                if message["type"] == "ack":
                    moves -= 1
                    if not moves:
                        return
                await self.hear(link, message)
                if self.view.get("over") and self.view["fair"].get("secret"):
                    return

    async def hear(self, link: ClientConnection, message: Json) -> None:
        match message["type"]:
            case "ping":
                await link.send('{"type": "pong"}')
            case "view":
                self.greetings.append("view")
                self.view, self.seats = message["view"], message["seats"]
                await self.act(link, message["options"])
            case "tail":
                self.greetings.append("tail")
                self.seats = message["seats"]
                for event in message["events"]:
                    self.follow(event)
                await self.act(link, message["options"])
            case "event":
                self.follow(message)
                await self.act(link, message.get("options", []))
            case "error":
                self.refusals.append(message["code"])
            case "presence":
                self.view = merge(self.view, message["patch"])
            case _:
                pass

    def follow(self, event: Json) -> None:
        assert event["seq"] == self.view["seq"] + 1
        self.view = merge(self.view, event["patch"])

    async def act(self, link: ClientConnection, options: list[Any]) -> None:
        if not options:
            return
        seat = self.view["decision"]["player"]
        assert seat in self.seats
        self.made += 1
        move = {
            "type": "move",
            "move_id": f"{seat}-{self.made:06d}-{self.rng.getrandbits(32):08x}",
            "expected_seq": self.view["seq"],
            "seat": seat,
            "actions": [self.rng.choice(options)[0]],
        }
        await link.send(json.dumps(move))


async def opened(client: httpx.AsyncClient, game: str, *kinds: str) -> Json:
    seats = [{"kind": kind, "name": f"P{i}"} for i, kind in enumerate(kinds)]
    answer = await client.post("/api/games", json={"game": game, "seats": seats})
    assert answer.status_code == 200, answer.text
    body: Json = answer.json()
    mine = nonces(*(seat for seat, kind in enumerate(kinds) if kind == "me"))
    given = await client.post(f"/api/games/{body['id']}/nonces", json=mine)
    assert given.status_code == 200, given.text
    return body


async def joined(client: httpx.AsyncClient, link: str) -> None:
    token = link.partition("#")[2]
    answer = await client.post("/api/join", json={"token": token, "name": "Bo"})
    assert answer.status_code == 200, answer.text
    body: Json = answer.json()
    given = await client.post(f"/api/games/{body['id']}/nonces", json=nonces(body["seat"]))
    assert given.status_code == 200, given.text


async def end_of(link: ClientConnection) -> int | None:
    """The code with which the server ends a link that says nothing."""
    with contextlib.suppress(websockets.ConnectionClosed):
        async for _ in link:
            pass
    return link.close_code


@contextlib.asynccontextmanager
async def browsers(process: Process) -> AsyncIterator[tuple[httpx.AsyncClient, httpx.AsyncClient]]:
    async with (
        httpx.AsyncClient(base_url=process.url, timeout=PATIENCE) as ana,
        httpx.AsyncClient(base_url=process.url, timeout=PATIENCE) as bo,
    ):
        yield ana, bo


@pytest.mark.parametrize("game", [game.name for game in GAMES])
async def test_two_browsers_and_a_bot_play_a_whole_game(server: Process, game: str) -> None:
    async with browsers(server) as (ana, bo):
        table = await opened(ana, game, "me", "link", "bot")
        pages = [Page(server, ana, table["id"], 1)]
        await joined(bo, table["links"]["1"])
        pages.append(Page(server, bo, table["id"], 2))
        await asyncio.gather(*(page.play() for page in pages))
        truth = (await ana.get(f"/api/games/{table['id']}")).json()["view"]
        for page in pages:
            assert not page.refusals
            assert {**without_nulls(page.view), "seats": 0} == {
                **without_nulls(truth),
                "seats": 0,
            }
        record = (await ana.get(f"/api/games/{table['id']}/record")).text
        assert verify_fair(record) is None


async def test_a_broken_link_resumes_by_cursor(server: Process) -> None:
    async with browsers(server) as (ana, _):
        table = await opened(ana, "kingdomino", "me", "me")
        page = Page(server, ana, table["id"], 3)
        for _ in range(5):
            await page.play(moves=2)
        await page.play()
        assert page.view["over"]
        assert page.greetings == ["view", "tail", "tail", "tail", "tail", "tail"]


async def test_a_cursor_far_behind_gets_the_whole_view(server: Process) -> None:
    async with browsers(server) as (ana, _):
        table = await opened(ana, "origins-tribe", "me", "me")
        page = Page(server, ana, table["id"], 4)
        await page.play()
        for after, kind in ((page.view["seq"] + 5, "view"), (0, "view"), (None, "view")):
            url = server.socket_url(table["id"], after)
            async with websockets.connect(url) as link:
                assert json.loads(await link.recv())["type"] == kind


async def test_the_answers_on_a_socket(server: Process) -> None:
    async with browsers(server) as (ana, _):
        table = await opened(ana, "kingdomino", "me", "me")
        page = Page(server, ana, table["id"], 5)
        async with page.connected() as link:
            greeting = json.loads(await link.recv())
            seat = greeting["seat"]
            action = greeting["options"][0][0]
            for message, kind in (
                ({"type": "ping"}, "pong"),
                ({"type": "stage", "id": 7, "seat": seat, "actions": [action]}, "staged"),
                ({"type": "hint", "id": 8, "seat": seat}, "hint"),
                ({"type": "fly"}, "error"),
                ({"type": "stage", "id": 9, "seat": seat, "actions": ["fly"]}, "error"),
                ({"type": "stage", "id": True, "seat": seat, "actions": []}, "error"),
                ({"type": "move", "move_id": "x" * 9000}, "error"),
            ):
                await link.send(json.dumps(message))
                answer = await told(link)
                assert answer["type"] == kind
                if "id" in message and kind != "error":
                    assert answer["id"] == message["id"]
            await link.send(b"\xff\xfe")
            assert (await told(link))["code"] == "bad_request"


async def test_strangers_are_refused_before_the_handshake(server: Process) -> None:
    async def refusal(url: str, **headers: str) -> tuple[int, str]:
        with pytest.raises(websockets.exceptions.InvalidStatus) as problem:
            async with websockets.connect(url, additional_headers=headers):
                pass
        response = problem.value.response
        return response.status_code, json.loads(response.body or b"{}")["code"]

    async with browsers(server) as (ana, _):
        table = await opened(ana, "kingdomino", "me", "me")
        url = server.socket_url(table["id"])
        assert await refusal(url, Origin="http://elsewhere.example") == (403, "bad_origin")
        assert await refusal(url, Origin="null") == (403, "bad_origin")
        assert await refusal(server.socket_url("nowhere")) == (404, "no_such_game")
        assert await refusal(url + "?after=soon") == (400, "bad_request")
        assert await refusal(server.url.replace("http", "ws") + "/api/x") == (404, "not_found")


async def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    """Silence is noticed; with the default settings within 12 s, here within 4.8.

    It once took until the next ping, here the 20th second.
    """
    with process_at(tmp_path / "data", "ping_every=20", "dead_after=4.8") as process:
        async with browsers(process) as (ana, _):
            table = await opened(ana, "kingdomino", "me", "me")
            page = Page(process, ana, table["id"], 6)
            async with page.connected() as link:
                began = time.monotonic()
                assert await end_of(link) == 1001
                assert 4 < time.monotonic() - began < 5.8
            metrics = (await ana.get("/metrics")).text
            assert "kingdomino_dead_links_total 1" in metrics


def test_the_defaults_notice_a_dead_link_within_12_seconds() -> None:
    from kingdomino.server import Settings

    made = Settings(data=Path())
    assert made.dead_after <= 12
    assert made.ping_every < made.dead_after / 2


class Stuck:
    """The server's side of a socket whose other side never reads."""

    def __init__(self) -> None:
        self.transport = self
        self.aborted = asyncio.Event()
        self.accepted = False
        self.incoming: asyncio.Queue[Any] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})

    async def send(self, message: Any) -> None:
        if self.accepted:
            await asyncio.Event().wait()
        self.accepted = True

    async def receive(self) -> Any:
        return await self.incoming.get()

    def abort(self) -> None:
        self.aborted.set()
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1006})


async def test_a_slow_consumer_is_dropped(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who never reads does not fill the server's memory."""
    monkeypatch.setattr("kingdomino.server.web.socket.GOODBYE_SECONDS", 0.01)

    room, stuck = await opened_here(hall), Stuck()
    sockets = Sockets(hall, Refusals(hall.metrics))
    scope = {
        "type": "websocket",
        "path": f"/api/games/{room.id}/socket",
        "query_string": b"",
        "headers": [],
        "client": ("127.0.0.1", 1),
    }
    serving = asyncio.ensure_future(sockets.serve(scope, stuck.receive, stuck.send))
    await until(lambda: bool(room.audience.links))
    for number in range(sockets.limits.queued_messages + 2):
        await seating.rename(room, ANA, 0, f"N{number}")
    assert hall.metrics.slow_links == 1
    await stuck.aborted.wait()
    await serving
    assert not room.audience.links
    assert hall.metrics.sockets == 0


async def test_a_stopped_server_says_goodbye_and_the_next_one_goes_on(tmp_path: Path) -> None:
    with process_at(tmp_path / "data") as first:
        async with browsers(first) as (ana, _):
            table = await opened(ana, "giants", "me", "bot", "bot")
            page = Page(first, ana, table["id"], 8)
            await page.play(moves=4)
            async with page.connected() as link:
                await link.recv()
                await asyncio.to_thread(first.stop)
                assert '"event":"stopped"' in first.log_text
                assert await end_of(link) == 1012
            with process_at(tmp_path / "data") as second:
                page.process = second
                await page.play()
                assert page.view["over"]
                assert "view" not in page.greetings[1:]


async def test_moves_and_pongs_go_on_while_a_hint_is_thought_about(tmp_path: Path) -> None:
    with process_at(tmp_path, "bots=slow-hints") as process:
        async with httpx.AsyncClient(base_url=process.url, timeout=PATIENCE) as client:
            game = (await opened(client, "kingdomino", "me", "me"))["id"]
            page = Page(process, client, game, 1)
            async with page.connected() as link:
                greeting = json.loads(await link.recv())
                seat, (action, _) = greeting["seat"], greeting["options"][0]
                move = {"type": "move", "move_id": "move-000001", "seat": seat}
                move |= {"expected_seq": greeting["view"]["seq"], "actions": [action]}
                for message in ({"type": "hint", "seat": seat, "id": 1}, {"type": "ping"}, move):
                    await link.send(json.dumps(message))
                heard: list[str] = []
                while "hint" not in heard:
                    heard.append(json.loads(await link.recv())["type"])
    assert heard.index("pong") < heard.index("ack") < heard.index("hint")
