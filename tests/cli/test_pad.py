"""``kingdomino pad``: tables, links, dynasties, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdomino import GAMES
from tests.cli.command import document, error, output


@pytest.mark.parametrize("name", [game.name for game in GAMES])
@pytest.mark.parametrize("columns", [60, 100])
def test_every_example_can_be_scored(name: str, columns: int) -> None:
    example = output("pad", "--example", name)
    text = output("pad", "-", given=example, columns=columns)
    assert "wins with" in text
    assert "!" not in text
    assert max(len(line) for line in text.splitlines()) <= columns


def test_a_link_holds_the_whole_pad(tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(output("pad", "--example", "origins-totem"))
    link = output("pad", file, "--link", "https://play.example.org/").strip()
    assert link.startswith("https://play.example.org/pad#1")
    assert document("pad", link) == document("pad", file)
    text = output("pad", link, "--text")
    assert output("pad", "-", "--link", "https://play.example.org", given=text).strip() == link


def test_a_dynasty_is_added_up() -> None:
    drawn = "name: Ann\nC W1 W\nname: Bob\nC W W"
    text = output("pad", "-", given=f"{drawn}\n---\n{drawn}")
    assert "After 2 games: Ann 4 and Bob 0. In front: Ann." in text
    assert document("pad", "-", given=drawn)["totals"] == [2, 0]


def test_what_cannot_be_is_said() -> None:
    text = output("pad", "-", given="name: Ann\nC W3 W\nname: Bob\nC")
    assert "! Ann: e1: no domino has such a square" in text
    assert "Ann wins with 6 points" in text
    table = output("pad", "-", given="game: giants\nC W1 W")
    assert "! 0 quests are chosen; a game has 2" in table


def test_what_cannot_be_read(tmp_path: Path) -> None:
    assert "name a file with a table" in error("pad")
    assert "there is no example 'chess'" in error("pad", "--example", "chess")
    assert error("pad", "missing.txt") == "missing.txt: no such file or directory"
    assert "one castle" in error("pad", "-", given="W W")
    assert "the link: this pad has version 2" in error("pad", "http://x/pad#2abc")
    assert "the link: this is no score pad" in error("pad", "http://x/pad#1abc")
    assert "same rules" in error("pad", "-", given="C W W\n---\nvariants: harmony\nC W W")
