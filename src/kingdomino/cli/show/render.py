"""The table drawn for a terminal: kingdoms, dominoes, rows and score sheets as rich renderables.

A square is a cell of two lines and four columns: terrain above, below it what lies on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ...core.domino import Domino, Half, Resource, Symbol, Terrain
from ...core.grid import CASTLE, CASTLE_BIT, Bits, Box, Square, bit, format_square
from ...core.kingdom import Kingdom, Region, counted, terrain_at
from ...core.score import Sheet, score_sheet
from ...core.state import Phase, State
from ...games.tiles import caveman_tiles
from . import glyph
from .sentence import caveman_sentence, caveman_title, event_sentence, line_title, seat_names

__all__ = [
    "Mark",
    "caveman_text",
    "domino_text",
    "event_sentence",
    "kingdom_panel",
    "kingdoms",
    "name_text",
    "offer_panel",
    "open_console",
    "seat_names",
    "sheet_table",
    "sheets",
    "waiting_panel",
]

open_console = glyph.open_console
WIDTH = 4
FAINT = "dim"
_HALF = 8


class Mark(NamedTuple):
    """What is written on a square besides the land: a number to choose it by, a note, a frame."""

    label: str = ""
    note: str = ""
    framed: bool = False
    best: bool = False
    """The square that Enter would take."""


class Cell(NamedTuple):
    """The two lines of a square and their style."""

    top: str
    bottom: str
    style: str


def name_text(state: State, player: int, names: Sequence[str] | None = None) -> Text:
    """A player's emblem and name in their colour."""
    style = glyph.NAME_STYLE[state.rules.colours[player]]
    return Text(f"{glyph.EMBLEMS[player]} {_names(state, names)[player]}", style)


def _names(state: State, names: Sequence[str] | None) -> Sequence[str]:
    return names if names is not None else seat_names(state.rules.players)


def kingdom_panel(
    state: State,
    player: int,
    *,
    highlights: Mapping[Square, Mark] | None = None,
    names: Sequence[str] | None = None,
    compact: bool = False,
    frame: bool = True,
) -> Panel:
    """A kingdom in a box: the land, faintly what the frame still allows, and its points now.

    *compact* draws one line a square and the land only, *frame* the free squares around it.
    """
    points = score_sheet(state, player).total
    title = Text.assemble(name_text(state, player, names), (f" · {points}", "bold"))
    kingdom = state.kingdoms[player]
    if compact:
        drawn = _small(state, player)
    else:
        drawn = _large(state, player, highlights or {}, _extent(kingdom, frame=frame))
    return Panel(
        Group(drawn, *_belongings(state, player)),
        title=title,
        title_align="left",
        expand=False,
        padding=(0, 1),
        border_style=Style.parse(glyph.NAME_STYLE[state.rules.colours[player]]) + Style(bold=False),
    )


def _belongings(state: State, player: int) -> list[Text]:
    """Totems held and dominoes put away."""
    held = [_token(r).strip() for r in Resource if state.totems[r] == player]
    lines = [Text(f"totem {' '.join(held)}")] if held else []
    if away := state.kingdoms[player].discarded:
        lines.append(Text(f"{away} put away"))
    return lines


def _extent(kingdom: Kingdom, *, frame: bool) -> Box:
    if not frame:
        return kingdom.box
    west, north, east, south = kingdom.box
    span = kingdom.size - 1
    return Box(east - span, south - span, west + span, north + span)


def _large(state: State, player: int, marks: Mapping[Square, Mark], extent: Box) -> Text:
    xs = range(extent.west, extent.east + 1)
    text = Text(no_wrap=True)
    text.append("   " + "".join(_axis(Square(x, 0)).center(WIDTH) for x in xs), FAINT)
    for y in range(extent.north, extent.south + 1):
        row = [_cell(state, player, Square(x, y), marks.get(Square(x, y))) for x in xs]
        text.append(f"\n{_axis(Square(0, y)):<3}", FAINT)
        for cell in row:
            text.append(cell.top, cell.style)
        text.append("\n   ")
        for cell in row:
            text.append(cell.bottom, cell.style)
    return text


def _axis(square: Square) -> str:
    return format_square(square) if square != CASTLE else "c"


def _cell(state: State, player: int, square: Square, mark: Mark | None) -> Cell:
    kingdom, single = state.kingdoms[player], bit(square)
    if single == CASTLE_BIT:
        style = glyph.CASTLE_STYLE[state.rules.colours[player]]
        return Cell(f" {glyph.CASTLE}{glyph.EMBLEMS[player]} ", " " * WIDTH, style)
    terrain = terrain_at(kingdom, single)
    if terrain is None:
        return _free_cell(kingdom, single, mark)
    top, bottom = _sign(terrain), _marks(state, player, single)
    style = glyph.TERRAIN_STYLE[terrain]
    if mark and mark.label:
        label = mark.label.rjust(2)
        return Cell(f"{label}{terrain.name[0]} ", bottom, f"bold reverse {style}")
    if mark and mark.framed:
        return Cell(f"[{top[1:3]}]", bottom, f"bold {style}")
    return Cell(top, bottom, style)


def _free_cell(kingdom: Kingdom, single: Bits, mark: Mark | None) -> Cell:
    if mark:
        style = "bold reverse" if mark.best else "bold"
        return Cell(mark.label.center(WIDTH), mark.note.center(WIDTH), style)
    sign = glyph.BARE if kingdom.room & single else " "
    return Cell(sign.center(WIDTH), " " * WIDTH, FAINT)


def _sign(terrain: Terrain) -> str:
    return f" {terrain.name[0]}{glyph.TERRAIN_GLYPH[terrain]} "


def _marks(state: State, player: int, single: Bits) -> str:
    """What lies on a square, four columns wide."""
    kingdom = state.kingdoms[player]
    giants = counted(kingdom.giants, single)
    crowns = counted(kingdom.crowns, single) - giants
    for home, name in kingdom.cavemen:
        if home == single:
            return _person(name)
    if kingdom.tokens & single:
        kind = next(r for r in Resource if kingdom.resources(r) & single)
        return _token(kind)
    sign = glyph.FIRE if kingdom.fires & single else _flame_or_crown(state)
    signs = sign * crowns + glyph.GIANT * giants + glyph.CRATER * counted(kingdom.craters, single)
    return f" {signs}".ljust(WIDTH)


def _flame_or_crown(state: State) -> str:
    return glyph.FLAME if state.rules.flames else glyph.CROWN


def _token(resource: Resource) -> str:
    return f" {glyph.TOKEN}{glyph.RESOURCE_WORD[resource]}"


def _person(name: str) -> str:
    tile = caveman_tiles()[name]
    word = f"w{tile.worth}" if tile.kind == "warrior" else glyph.CAVEMAN_WORD[name]
    return f" {glyph.PERSON}{word}"


def _small(state: State, player: int) -> Text:
    kingdom = state.kingdoms[player]
    west, north, east, south = kingdom.box
    text = Text(no_wrap=True)
    for y in range(north, south + 1):
        if y > north:
            text.append("\n")
        for x in range(west, east + 1):
            text.append_text(_small_cell(state, player, bit(Square(x, y))))
    return text


def _small_cell(state: State, player: int, single: Bits) -> Text:
    kingdom = state.kingdoms[player]
    if single == CASTLE_BIT:
        style = glyph.CASTLE_STYLE[state.rules.colours[player]]
        return Text(f"{glyph.CASTLE}{glyph.EMBLEMS[player]} ", style)
    terrain = terrain_at(kingdom, single)
    if terrain is None:
        return Text(f"{glyph.BARE}  ", FAINT)
    crowns, giants = counted(kingdom.crowns, single), counted(kingdom.giants, single)
    number = crowns - giants + counted(kingdom.craters, single)
    lives = single & kingdom.caveman_bits()
    extra = (
        (glyph.PERSON if lives else "")
        + (glyph.TOKEN if kingdom.tokens & single else "")
        + (glyph.FIRE if kingdom.fires & single else "")
        + (str(number) if number else "")
        + (glyph.GIANT if giants else "")
    )
    return Text(f"{terrain.name[0]}{extra}".ljust(3)[:3], glyph.TERRAIN_STYLE[terrain])


def kingdoms(
    state: State,
    *,
    names: Sequence[str] | None = None,
    players: Iterable[int] | None = None,
    compact: bool = False,
    frame: bool = False,
) -> Columns:
    """Kingdoms side by side, in as many rows as the terminal needs."""
    seats = range(state.rules.players) if players is None else players
    panels = [
        kingdom_panel(state, seat, names=names, compact=compact, frame=frame) for seat in seats
    ]
    return Columns(panels, padding=(0, 1))


def domino_text(domino: Domino, *, flames: bool | None = None) -> Text:
    """A domino on one line: its number, its halves, what it brings."""
    text = Text(f"{domino.name:>2} ", "bold", no_wrap=True)
    text.append_text(halves_text(domino, flames=flames, width=_HALF))
    if domino.symbol is Symbol.GIANT:
        text.append(f" {glyph.GIANT} giant")
    elif domino.symbol is Symbol.FOOTPRINTS:
        text.append(f" {glyph.PRINTS} footprints")
    return text


def halves_text(domino: Domino, *, flames: bool | None = None, width: int = 0) -> Text:
    """The two halves of a domino side by side, each at least *width* columns wide."""
    halves = (domino.left, domino.right)
    origins = any(h.terrain > Terrain.MINE for h in halves) if flames is None else flames
    text = Text(no_wrap=True)
    for half in halves:
        words = half_words(half, flames=origins).ljust(width)
        text.append(words, glyph.TERRAIN_STYLE[half.terrain])
    return text


def half_words(half: Half, *, flames: bool) -> str:
    """One half: letter and glyph of its terrain, then what lies on it."""
    sign = glyph.FLAME if flames else glyph.CROWN
    marks = sign * half.crowns + glyph.CRATER * half.craters
    if half.resource is not None:
        marks = _token(half.resource).strip()
    return f"{_sign(half.terrain)}{marks} " if marks else _sign(half.terrain)


def state_domino(state: State, number: int) -> Text:
    """A domino of this game on one line."""
    return domino_text(state.rules.domino[number], flames=state.rules.flames)


def offer_panel(
    state: State,
    *,
    names: Sequence[str] | None = None,
    notes: Mapping[int, str] | None = None,
) -> Panel:
    """The row to choose from with the kings that stand on it; *notes* go with dominoes."""
    table = Table.grid(padding=(0, 1))
    for number, owner in zip(state.offer, state.claims, strict=True):
        king = Text("free", FAINT) if owner is None else _king(state, owner, names)
        note = (notes or {}).get(number, "")
        table.add_row(state_domino(state, number), king if not note else Text(note, "bold"))
    return Panel(table, title="row to choose from", title_align="left", expand=False)


def waiting_panel(state: State, *, names: Sequence[str] | None = None) -> Panel | None:
    """The line of kings to act, the next one first; None when nobody waits to place."""
    due = [d for d in state.agenda if d.phase is Phase.PLACE]
    if not due:
        return None
    table = Table.grid(padding=(0, 1))
    for decision in due:
        table.add_row(state_domino(state, decision.domino), _king(state, decision.player, names))
    return Panel(table, title="dominoes to place, in turn", title_align="left", expand=False)


def _king(state: State, player: int, names: Sequence[str] | None) -> Text:
    style = glyph.NAME_STYLE[state.rules.colours[player]]
    return Text.assemble((f"{glyph.KING} ", style), name_text(state, player, names))


def caveman_text(name: str) -> Text:
    """A caveman as it is drawn, and what it scores."""
    return Text.assemble(
        (_person(name)[1:], "bold"), f" {caveman_title(name)}: {caveman_sentence(name)}"
    )


def sheet_table(state: State, player: int, *, names: Sequence[str] | None = None) -> Table:
    """A score sheet, line by line, every region on a line of its own."""
    sheet = score_sheet(state, player)
    table = Table(title=name_text(state, player, names), title_justify="left", show_header=False)
    table.add_column("what")
    table.add_column("points", justify="right")
    for region in sorted(sheet.regions, key=lambda r: (-r.points, -r.area)):
        table.add_row(_region_text(region), str(region.points))
    for name, points in sheet.lines:
        if name != "regions":
            table.add_row(line_title(name), str(points))
    table.add_section()
    table.add_row(Text("total", "bold"), Text(str(sheet.total), "bold"))
    table.caption = _tie_breaks(state, sheet)
    return table


def _region_text(region: Region) -> Text:
    style = glyph.TERRAIN_STYLE[region.terrain]
    words = f" {region.terrain.label} {region.area} × {region.crowns}"
    return Text.assemble((_sign(region.terrain)[1:3], style), words)


def _tie_breaks(state: State, sheet: Sheet) -> str:
    crowns = "flames" if state.rules.flames else "crowns"
    return f"largest {sheet.largest_region}, {crowns} {sheet.crowns}"


def sheets(state: State, *, names: Sequence[str] | None = None) -> Columns:
    """Every player's sheet, side by side."""
    seats = range(state.rules.players)
    return Columns([sheet_table(state, seat, names=names) for seat in seats], padding=(0, 1))


def beside(first: RenderableType, *rest: RenderableType) -> Table:
    """Two columns: *first* on the left, the rest below each other on the right."""
    table = Table.grid(padding=(0, 2))
    table.add_row(first, Group(*rest))
    return table


def caves(state: State) -> Panel | None:
    """The cavemen in the open and how many are left in the pile; None where there is no cave."""
    if not state.rules.cavemen:
        return None
    lines = [caveman_text(name) for name in state.face_up]
    lines.append(Text(f"{len(state.pile)} more face down", FAINT))
    return Panel(Group(*lines), title="cave", title_align="left", expand=False)


def totem_race(state: State, *, names: Sequence[str] | None = None) -> Panel | None:
    """Who has how many tokens of each kind and who holds the totem; None without totems."""
    if not state.rules.totem_points:
        return None
    table = Table.grid(padding=(0, 2))
    worth = [f"{r.label} {state.rules.totem_points[r]}" for r in Resource]
    table.add_row("", *(Text(words, FAINT) for words in worth))
    for seat, kingdom in enumerate(state.kingdoms):
        counts = [
            Text(f"{kingdom.resources(r).bit_count()}{' totem' if holder == seat else ''}")
            for r, holder in zip(Resource, state.totems, strict=True)
        ]
        table.add_row(name_text(state, seat, names), *counts)
    return Panel(table, title="tokens and totems", title_align="left", expand=False)
