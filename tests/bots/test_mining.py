"""Mined puzzles: the search finds the answers of a sample again, and mining goes on."""

from __future__ import annotations

import random

import pytest

from kingdomino.bots.search.mining import agrees, mine
from kingdomino.games.puzzle import format_puzzle, parse_puzzle, puzzle, puzzle_lines

SAMPLE, PLAYOUTS = 3, 2_000


@pytest.mark.parametrize(
    "game", ["kingdomino", "giants", "origins-discovery", "origins-totem", "origins-tribe"]
)
def test_the_search_agrees_on_a_sample(game: str) -> None:
    """Compared again with other playouts, the best answer leads by enough not to change."""
    rng = random.Random(f"sample {game}")
    count = len(puzzle_lines(game))
    numbers = rng.sample(range(1, count + 1), min(SAMPLE, count))
    assert [n for n in numbers if not agrees(puzzle(game, n), rng, PLAYOUTS)] == []


def test_mining_finds_puzzles() -> None:
    """The same seed finds the same one, and it can be read back."""
    first = next(mine("kingdomino", "a test"))
    assert first == next(mine("kingdomino", "a test"))
    assert parse_puzzle("kingdomino", format_puzzle(first)) == first
    assert len(first.answers) >= 2
