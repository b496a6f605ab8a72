"""JSON values of one kind each, or a RecordError that says what was found instead."""

from __future__ import annotations

import json
from collections.abc import Set
from typing import Any, TypeAlias, cast

from ..error import RecordError
from ..grid import REACH, Square

FORMAT = "kingdomino-record/1"

Json: TypeAlias = dict[str, Any]


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:39]}…"


def parse_object(value: object, what: str, keys: Set[str] | None = None) -> Json:
    """A JSON object; with just these keys when they are given."""
    if not isinstance(value, dict):
        raise RecordError(f"{what} is an object, not {_shown(value)}")
    entry = cast(Json, value)
    if keys is not None and entry.keys() != keys:
        missing, unknown = sorted(keys - entry.keys()), sorted(entry.keys() - keys)
        if missing:
            raise RecordError(f"{what} has no {missing[0]!r}")
        raise RecordError(f"{what} has an unknown key {unknown[0]!r}")
    return entry


def parse_array(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{what} is a list, not {_shown(value)}")
    return value  # pyright: ignore[reportUnknownVariableType]


def parse_integer(value: object, what: str) -> int:
    """A JSON integer: no fraction, no true."""
    if type(value) is not int:
        raise RecordError(f"{what} is a whole number, not {_shown(value)}")
    return value


def parse_string(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{what} is a text, not {_shown(value)}")
    return value


def parse_strings(value: object, what: str) -> list[str]:
    return [parse_string(text, f"each of {what}") for text in parse_array(value, what)]


def parse_xy(value: object) -> Square:
    """A square ``[x, y]`` within reach of the castle."""
    pair = parse_array(value, "a square")
    if len(pair) != 2:
        raise RecordError(f"a square is [x, y], not {_shown(pair)}")
    x, y = (parse_integer(number, "each of a square's numbers") for number in pair)
    if max(abs(x), abs(y)) > REACH:
        raise RecordError(f"the square [{x}, {y}] is out of the castle's reach")
    return Square(x, y)
