"""One player's land as plain data: a dict of squares. The castle or hut is never in the dict."""

from collections.abc import Iterable
from dataclasses import dataclass

Square = tuple[int, int]
"""x to the east, y to the south; the castle or hut is (0, 0)."""

CASTLE: Square = (0, 0)


@dataclass
class Cell:
    """One half of a placed domino and everything that lies on it."""

    terrain: str
    crowns: int = 0  # printed: crowns, in Origins flames
    fire: int = 0  # flames of a fire token
    craters: int = 0
    resource: str | None = None
    giants: int = 0
    caveman: str | None = None


@dataclass
class Land:
    """A kingdom or hunting territory of at most size x size squares."""

    cells: dict[Square, Cell]
    size: int
    discarded: int = 0


def uncovered(cell: Cell) -> int:
    """Crowns that no giant covers; in Origins flames, printed and on a token."""
    return cell.crowns - cell.giants + cell.fire


def occupied(land: Land) -> set[Square]:
    """The squares of the whole kingdom, castle included."""
    return {CASTLE, *land.cells}


def beside(square: Square) -> list[Square]:
    """The 4 squares that share a side with *square*."""
    x, y = square
    return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]


def around(square: Square) -> list[Square]:
    """The 8 squares that share a side or a corner with *square*."""
    x, y = square
    block = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return [other for other in block if other != square]


def distance(one: Square, other: Square) -> int:
    """King moves from one square to the other."""
    (x1, y1), (x2, y2) = one, other
    return max(abs(x1 - x2), abs(y1 - y2))


def frames(squares: Iterable[Square], size: int) -> list[Square]:
    """The top left squares of all size x size frames that hold *squares* and the castle."""
    inside = {CASTLE, *squares}
    steps = range(1 - size, 1)
    return [
        (left, top)
        for left in steps
        for top in steps
        if all(left <= x < left + size and top <= y < top + size for x, y in inside)
    ]


def groups(squares: Iterable[Square]) -> list[frozenset[Square]]:
    """*squares* parted into orthogonally connected groups, in the order of their least squares."""
    left = set(squares)
    found = []
    while left:
        group: set[Square] = set()
        todo = [min(left)]
        while todo:
            square = todo.pop()
            if square in left:
                left.remove(square)
                group.add(square)
                todo.extend(beside(square))
        found.append(frozenset(group))
    return found
