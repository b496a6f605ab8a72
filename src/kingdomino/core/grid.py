"""Squares, bit sets of squares, and the frame a kingdom must fit in.

A set of squares is one int: bit ``16 * (y + 7) + (x + 7)``. The margin around the 13 x 13 squares
that a 7 x 7 kingdom can reach keeps single steps from wrapping into the next row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from .error import RecordError

Bits = int

REACH = 6
WIDTH = 16
EAST, SOUTH = 1, WIDTH
_ORIGIN = 7


class Square(NamedTuple):
    """A square by its distance from the castle: x to the east, y to the south."""

    x: int
    y: int

    def __str__(self) -> str:
        return format_square(self)


class Box(NamedTuple):
    """The smallest rectangle around a kingdom."""

    west: int
    north: int
    east: int
    south: int


def bit(square: Square) -> Bits:
    """The set that holds just *square*."""
    return 1 << WIDTH * (square.y + _ORIGIN) + square.x + _ORIGIN


def square_at(single: Bits) -> Square:
    """The square of a set that holds just one."""
    y, x = divmod(single.bit_length() - 1, WIDTH)
    return Square(x - _ORIGIN, y - _ORIGIN)


def singles(bits: Bits) -> Iterator[Bits]:
    """Each square of *bits* as a set of its own, in reading order: north to south, west to east."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def squares(bits: Bits) -> list[Square]:
    """The squares of *bits* in reading order."""
    return [square_at(single) for single in singles(bits)]


def neighbours(bits: Bits) -> Bits:
    """The squares that share a side with *bits* (its own members among them when they touch)."""
    return bits << EAST | bits >> EAST | bits << SOUTH | bits >> SOUTH


def rectangle(box: Box) -> Bits:
    """All squares of *box*, clipped to the reach of the grid."""
    xs = range(max(box.west, -REACH), min(box.east, REACH) + 1)
    ys = range(max(box.north, -REACH), min(box.south, REACH) + 1)
    return sum(bit(Square(x, y)) for y in ys for x in xs)


@cache
def around(single: Bits, distance: int) -> Bits:
    """The squares within *distance* king moves of a square, itself left out."""
    x, y = square_at(single)
    box = Box(x - distance, y - distance, x + distance, y + distance)
    return rectangle(box) & ~single


@cache
def room(box: Box, size: int) -> Bits:
    """The squares that a kingdom with this box can still use inside a *size* x *size* frame."""
    grow = size - 1
    return rectangle(Box(box.east - grow, box.south - grow, box.west + grow, box.north + grow))


def connected(seed: Bits, within: Bits) -> Bits:
    """The part of *within* that hangs together with *seed* by sides."""
    while True:
        # The neighbours, without a call for each step of growing.
        grown = (seed | seed << EAST | seed >> EAST | seed << SOUTH | seed >> SOUTH) & within
        if grown == seed:
            return seed
        seed = grown


CASTLE = Square(0, 0)
CASTLE_BIT = bit(CASTLE)

_SQUARE = re.compile(rf"(?:([ew])([1-{REACH}]))?(?:([ns])([1-{REACH}]))?")


def format_square(square: Square) -> str:
    """Text of a square, readable aloud: ``e2n1`` is two east and one north of the castle ``c``."""
    x, y = square
    east = f"{'e' if x > 0 else 'w'}{abs(x)}" if x else ""
    south = f"{'s' if y > 0 else 'n'}{abs(y)}" if y else ""
    return east + south or "c"


def parse_square(text: str) -> Square:
    """The square that *text* names; raises RecordError when it names none."""
    if text == "c":
        return CASTLE
    match = _SQUARE.fullmatch(text)
    if not match or not text:
        raise RecordError(f"not a square: {text!r} (expected something like e2n1 or w3)")
    east, x, south, y = match.groups()
    return Square(
        int(x or 0) * (-1 if east == "w" else 1), int(y or 0) * (-1 if south == "n" else 1)
    )
