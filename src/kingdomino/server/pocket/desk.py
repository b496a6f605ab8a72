"""What a page asks, answered on its own device: the addresses and messages of the server.

An answer says beside its body what the table's pages hear of it, what is to be kept before
anybody hears it, and whether a bot is to move next: for that the page asks in its own time.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from ...bots.levels import USUAL
from ...core.error import RecordError
from ...core.interchange import export_record
from ...core.record import format_record
from ...games.catalogue import GAME
from ...games.fair import commitment
from ...games.records import parse_any
from ..error import ServerError
from ..key import new_table_name
from ..message import (
    DAY_SECONDS,
    Hint,
    Move,
    NewTable,
    Nonces,
    Nothing,
    OfSeat,
    PadAsked,
    PadCode,
    PuzzleAnswer,
    Rename,
    Stage,
    decode_body,
)
from ..pastime.pad import read_code, score_tables
from ..pastime.puzzle import listed, shown, solved
from ..settings import Settings
from ..table.kept import format_kept, parse_kept
from ..table.opening import checked_setup, new_dynasty, rematch_setup
from ..table.patch import Json
from ..table.position import Charter, Position, Setup
from ..table.printed import printed_dominoes
from ..table.replay import replay
from ..table.view import full_sheets
from .table import PocketTable, advice

Body: TypeAlias = Any
Handler: TypeAlias = Callable[..., Body]


class Desk:
    """The tables of one device."""

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings or Settings(data=Path())
        self._tables: dict[str, PocketTable] = {}
        self._changed: list[PocketTable] = []
        """What is to be kept before the next answer is heard."""

    def load(self, text: str) -> None:
        """A table that was kept; raises ServerError when it is none."""
        kept = parse_kept(text)
        self._tables[kept.id] = PocketTable.read(kept, self._settings)

    def answer(self, method: str, path: str, body: str = "") -> str:
        """One question, answered, as JSON: ``status``, ``body``, ``kept``, and of a table ``game``,
        ``told`` and ``bot``."""
        try:
            handler, found = _route(method, path)
            asked = re.fullmatch(r"/api/games/(\w+)(/.*)?", path.partition("?")[0])
            table = self._table(asked[1]) if asked else None
            before = table.position if table else None
            about = {"status": 200, "body": handler(self, *found, body.encode())}
            if table and before:
                about |= self._heard(table, before)
        except ServerError as refusal:
            about = {"status": refusal.status, "body": refusal.document()}
        return self._said(about)

    def _heard(self, table: PocketTable, before: Position) -> Json:
        if table.position is not before:
            self._changed.append(table)
        told = [msgspec.Raw(event) for event in table.told(before.seq)]
        return {"game": table.charter.id, "told": told, "bot": bool(table.position.bot_to_act)}

    def _said(self, about: Json) -> str:
        kept = {table.charter.id: _kept(table) for table in self._changed}
        self._changed.clear()
        return msgspec.json.encode(about | {"kept": kept}).decode()

    def tick(self, game: str) -> str:
        """Let the bot move whose turn it is."""
        table = self._table(game)
        before = table.position
        replaced = table.bot_move()
        about: Json = {"status": 200} | self._heard(table, before)
        about["told"] += [replaced] if replaced else []
        return self._said(about)

    def _table(self, game: str) -> PocketTable:
        if game not in self._tables:
            raise ServerError("no_such_game", f"there is no table {game}")
        return self._tables[game]

    def _new_id(self) -> str:
        return new_table_name(self._settings.token)

    def _open(self, setup: Setup) -> PocketTable:
        game = self._new_id()
        charter = Charter(game, setup, self._settings.token(32))
        now = int(self._settings.clock() * 1000)
        table = self._tables[game] = PocketTable(charter, self._settings, opened_at=now)
        self._changed.append(table)
        return table

    def open_table(self, body: bytes) -> Json:
        asked = decode_body(body, NewTable)
        if any(wish.kind == "link" for wish in asked.seats):
            raise ServerError("bad_request", "without a network there are people here and bots")
        setup = checked_setup(asked, _Simple())
        dynasty = new_dynasty(self._new_id(), setup.players) if asked.dynasty else None
        # A clock is for others who wait, and nobody does.
        setup = replace(setup, clock=0, game_clock=0, dynasty=dynasty)
        table = self._open(setup)
        game, promise = table.charter.id, commitment(table.charter.secret)
        return {"id": game, "commitment": promise, "links": {}, "watch": f"/t/{game}"}

    def rematch(self, game: str, body: bytes) -> Json:
        decode_body(body, Nothing)
        table = self._table(game)
        if not table.position.state.over:
            raise ServerError("bad_request", "a rematch comes after the game")
        if table.position.next is not None:
            return {"id": table.position.next}
        again = rematch_setup(table.charter.setup, table.position, self._new_id)
        following = self._open(again).charter.id
        table.follow(following)
        return {"id": following}

    def game(self, game: str, body: bytes) -> Json:
        return self._table(game).seen()

    def events(self, game: str, after: str, body: bytes) -> Json:
        return self._table(game).tail(int(after))

    def sheets(self, game: str, body: bytes) -> Json:
        return {"sheets": full_sheets(self._table(game).position.state)}

    def record(self, game: str, form: str | None, body: bytes) -> Body:
        table = self._table(game)
        if form == "text":
            return format_record(table.record())
        return export_record(table.record()) | {"fair": table.fair()}

    def nonces(self, game: str, body: bytes) -> Json:
        given = decode_body(body, Nonces).nonces
        return self._table(game).give({int(seat): nonce for seat, nonce in given.items()})

    def moves(self, game: str, body: bytes) -> Json:
        return self._table(game).move(decode_body(body, Move))

    def stage(self, game: str, body: bytes) -> Json:
        return self._table(game).stage(decode_body(body, Stage))

    def hint(self, game: str, body: bytes) -> Json:
        asked = decode_body(body, Hint)
        best = self._table(game).hint(asked.seat)
        return {"type": "hint", "id": asked.id, "best": best}

    def plan(self, game: str, body: bytes) -> Json:
        return self._table(game).plan(decode_body(body, OfSeat).seat)

    def leave(self, game: str, body: bytes) -> Json:
        return self._table(game).stand(decode_body(body, OfSeat).seat, away=True)

    def come_back(self, game: str, body: bytes) -> Json:
        return self._table(game).stand(decode_body(body, OfSeat).seat, away=False)

    def rename(self, game: str, body: bytes) -> Json:
        asked = decode_body(body, Rename)
        return self._table(game).rename(asked.seat, asked.name)

    def dominoes(self, game: str, body: bytes) -> Json:
        return printed_dominoes(_game(game))

    def replay(self, body: bytes) -> Json:
        try:
            return replay(body.decode())
        except RecordError as broken:
            raise ServerError("bad_request", f"this is no record: {broken}") from None

    def replay_hint(self, at: str, body: bytes) -> Json:
        try:
            state = parse_any(body.decode()).state(int(at))
        except RecordError as broken:
            raise ServerError("bad_request", f"this is no record: {broken}") from None
        best = advice(state, self._settings) if state.player is not None else []
        return {"type": "hint", "best": best}

    def score_pad(self, body: bytes) -> Json:
        return score_tables(decode_body(body, PadAsked).tables)

    def read_pad(self, body: bytes) -> Json:
        return read_code(decode_body(body, PadCode).code)

    def puzzles(self, game: str, body: bytes) -> Json:
        return listed(_game(game), int(time.time() // DAY_SECONDS))

    def puzzle(self, game: str, number: str, body: bytes) -> Body:
        return msgspec.Raw(shown(_game(game), int(number)))

    def solve(self, game: str, number: str, body: bytes) -> Json:
        return solved(_game(game), int(number), decode_body(body, PuzzleAnswer).answer)


def _kept(table: PocketTable) -> Json:
    return {"table": format_kept(table.kept()), "summary": table.summary()}


def _game(name: str) -> str:
    if name not in GAME:
        raise ServerError("no_such_game", f"there is no game {name[:40]!r}")
    return name


class _Simple:
    """The levels of a device: simpler ones play for those that search."""

    stand_in = USUAL

    def state_of(self, level: str) -> str:
        return "ready"


_GAME = r"/api/games/(\w+)"
_ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("POST", "/api/games", Desk.open_table),
    ("GET", _GAME, Desk.game),
    ("GET", rf"{_GAME}/events\?after=(\d+)(?:&wait=\d+)?", Desk.events),
    ("GET", rf"{_GAME}/sheets", Desk.sheets),
    ("GET", rf"{_GAME}/record(?:\?form=(json|text))?", Desk.record),
    ("POST", rf"{_GAME}/nonces", Desk.nonces),
    ("POST", rf"{_GAME}/moves", Desk.moves),
    ("POST", rf"{_GAME}/stage", Desk.stage),
    ("POST", rf"{_GAME}/hint", Desk.hint),
    ("POST", rf"{_GAME}/plan", Desk.plan),
    ("POST", rf"{_GAME}/leave", Desk.leave),
    ("POST", rf"{_GAME}/return", Desk.come_back),
    ("POST", rf"{_GAME}/rename", Desk.rename),
    ("POST", rf"{_GAME}/rematch", Desk.rematch),
    ("GET", r"/api/dominoes/([\w-]+)", Desk.dominoes),
    ("POST", "/api/replay", Desk.replay),
    ("POST", r"/api/replay/hint\?at=(\d+)", Desk.replay_hint),
    ("POST", "/api/pad/score", Desk.score_pad),
    ("POST", "/api/pad/read", Desk.read_pad),
    ("GET", r"/api/puzzles/([\w-]+)", Desk.puzzles),
    ("GET", r"/api/puzzles/([\w-]+)/(\d+)", Desk.puzzle),
    ("POST", r"/api/puzzles/([\w-]+)/(\d+)", Desk.solve),
)


def _route(method: str, path: str) -> tuple[Handler, tuple[str, ...]]:
    for known, pattern, handler in _ROUTES:
        found = re.fullmatch(pattern, path) if known == method else None
        if found:
            return handler, found.groups()
    raise ServerError("not_found", "this needs the network")
