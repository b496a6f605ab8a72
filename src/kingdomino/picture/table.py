"""The table drawn on any canvas: kingdoms side by side, the row below them."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.domino import Half, Terrain, format_domino
from ..core.grid import CASTLE_BIT, Bits, Square, bit
from ..core.kingdom import Kingdom, counted, terrain_at
from ..core.rules import Rules
from ..core.score import score_sheets
from ..core.state import State
from .canvas import GLYPH_WIDTH, Canvas

GROUND, FRAME, BARE, INK, FAINT = "#f4efe4", "#fffaf0", "#e3dac8", "#2b2620", "#8a8072"
CROWN, GIANT, FIRE, TOKEN, CAVEMAN = "#ffd23f", "#5b2a86", "#e4572e", "#ffffff", "#14110f"
COLOURS = {
    Terrain.WHEAT: "#f0cf57",
    Terrain.FOREST: "#2f6b3a",
    Terrain.LAKE: "#68b4e8",
    Terrain.GRASS: "#8cc152",
    Terrain.SWAMP: "#b7a57f",
    Terrain.MINE: "#4a4453",
    Terrain.GRASSLAND: "#b8d36a",
    Terrain.JUNGLE: "#1c6b45",
    Terrain.QUARRY: "#aab0b6",
    Terrain.DESERT: "#f2dfaa",
    Terrain.VOLCANO: "#7d2a1c",
}
DARK = (Terrain.FOREST, Terrain.MINE, Terrain.JUNGLE, Terrain.VOLCANO)
SEATS = ("#d6478f", "#c9a400", "#2e9e4f", "#3f83d8", "#a5672f")
GAP, HEADER, WINDOW, HALF = 12, 40, 234, 26
LINE, LIT = 9, 2
HEADLINES = 2
"""There is room for so many lines above the kingdoms."""


def table_size(rules: Rules) -> tuple[int, int]:
    """Width and height of a drawing, in pixels."""
    width = GAP + rules.players * (WINDOW + GAP)
    return width, HEADER + WINDOW + 2 * GAP + 3 * HALF


def headline_width(rules: Rules) -> int:
    """The letters that a line above the kingdoms has room for."""
    return (table_size(rules)[0] - 2 * GAP) // (GLYPH_WIDTH + 1)


def draw(
    state: State,
    canvas: Canvas,
    *,
    names: Sequence[str],
    headline: Sequence[str],
    lit: Sequence[Bits] = (),
) -> None:
    """The whole table. *lit* are squares of each kingdom that get a frame."""
    width, height = table_size(state.rules)
    canvas.rectangle(0, 0, width, height, GROUND)
    for i, line in enumerate(headline[:HEADLINES]):
        canvas.text(GAP, 3 + i * LINE, line, INK, size=7)
    for seat, sheet in enumerate(score_sheets(state)):
        left = GAP + seat * (WINDOW + GAP)
        canvas.rectangle(left, HEADER - 18, WINDOW, 14, SEATS[seat])
        canvas.text(left + 4, HEADER - 14, f"{names[seat]}: {sheet.total}", "#ffffff", size=7)
        squares = lit[seat] if lit else 0
        _draw_kingdom(state.kingdoms[seat], SEATS[seat], canvas, left, HEADER, lit=squares)
    _draw_row(state, canvas, HEADER + WINDOW + GAP)


def _draw_kingdom(
    kingdom: Kingdom, colour: str, canvas: Canvas, left: int, top: int, *, lit: Bits
) -> None:
    reach = kingdom.size - 1
    cell = WINDOW // (2 * reach + 1)
    canvas.rectangle(left, top, WINDOW, WINDOW, BARE)
    for y in range(-reach, reach + 1):
        for x in range(-reach, reach + 1):
            single = bit(Square(x, y))
            at_x, at_y = left + (x + reach) * cell, top + (y + reach) * cell
            if single == CASTLE_BIT:
                canvas.rectangle(at_x, at_y, cell - 1, cell - 1, colour)
                canvas.disc(at_x + cell // 2, at_y + cell // 2, cell // 4, "#ffffff")
            elif kingdom.land & single:
                _draw_land(kingdom, single, canvas, at_x, at_y, cell)
            elif kingdom.room & single:
                canvas.rectangle(at_x, at_y, cell - 1, cell - 1, FRAME)
            if lit & single:
                _draw_frame(canvas, at_x, at_y, cell - 1)


def _draw_frame(canvas: Canvas, left: int, top: int, side: int) -> None:
    for x, y, width, height in (
        (0, 0, side, LIT),
        (0, side - LIT, side, LIT),
        (0, 0, LIT, side),
        (side - LIT, 0, LIT, side),
    ):
        canvas.rectangle(left + x, top + y, width, height, INK)


def _draw_land(
    kingdom: Kingdom, single: Bits, canvas: Canvas, left: int, top: int, cell: int
) -> None:
    terrain = terrain_at(kingdom, single)
    assert terrain is not None
    ink = "#ffffff" if terrain in DARK else INK
    canvas.rectangle(left, top, cell - 1, cell - 1, COLOURS[terrain])
    canvas.text(left + 2, top + 2, terrain.name[0], ink, size=7)
    radius = max(3, cell // 7)
    crowns, giants = counted(kingdom.crowns, single), counted(kingdom.giants, single)
    flame = FIRE if kingdom.fires & single else CROWN
    marks = [GIANT] * giants + [flame] * (crowns - giants)
    marks += [FIRE] * counted(kingdom.craters, single)
    for i, mark in enumerate(marks):
        canvas.disc(left + cell - 4 - i * (2 * radius + 1), top + cell - 5, radius, mark)
    if kingdom.tokens & single:
        canvas.disc(left + cell - 5, top + 5, radius + 1, TOKEN)
    for home, name in kingdom.cavemen:
        if home == single:
            canvas.text(left + cell // 2, top + cell // 2, name[0], CAVEMAN, size=7)


def _draw_row(state: State, canvas: Canvas, top: int) -> None:
    canvas.text(GAP, top, "row", FAINT, size=7)
    for i, (number, owner) in enumerate(zip(state.offer, state.claims, strict=True)):
        left = GAP + i * (2 * HALF + 2 * GAP)
        domino = state.rules.domino[number]
        canvas.text(left, top + 13, format_domino(number), INK, size=7)
        for j, half in enumerate((domino.left, domino.right)):
            _draw_half(half, canvas, left + j * HALF, top + 23)
        if owner is not None:
            canvas.disc(left + HALF, top + 23 + HALF // 2, 7, SEATS[owner])


def _draw_half(half: Half, canvas: Canvas, left: int, top: int) -> None:
    canvas.rectangle(left, top, HALF - 1, HALF - 1, COLOURS[half.terrain])
    ink = "#ffffff" if half.terrain in DARK else INK
    canvas.text(left + 2, top + 2, half.terrain.name[0], ink, size=7)
    for i in range(half.crowns + half.craters):
        colour = FIRE if half.craters else CROWN
        canvas.disc(left + HALF - 5 - i * 7, top + HALF - 6, 3, colour)
    if half.resource is not None:
        canvas.disc(left + HALF - 6, top + 6, 3, TOKEN)
