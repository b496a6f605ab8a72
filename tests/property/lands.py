"""The engine's kingdoms as the oracle's plain lands, square by square."""

from __future__ import annotations

from kingdomino.core.grid import Bits, singles, square_at, squares
from kingdomino.core.kingdom import Kingdom, counted, terrain_at
from tests.oracle.land import Cell, Land, Square

TOKEN = {"grassland": "mammoth", "lake": "fish", "jungle": "mushroom", "quarry": "flint"}


def land_of(kingdom: Kingdom) -> Land:
    """Everything the engine knows about a kingdom, in the oracle's words."""
    cells = {plain(single): cell(kingdom, single) for single in singles(kingdom.land)}
    castle = cells.pop((0, 0))
    assert castle is None
    return Land(
        {square: found for square, found in cells.items() if found},
        size=kingdom.size,
        discarded=kingdom.discarded,
    )


def cell(kingdom: Kingdom, single: Bits) -> Cell | None:
    terrain = terrain_at(kingdom, single)
    if terrain is None:
        return None
    flames = counted(kingdom.crowns, single)
    burns = bool(kingdom.fires & single)
    return Cell(
        terrain.label,
        crowns=0 if burns else flames,
        fire=flames if burns else 0,
        craters=counted(kingdom.craters, single),
        resource=TOKEN[terrain.label] if kingdom.tokens & single else None,
        giants=counted(kingdom.giants, single),
        caveman=dict(kingdom.cavemen).get(single),
    )


def plain(single: Bits) -> Square:
    x, y = square_at(single)
    return x, y


def plain_squares(bits: Bits) -> set[Square]:
    return {(square.x, square.y) for square in squares(bits)}
