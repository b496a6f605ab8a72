"""The torus against plain squares: shifts, frames, wrap-around and the edges of 7×7."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdomino.core.grid import Square, around, bit, squares
from kingdomino.core.kingdom import Kingdom, new_kingdom, placements, put, with_fire
from kingdomino.fast.board import torus
from kingdomino.fast.board.compile import address, numba
from kingdomino.fast.bridge.params import params
from kingdomino.fast.bridge.state import fold, kingdom_words, square_from
from kingdomino.fast.rules import placing, quest
from kingdomino.fast.rules.option import lava_targets
from kingdomino.games.catalogue import rules
from kingdomino.games.origins import lava_targets as core_lava_targets
from kingdomino.games.quest import most_lines as core_most_lines

U = np.uint64
WORDS = st.integers(0, 2**64 - 1)
COORDINATE = st.integers(-6, 6)


def compiled(function: Any) -> Any:
    """As Python can call it: functions of fast that only compiled ones call have no such door."""
    return numba.njit(function.py_func)


EAST, WEST = compiled(torus.east), compiled(torus.west)
SOUTH, NORTH = compiled(torus.south), compiled(torus.north)
FRAMED, SELECT = compiled(torus.framed), compiled(torus.select)
COLUMNS, ROWS = compiled(torus.columns), compiled(torus.rows)
FITS, ORIGIN = compiled(placing.fits), compiled(placing.origin)
MOST_LINES, CORNERS = compiled(quest.most_lines), compiled(quest.best_corners)


@numba.njit  # type: ignore[untyped-decorator, unused-ignore]
def LAVA(row: Any, volcano: int) -> Any:  # noqa: N802
    return lava_targets(address(row), 0, volcano)


def cells(bits: int) -> set[tuple[int, int]]:
    return {(i % 8, i // 8) for i in range(64) if bits >> i & 1}


@given(WORDS)
def test_a_step_moves_every_square_around_the_torus(bits: int) -> None:
    for shift, dx, dy in ((EAST, 1, 0), (WEST, -1, 0), (SOUTH, 0, 1), (NORTH, 0, -1)):
        moved = {((x + dx) % 8, (y + dy) % 8) for x, y in cells(bits)}
        assert cells(int(shift(U(bits)))) == moved


@given(WORDS, COORDINATE, COORDINATE)
def test_a_frame_starts_where_it_is_told(bits: int, x: int, y: int) -> None:
    moved = {((a - x) % 8, (b - y) % 8) for a, b in cells(bits)}
    assert cells(int(FRAMED(U(bits), x, y))) == moved


@given(WORDS.filter(bool), st.data())
def test_select_finds_the_kth_bit(bits: int, data: st.DataObject) -> None:
    found = [i for i in range(64) if bits >> i & 1]
    k = data.draw(st.integers(0, len(found) - 1))
    assert SELECT(U(bits), k) == found[k]


@given(COORDINATE, st.integers(1, 8))
def test_ranges_wrap(first: int, length: int) -> None:
    inside = {(first + i) % 8 for i in range(length)}
    assert {x for x, _ in cells(int(COLUMNS(first, first + length - 1)))} == inside
    assert {y for _, y in cells(int(ROWS(first, first + length - 1)))} == inside
    assert len(cells(int(COLUMNS(first, first + length - 1)))) == 8 * length


def grown(data: st.DataObject, game: str, variants: list[str]) -> tuple[Kingdom, Any]:
    """A kingdom made of drawn dominoes, each at a drawn legal place, mostly an outermost one."""
    made = rules(game, 2, variants)
    kingdom = new_kingdom(made.size)
    for domino in data.draw(st.lists(st.sampled_from(made.dominoes), max_size=24)):
        ways = placements(kingdom, domino)
        if ways:
            reach = data.draw(st.sampled_from((0, 1)))
            ways.sort(key=lambda way: -reach * sum(map(abs, way.left)))
            kingdom = put(kingdom, domino, ways[data.draw(st.integers(0, len(ways) - 1)) // 4])
    return kingdom, made


@pytest.mark.parametrize("variants", [[], ["mighty_duel"]], ids=["5x5", "7x7"])
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_placements_on_the_torus(variants: list[str], data: st.DataObject) -> None:
    kingdom, made = grown(data, "kingdomino", variants)
    words = kingdom_words(made, kingdom)
    t0, t1, t2, box = U(words[0]), U(words[1]), U(words[2]), U(words[5])
    for domino, tile in zip(made.dominoes, params(made)[16:], strict=False):
        found = []
        for d, fit in enumerate(FITS(t0, t1, t2, box, made.size, U(tile))):
            x, y = ORIGIN(box, made.size, d)
            framed = int(FRAMED(U(fit), x, y))
            found += [(d, x + i % 8, y + i // 8) for i in range(64) if framed >> i & 1]
        steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        expected = [
            (steps.index((p.right.x - p.left.x, p.right.y - p.left.y)), p.left.x, p.left.y)
            for p in placements(kingdom, domino)
        ]
        assert found == expected


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_lava_does_not_fly_around_the_torus(data: st.DataObject) -> None:
    kingdom, made = grown(data, "origins-discovery", [])
    for volcano in squares(kingdom.craters[0]):
        row = np.array(kingdom_words(made, kingdom), np.uint64)
        index = (volcano.y % 8) * 8 + volcano.x % 8
        expected = core_lava_targets(kingdom, bit(volcano))
        assert int(LAVA(row, index)) == fold(expected)
        if expected:
            kingdom = with_fire(kingdom, expected & -expected, 1)


@settings(deadline=None)
@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=24))
def test_the_most_lines_of_three(crowned: set[tuple[int, int]]) -> None:
    framed = sum(1 << 8 * y + x for x, y in crowned)
    plain = sum(bit(Square(x - 3, y - 3)) for x, y in crowned)
    assert MOST_LINES(U(framed)) == core_most_lines(plain)


@given(COORDINATE, COORDINATE)
def test_the_torus_index_of_a_square_leads_back(x: int, y: int) -> None:
    index = (y % 8) * 8 + x % 8
    for west in range(max(-6, x - 7), x + 1):
        for north in range(max(-6, y - 7), y + 1):
            assert square_from(index, west, north) == Square(x, y)


def test_the_ring_around_the_castle() -> None:
    assert fold(around(bit(Square(0, 0)), 1)) == int(torus.CASTLE_RING)
