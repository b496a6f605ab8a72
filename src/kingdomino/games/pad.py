"""A score pad for a whole table of cardboard: what was painted, scored, with doubts.

Unlike a drawing, which is refused when it cannot be, a pad takes what people paint: it scores what
is there and says in doubts what cannot have come about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from ..core.domino import Domino, Half, Resource, Symbol, Terrain
from ..core.drawing import Cell, contradiction, parse_cell, terrain_letters, with_cell
from ..core.engine import start
from ..core.error import RecordError
from ..core.grid import CASTLE, CASTLE_BIT, Box, Square, bit, connected, room
from ..core.kingdom import Kingdom
from ..core.rules import Rules
from ..core.score import Sheet, dynasty_winners, score_sheets
from ..core.state import State
from .tiles import caveman_tiles


class Painted(NamedTuple):
    """One player's kingdom: the words of its squares, the castle left out."""

    cells: Mapping[Square, str]
    name: str = ""
    discarded: int = 0


class Pad(NamedTuple):
    """One table: what was played, and everybody's kingdom."""

    rules: Rules
    kingdoms: tuple[Painted, ...]
    quests: tuple[str, ...] = ()
    totems: tuple[int | None, ...] = (None, None, None, None)


class Doubt(NamedTuple):
    """Something that cannot be: a code that never changes, where, and what it is about."""

    code: str
    seat: int | None = None
    square: Square | None = None
    what: str = ""
    """A terrain, resource, caveman or kind of mark."""
    crowns: int = 0
    n: int = 0
    most: int = 0

    def __str__(self) -> str:
        """The doubt in English, without its seat."""
        told = self._replace(what=self.what.replace("_", " "))._asdict()
        return DOUBTS[self.code].format(**told)


class Scored(NamedTuple):
    """A pad and what it is worth."""

    state: State
    sheets: tuple[Sheet, ...]
    doubts: tuple[Doubt, ...]


DOUBTS = {
    "past_frame": "it is {n} squares long and does not fit in {most}×{most}",
    "in_pieces": "it is in pieces: squares hang together by sides",
    "odd": "dominoes cover two squares each, and one square is left over",
    "too_many_dominoes": "{n} dominoes, laid and discarded, but a player gets {most}",
    "no_such_square": "{square}: no domino has such a square",
    "no_domino": "{square}: no domino joins it to a square beside it",
    "volcano": "{square}: a volcano has craters and nothing on it",
    "giant": "{square}: more giants than crowns",
    "fire": "{square}: fire never lands on a printed flame",
    "token": "{square}: no token can lie here",
    "caveman": "{square}: a caveman lives only on bare ground",
    "not_in_game": "{square}: the game has no {what}",
    "fire_without_volcano": "{n} fire tokens of {crowns}, but {most} volcanoes of as many craters",
    "totem_not_most": "the totem {what} is held by somebody who has fewer than another",
    "too_many_squares": "{n} squares of {what} with {crowns} on the table, but the box has {most}",
    "too_many_giants": "{n} giants on the table, but there are {most}",
    "too_many_cavemen": "{n} × {what} on the table, but there are {most}",
    "quests": "{n} quests are chosen; a game has {most}",
}
"""Every doubt that there is, in English."""


def score(pad: Pad) -> Scored:
    """Everybody's sheet; raises RecordError only for what is no kingdom of the game at all."""
    made = pad.rules
    _check(pad)
    doubts: list[Doubt] = []
    kingdoms: list[Kingdom] = []
    for seat, painted in enumerate(pad.kingdoms):
        cells = _cells(painted, made)
        kingdom = _kingdom(painted, cells, made)
        found = chain(_mark_doubts(cells, made), _land_doubts(kingdom, cells, made))
        doubts += (doubt._replace(seat=seat) for doubt in found)
        kingdoms.append(kingdom)
    state = start(made)._replace(
        kingdoms=tuple(kingdoms), quests=pad.quests, totems=pad.totems, agenda=()
    )
    doubts += _table_doubts(pad, state)
    return Scored(state, score_sheets(state), tuple(doubts))


def dynasty(games: list[Scored]) -> tuple[list[int], tuple[int, ...]]:
    """The sums of points by seat, and who leads; raises RecordError for games that differ."""
    if len({game.state.rules for game in games}) > 1:
        raise RecordError("the games of a dynasty have the same rules and players")
    sheets = [game.sheets for game in games]
    sums = [sum(sheet.total for sheet in seat) for seat in zip(*sheets, strict=True)]
    return sums, dynasty_winners(sheets)


def _check(pad: Pad) -> None:
    made, players = pad.rules, len(pad.kingdoms)
    if players != made.players:
        raise RecordError(f"{made} has {made.players} kingdoms, not {players}")
    unknown = sorted({*pad.quests} - {*made.quest})
    if unknown or len({*pad.quests}) < len(pad.quests):
        known = ", ".join(made.quest) or "none"
        raise RecordError(f"{made.game} has each of its quests once ({known}), not {pad.quests}")
    held = [seat for seat in pad.totems if seat is not None]
    if held and not made.totem_points:
        raise RecordError(f"{made.game} has no totems")
    if any(not 0 <= seat < players for seat in held):
        raise RecordError(f"totems are held by seats 0 to {players - 1}, not by {held}")


class _Read(NamedTuple):
    """A square as it was painted, as the game has it, and what is wrong with that."""

    painted: Cell
    cell: Cell
    wrong: str


_Cells = dict[Square, _Read]


def _cells(painted: Painted, made: Rules) -> _Cells:
    """The squares in reading order."""
    letters = terrain_letters(made.dominoes)
    found: _Cells = {}
    for square, word in sorted(painted.cells.items(), key=lambda item: (item[0].y, item[0].x)):
        cell = parse_cell(word, letters)
        if cell is None or square == CASTLE:
            raise RecordError(f"{square}: {word!r} is no square of {made.game}")
        if cell.caveman and cell.caveman not in caveman_tiles():
            raise RecordError(f"{square}: there is no caveman {cell.caveman!r}")
        known = _known(cell, made)
        found[square] = _Read(cell, known, contradiction(known))
    # Counting lines of crowns takes long where there are more than any box has.
    crowned = sum(1 for read in found.values() if read.cell.printed or read.cell.fire)
    if crowned > sum(bool(half.crowns) + 2 * bool(half.craters) for half in made.halves):
        raise RecordError(f"the whole box of {made.game} has no {crowned} squares with crowns")
    return found


def _known(cell: Cell, made: Rules) -> Cell:
    """The cell without marks that the game does not have."""
    return cell._replace(
        giants=cell.giants if made.has_giants else 0,
        fire=cell.fire if made.has_volcanoes else 0,
        token=cell.token and made.has_resources,
        caveman=cell.caveman if made.cavemen else "",
    )


def _mark_doubts(cells: _Cells, made: Rules) -> Iterator[Doubt]:
    for square, (painted, cell, wrong) in cells.items():
        for kind, mark, kept in zip(Cell._fields, painted, cell, strict=True):
            if mark != kept:
                yield Doubt("not_in_game", square=square, what=kind)
        if wrong:
            yield Doubt(wrong, square=square)
    fires = Counter(read.cell.fire for read in cells.values() if read.cell.fire)
    volcanoes = Counter(
        read.cell.printed for read in cells.values() if read.cell.terrain is Terrain.VOLCANO
    )
    for flames, n in sorted((fires - volcanoes).items()):
        most = volcanoes[flames]
        yield Doubt("fire_without_volcano", crowns=flames, n=n + most, most=most)


def _kingdom(painted: Painted, cells: _Cells, made: Rules) -> Kingdom:
    xs, ys = {0, *(square.x for square in cells)}, {0, *(square.y for square in cells)}
    box = Box(min(xs), min(ys), max(xs), max(ys))
    # A kingdom that is too large is scored in a frame that it fits in.
    size = max(made.size, box.east - box.west + 1, box.south - box.north + 1)
    kingdom = Kingdom(size, box=box, room=room(box, size), discarded=painted.discarded)
    for square, read in cells.items():
        kingdom = with_cell(kingdom, bit(square), _mended(read.cell, read.wrong))
    return kingdom


def _mended(cell: Cell, wrong: str) -> Cell:
    """The cell as far as it can be."""
    match wrong:
        case "volcano":
            return Cell(cell.terrain, cell.printed)
        case "giant":
            return cell._replace(giants=cell.printed)
        case "fire":
            return Cell(cell.terrain, cell.printed)
        case "token":
            return cell._replace(token=False)
        case "caveman":
            return cell._replace(caveman="")
        case _:
            return cell


def _land_doubts(kingdom: Kingdom, cells: _Cells, made: Rules) -> Iterator[Doubt]:
    if kingdom.size > made.size:
        yield Doubt("past_frame", n=kingdom.size, most=made.size)
    if connected(CASTLE_BIT, kingdom.land) != kingdom.land:
        yield Doubt("in_pieces")
    if len(cells) % 2:
        yield Doubt("odd")
    dominoes, most = len(cells) // 2 + kingdom.discarded, made.rounds * made.kings_each
    if dominoes > most:
        yield Doubt("too_many_dominoes", n=dominoes, most=most)
    pairs = {pair for domino in made.dominoes for pair in _pairs(domino)}
    known = {face for pair in pairs for face in pair}
    faces = {square: _face(read.cell) for square, read in cells.items() if not read.wrong}
    for square, face in faces.items():
        beside = [faces.get(Square(square.x + x, square.y + y)) for x, y in _STEPS]
        if face not in known:
            yield Doubt("no_such_square", square=square)
        elif not any((face, other) in pairs for other in beside):
            yield Doubt("no_domino", square=square)


_STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))
_Face = tuple[Terrain, int]
"""What is printed on a square for good: its terrain, and its crowns or craters."""


def _face(cell: Cell) -> _Face:
    return cell.terrain, cell.printed


def _pairs(domino: Domino) -> Iterator[tuple[_Face, _Face]]:
    left, right = _printed(domino.left), _printed(domino.right)
    yield left, right
    yield right, left


def _printed(half: Half) -> _Face:
    return half.terrain, half.crowns + half.craters


def _table_doubts(pad: Pad, state: State) -> Iterator[Doubt]:
    made, letters = pad.rules, terrain_letters(pad.rules.dominoes)
    words = chain.from_iterable(painted.cells.values() for painted in pad.kingdoms)
    cells = [cell for word in words if (cell := parse_cell(word, letters))]
    printed = Counter(map(_printed, made.halves))
    for (terrain, crowns), n in sorted((Counter(map(_face, cells)) - printed).items()):
        most = printed[terrain, crowns]
        if most:
            n += most
            yield Doubt("too_many_squares", what=terrain.label, crowns=crowns, n=n, most=most)
    giants = sum(cell.giants for cell in cells)
    most = sum(domino.symbol is Symbol.GIANT for domino in made.dominoes)
    if giants > most > 0:
        yield Doubt("too_many_giants", n=giants, most=most)
    tribe = Counter(made.cavemen)
    for name, n in sorted((Counter(c.caveman for c in cells if c.caveman) - tribe).items()):
        if tribe[name]:
            yield Doubt("too_many_cavemen", what=name, n=n + tribe[name], most=tribe[name])
    if len(pad.quests) != made.quests_drawn:
        yield Doubt("quests", n=len(pad.quests), most=made.quests_drawn)
    for resource in Resource:
        holder = pad.totems[resource]
        counts = [kingdom.resources(resource).bit_count() for kingdom in state.kingdoms]
        if holder is not None and counts[holder] < max(counts):
            yield Doubt("totem_not_most", seat=holder, what=resource.label)
