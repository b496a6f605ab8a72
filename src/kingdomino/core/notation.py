"""One canonical text for every action and chance event: a verb and its words.

``place e1 e2``, ``choose 14``, ``release w1``, ``row A 3 17 22 51``: logs, records, bots and
error messages all speak this language, and ``parse_action(format_action(x)) == x``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from . import action as act
from .domino import format_domino, parse_domino
from .error import RecordError
from .grid import format_square, parse_square


def parse_seat(word: str) -> int:
    """A seat number, 0 to 4."""
    if len(word) != 1 or word not in "01234":
        raise RecordError(f"not a seat: {word!r} (expected 0 to 4)")
    return int(word)


class _Word(NamedTuple):
    """A kind of word: its name in error messages, and how to write and read it."""

    name: str
    format: Callable[[Any], str]
    parse: Callable[[str], Any]


class _Verb(NamedTuple):
    """A class of events and the words after its verb, one a field.

    ``listed`` events have one field, a tuple: any number of words, or *length* of them.
    """

    kind: Callable[..., act.Event]
    fields: tuple[str, ...]
    words: tuple[_Word, ...]
    listed: bool = False
    length: int | None = None

    def values(self, event: act.Event) -> list[Any]:
        if self.listed:
            return list(getattr(event, self.fields[0]))
        return [getattr(event, field) for field in self.fields]

    def build(self, words: list[str]) -> act.Event:
        if self.listed:
            return self.kind(tuple(self.words[0].parse(word) for word in words))
        return self.kind(*(w.parse(text) for w, text in zip(self.words, words, strict=True)))

    def fits(self, words: list[str]) -> bool:
        if self.listed and self.length is None:
            return True
        return len(words) == (self.length or len(self.words))

    def usage(self, name: str) -> str:
        if not self.listed:
            return " ".join([name, *(word.name for word in self.words)])
        word = self.words[0].name
        return " ".join([name, *([word] * (self.length or 1))]) + ("" if self.length else " …")


_SQUARE = _Word("SQUARE", format_square, parse_square)
_DOMINO = _Word("DOMINO", format_domino, parse_domino)
_SEAT = _Word("SEAT", str, parse_seat)
_NAME = _Word("NAME", str, str)

_VERBS: dict[str, _Verb] = {
    "place": _Verb(act.Place, ("left", "right"), (_SQUARE, _SQUARE)),
    "discard": _Verb(act.Discard, (), ()),
    "choose": _Verb(act.Choose, ("domino",), (_DOMINO,)),
    "choose_pair": _Verb(act.ChoosePair, ("dominoes",), (_DOMINO,), listed=True, length=2),
    "cover": _Verb(act.Cover, ("square",), (_SQUARE,)),
    "release": _Verb(act.Release, ("square",), (_SQUARE,)),
    "send": _Verb(act.Send, ("to",), (_SEAT,)),
    "decline": _Verb(act.Decline, (), ()),
    "erupt": _Verb(act.Erupt, ("square",), (_SQUARE,)),
    "hand_over": _Verb(act.HandOver, ("to",), (_SEAT,)),
    "spend": _Verb(act.Spend, ("square",), (_SQUARE,)),
    "recruit": _Verb(act.Recruit, ("caveman",), (_NAME,)),
    "settle": _Verb(act.Settle, ("square",), (_SQUARE,)),
    "pass": _Verb(act.Pass, (), ()),
    "kings": _Verb(act.Kings, ("order",), (_SEAT,), listed=True),
    "quests": _Verb(act.Quests, ("quests",), (_NAME,), listed=True),
    "row": _Verb(act.Row, ("dominoes",), (_DOMINO,), listed=True),
    "cave": _Verb(act.Cave, ("cavemen",), (_NAME,), listed=True),
}
_VERB_OF = {verb.kind: name for name, verb in _VERBS.items()}


def format_action(event: act.Event) -> str:
    """The canonical text of an action or chance event."""
    name = _VERB_OF[type(event)]
    verb = _VERBS[name]
    words = verb.words * len(verb.values(event)) if verb.listed else verb.words
    texts = (w.format(value) for w, value in zip(words, verb.values(event), strict=True))
    return " ".join([name, *texts])


def parse_action(text: str) -> act.Event:
    """The action or chance event that *text* names; raises RecordError when it names none."""
    name, *words = text.split() or [""]
    verb = _VERBS.get(name)
    if verb is None:
        raise RecordError(f"no such action: {text!r} (expected one of {', '.join(_VERBS)})")
    if not verb.fits(words):
        raise RecordError(f"not an action: {text!r} (expected {verb.usage(name)})")
    return verb.build(words)
