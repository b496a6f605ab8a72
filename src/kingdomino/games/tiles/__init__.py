"""The printed components, one CSV file each, read and checked on first use."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from typing import NamedTuple

from ...core.domino import Domino, Half, Resource, Symbol, Terrain, parse_domino
from ...core.error import RulesError


class CavemanTile(NamedTuple):
    """A kind of caveman: ``worth`` is points per neighbour, or a warrior's strength."""

    name: str
    copies: int
    kind: str
    worth: int


def _rows(name: str) -> list[dict[str, str]]:
    # Here and not above: it would take an eighth of the time to import the package.
    from importlib.resources import files

    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _half(row: dict[str, str], side: str) -> Half:
    resource = row.get(f"{side}_resource")
    return Half(
        Terrain[row[f"{side}_terrain"].upper()],
        int(row[f"{side}_crowns"]),
        int(row.get(f"{side}_craters", 0)),
        Resource[resource.upper()] if resource else None,
    )


def _domino(row: dict[str, str]) -> Domino:
    return Domino(
        parse_domino(row["number"]),
        _half(row, "left"),
        _half(row, "right"),
        Symbol[row.get("symbol", "none").upper()],
    )


def tally(dominoes: tuple[Domino, ...]) -> Counter[tuple[Terrain, int]]:
    """How many squares there are of each terrain and number of crowns (of a volcano: craters)."""
    halves = [half for domino in dominoes for half in (domino.left, domino.right)]
    return Counter((half.terrain, half.crowns + half.craters) for half in halves)


# The square counts on the last pages of the rule books, least crowns first.
_PRINTED: dict[str, dict[Terrain, tuple[int, ...]]] = {
    "kingdomino": {
        Terrain.WHEAT: (21, 5),
        Terrain.FOREST: (16, 6),
        Terrain.LAKE: (12, 6),
        Terrain.GRASS: (10, 2, 2),
        Terrain.SWAMP: (6, 2, 2),
        Terrain.MINE: (1, 1, 3, 1),
    },
    "origins": {
        Terrain.DESERT: (20, 2),
        Terrain.GRASSLAND: (16, 3),
        Terrain.LAKE: (13, 4),
        Terrain.QUARRY: (9, 2, 2),
        Terrain.JUNGLE: (11, 3, 1),
        Terrain.VOLCANO: (0, 5, 4, 1),
    },
}


@cache
def dominoes(box: str) -> tuple[Domino, ...]:
    """The dominoes of a box, in row order: ``kingdomino``, ``giants`` (its 12) or ``origins``."""
    found = tuple(sorted((_domino(row) for row in _rows(f"{box}.csv")), key=lambda d: d.number))
    printed = Counter(
        {
            (terrain, crowns): count
            for terrain, counts in _PRINTED.get(box, {}).items()
            for crowns, count in enumerate(counts)
        }
    )
    if printed and tally(found) != printed:
        raise RulesError(f"the dominoes in {box}.csv do not add up to the rule book's totals")
    return found


@cache
def caveman_tiles() -> dict[str, CavemanTile]:
    """The kinds of cavemen by name."""
    tiles = [
        CavemanTile(row["name"], int(row["copies"]), row["kind"], int(row["worth"]))
        for row in _rows("cavemen.csv")
    ]
    return {tile.name: tile for tile in tiles}
