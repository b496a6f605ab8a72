"""What players do and what chance does: one small frozen class each.

An action says nothing about who acts or which domino is meant where the state already knows.
Releasing and sending a giant, and the steps of settling, are actions of their own, so that no
state ever has more than a few hundred of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from .grid import Bits, Box, Square, bit, square_at


@dataclass(frozen=True, slots=True)
class Action:
    """What a player decides. A rule set may bring actions of its own."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What chance decides. A rule set may bring events of its own."""


Event: TypeAlias = Action | Chance


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Lay the domino with its left half on *left* and its right half on *right*."""

    left: Square
    right: Square
    left_bit: Bits = field(init=False, repr=False, compare=False)
    right_bit: Bits = field(init=False, repr=False, compare=False)
    box: Box = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        (ax, ay), (bx, by) = self.left, self.right
        object.__setattr__(self, "left_bit", bit(self.left))
        object.__setattr__(self, "right_bit", bit(self.right))
        object.__setattr__(self, "box", Box(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))


class Discard(Action):
    """Put the domino away: only when it fits nowhere."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Put a king on a free domino of the row."""

    domino: int


@dataclass(frozen=True, slots=True)
class ChoosePair(Action):
    """Origins for two: take the outer or the inner two dominoes of the first row."""

    dominoes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cover(Action):
    """Let a giant cover a crown on this square."""

    square: Square


@dataclass(frozen=True, slots=True)
class Release(Action):
    """Footprints: the giant on this square is to leave."""

    square: Square


@dataclass(frozen=True, slots=True)
class Send(Action):
    """The released giant goes to this player."""

    to: int


class Decline(Action):
    """Footprints: let all giants stay."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Erupt(Action):
    """Lava lands on this square."""

    square: Square


@dataclass(frozen=True, slots=True)
class HandOver(Action):
    """The lost totem goes to this player."""

    to: int


@dataclass(frozen=True, slots=True)
class Spend(Action):
    """Settling: give up the resource on this square."""

    square: Square


@dataclass(frozen=True, slots=True)
class Recruit(Action):
    """Settling: take this caveman, from the four in the open or from the pile."""

    caveman: str


@dataclass(frozen=True, slots=True)
class Settle(Action):
    """Settling: the recruited caveman lives on this square."""

    square: Square


class Pass(Action):
    """Do not settle this turn."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Kings(Chance):
    """Chance: the kings drawn, as the seats of their owners."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Quests(Chance):
    """Chance: the quest tiles of this game, sorted."""

    quests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row(Chance):
    """Chance: the dominoes drawn for a row, sorted; those to be trimmed are among them."""

    dominoes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cave(Chance):
    """Chance: the cavemen newly turned up, sorted by name."""

    cavemen: tuple[str, ...]


HALF_MOVES = (Release, Spend, Recruit)
"""What is only part of a move: records for other tools count the whole of it as one event."""


class Direction(NamedTuple):
    """Where the right half lies, seen from the left one."""

    dx: int
    dy: int


DIRECTIONS = (Direction(1, 0), Direction(0, 1), Direction(-1, 0), Direction(0, -1))
"""East, south, west, north: the order in which placements are listed."""


class Places(dict[Bits, Place]):
    """Every Place in one direction by the bit of its left half, each made when first asked for."""

    def __init__(self, step: Direction) -> None:
        super().__init__()
        self._step = step

    def __missing__(self, left_bit: Bits) -> Place:
        left = square_at(left_bit)
        self[left_bit] = Place(left, Square(left.x + self._step.dx, left.y + self._step.dy))
        return self[left_bit]


CHOICES = {number: Choose(number) for number in range(-6, 55)}
"""Every Choose there is, by domino."""

PLACES = tuple(Places(step) for step in DIRECTIONS)
"""Every Place there is, by direction."""
