"""Records of the games in the catalogue: reading either form, and checking several at once."""

from __future__ import annotations

from collections.abc import Iterable

from ..core import interchange, record
from ..core.error import RecordError
from ..core.record import Record
from .catalogue import rules


def parse_record(text: str) -> Record:
    """The record that *text* spells, in our text form; raises RecordError."""
    return record.parse_record(text, rules)


def parse_json(text: str) -> Record:
    """The record that a JSON text spells (``kingdomino-record/1``); raises RecordError."""
    return interchange.parse_json(text, rules)


def parse_any(text: str) -> Record:
    """The record that *text* spells in either form: JSON starts with a brace."""
    return parse_json(text) if text.lstrip().startswith("{") else parse_record(text)


def check_dynasties(records: Iterable[Record]) -> None:
    """Games of one dynasty have the same rules and players, each number once; or RecordError."""
    seen: dict[tuple[str, int], Record] = {}
    first: dict[str, Record] = {}
    for game in records:
        if game.dynasty is None:
            continue
        name, number = game.dynasty
        if (name, number) in seen:
            raise RecordError(f"dynasty {name!r} has two records of game {number}")
        seen[name, number] = game
        other = first.setdefault(name, game)
        if (other.rules, other.players) != (game.rules, game.players):
            raise RecordError(f"the games of dynasty {name!r} differ in rules or players")
