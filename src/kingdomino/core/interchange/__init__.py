"""The JSON record for other tools (``kingdomino-record/1``): written plainly, read strictly.

Its events are whole moves: releasing and sending a giant is one ``send``, paying for, recruiting
and settling a caveman one ``settle``. A move that is only half made is left out.
"""

from __future__ import annotations

import json
from typing import Any

from ..error import RecordError
from ..record import Record, RulesNamed
from .read import import_record
from .value import FORMAT, Json
from .write import export_record

__all__ = ["FORMAT", "export_record", "format_json", "import_record", "parse_json"]


def format_json(record: Record) -> str:
    """The JSON document of a record on one line, as a ``.jsonl`` file holds it."""
    return json.dumps(export_record(record), ensure_ascii=False, separators=(", ", ": "))


def parse_json(text: str, rules_named: RulesNamed) -> Record:
    """The record that a JSON text spells, checked event by event; raises RecordError."""
    try:
        document = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecordError:
        raise
    except RecursionError:
        raise RecordError("no JSON: nested too deeply") from None
    except ValueError as broken:
        raise RecordError(f"no JSON: {broken}") from None
    return import_record(document, rules_named)


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    entry: Json = {}
    for key, value in pairs:
        if key in entry:
            raise RecordError(f"the key {key!r} is given twice")
        entry[key] = value
    return entry


def _no_constant(name: str) -> None:
    raise RecordError(f"{name} is no JSON number")
