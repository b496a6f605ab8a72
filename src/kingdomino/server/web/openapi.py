"""The OpenAPI 3.1 description of the HTTP side, read off its endpoints.

A handler says in its own signature what it takes and gives: the type of ``asked`` is the body, and
the return type is annotated with the answer's type and with what may be asked in the query.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from inspect import getdoc
from typing import Any, NamedTuple, get_type_hints

import msgspec
from starlette.responses import Response

from ..error import STATUS
from ..table.patch import Json
from .answer import Error

_REF = "#/components/schemas/{name}"
_PATH_SCHEMAS: dict[str, Json] = {
    "id": {"type": "string", "pattern": "^[a-z2-7]{10}$"},
    "game": {"type": "string"},
    "number": {"type": "string", "pattern": "^[0-9]{1,6}$"},
}
_TEXT: Json = {"text/plain": {"schema": {"type": "string"}}}


class Endpoint(NamedTuple):
    """Where a handler answers."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Response]]


class Query(NamedTuple):
    """Something that may be asked for after the question mark."""

    name: str
    what: str
    schema: Json


class Also(NamedTuple):
    """A body or answer that may be plain text as well as JSON."""

    body: bool = False
    answer: bool = False


class _Operation(NamedTuple):
    name: str
    what: str
    path: str
    method: str
    body: Any
    answer: Any
    query: list[Query]
    also: Also


def openapi(endpoints: Sequence[Endpoint]) -> Json:
    """The whole document."""
    operations = [*_operations(endpoints)]
    kinds = [kind for one in operations for kind in (one.body, one.answer) if kind is not None]
    described, schemas = msgspec.json.schema_components([*kinds, Error], ref_template=_REF)
    schema_of = {str(kind): schema for kind, schema in zip(kinds, described, strict=False)}
    schemas["Error"]["properties"]["code"] = {"enum": [*STATUS]}
    _ease_tags(schemas)
    paths: dict[str, Json] = {}
    for one in operations:
        at = paths.setdefault(one.path, _shared(one.path))
        at[one.method] = _described(one, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kingdomino game server",
            "version": "1",
            "description": "See docs/protocol.md and docs/bot-api.md.",
        },
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _operations(endpoints: Sequence[Endpoint]) -> Iterator[_Operation]:
    for method, path, handler in endpoints:
        hints = get_type_hints(handler, include_extras=True)
        answer, *about = hints["return"].__metadata__
        yield _Operation(
            handler.__name__,
            (getdoc(handler) or "").partition("\n")[0],
            path.replace(":str}", "}"),
            method.lower(),
            hints.get("asked"),
            answer,
            [part for part in about if isinstance(part, Query)],
            next((part for part in about if isinstance(part, Also)), Also()),
        )


def _ease_tags(schemas: dict[str, Json]) -> None:
    """Over HTTP the path says what kind of message it is."""
    for schema in schemas.values():
        if schema.get("additionalProperties") is False and "type" in schema["properties"]:
            schema["required"] = [key for key in schema["required"] if key != "type"]


def _shared(path: str) -> Json:
    named = re.findall(r"\{(\w+)\}", path)
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": _PATH_SCHEMAS[name]}
        for name in named
    ]
    return {"parameters": in_path} if in_path else {}


def _described(one: _Operation, schema_of: dict[str, Json]) -> Json:
    answer = _TEXT if one.answer is str else _json(schema_of[str(one.answer)])
    made: Json = {
        "operationId": one.name,
        "summary": one.what,
        "responses": {
            "200": {"description": "Done", "content": answer | (_TEXT if one.also.answer else {})},
            "default": {
                "description": "Refused",
                "content": _json({"$ref": _REF.format(name="Error")}),
            },
        },
    }
    if one.query:
        made["parameters"] = [
            {"name": q.name, "in": "query", "required": False, "description": q.what,
             "schema": q.schema}
            for q in one.query
        ]  # fmt: skip
    if one.body is not None:
        made["requestBody"] = {"required": True, "content": _json(schema_of[str(one.body)])}
    elif one.also.body:
        made["requestBody"] = {"required": True, "content": _json({"type": "object"}) | _TEXT}
    return made


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}
