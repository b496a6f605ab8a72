"""Mined puzzles: the search finds the answers of a sample again, and mining goes on."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from kingdomino.bots.learned.compare import by_table
from kingdomino.bots.search.mining import agrees, mine
from kingdomino.games.puzzle import format_puzzle, parse_puzzle, puzzle, puzzle_lines
from tests.cli.command import error, output

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


def test_the_champion_agrees_on_a_sample() -> None:
    """By its own playouts, which go by what regions promise."""
    rng = random.Random("learned")
    numbers = rng.sample(range(1, 201), SAMPLE)
    judged = [agrees(puzzle("kingdomino", n), rng, PLAYOUTS, by=by_table) for n in numbers]
    assert judged == [True] * SAMPLE
    strange = puzzle("kingdomino", numbers[0])
    worst = strange.points.index(min(strange.points))
    shares = tuple(float(i == worst) for i in range(len(strange.answers)))
    assert not agrees(strange._replace(shares=shares), rng, PLAYOUTS, by=by_table)


def test_puzzles_are_checked_by_a_command() -> None:
    said = output("puzzles", "check", "giants", "--sample", "2", "--playouts", "300", "--learned")
    assert said.startswith("giants: 2 of 2 puzzles found again")


def test_mining_finds_puzzles() -> None:
    """What a game has follows from the seed and its number, and can be read back."""
    games = [*islice(mine("kingdomino", 1), 4)]
    assert [*islice(mine("kingdomino", 1, 2), 2)] == games[2:]
    found = [one for game in games for one in game]
    assert found
    for one in found:
        assert parse_puzzle("kingdomino", format_puzzle(one)) == one
        assert len(one.answers) >= 2


def test_a_kind_alone_is_mined() -> None:
    found = [one for game in islice(mine("giants", 1, 0, "place"), 12) for one in game]
    assert {one.kind for one in found} == {"place"}
    ((one,),) = islice(mine("kingdomino", 15, 2, "middle"), 1)
    assert one.kind == "middle"


def test_mining_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Also where nothing was found: it used to look through the same games again."""
    file, beside = tmp_path / "k.jsonl", tmp_path / "k.jsonl.looked"
    wish = ("puzzles", "mine", "kingdomino", "--file", str(file), "--minutes", "0.01")
    output(*wish, "--seed", "7")
    assert json.loads(beside.read_text())["kingdomino 7"] >= 1
    before = file.read_text()
    beside.write_text('{"kingdomino 7": 1000}')
    assert "games of seed 7 looked through" in output(*wish, "--seed", "7")
    last = json.loads(beside.read_text())["kingdomino 7"]
    assert last > 1000
    there = {
        format_puzzle(p) for game in islice(mine("kingdomino", 7, 1000), last - 1000) for p in game
    }
    assert file.read_text().startswith(before)
    assert {*file.read_text().removeprefix(before).splitlines()} <= there
    beside.write_text("[]")
    assert "does not say" in error(*wish)
