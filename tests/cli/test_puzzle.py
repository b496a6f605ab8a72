"""``kingdomino puzzle`` and ``puzzles``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from kingdomino.games.puzzle import Puzzle, puzzle, puzzle_lines
from tests.cli.command import error, output, run


def test_the_puzzle_of_the_day_is_asked_and_answered() -> None:
    text = output("puzzle", given="1\n")
    assert "What is best?" in text
    assert "levels of bots find it" in text


def test_right_and_wrong() -> None:
    best = puzzle("giants", 1).best + 1
    assert "Right!" in output("puzzle", "giants", "-n", "1", "-a", str(best))
    other = 1 if best > 1 else 2
    assert f"The best is {best}." in output("puzzle", "giants", "-n", "1", "-a", str(other))


def test_the_question_and_its_rules_are_told() -> None:
    text = output("puzzle", "-n", "9", "-a", "1")
    assert "save the middle kingdom" in text
    assert "10 points more if the castle is in the centre" in text


def test_what_there_is_not(tmp_path: Path) -> None:
    assert "there is no game 'chess'" in error("puzzle", "chess")
    assert "there is no game 'chess'" in error("puzzles", "check", "chess")
    wish = ("puzzles", "mine", "giants", "--file", str(tmp_path / "none"), "--kind", "chess")
    assert "there is no kind 'chess'; there are place, choose, middle" in error(*wish)
    count = len(puzzle_lines("kingdomino"))
    assert error("puzzle", "-n", "9999") == f"kingdomino has {count} puzzles, not 9999"
    file = tmp_path / "mine.jsonl"
    file.write_text("{}\n")
    assert "no puzzle of kingdomino" in error("puzzles", "mine", "kingdomino", "--file", str(file))


def test_mining_that_is_stopped_says_so_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first game has a puzzle, and in the second comes Ctrl-C."""
    begun: list[int] = []

    def mined(game: str, seed: int, first: int, kind: str) -> Iterator[list[Puzzle]]:
        begun.append(first)
        yield [puzzle(game, first + 1)]
        raise KeyboardInterrupt

    monkeypatch.setattr(
        "kingdomino.cli.command.study.puzzles._mining", lambda: SimpleNamespace(mine=mined)
    )
    file = tmp_path / "mine.jsonl"
    for found in (1, 2):
        said = run("puzzles", "mine", "kingdomino", "--file", file)
        assert (said.exit_code, said.stdout) == (130, "")
        told = f"stopped: {found} of 200 puzzles are in {file}; the same command goes on\n"
        assert said.stderr == told
        assert file.read_text() == "".join(f"{x}\n" for x in puzzle_lines("kingdomino")[:found])
    assert begun == [0, 1]
