"""``kingdomino score`` and ``kingdomino perft``."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdomino import GAMES, rules, score_pad, start
from kingdomino.core.perft import perft
from tests.cli.command import document, error, output

DRAWN = """
game: kingdomino
variants: harmony
W1 W  F
C  W  F
.  .  M3
"""


@pytest.mark.parametrize("name", [game.name for game in GAMES])
@pytest.mark.parametrize("columns", [60, 100])
def test_every_example_can_be_scored(name: str, columns: int) -> None:
    example = output("score", "--example", name)
    assert f"game: {name}" in example
    text = output("score", "-", given=example, columns=columns)
    assert "total" in text
    assert max(len(line) for line in text.splitlines()) <= columns


def test_a_sheet_has_every_region(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(DRAWN)
    text = output("score", file)
    for words in ("wheat 3 × 1", "forest 2 × 0", "mine 1 × 3", "Harmony", "total"):
        assert words in text
    told = document("score", file)
    assert told["total"] == 3 + 0 + 3 + 5 == score_pad(DRAWN)[1].total
    assert told["lines"] == {"regions": 6, "harmony": 5}
    assert told["regions"][0] == {
        "terrain": "wheat",
        "area": 3,
        "crowns": 1,
        "points": 3,
        "squares": [[0, -1], [1, -1], [1, 0]],
    }
    assert (told["largest_region"], told["crowns"]) == (3, 4)


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (b"", "a kingdom has one castle"),
        (b"W W\nW W", "a kingdom has one castle"),
        (b"C X1 W", "'X1' is no square"),
        (b"C W W W W W W W", "does not fit in 5"),
        (b"C W", "the number of squares is odd"),
        (b"C W . W", "in pieces"),
        (b"game: chess\nC W W", "there is no game 'chess'"),
        (b"game: giants\nvariants: harmony\nC W W", "Harmony among its quests"),
        (b"game: giants\nquests: dance\nC W W", "giants has no quest 'dance'"),
        (b"weather: fine\nC W W", "unknown word 'weather'"),
        (b"discarded: -1\nC W W", "discarded is a number, not '-1'"),
        (b"players: " + b"9" * 9999 + b"\nC W W", ""),
        (b"game: origins-tribe\nH D:wizard D", "has no caveman 'wizard'"),
        (bytes(range(256)), "not UTF-8 text"),
    ],
)
def test_kingdoms_that_cannot_be(drawn: bytes, why: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_bytes(drawn)
    found = error("score", file)
    assert found.startswith(f"{file}: ")
    assert why in found


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert error("score", tmp_path) == f"{tmp_path}: is a directory"
    assert error("score", "missing.txt") == "missing.txt: no such file or directory"
    assert "name a file with a kingdom" in error("score")
    assert "there is no example 'chess'" in error("score", "--example", "chess")


def test_perft_counts_and_splits() -> None:
    args = ("perft", "giants", "--players", "3", "--depth", "5", "--seed", "4")
    nodes = perft(start(rules("giants", 3)), 5, 4)
    assert f"{nodes:,} lines of 5 decisions" in output(*args)
    told = document(*args, "--split")
    assert told["nodes"] == nodes == sum(told["split"].values())
    assert next(iter(told["split"])).startswith("choose ")
    assert "split" not in document(*args)
    assert "choose " in output(*args, "--split")
    assert document("perft", "kingdomino", "--depth", "0", "--split")["nodes"] == 1


def test_perft_knows_variants() -> None:
    told = document("perft", "kingdomino", "-d", "2", "-v", "wider_offer")
    assert told["nodes"] == 20
    assert told["rules"]["variants"] == ["wider_offer"]
