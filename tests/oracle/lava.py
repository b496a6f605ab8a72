"""Where things may land: fire, giants, cavemen; and which resource tokens may be spent."""

from dataclasses import replace
from itertools import combinations

from .land import Land, Square, distance

RANGE = {1: 3, 2: 2, 3: 1}
"""How far the fire of a volcano flies, by its number of craters."""


def lava_targets(land: Land, volcano: Square) -> set[Square]:
    """The squares on which the fire of the volcano on *volcano* may land."""
    reach = RANGE[land.cells[volcano].craters]
    return {
        square
        for square, cell in land.cells.items()
        if distance(volcano, square) <= reach
        and cell.terrain != "volcano"
        and cell.crowns == 0
        and cell.fire == 0
    }


def cover_targets(land: Land) -> set[Square]:
    """The squares with a crown that no giant covers yet."""
    return {square for square, cell in land.cells.items() if cell.crowns > cell.giants}


def settle_targets(land: Land) -> set[Square]:
    """The squares that may take a caveman, on the land as it is after the spending."""
    return {
        square
        for square, cell in land.cells.items()
        if cell.terrain != "volcano"
        and cell.crowns == 0
        and cell.fire == 0
        and cell.resource is None
        and cell.caveman is None
    }


def spent(land: Land, squares: frozenset[Square]) -> Land:
    """The land without the resource tokens on *squares*."""
    cells = {
        square: replace(cell, resource=None) if square in squares else cell
        for square, cell in land.cells.items()
    }
    return replace(land, cells=cells)


def spendings(land: Land) -> tuple[set[frozenset[Square]], set[frozenset[Square]]]:
    """All ways to spend 2 different tokens, and all ways to spend 4 different ones."""
    return different(land, 2), different(land, 4)


def different(land: Land, number: int) -> set[frozenset[Square]]:
    """All sets of *number* squares whose resource tokens are all of different kinds."""
    tokens = {square: cell.resource for square, cell in land.cells.items() if cell.resource}
    return {
        frozenset(squares)
        for squares in combinations(tokens, number)
        if len({tokens[square] for square in squares}) == number
    }
