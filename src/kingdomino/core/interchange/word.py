"""The words of an action's verb as JSON: what an event is where nothing else was agreed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from .. import action as act
from ..domino import format_domino, parse_domino
from ..notation import DOMINO, NAME, SEAT, SQUARE, VERB_OF, VERBS, Verb, Word
from .value import Json, parse_array, parse_integer, parse_string, parse_xy


class _Value(NamedTuple):
    """How one kind of word is written and read."""

    write: Callable[[Any], Any]
    read: Callable[[object], Any]


def _domino(value: object) -> Any:
    return parse_domino(parse_string(value, "a domino"))


_VALUES: dict[Word, _Value] = {
    SQUARE: _Value(list, parse_xy),
    DOMINO: _Value(format_domino, _domino),
    SEAT: _Value(int, partial(parse_integer, what="a seat")),
    NAME: _Value(str, partial(parse_string, what="a name")),
}


def _value(word: Word) -> _Value:
    """A word of a rule set's own is a text."""

    def read(value: object) -> Any:
        return word.parse(parse_string(value, word.name))

    return _VALUES.get(word) or _Value(word.format, read)


def write_words(event: act.Event) -> Json:
    """The fields of an event under their own names."""
    verb = VERBS[VERB_OF[type(event)]]
    values = verb.values(event)
    if verb.listed:
        write = _value(verb.words[0]).write
        return {verb.fields[0]: [write(value) for value in values]}
    named = zip(verb.fields, verb.words, values, strict=True)
    return {field: _value(word).write(value) for field, word, value in named}


def read_words(verb: Verb, entry: Json) -> act.Event:
    """The event whose fields are in *entry*; raises RecordError."""
    if verb.listed:
        (field,), read = verb.fields, _value(verb.words[0]).read
        return verb.event([tuple([read(value) for value in parse_array(entry[field], field)])])
    named = zip(verb.fields, verb.words, strict=True)
    return verb.event([_value(word).read(entry[field]) for field, word in named])
