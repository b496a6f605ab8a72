"""One canonical text for every action and chance event: a verb and its words.

``place e1 e2``, ``choose 14``, ``release w1``, ``row A 3 17 22 51``: logs, records, bots and
error messages all speak this language, and ``parse_action(format_action(x)) == x``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from . import action as act
from .domino import format_domino, parse_domino
from .error import RecordError, RulesError
from .grid import format_square, parse_square


def parse_seat(word: str) -> int:
    """A seat number, 0 to 4."""
    if len(word) != 1 or word not in "01234":
        raise RecordError(f"not a seat: {word!r} (expected 0 to 4)")
    return int(word)


class Word(NamedTuple):
    """A kind of word: its name in error messages, and how to write and read it."""

    name: str
    format: Callable[[Any], str]
    parse: Callable[[str], Any]


SQUARE = Word("SQUARE", format_square, parse_square)
DOMINO = Word("DOMINO", format_domino, parse_domino)
SEAT = Word("SEAT", str, parse_seat)
NAME = Word("NAME", str, str)


class Verb(NamedTuple):
    """A class of events and the words after its verb, one a field.

    ``listed`` events have one field, a tuple: any number of words, or *length* of them.
    """

    kind: type[Any]
    words: tuple[Word, ...] = ()
    listed: bool = False
    length: int | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that the words stand for."""
        named: tuple[str, ...] = self.kind.__match_args__
        return named

    def values(self, event: act.Event) -> list[Any]:
        """What is to be said of *event*, a word each."""
        found = [getattr(event, field) for field in self.kind.__match_args__]
        return list(found[0]) if self.listed else found

    def build(self, words: list[str]) -> act.Event:
        """The event that the words spell."""
        if self.listed:
            return self.event((tuple([self.words[0].parse(word) for word in words]),))
        return self.event([w.parse(text) for w, text in zip(self.words, words, strict=True)])

    def event(self, values: Iterable[Any]) -> act.Event:
        """The event with these values of its fields."""
        made: act.Event = self.kind(*values)
        return made

    def fits(self, words: list[str]) -> bool:
        """Whether there are as many words as it takes."""
        if self.listed and self.length is None:
            return True
        return len(words) == (self.length or len(self.words))

    def usage(self, name: str) -> str:
        """How to say it, for who has said it wrong."""
        if not self.listed:
            return " ".join([name, *(word.name for word in self.words)])
        word = self.words[0].name
        return " ".join([name, *([word] * (self.length or 1))]) + ("" if self.length else " …")


VERBS: dict[str, Verb] = {
    "place": Verb(act.Place, (SQUARE, SQUARE)),
    "discard": Verb(act.Discard),
    "choose": Verb(act.Choose, (DOMINO,)),
    "choose_pair": Verb(act.ChoosePair, (DOMINO,), listed=True, length=2),
    "cover": Verb(act.Cover, (SQUARE,)),
    "release": Verb(act.Release, (SQUARE,)),
    "send": Verb(act.Send, (SEAT,)),
    "decline": Verb(act.Decline),
    "erupt": Verb(act.Erupt, (SQUARE,)),
    "hand_over": Verb(act.HandOver, (SEAT,)),
    "spend": Verb(act.Spend, (SQUARE,)),
    "recruit": Verb(act.Recruit, (NAME,)),
    "settle": Verb(act.Settle, (SQUARE,)),
    "pass": Verb(act.Pass),
    "kings": Verb(act.Kings, (SEAT,), listed=True),
    "quests": Verb(act.Quests, (NAME,), listed=True),
    "row": Verb(act.Row, (DOMINO,), listed=True),
    "cave": Verb(act.Cave, (NAME,), listed=True),
}
VERB_OF: dict[type[Any], str] = {verb.kind: name for name, verb in VERBS.items()}


_NOT_VERBS = ("score", "winners")
"""How the lines of a record begin that are no events."""


def add_verb(name: str, verb: Verb) -> None:
    """Let records, tables and bots speak of an action that a rule set brings.

    Raises RulesError for a word that already means something else.
    """
    known = VERBS.get(name, verb)
    if known != verb or not re.fullmatch(r"[a-z][a-z_]*", name) or name in _NOT_VERBS:
        raise RulesError(f"{name!r} cannot be a verb: it is no plain word, or a word of records")
    VERBS[name], VERB_OF[verb.kind] = verb, name


def format_action(event: act.Event) -> str:
    """The canonical text of an action or chance event."""
    name = VERB_OF[type(event)]
    verb = VERBS[name]
    values = verb.values(event)
    words = verb.words * len(values) if verb.listed else verb.words
    texts = (w.format(value) for w, value in zip(words, values, strict=True))
    return " ".join([name, *texts])


def parse_action(text: str) -> act.Event:
    """The action or chance event that *text* names; raises RecordError when it names none."""
    name, *words = text.split() or [""]
    verb = VERBS.get(name)
    if verb is None:
        raise RecordError(f"no such action: {text!r} (expected one of {', '.join(VERBS)})")
    if not verb.fits(words):
        raise RecordError(f"not an action: {text!r} (expected {verb.usage(name)})")
    return verb.build(words)
