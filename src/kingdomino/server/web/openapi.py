"""The OpenAPI 3.1 description of the HTTP side; bodies are described by the messages' types."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ..error import STATUS
from ..message import Hint, Join, Move, NewTable, Nothing, OfSeat, Rematch, Rename, Stage
from ..table.patch import Json

_BODIES = (Move, Stage, Hint, NewTable, Join, Nothing, OfSeat, Rematch, Rename)
_REF = "#/components/schemas/{name}"
_ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[a-z2-7]{10}$"},
}


def _ref(name: str) -> Json:
    return {"$ref": _REF.format(name=name)}


def _object(*required: str, **properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": [*required]}


_INTEGER: Json = {"type": "integer"}
_STRING: Json = {"type": "string"}
_BOOLEAN: Json = {"type": "boolean"}
_SEATS: Json = {"type": "array", "items": _INTEGER}
_ANY: Json = {"type": "object"}
_OPTIONS: Json = {
    "type": "array",
    "description": "Pairs of an action's text and the change of the total that it makes at once.",
    "items": {"type": "array", "prefixItems": [_STRING, {"type": ["integer", "null"]}]},
}
_SEAT: Json = {"type": ["integer", "null"]}
_EVENTS: Json = {"type": "array", "items": _ref("Event")}


def _schemas() -> dict[str, Json]:
    _, schemas = msgspec.json.schema_components(_BODIES, ref_template=_REF)
    for schema in schemas.values():
        # Over HTTP the path says what kind of message it is.
        if "type" in schema.get("properties", {}):
            schema["required"] = [key for key in schema["required"] if key != "type"]
    own: dict[str, Json] = {
        "Error": _object(
            "type", "code", "message",
            type={"const": "error"},
            code={"enum": [*STATUS]},
            message=_STRING,
            move_id=_STRING,
            events=_EVENTS,
        ),
        "Event": _object(
            "type", "seq", "player", "action", "patch",
            type={"const": "event"},
            seq=_INTEGER,
            player=_SEAT,
            action={"type": ["string", "null"]},
            what=_STRING,
            seat=_INTEGER,
            domino=_STRING,
            patch=_ANY,
            options=_OPTIONS,
        ),
        "View": _object(
            "id", "seq", "rules", "seats", id=_STRING, seq=_INTEGER, rules=_ANY, seats=_ANY
        ),
        "Ack": _object("move_id", "seq", type={"const": "ack"}, move_id=_STRING, seq=_INTEGER),
        "Staged": _object(
            "seat", "seq", "patch", "options", "done",
            type={"const": "staged"},
            id=_INTEGER,
            seat=_INTEGER,
            seq=_INTEGER,
            patch=_ANY,
            options=_OPTIONS,
            done=_BOOLEAN,
        ),
        "Hinted": _object("best", type={"const": "hint"}, id=_INTEGER, best={"type": "array"}),
        "Planned": _object(
            "seat", "seq", "domino", "options",
            type={"const": "plan"},
            seat=_INTEGER,
            seq=_INTEGER,
            domino={"type": ["string", "null"]},
            options=_OPTIONS,
        ),
        "Table": _object(
            "view", "my_seats", "options",
            view=_ref("View"), my_seats=_SEATS, seat=_SEAT, options=_OPTIONS,
            creator=_BOOLEAN, links=_ANY,
        ),
        "Tail": _object(
            "events", "my_seats", "options", "over",
            events=_EVENTS, my_seats=_SEATS, seat=_SEAT, options=_OPTIONS, over=_BOOLEAN,
        ),
        "Opened": _object("id", "links", "watch", id=_STRING, links=_ANY, watch=_STRING),
        "Joined": _object("id", "seat", id=_STRING, seat=_INTEGER),
        "Sheets": _object("sheets", sheets=_ANY),
        "Seq": _object("seq", seq=_INTEGER),
        "Id": _object("id", id=_STRING),
        "MyGames": _object("games", games={"type": "array", "items": _ANY}),
        "Catalogue": _object("games", "levels", games={"type": "array"}, levels={"type": "array"}),
        "Record": _object("format", "rules", "players", "events", format=_STRING),
        "Replay": _object("views", "events", views=_ANY, events=_EVENTS),
        "Object": _ANY,
        "Health": _object("status", status={"const": "ok"}),
    }  # fmt: skip
    return schemas | own


def _operation(
    name: str,
    what: str,
    answer: str,
    *,
    body: str | Json | None = None,
    parameters: list[Json] | None = None,
) -> Json:
    made: Json = {
        "operationId": name,
        "summary": what,
        "responses": {
            "200": {"description": "Done", "content": _json_content(_ref(answer))},
            "default": {"description": "Refused", "content": _json_content(_ref("Error"))},
        },
    }
    if parameters:
        made["parameters"] = parameters
    if isinstance(body, str):
        made["requestBody"] = {"required": True, "content": _json_content(_ref(body))}
    elif body:
        made["requestBody"] = body
    return made


def _json_content(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def _query(name: str, what: str, schema: Json) -> Json:
    return {"name": name, "in": "query", "required": False, "description": what, "schema": schema}


_AFTER = _query("after", "The last seq that you have.", {"type": "integer", "minimum": 0})
_WAIT = _query(
    "wait",
    "Seconds to wait for an event when there is none.",
    {"type": "integer", "minimum": 0, "maximum": 25},
)
_AT = _query("at", "How many events have happened.", {"type": "integer", "minimum": 0})
_FORM = _query("form", "json, or text for our text form.", {"enum": ["json", "text"]})
_GAME = {"name": "game", "in": "path", "required": True, "schema": _STRING}


def _paths() -> dict[str, Json]:
    one = "/api/games/{id}"
    of = {"parameters": [_ID]}
    text = {"description": "Counters", "content": {"text/plain": {"schema": _STRING}}}
    record = {
        "required": True,
        "content": {"application/json": {"schema": _ANY}, "text/plain": {"schema": _STRING}},
    }
    metrics: Json = {
        "operationId": "metrics",
        "summary": "For Prometheus",
        "responses": {"200": text},
    }
    recorded = _operation("record", "The interchange record", "Record", parameters=[_FORM])
    recorded["responses"]["200"]["content"]["text/plain"] = {"schema": _STRING}
    return {
        "/healthz": {"get": _operation("health", "Whether the server serves", "Health")},
        "/metrics": {"get": metrics},
        "/api/catalogue": {"get": _operation("catalogue", "Games and levels", "Catalogue")},
        "/api/dominoes/{game}": {
            "parameters": [_GAME],
            "get": _operation("dominoes", "What is printed on the dominoes", "Object"),
        },
        "/api/my-games": {"get": _operation("myGames", "This browser's tables", "MyGames")},
        "/api/games": {"post": _operation("open", "Open a table", "Opened", body="NewTable")},
        "/api/join": {"post": _operation("join", "Take up an invitation", "Joined", body="Join")},
        "/api/replay": {"post": _operation("replay", "Replay a record", "Replay", body=record)},
        "/api/replay/hint": {
            "post": _operation(
                "replayHint", "Ask the bot about a record", "Hinted", body=record, parameters=[_AT]
            )
        },
        one: of | {"get": _operation("game", "The view and your options", "Table")},
        f"{one}/events": of
        | {"get": _operation("events", "The tail", "Tail", parameters=[_AFTER, _WAIT])},
        f"{one}/record": of | {"get": recorded},
        f"{one}/sheets": of | {"get": _operation("sheets", "Every region's points", "Sheets")},
        f"{one}/moves": of | {"post": _operation("move", "Take actions", "Ack", body="Move")},
        f"{one}/stage": of | {"post": _operation("stage", "Try actions", "Staged", body="Stage")},
        f"{one}/hint": of | {"post": _operation("hint", "Ask the bot", "Hinted", body="Hint")},
        f"{one}/plan": of | {"post": _operation("plan", "Think ahead", "Planned", body="OfSeat")},
        f"{one}/start": of | {"post": _operation("start", "Begin", "Seq", body="Nothing")},
        f"{one}/leave": of | {"post": _operation("leave", "Let a bot play", "Seq", body="OfSeat")},
        f"{one}/return": of | {"post": _operation("return", "Play again", "Seq", body="OfSeat")},
        f"{one}/rename": of | {"post": _operation("rename", "Rename", "Seq", body="Rename")},
        f"{one}/rematch": of | {"post": _operation("rematch", "Again", "Id", body="Rematch")},
    }


@cache
def openapi() -> dict[str, Any]:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kingdomino game server",
            "version": "1",
            "description": "See docs/protocol.md and docs/bot-api.md.",
        },
        "paths": _paths(),
        "components": {"schemas": _schemas()},
    }
