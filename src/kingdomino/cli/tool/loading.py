"""Records out of files: one a file, one a line of a ``.jsonl``, or several texts in a row."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from ...core.error import RecordError
from ...core.record import TEXT_VERSION, Record
from ...games.fair import Seen, parse_fair
from ...games.records import parse_any, parse_json, parse_record
from .failure import Failure
from .files import STDIO, decode, read_bytes

BOM = b"\xef\xbb\xbf"
LINES = ".jsonl"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A record or the reason why there is none, and where it was found."""

    name: str
    """The file as given."""
    line: int | None
    found: Record | RecordError

    @property
    def place(self) -> str:
        """``games.jsonl:7``."""
        return self.name if self.line is None else f"{self.name}:{self.line}"

    @property
    def record(self) -> Record:
        """The record; raises Failure with everything that one has to know."""
        if isinstance(self.found, RecordError):
            raise Failure(f"{self.place}: {self.found}")
        return self.found


def load(name: str, *, fair: Seen | None = None) -> Iterator[Loaded]:
    """Every record of a file, and at least one entry: also of one that cannot be read.

    With *fair* a record whose chance cannot be checked, or was not fair, is broken.
    """

    def checked(text: str) -> Record:
        return parse_json(text) if fair is None else parse_fair(text, fair)

    try:
        raw = read_bytes(name)
        if name.lower().endswith(LINES) or (name == STDIO and _holds_lines(raw)):
            yield from _lines(name, raw, checked)
        elif fair is not None:
            yield Loaded(name, None, _parsed(decode(raw), checked))
        else:
            yield from _texts(name, decode(raw))
    except Failure as broken:
        yield Loaded(name, None, RecordError(str(broken)))


def one_record(name: str, line: int | None, console: Console) -> Record:
    """The record on that line, or the first; a note says so when there are more."""
    found = [*load(name)]
    if line is not None:
        found = [entry for entry in found if (entry.line or 1) == line]
        if not found:
            raise Failure(f"{name}: no record begins on line {line}")
    elif len(found) > 1:
        lines = f"the first of {len(found)} records; --line shows another, such as {found[1].line}"
        console.print(Text(f"{name}: {lines}", "dim"), soft_wrap=True)
    return found[0].record


def _lines(name: str, raw: bytes, parse: Callable[[str], Record]) -> Iterator[Loaded]:
    lines = [
        (number, line)
        for number, line in enumerate(raw.removeprefix(BOM).split(b"\n"), 1)
        if line.strip()
    ]
    for number, line in lines:
        yield Loaded(name, number, _parsed(line, lambda line: parse(decode(line))))
    if not lines:
        yield Loaded(name, None, RecordError("no records"))


def _holds_lines(raw: bytes) -> bool:
    """Whether standard input holds a record a line: its first line is a document of its own."""
    first, *rest = raw.strip().split(b"\n")
    if not rest:
        return False
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return False
    return True


def _texts(name: str, text: str) -> Iterator[Loaded]:
    """The games of a dynasty may stand below each other in one text."""
    lines = text.splitlines(keepends=True)
    heads = [i for i, line in enumerate(lines) if line.strip() == TEXT_VERSION]
    if len(heads) < 2:
        yield Loaded(name, None, _parsed(text, parse_any))
        return
    for start, end in zip([0, *heads[1:]], [*heads[1:], len(lines)], strict=True):
        # Empty lines in front keep the numbers of the lines in error messages right.
        game = "\n" * start + "".join(lines[start:end])
        yield Loaded(name, start + 1, _parsed(game, parse_record))


def _parsed(raw: bytes | str, parse: Callable[..., Record]) -> Record | RecordError:
    try:
        return parse(raw)
    except (RecordError, Failure) as broken:
        return broken if isinstance(broken, RecordError) else RecordError(str(broken))
