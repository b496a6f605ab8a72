"""Chance of our own: nothing is likelier than another, and nothing is Python's but random()."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from kingdomino import GAMES, advance, draw, legal_actions, rules, start
from kingdomino.core.action import Event
from kingdomino.core.chance import Pick, below_by_bytes, pick_by_random, picker


def how_often(n: int, size: int) -> Counter[int]:
    """The numbers below n that all rows of so many bytes give, each row once."""
    rows, counts = map(bytes, product(range(256), repeat=size)), Counter[int]()
    below = below_by_bytes(lambda _: next(rows))
    with suppress(StopIteration):
        while True:
            counts[below(n)] += 1
    return counts


@pytest.mark.parametrize(("sizes", "size"), [(range(2, 257), 1), ((257, 1000, 65_536), 2)])
def test_every_number_comes_as_often(sizes: Iterable[int], size: int) -> None:
    """As often as it can; what is over is passed over."""
    for n in sizes:
        assert how_often(n, size) == dict.fromkeys(range(n), 256**size // n)


def test_one_thing_needs_no_chance() -> None:
    assert below_by_bytes(lambda size: b"\xff" * size)(1) == 0


def scripted(*numbers: int) -> Pick:
    left = iter(numbers)
    return picker(lambda n: next(left))


def test_every_order_comes_as_often() -> None:
    """Taking all is a shuffle: each of the 24 orders by one row of numbers."""
    rows = [*product(range(4), range(3), range(2), range(1))]
    assert len({"".join(scripted(*row)("abcd", 4)) for row in rows}) == len(rows) == 24


def test_things_are_taken_in_the_order_in_which_they_come() -> None:
    assert scripted(2, 0, 1)("abcde", 3) == ["c", "a", "d"]


class OnlyRandom(random.Random):
    """A generator of which nothing may be used but ``random``."""

    def __getattribute__(self, name: str) -> Any:
        assert name in ("random", "seed") or name.startswith("__"), name
        return super().__getattribute__(name)


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_draws_use_nothing_but_random(game: str) -> None:
    """It is the one method whose numbers Python promises to keep."""
    state, rng, happened = start(rules(game, 3)), OnlyRandom(1), list[Event]()
    while not state.over:
        event = draw(state, rng) if state.chance else legal_actions(state)[0]
        happened.append(event)
        state = advance(state, event)
    assert happened


def test_the_largest_number_is_still_below() -> None:
    class Largest(random.Random):
        def random(self) -> float:
            return 1 - 2**-53

    pick = pick_by_random(Largest())
    assert [pick(range(n), 1) for n in range(1, 300)] == [[n] for n in range(299)]
