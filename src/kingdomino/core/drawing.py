"""A kingdom as a drawing: rows of words, one word a square.

``.`` is bare ground, ``C`` the castle (``H`` the hut). Land is the first letter of its terrain
with what is on it: ``W`` wheat, ``M2`` a mine with two crowns, ``M2g`` one of them under a giant,
``V3`` a volcano with three craters, ``J*2`` jungle under a fire token of two flames, ``Q+`` a
quarry with its flint token, ``D:hunter`` a desert where the hunter lives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from .domino import RESOURCE_TERRAINS, Domino, Half, Terrain
from .error import RecordError
from .grid import CASTLE_BIT, Bits, Box, Square, bit, connected, room
from .kingdom import Kingdom, counted, raised, terrain_at

_CELL = r"([A-Z])([0-3])?(g*)(?:\*([1-3]))?(\+)?(?::([a-z_]+))?"


def terrain_letters(dominoes: Iterable[Domino]) -> dict[str, Terrain]:
    """The letters of a game's terrains, in the order of Terrain."""
    terrains = {half.terrain for domino in dominoes for half in (domino.left, domino.right)}
    return {terrain.name[0]: terrain for terrain in sorted(terrains)}


def format_kingdom(kingdom: Kingdom) -> str:
    """The drawing of a kingdom, as large as its box."""
    west, north, east, south = kingdom.box
    rows = [
        [format_cell(kingdom, bit(Square(x, y))) for x in range(west, east + 1)]
        for y in range(north, south + 1)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (" ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def format_cell(kingdom: Kingdom, single: Bits) -> str:
    """The word for one square."""
    terrain = terrain_at(kingdom, single)
    if terrain is None:
        return _castle_letter(kingdom) if single == CASTLE_BIT else "."
    flames, giants = counted(kingdom.crowns, single), counted(kingdom.giants, single)
    craters = counted(kingdom.craters, single)
    fire = kingdom.fires & single
    printed = craters or (0 if fire else flames)
    return "".join(
        (
            terrain.name[0],
            str(printed) if printed else "",
            "g" * giants,
            f"*{flames}" if fire else "",
            "+" if kingdom.tokens & single else "",
            *(f":{name}" for home, name in kingdom.cavemen if home == single),
        )
    )


def _castle_letter(kingdom: Kingdom) -> str:
    origins = any(kingdom.terrains[t] for t in Terrain if t > Terrain.MINE)
    return "H" if origins else "C"


def parse_kingdom(text: str, letters: dict[str, Terrain], size: int) -> Kingdom:
    """The kingdom that *text* draws; raises RecordError when it draws none.

    The castle may stand anywhere in the drawing, bare margins may be left out or drawn.
    """
    words = {
        Square(x, y): word
        for y, line in enumerate(line for line in text.splitlines() if line.strip())
        for x, word in enumerate(line.split())
        if word != "."
    }
    castles = [square for square, word in words.items() if word in ("C", "H")]
    if len(castles) != 1:
        raise RecordError(f"a kingdom has one castle C (or hut H), not {len(castles)}")
    (castle,) = castles
    del words[castle]
    box = _box([castle, *words], castle)
    _check_frame(box, size)
    kingdom = Kingdom(size, box=box, room=room(box, size))
    for (x, y), word in words.items():
        single = bit(Square(x - castle.x, y - castle.y))
        kingdom = _drawn(kingdom, single, word, letters, f"line {y + 1}, square {x + 1}")
    _check_whole(kingdom)
    return kingdom


def _box(squares: list[Square], castle: Square) -> Box:
    xs, ys = [s.x - castle.x for s in squares], [s.y - castle.y for s in squares]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _check_frame(box: Box, size: int) -> None:
    width, height = box.east - box.west + 1, box.south - box.north + 1
    if width > size or height > size:
        raise RecordError(f"the kingdom is {width}×{height} and does not fit in {size}×{size}")


def _check_whole(kingdom: Kingdom) -> None:
    if connected(CASTLE_BIT, kingdom.land) != kingdom.land:
        raise RecordError("the kingdom is in pieces: every square must hang together by sides")
    if not kingdom.land.bit_count() % 2:
        raise RecordError("dominoes cover two squares each, but the number of squares is odd")


def _drawn(
    kingdom: Kingdom, single: Bits, word: str, letters: dict[str, Terrain], where: str
) -> Kingdom:
    cell = parse_cell(word, letters)
    if cell is None:
        known = ", ".join(f"{letter} {terrain.label}" for letter, terrain in letters.items())
        raise RecordError(f"{where}: {word!r} is no square (expected {known}, C, H or .)")
    wrong = contradiction(cell)
    if wrong:
        raise RecordError(f"{where}: {word!r}: {CONTRADICTIONS[wrong]}")
    return with_cell(kingdom, single, cell)


def format_half(half: Half) -> str:
    """The word for a square as it is printed."""
    printed = half.crowns or half.craters
    token = "+" if half.resource is not None else ""
    return half.terrain.name[0] + (str(printed) if printed else "") + token


class Cell(NamedTuple):
    """What the word for a square says."""

    terrain: Terrain
    printed: int = 0
    """Crowns or flames; the craters of a volcano."""
    giants: int = 0
    fire: int = 0
    token: bool = False
    caveman: str = ""


def parse_cell(word: str, letters: dict[str, Terrain]) -> Cell | None:
    """What *word* says of a square; None when it says nothing in a game with these letters."""
    match = re.fullmatch(_CELL, word)
    if not match or match[1] not in letters:
        return None
    return Cell(
        letters[match[1]],
        int(match[2] or 0),
        len(match[3]),
        int(match[4] or 0),
        bool(match[5]),
        match[6] or "",
    )


def with_cell(kingdom: Kingdom, single: Bits, cell: Cell) -> Kingdom:
    """The kingdom with what *cell* says on a square that was bare."""
    terrains = [*kingdom.terrains]
    terrains[cell.terrain] |= single
    volcano = cell.terrain is Terrain.VOLCANO
    homes = kingdom.cavemen
    return kingdom._replace(
        land=kingdom.land | single,
        terrains=tuple(terrains),
        crowns=raised(kingdom.crowns, single, 0 if volcano else cell.printed + cell.fire),
        giants=raised(kingdom.giants, single, cell.giants),
        craters=raised(kingdom.craters, single, cell.printed if volcano else 0),
        fires=kingdom.fires | (single if cell.fire else 0),
        tokens=kingdom.tokens | (single if cell.token else 0),
        cavemen=tuple(sorted((*homes, (single, cell.caveman)))) if cell.caveman else homes,
    )


CONTRADICTIONS = {
    "volcano": "a volcano has one to three craters and nothing on it",
    "giant": "a giant covers one crown each",
    "fire": "fire never lands on a printed flame",
    "token": "a token lies only where its symbol is printed and no fire fell",
    "caveman": "a caveman lives only on bare ground",
}
"""What cannot be on one square, by a code that never changes."""


def contradiction(cell: Cell) -> str:
    """The code of what is wrong with a square, or nothing."""
    terrain, printed, giants, fire, token, lives = cell
    if terrain is Terrain.VOLCANO:
        if not printed or giants or fire or lives:
            return "volcano"
    elif giants > printed:
        return "giant"
    elif printed and fire:
        return "fire"
    if token and (terrain not in RESOURCE_TERRAINS or printed or fire):
        return "token"
    if lives and (printed or fire or token):
        return "caveman"
    return ""
