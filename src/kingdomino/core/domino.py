"""What is printed: terrains, halves and dominoes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum

from .error import RecordError


class Terrain(IntEnum):
    """Every terrain of the family. The number is the bit plane it has in a kingdom."""

    WHEAT = 0
    FOREST = 1
    LAKE = 2
    GRASS = 3
    SWAMP = 4
    MINE = 5
    GRASSLAND = 6
    JUNGLE = 7
    QUARRY = 8
    DESERT = 9
    VOLCANO = 10

    @property
    def label(self) -> str:
        """The word used in data files and records."""
        return self.name.lower()


class Resource(IntEnum):
    """What lies on the squares of Origins, in the order of the totems' worth."""

    MAMMOTH = 0
    FISH = 1
    MUSHROOM = 2
    FLINT = 3

    @property
    def label(self) -> str:
        """The word used in data files and records."""
        return self.name.lower()


RESOURCE_TERRAINS = (Terrain.GRASSLAND, Terrain.LAKE, Terrain.JUNGLE, Terrain.QUARRY)
"""The terrain that bears each resource, indexed by Resource."""


class Symbol(IntEnum):
    """What a domino of Age of Giants brings besides its two squares."""

    NONE = 0
    GIANT = 1
    FOOTPRINTS = 2


@dataclass(frozen=True, slots=True)
class Half:
    """One printed square. Crowns are flames in Origins."""

    terrain: Terrain
    crowns: int = 0
    craters: int = 0
    resource: Resource | None = None


@dataclass(frozen=True, slots=True)
class Domino:
    """A domino. ``number`` orders rows: 1 to 54, and -6 to -1 for the letters A to F."""

    number: int
    left: Half
    right: Half
    symbol: Symbol = Symbol.NONE
    symmetric: bool = field(init=False, repr=False, compare=False)
    """Whether turning it around changes nothing."""
    plain: bool = field(init=False, repr=False, compare=False)
    """Whether there is nothing but terrain on it."""

    def __post_init__(self) -> None:
        halves = (self.left, self.right)
        object.__setattr__(self, "symmetric", self.left == self.right)
        object.__setattr__(self, "plain", all(half == Half(half.terrain) for half in halves))

    @property
    def name(self) -> str:
        """What is printed on its back."""
        return format_domino(self.number)


LETTERS = "ABCDEF"


def format_domino(number: int) -> str:
    """``-6`` is the domino ``A``, ``27`` the domino ``27``."""
    return LETTERS[number] if number < 0 else str(number)


def parse_domino(name: str) -> int:
    """The number of the domino called *name*; raises RecordError when none can be."""
    if len(name) == 1 and name in LETTERS:
        return LETTERS.index(name) - len(LETTERS)
    if re.fullmatch(r"[1-9]|[1-4][0-9]|5[0-4]", name):
        return int(name)
    raise RecordError(f"not a domino: {name!r} (expected 1 to 54 or A to F)")
