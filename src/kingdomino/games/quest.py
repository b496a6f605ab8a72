"""The 17 quest tiles of Age of Giants, each a scorer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..core.domino import Terrain
from ..core.grid import CASTLE_BIT, EAST, SOUTH, Bits, Square, around, bit
from ..core.kingdom import Kingdom, regions
from ..core.rules import Scorer
from ..core.state import State
from .kingdomino import score_harmony, score_middle_kingdom

PER_SQUARE, LOST_CORNER, PER_LINE, PER_WASTE = 5, 20, 10, 10
WASTE = 5
"""The least squares of a region that pleases the bleak king."""
BLEAK_TERRAINS = (Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE, Terrain.GRASS)
BASE_TERRAINS = (*BLEAK_TERRAINS, Terrain.SWAMP, Terrain.MINE)


@dataclass(frozen=True, slots=True)
class LocalBusiness:
    """5 for each square of a terrain among the castle's 8 neighbours."""

    terrain: Terrain

    def __call__(self, state: State, player: int) -> int:
        beside = state.kingdoms[player].terrains[self.terrain] & around(CASTLE_BIT, 1)
        return PER_SQUARE * beside.bit_count()


@dataclass(frozen=True, slots=True)
class FourCorners:
    """5 for each square of a terrain on a corner of the kingdom's frame, in its best position."""

    terrain: Terrain

    def __call__(self, state: State, player: int) -> int:
        kingdom = state.kingdoms[player]
        plane = kingdom.terrains[self.terrain]
        return PER_SQUARE * max((plane & corners).bit_count() for corners in _frames(kingdom))


def _frames(kingdom: Kingdom) -> list[Bits]:
    west, north, east, south = kingdom.box
    span = kingdom.size - 1
    return [
        bit(Square(x, y))
        | bit(Square(x + span, y))
        | bit(Square(x, y + span))
        | bit(Square(x + span, y + span))
        for y in range(south - span, north + 1)
        for x in range(east - span, west + 1)
    ]


def score_lost_corner(state: State, player: int) -> int:
    """20 for a castle on a corner."""
    west, north, east, south = state.kingdoms[player].box
    return LOST_CORNER if west * east == 0 == north * south else 0


def score_folie_des_grandeurs(state: State, player: int) -> int:
    """10 for each line of three crowned squares; a square counts in one line only."""
    return PER_LINE * most_lines(state.kingdoms[player].uncovered())


# Seen from its first square in reading order a line goes east, south-west, south or south-east.
_LINES = tuple(1 | 1 << step | 1 << 2 * step for step in (EAST, SOUTH - 1, SOUTH, SOUTH + 1))


@lru_cache(maxsize=4096)
def most_lines(crowned: Bits) -> int:
    """The largest number of disjoint lines of three squares within *crowned*."""
    best = 0
    while crowned.bit_count() // 3 > best:
        first = crowned & -crowned
        for shape in _LINES:
            line = shape * first
            if crowned & line == line:
                best = max(best, 1 + most_lines(crowned & ~line))
        crowned ^= first
    return best


def score_bleak_king(state: State, player: int) -> int:
    """10 for each wheat, forest, lake or grass region of five or more without a crown."""
    return PER_WASTE * sum(
        region.terrain in BLEAK_TERRAINS and region.area >= WASTE and not region.crowns
        for region in regions(state.kingdoms[player])
    )


QUESTS: tuple[tuple[str, Scorer], ...] = (
    *((f"local_business_{t.label}", LocalBusiness(t)) for t in BASE_TERRAINS),
    *((f"four_corners_{t.label}", FourCorners(t)) for t in BASE_TERRAINS),
    ("harmony", score_harmony),
    ("middle_kingdom", score_middle_kingdom),
    ("lost_corner", score_lost_corner),
    ("folie_des_grandeurs", score_folie_des_grandeurs),
    ("bleak_king", score_bleak_king),
)
