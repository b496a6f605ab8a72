"""Where a domino may lie (base § Pravidla napojování)."""

from collections.abc import Iterable

from .land import CASTLE, Land, Square, beside, frames, occupied


def fits(land: Land, squares: Iterable[Square]) -> bool:
    """Whether some frame holds the whole kingdom, castle included, and *squares* as well."""
    return bool(frames(occupied(land) | set(squares), land.size))


def joins(land: Land, square: Square, terrain: str) -> bool:
    """Whether *square* shares a side with the castle or with a square of its own terrain."""
    for other in beside(square):
        if other == CASTLE:
            return True
        if other in land.cells and land.cells[other].terrain == terrain:
            return True
    return False


def placements(land: Land, left_terrain: str, right_terrain: str) -> set[tuple[Square, Square]]:
    """All legal (square of the left half, square of the right half).

    A double is not treated specially: each of its placements is there in both orders.
    """
    taken = occupied(land)
    reach = range(1 - land.size, land.size)
    found = set()
    for left in ((x, y) for x in reach for y in reach):
        for right in beside(left):
            if left in taken or right in taken:
                continue
            if not (joins(land, left, left_terrain) or joins(land, right, right_terrain)):
                continue
            if fits(land, [left, right]):
                found.add((left, right))
    return found
