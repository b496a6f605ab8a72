"""A score pad as text, which is also what a link holds.

    game: giants
    quests: bleak_king lost_corner

    name: Ann
    discarded: 1
    F1 F  W   W
    C  W  M2g .

    name: Bob
    C  W  W

Words above the first drawing: ``game``, ``players``, ``variants``, ``quests``; above each:
``name``, ``discarded``, ``totems``. A line ``---`` begins the next game of a dynasty. A drawing
of ``kingdomino score`` is a pad with one kingdom. Instead of a drawing there may be a line for each
domino, as ``27 e1 e2``: where its left half lies, counted from the castle, and its right half.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Sequence

from ..core.domino import Resource, parse_domino
from ..core.drawing import format_half
from ..core.error import RecordError
from ..core.grid import CASTLE, REACH, Square, format_square, parse_square
from ..core.rules import Rules
from .catalogue import DYNASTY_GAMES, GAME, rules
from .pad import Pad, Painted

VERSION = "1"
"""What a code begins with."""
LONGEST_TEXT, LONGEST_CODE, LONGEST_NAME = 20_000, 6_000, 32
MOST_DISCARDED = 48
_TABLE_WORDS = ("game", "players", "variants", "quests")
_WORDS = (*_TABLE_WORDS, "name", "discarded", "totems")
_NEXT = "---"
_WORD = re.compile(r"\s*([A-Za-z_]{2,})\s*:\s*(.*?)\s*")
_LAID = re.compile(r"\s*([A-Z]|[0-9]+)\s+([a-z][a-z0-9]*)\s+([a-z][a-z0-9]*)\s*")
_FEWEST = 2


class OtherVersion(RecordError):
    """A code of a pad that was made by another version than this."""


def parse_pads(text: str) -> list[Pad]:
    """The games of a pad, one or those of a dynasty; raises RecordError, RulesError."""
    if len(text) > LONGEST_TEXT:
        raise RecordError(f"a pad has at most {LONGEST_TEXT} characters")
    games = re.split(rf"^{_NEXT}\s*$", text, flags=re.MULTILINE)
    if len(games) > DYNASTY_GAMES:
        raise RecordError(f"a dynasty has {DYNASTY_GAMES} games, not {len(games)}")
    return [_parse_game(game) for game in games]


def format_pads(pads: Iterable[Pad]) -> str:
    """The pads as text."""
    return f"{_NEXT}\n".join(map(_format_game, pads))


def encode_pads(pads: Iterable[Pad]) -> str:
    """The pads as a word for a link: the version, then the text, packed."""
    packed = zlib.compress(format_pads(pads).encode(), 9)
    return VERSION + urlsafe_b64encode(packed).decode().rstrip("=")


def decode_pads(code: str) -> list[Pad]:
    """The pads that a link holds; raises OtherVersion, RecordError, RulesError."""
    if not re.fullmatch(r"[\w-]{2,}", code, re.ASCII) or len(code) > LONGEST_CODE:
        raise RecordError("this is no score pad, or not all of one")
    if not code.startswith(VERSION):
        raise OtherVersion(f"this pad has version {code[0]}, and {VERSION} can be read here")
    unpacking = zlib.decompressobj()
    try:
        packed = urlsafe_b64decode(code[1:] + "=" * (-len(code[1:]) % 4))
        text = unpacking.decompress(packed, LONGEST_TEXT).decode()
    except (ValueError, zlib.error):
        raise RecordError("this is no score pad, or not all of one") from None
    if not unpacking.eof:
        raise RecordError("this is no score pad, or not all of one")
    return parse_pads(text)


def _parse_game(text: str) -> Pad:
    head: dict[str, str] = {}
    words: dict[str, str] = {}
    drawing: list[str] = []
    sections: list[tuple[dict[str, str], list[str]]] = []
    for line in filter(_is_read, text.splitlines()):
        match = _WORD.fullmatch(line)
        if not match:
            drawing.append(line)
            continue
        name, value = match.groups()
        if drawing:
            sections.append((words, drawing))
            words, drawing = {}, []
        _take(head if name in _TABLE_WORDS else words, name, value, begun=bool(sections))
    if drawing or words:
        sections.append((words, drawing))
    return _pad(head, sections)


def _is_read(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _take(words: dict[str, str], name: str, value: str, *, begun: bool) -> None:
    if name not in _WORDS:
        raise RecordError(f"unknown word {name!r} (expected {', '.join(_WORDS)})")
    if name in _TABLE_WORDS and begun:
        raise RecordError(f"{name!r} stands above the first drawing")
    if name in words:
        raise RecordError(f"{name!r} is given twice")
    words[name] = value


def _pad(head: dict[str, str], sections: Sequence[tuple[dict[str, str], list[str]]]) -> Pad:
    game = head.get("game", "kingdomino")
    variants = head.get("variants", "").split()
    least = GAME[game].players[0] if game in GAME else _FEWEST
    players = _number(head, "players", max(len(sections), least))
    made = rules(game, players, variants)
    if len(sections) > players:
        raise RecordError(f"{made} has {players} kingdoms, not {len(sections)}")
    bare = [Painted({})] * (players - len(sections))
    kingdoms = [_painted(words, drawing, made) for words, drawing in sections]
    quests = tuple(sorted(head.get("quests", "").split()))
    return Pad(made, (*kingdoms, *bare), quests, _totems([words for words, _ in sections]))


def _number(words: dict[str, str], name: str, default: int) -> int:
    value = words.get(name, str(default))
    if not re.fullmatch(r"[0-9]{1,2}", value):
        raise RecordError(f"{name} is a number, not {value!r}")
    return int(value)


def _totems(seats: Sequence[dict[str, str]]) -> tuple[int | None, ...]:
    held: dict[str, int] = {}
    for seat, words in enumerate(seats):
        for totem in words.get("totems", "").split():
            if totem in held or totem not in _TOTEMS:
                known = ", ".join(_TOTEMS)
                raise RecordError(f"totems are {known}, each held by one player: {totem!r}")
            held[totem] = seat
    return tuple(held.get(totem) for totem in _TOTEMS)


_TOTEMS = tuple(resource.label for resource in Resource)


def _painted(words: dict[str, str], drawing: list[str], made: Rules) -> Painted:
    laid = any(_LAID.fullmatch(line) for line in drawing)
    cells = _laid(drawing, made) if laid else _drawn(drawing)
    if any(max(abs(x), abs(y)) > REACH for x, y in cells):
        raise RecordError(f"no frame reaches farther than {REACH} squares from the castle")
    name = words.get("name", "")[:LONGEST_NAME]
    return Painted(cells, name, min(_number(words, "discarded", 0), MOST_DISCARDED))


def _drawn(drawing: list[str]) -> dict[Square, str]:
    found = {
        Square(x, y): word
        for y, line in enumerate(drawing)
        for x, word in enumerate(line.split())
        if word != "."
    }
    castles = [square for square, word in found.items() if word in ("C", "H")]
    if len(castles) != 1 and (found or castles):
        raise RecordError(f"a kingdom has one castle C (or hut H), not {len(castles)}")
    castle = castles[0] if castles else CASTLE
    cells = {Square(x - castle.x, y - castle.y): word for (x, y), word in found.items()}
    cells.pop(CASTLE, None)
    return cells


def _laid(lines: list[str], made: Rules) -> dict[Square, str]:
    cells: dict[Square, str] = {}
    for line in lines:
        match = _LAID.fullmatch(line)
        if not match:
            raise RecordError(f"a domino lies as in '27 e1 e2', not as in {line.strip()!r}")
        domino = made.domino.get(parse_domino(match[1]))
        if domino is None:
            raise RecordError(f"{made.game} has no domino {match[1]}")
        left, right = parse_square(match[2]), parse_square(match[3])
        if abs(left.x - right.x) + abs(left.y - right.y) != 1:
            raise RecordError(f"{match[2]} and {match[3]} are not side by side")
        for square, half in ((left, domino.left), (right, domino.right)):
            if square in (CASTLE, *cells):
                raise RecordError(f"something lies on {format_square(square)} already")
            cells[square] = format_half(half)
    return cells


def _format_game(pad: Pad) -> str:
    made = pad.rules
    lines = [f"game: {made.game}", f"players: {made.players}"]
    if made.variants:
        lines.append(f"variants: {' '.join(made.variants)}")
    if pad.quests:
        lines.append(f"quests: {' '.join(pad.quests)}")
    for seat, painted in enumerate(pad.kingdoms):
        held = [totem for totem, who in zip(_TOTEMS, pad.totems, strict=True) if who == seat]
        lines += ["", f"name: {painted.name}"]
        if painted.discarded:
            lines.append(f"discarded: {painted.discarded}")
        if held:
            lines.append(f"totems: {' '.join(held)}")
        lines += _format_drawing(painted, "H" if made.flames else "C")
    return "\n".join(lines) + "\n"


def _format_drawing(painted: Painted, castle: str) -> list[str]:
    words = {**painted.cells, CASTLE: castle}
    xs, ys = [square.x for square in words], [square.y for square in words]
    return [
        " ".join(words.get(Square(x, y), ".") for x in range(min(xs), max(xs) + 1))
        for y in range(min(ys), max(ys) + 1)
    ]
