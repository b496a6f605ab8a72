"""Chance laid open: how many outcomes there are, and each with its probability.

Drawing is ``engine.draw``. Every chance event comes of one picking: so many of the things that
there are, of which some may be alike, in the order in which they come or in none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb, perm, prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .action import Chance
from .chance import Pick
from .engine import draw_with
from .state import State

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T")


class _Lot(NamedTuple):
    """What is picked from, how many, and whether the order makes a difference."""

    things: tuple[Any, ...]
    size: int
    ordered: bool


def outcome_count(state: State) -> int:
    """How many different chance events may come now; only when ``state.chance``.

    >>> from kingdomino import rules, start
    >>> outcome_count(start(rules("kingdomino", players=2)))
    6
    """
    lot = _lot(state)
    # The ways to pick n things, of the kinds so far; m of the next lie anywhere among them.
    ways = [1] + [0] * lot.size
    for copies in Counter(lot.things).values():
        ways = [
            sum(ways[n - m] * (comb(n, m) if lot.ordered else 1) for m in range(min(n, copies) + 1))
            for n in range(lot.size + 1)
        ]
    return ways[lot.size]


def outcomes(state: State) -> Iterator[tuple[Chance, Fraction]]:
    """Every chance event that may come now with its probability, always in the same order.

    Only when ``state.chance``. They come one by one, because there may be many: ask
    ``outcome_count`` before you take them all.

    >>> from kingdomino import rules, start
    >>> for event, probability in outcomes(start(rules("kingdomino", players=3))):
    ...     print(event.order, probability)
    (0, 1, 2) 1/6
    (0, 2, 1) 1/6
    (1, 0, 2) 1/6
    (1, 2, 0) 1/6
    (2, 0, 1) 1/6
    (2, 1, 0) 1/6
    """
    # Few ask for it, and all would wait 3 ms for it.
    from fractions import Fraction

    lot = _lot(state)
    held = Counter(lot.things)
    ways = (perm if lot.ordered else comb)(len(lot.things), lot.size)
    if lot.ordered:
        found = _sequences(held, lot.size)
    elif len(held) == len(lot.things):
        found = combinations(lot.things, lot.size)
    else:
        found = _hands([*held.items()], lot.size)
    for picked in found:
        wanted = Counter(picked)
        each = (
            perm(held[one], n) if lot.ordered else comb(held[one], n) for one, n in wanted.items()
        )
        yield draw_with(state, _picks(picked)), Fraction(prod(each), ways)


def _lot(state: State) -> _Lot:
    asked: list[tuple[tuple[Any, ...], int]] = []

    def look(things: Iterable[T], count: int, /) -> list[T]:
        held = (*things,)
        asked.append((held, count))
        return _varied(held, count)

    drawn = draw_with(state, look)
    ((things, count),) = asked
    turned = draw_with(state, _picks(_varied(things, count)[::-1]))
    return _Lot(things, count, ordered=turned != drawn)


def _varied(things: tuple[T, ...], count: int) -> list[T]:
    """Things as different as can be: if their order makes no difference, none ever does."""
    first = [*dict.fromkeys(things)]
    rest = Counter(things) - Counter(first)
    return [*first, *rest.elements()][:count]


def _picks(picked: Iterable[Any]) -> Pick:
    def pick(things: Iterable[Any], count: int, /) -> list[Any]:
        return [*picked]

    return pick


def _sequences(held: Counter[T], count: int) -> Iterator[tuple[T, ...]]:
    if not count:
        yield ()
        return
    for one in held:
        for rest in _sequences(held - Counter([one]), count - 1):
            yield (one, *rest)


def _hands(held: list[tuple[T, int]], count: int) -> Iterator[tuple[T, ...]]:
    if not count:
        yield ()
        return
    for i, (one, copies) in enumerate(held):
        for n in range(min(copies, count), 0, -1):
            for rest in _hands(held[i + 1 :], count - n):
                yield (*[one] * n, *rest)
