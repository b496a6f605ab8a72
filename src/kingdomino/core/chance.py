"""Chance of our own: a number below n, and picking things by such numbers.

Nothing rests on how Python shuffles or samples, which it may change from version to version: what
is stored and proven must outlive it. docs/protocol.md, "Fair chance", spells it out for others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias, TypeVar

T = TypeVar("T")

Below: TypeAlias = Callable[[int], int]
"""A whole number from 0 to n - 1, each as likely as the others."""


class Pick(Protocol):
    """Takes *count* of the things, one after the other, in the order in which they come.

    Taking all of them is a shuffle.
    """

    def __call__(self, things: Iterable[T], count: int, /) -> list[T]: ...


def picker(below: Below) -> Pick:
    """Picks by numbers: each is the place of the next thing among those that are left."""

    def pick(things: Iterable[T], count: int) -> list[T]:
        left = [*things]
        return [left.pop(below(len(left))) for _ in range(count)]

    return pick


def pick_by_random(rng: random.Random) -> Pick:
    """Picks by ``rng.random()``, the one method whose numbers Python promises to keep.

    Nothing is likelier than another by more than n / 2 ** 53.
    """
    number = rng.random

    # As picker does, without a call for each thing: rows are drawn thousands of times a second.
    def pick(things: Iterable[T], count: int) -> list[T]:
        left = [*things]
        return [left.pop(int(number() * len(left))) for _ in range(count)]

    return pick


def below_by_bytes(read: Callable[[int], bytes]) -> Below:
    """Numbers from whole bytes: the fewest that can tell n things apart, the first the highest.

    A number from which on not all remainders are left is passed over, so that none is likelier.
    """

    def below(n: int) -> int:
        size = ((n - 1).bit_length() + 7) // 8
        span = 1 << 8 * size
        number = span
        while number >= span - span % n:
            number = int.from_bytes(read(size), "big")
        return number % n

    return below
