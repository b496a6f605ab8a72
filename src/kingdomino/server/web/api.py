"""The HTTP side: the same handlers as on sockets, for bots and networks that dislike sockets."""

from __future__ import annotations

import asyncio
import json
import time
from functools import cache
from hmac import compare_digest
from typing import Annotated, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ...core.interchange import export_record
from ...core.record import format_record
from ...games.catalogue import rules
from ..error import ServerError
from ..live import invitation, listing, seating
from ..live.hall import Hall
from ..live.keeping import take_over
from ..message import (
    BotWish,
    Guest,
    Hint,
    Invited,
    Join,
    Move,
    NewTable,
    Nonces,
    Nothing,
    Offered,
    OfSeat,
    Rename,
    Say,
    SeatKey,
    Stage,
    Subscription,
)
from ..table.kept import Kept
from ..table.printed import printed_dominoes
from ..table.shape import ByName
from ..table.summary import recorded
from ..table.view import fair, full_sheets
from ..thinking.advice import Hinted, advice
from ..thinking.bots import Moment
from ..thinking.queue import Kind
from .answer import (
    Ack,
    Advised,
    Catalogue,
    Dominoes,
    Done,
    Health,
    Invitation,
    Joined,
    Key,
    MyGames,
    Next,
    Opened,
    OpenTables,
    Planned,
    PushKey,
    Record,
    Replay,
    Reviewed,
    Seq,
    Sheets,
    Staged,
    Table,
    Tail,
)
from .catalogue import catalogue
from .limit import address
from .openapi import Also, Endpoint, Query, openapi
from .pastime import A_DAY, Pastimes
from .reply import Refusals, json_response
from .request import after_of, while_here, whole_number

T = TypeVar("T")
LONGEST_WAIT = 25
LOOPBACK = ("127.0.0.1", "::/64")
AFTER = Query("after", "The last seq that you have.", {"type": "integer", "minimum": 0})
WAIT = Query(
    "wait",
    "Seconds to wait for an event when there is none.",
    {"type": "integer", "minimum": 0, "maximum": int(LONGEST_WAIT)},
)
AT = Query("at", "How many events have happened.", {"type": "integer", "minimum": 0})
KNOWN = Query("after", "How many verdicts you have.", {"type": "integer", "minimum": 0})
MORE = Query("after", "What the answer before called more.", {"type": "string"})
TEXT_TOO, OF_RECORD = Also(answer=True), Also(body=True)
FORM = Query("form", "json, or text for our text form.", {"enum": ["json", "text"]})


class Api(Pastimes):
    """All handlers, bound to one hall."""

    def __init__(self, hall: Hall, refusals: Refusals) -> None:
        super().__init__(hall)
        self._refusals = refusals

    def routes(self) -> list[Route]:
        """Everything under /api, and what machines ask for."""
        return [
            Route(path, self.bound(handler), methods=[method])
            for method, path, handler in ENDPOINTS
        ]

    async def health(self, request: Request) -> Annotated[Response, Health]:
        """Whether the server serves, and can write."""
        await self.hall.check_ready()
        return json_response({"status": "ok"})

    async def metrics(self, request: Request) -> Annotated[Response, str]:
        """Counters for Prometheus: for this machine, or for who has the token."""
        self._check_operator(request)
        store = self.hall.store
        text = self.hall.metrics.text(
            tables_in_memory=self.hall.tables,
            damaged_tables=len(self.hall.damaged),
            polls=self.hall.polls,
            commits=store.commits,
            events_written=store.written,
            bot_failures=self.hall.bots.failures,
        )
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    def _check_operator(self, request: Request) -> None:
        token, origin = self.hall.settings.metrics_token, self.hall.settings.origin
        given = request.headers.get("authorization", "")
        if token is not None and compare_digest(given.encode(), f"Bearer {token}".encode()):
            return
        if token is not None or origin is not None or address(request.scope) not in LOOPBACK:
            raise ServerError("not_found", "metrics are for who runs the server")

    async def openapi(self, request: Request) -> Annotated[Response, ByName]:
        """The description of all this."""
        return json_response(msgspec.Raw(_description()), cache=A_DAY)

    async def catalogue(self, request: Request) -> Annotated[Response, Catalogue]:
        """Games, variants and levels."""
        hall = self.hall
        told = catalogue(hall.bots, open_tables=hall.settings.open_tables)
        return json_response(told, cache="no-cache")

    async def dominoes(self, request: Request) -> Annotated[Response, Dominoes]:
        """What is printed."""
        return json_response(printed_dominoes(self._game_named(request)), cache=A_DAY)

    async def my_games(self, request: Request) -> Annotated[Response, MyGames, MORE]:
        """The tables where this browser has seats."""
        after = request.query_params.get("after", "")
        return json_response(await listing.my_games(self.hall, self._browser(request), after))

    async def open_table(self, request: Request, asked: NewTable) -> Annotated[Response, Opened]:
        """A new table."""
        hall, opener = self.hall, address(request.scope)
        self._new_tables.check(opener)

        async def work(browser: bytes) -> object:
            room = await hall.open_table(asked, browser, opener=opener)
            about = {"id": room.id, "commitment": room.commitment, "watch": f"/t/{room.id}"}
            return about | invitation.invitations(hall, room, browser)

        return await self._with_cookie(request, work)

    async def keep(self, request: Request, asked: Kept) -> Annotated[Response, Next]:
        """A finished game of a device that had no network."""
        self._new_tables.check(address(request.scope))
        hall = self.hall
        return await self._with_cookie(
            request, lambda browser: take_over(hall.store, hall.settings, asked, browser)
        )

    async def invitation(self, request: Request, asked: Invited) -> Annotated[Response, Invitation]:
        """Who invites, and to which game."""
        return json_response(await invitation.about(self.hall, asked))

    async def join(self, request: Request, asked: Join) -> Annotated[Response, Joined]:
        """A friend's seat."""
        return await self._with_cookie(
            request, lambda browser: invitation.join(self.hall, asked, browser)
        )

    async def open_tables(self, request: Request) -> Annotated[Response, OpenTables]:
        """The tables that anybody may sit down at."""
        return json_response(await self.hall.company.listed(), cache="no-store")

    async def offer(self, request: Request, asked: Offered) -> Annotated[Response, Seq]:
        """Let anybody sit down, or not any more."""
        room, company = await self._room(request), self.hall.company
        change = company.offer if asked.offered else company.withdraw
        return json_response(await change(room, self._browser(request)))

    async def sit(self, request: Request, asked: Guest) -> Annotated[Response, Joined]:
        """A seat at a table that anybody may sit down at."""
        room = await self._room(request)
        return await self._with_cookie(
            request, lambda browser: self.hall.company.sit(room, browser, asked)
        )

    async def game(self, request: Request) -> Annotated[Response, Table]:
        """The view, and what this browser may do."""
        room = await self.hall.fresh_room(request.path_params["id"])
        browser = self._browser(request)
        mine = room.seats_of(browser)
        room.seen_by(browser)
        about = {"view": room.view(), "my_seats": mine, "creator": browser == room.creator}
        about["can_start"] = not room.position.started and seating.may_start(room, browser)
        invitations = invitation.invitations(self.hall, room, browser)
        return json_response(about | invitations | room.options_for(mine))

    async def events(self, request: Request) -> Annotated[Response, Tail, AFTER, WAIT]:
        """The tail after a cursor; with ``wait`` it waits for one."""
        room = await self.hall.fresh_room(request.path_params["id"])
        after = after_of(request.url.query) or 0
        what = f"wait is a number of seconds up to {LONGEST_WAIT}"
        wait = whole_number(request.query_params.get("wait", "0"), what, most=LONGEST_WAIT)
        tail = room.tail(after)
        if tail is None:
            raise ServerError("bad_request", f"the table is at {room.position.seq}, not {after}")
        browser = self._browser(request)
        room.seen_by(browser)
        await while_here(request, room.changed(after, wait))
        mine = room.seats_of(browser)
        events = [msgspec.Raw(event) for event in room.events[after:]]
        about = {"events": events, "my_seats": mine, "over": room.position.state.over}
        return json_response(about | room.options_for(mine))

    async def sheets(self, request: Request) -> Annotated[Response, Sheets]:
        """The score sheets with every region."""
        room = await self._room(request)
        return json_response({"sheets": full_sheets(room.position.state)})

    async def record(self, request: Request) -> Annotated[Response, Record, FORM, TEXT_TOO]:
        """The interchange record, or its text form."""
        found = await self.hall.readable(request.path_params["id"])
        record, game = recorded(*found), found.charter.id
        form = request.query_params.get("form", "json")
        if form == "text":
            text = await asyncio.to_thread(format_record, record)
            return PlainTextResponse(text, headers=_attachment(game, "txt"))
        if form != "json":
            raise ServerError("bad_request", "form is json or text")
        proof = {"fair": fair(found.charter, found.position)}
        document = await asyncio.to_thread(export_record, record) | proof
        body = json.dumps(document, ensure_ascii=False, separators=(", ", ": "))
        return Response(body, media_type="application/json", headers=_attachment(game, "json"))

    async def replay(self, request: Request) -> Annotated[Response, Replay, OF_RECORD]:
        """A record as a first view and events; nothing is stored."""
        body, asker = await self._body(request), address(request.scope)
        found = await while_here(request, self.hall.reader.replay(body, asker))
        return json_response(msgspec.Raw(found))

    async def replay_hint(self, request: Request) -> Annotated[Response, Advised, AT, OF_RECORD]:
        """What would the bot have done after ``at`` events of a record?"""
        what = "at is how many events have happened"
        at = whole_number(request.query_params.get("at", "0"), what)
        body, asker = await self._body(request), address(request.scope)
        best = await while_here(request, self._reviewed(body, at, asker))
        return json_response({"type": "hint", "best": best})

    async def _reviewed(self, body: bytes, at: int, asker: str) -> list[Hinted]:
        found = await self.hall.reader.paused(body, at, asker)
        made = rules(found.game, found.players, found.variants)
        legal = [action for action, _ in found.options]
        moment = Moment(made, found.actions, legal, "replay", asker)
        rng = self.hall.settings.bot_rng()
        return await advice(self.hall.bots, moment, found.options, rng, Kind.REVIEW)

    async def review(self, request: Request) -> Annotated[Response, Reviewed, KNOWN]:
        """Every decision of a finished game beside the best one; thought of while you wait."""
        room, asker = await self._room(request), address(request.scope)
        what = "after is how many verdicts you have"
        known = whole_number(request.query_params.get("after", "0"), what)
        return json_response(await while_here(request, self.hall.review(room).after(known, asker)))

    async def moves(self, request: Request, asked: Move) -> Annotated[Response, Ack]:
        """Take actions."""
        room = await self._room(request)
        began = time.perf_counter()
        try:
            answer = await room.move(self._browser(request), asked)
        except ServerError as refusal:
            return self._refusals.response(refusal, move_id=asked.move_id)
        self.hall.metrics.acked(time.perf_counter() - began)
        return json_response(answer)

    async def stage(self, request: Request, asked: Stage) -> Annotated[Response, Staged]:
        """Try actions out."""
        room = await self._room(request)
        return json_response(await room.stage(self._browser(request), asked))

    async def hint(self, request: Request, asked: Hint) -> Annotated[Response, Advised]:
        """What would the bot do?"""
        room = await self._room(request)
        work = room.hint(self._browser(request), asked, asker=address(request.scope))
        return json_response(await while_here(request, work))

    async def plan(self, request: Request, asked: OfSeat) -> Annotated[Response, Planned]:
        """Think ahead."""
        room = await self._room(request)
        return json_response(await room.plan(self._browser(request), asked.seat))

    async def nonces(self, request: Request, asked: Nonces) -> Annotated[Response, Seq]:
        """What one's seats give to the draw."""
        room = await self._room(request)
        given = {int(seat): nonce for seat, nonce in asked.nonces.items()}
        return json_response(await seating.give(room, self._browser(request), given))

    async def start(self, request: Request, asked: Nothing) -> Annotated[Response, Seq]:
        """Begin with bots on the open seats."""
        room = await self._room(request)
        return json_response(await seating.start(room, self._browser(request)))

    async def leave(self, request: Request, asked: OfSeat) -> Annotated[Response, Seq]:
        """Let a bot play."""
        room = await self._room(request)
        return json_response(await seating.leave(room, self._browser(request), asked.seat))

    async def come_back(self, request: Request, asked: OfSeat) -> Annotated[Response, Seq]:
        """Play again."""
        room = await self._room(request)
        return json_response(await seating.come_back(room, self._browser(request), asked.seat))

    async def ask_bot_in(self, request: Request, asked: BotWish) -> Annotated[Response, Seq]:
        """Let a bot play for who has been away for long."""
        room = await self._room(request)
        return json_response(
            await seating.ask_bot_in(room, self._browser(request), asked.seat, once=asked.once)
        )

    async def seat_key(self, request: Request, asked: OfSeat) -> Annotated[Response, Key]:
        """What gives this seat to another browser."""
        room = await self._room(request)
        return json_response(
            invitation.seat_key(self.hall, room, self._browser(request), asked.seat)
        )

    async def take_over(self, request: Request, asked: SeatKey) -> Annotated[Response, Joined]:
        """A seat for who has its key."""
        return await self._with_cookie(
            request, lambda browser: invitation.take_over(self.hall, asked.key, browser)
        )

    async def push(self, request: Request) -> Annotated[Response, PushKey]:
        """What a browser asks its push service for a place with."""
        return json_response({"key": self.hall.push.key})

    async def subscribe(self, request: Request, asked: Subscription) -> Annotated[Response, Done]:
        """Be called to one's turns, or not any more."""

        async def work(browser: bytes) -> object:
            await self.hall.push.subscribe(browser, asked.endpoint)
            return {"ok": True}

        return await self._with_cookie(request, work)

    async def say(self, request: Request, asked: Say) -> Annotated[Response, Done]:
        """Say something at the table."""
        room, browser = await self._room(request), self._browser(request)
        return json_response(await seating.say(room, browser, asked.seat, asked.word))

    async def rename(self, request: Request, asked: Rename) -> Annotated[Response, Seq]:
        """Another name."""
        room = await self._room(request)
        return json_response(
            await seating.rename(room, self._browser(request), asked.seat, asked.name)
        )

    async def rematch(self, request: Request, asked: Nothing) -> Annotated[Response, Next]:
        """The same seats again."""
        room = await self._room(request)
        return json_response(await self.hall.rematch(room, self._browser(request)))


_GAME = "/api/games/{id:str}"
_PUZZLES = "/api/puzzles/{game:str}"
ENDPOINTS = (
    Endpoint("GET", "/healthz", Api.health),
    Endpoint("GET", "/metrics", Api.metrics),
    Endpoint("GET", "/openapi.json", Api.openapi),
    Endpoint("GET", "/api/catalogue", Api.catalogue),
    Endpoint("GET", "/api/dominoes/{game:str}", Api.dominoes),
    Endpoint("GET", "/api/my-games", Api.my_games),
    Endpoint("POST", "/api/games", Api.open_table),
    Endpoint("GET", "/api/open-tables", Api.open_tables),
    Endpoint("POST", "/api/kept", Api.keep),
    Endpoint("POST", "/api/invitation", Api.invitation),
    Endpoint("POST", "/api/join", Api.join),
    Endpoint("POST", "/api/replay", Api.replay),
    Endpoint("POST", "/api/replay/hint", Api.replay_hint),
    Endpoint("POST", "/api/pad/score", Api.score_pad),
    Endpoint("POST", "/api/pad/read", Api.read_pad),
    Endpoint("GET", _PUZZLES, Api.puzzles),
    Endpoint("GET", f"{_PUZZLES}/{{number:str}}", Api.puzzle),
    Endpoint("POST", f"{_PUZZLES}/{{number:str}}", Api.solve_puzzle),
    Endpoint("POST", "/api/parcels", Pastimes.leave_parcel),
    Endpoint("POST", "/api/parcels/fetch", Pastimes.fetch_parcel),
    Endpoint("GET", "/api/daily", Api.daily),
    Endpoint("POST", "/api/daily", Api.try_daily),
    Endpoint("POST", f"{_GAME}/strongest", Api.strongest),
    Endpoint("GET", _GAME, Api.game),
    Endpoint("GET", f"{_GAME}/events", Api.events),
    Endpoint("GET", f"{_GAME}/record", Api.record),
    Endpoint("GET", f"{_GAME}/sheets", Api.sheets),
    Endpoint("GET", f"{_GAME}/review", Api.review),
    Endpoint("POST", f"{_GAME}/moves", Api.moves),
    Endpoint("POST", f"{_GAME}/stage", Api.stage),
    Endpoint("POST", f"{_GAME}/hint", Api.hint),
    Endpoint("POST", f"{_GAME}/plan", Api.plan),
    Endpoint("POST", f"{_GAME}/nonces", Api.nonces),
    Endpoint("POST", f"{_GAME}/start", Api.start),
    Endpoint("POST", f"{_GAME}/offer", Api.offer),
    Endpoint("POST", f"{_GAME}/sit", Api.sit),
    Endpoint("POST", f"{_GAME}/leave", Api.leave),
    Endpoint("POST", f"{_GAME}/return", Api.come_back),
    Endpoint("POST", f"{_GAME}/bot", Api.ask_bot_in),
    Endpoint("POST", f"{_GAME}/key", Api.seat_key),
    Endpoint("POST", "/api/seat", Api.take_over),
    Endpoint("GET", "/api/push", Api.push),
    Endpoint("POST", "/api/push", Api.subscribe),
    Endpoint("POST", f"{_GAME}/rename", Api.rename),
    Endpoint("POST", f"{_GAME}/say", Api.say),
    Endpoint("POST", f"{_GAME}/rematch", Api.rematch),
)


@cache
def _description() -> bytes:
    """Working it out takes as long as a hundred moves."""
    return msgspec.json.encode(openapi(ENDPOINTS))


def _attachment(game: str, kind: str) -> dict[str, str]:
    name = f'attachment; filename="kingdomino-{game}.{kind}"'
    return {"content-disposition": name, "cache-control": "no-store"}
