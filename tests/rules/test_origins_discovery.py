"""Origins, Discovery: the score, the tie-breaks and the options (origins § Konec hry)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingdomino.core.score import winners
from kingdomino.games.catalogue import rules
from tests.rules.table import PRINTED_DISCOVERY, kingdom, placing, play, points, sheet, table

DISCOVERY = rules("origins-discovery", 3)
ORIGINS = ("origins-discovery", "origins-totem", "origins-tribe")
GOLDEN = json.loads(
    (Path(__file__).parents[1] / "data" / "golden_origins_example.json").read_text("utf-8")
)


def test_golden_example() -> None:
    """origins § Konec hry: the book's territory, 2 + 4 + 6 + 12 + 8 = 32."""
    paper = sheet(DISCOVERY, PRINTED_DISCOVERY)
    assert paper.total == GOLDEN["total"] == 32
    scored = sorted(region.points for region in paper.regions if region.points)
    assert scored == [2, 4, 6, 8, 12]


def test_golden_example_regions() -> None:
    """origins § Konec hry: ten regions, five of them without a flame; the hut is in none."""
    found = sorted(
        [r.terrain.label, r.area, r.crowns, r.points]
        for r in sheet(DISCOVERY, PRINTED_DISCOVERY).regions
    )
    assert found == sorted(GOLDEN["regions"])
    assert len(found) == 10
    assert sum(not crowns for _, _, crowns, _ in found) == 5


def test_golden_example_is_drawn_as_printed() -> None:
    """origins § Konec hry: the drawing above and the recorded picture are the same land."""
    drawn = [line.split() for line in PRINTED_DISCOVERY.strip().splitlines()]
    printed = [[picture(word, r, c) for c, word in enumerate(row)] for r, row in rows()]
    assert drawn == printed


def rows() -> list[tuple[int, list[str]]]:
    return list(enumerate(GOLDEN["rows"]))


def picture(word: str, row: int, column: int) -> str:
    terrain, flames = word.split(":")
    if terrain == "hut":
        return "H"
    if terrain == "volcano":
        return {(2, 1): "V2", (4, 4): "V1"}[row, column]
    fire = GOLDEN["token_on"].get(f"{row},{column}")
    marks = f"*{fire}" if fire else flames.replace("0", "")
    return terrain[0].upper() + marks


def test_golden_example_options() -> None:
    """origins § Volitelná či další pravidla: its hut is in the centre, nothing was discarded."""
    made = rules("origins-discovery", 3, ["empire_of_fire", "homo_habilis"])
    assert sheet(made, PRINTED_DISCOVERY).total == 32 + 10 + 5


def test_flames_are_printed_and_on_tokens() -> None:
    """origins § Konec hry: 3 squares × (1 printed + 2 on a token)."""
    assert sheet(DISCOVERY, "H J1 J*2 J D").total == 9
    assert sheet(DISCOVERY, "H J1 J*2 J D").crowns == 3


def test_region_without_a_flame_scores_nothing() -> None:
    """origins § Konec hry: a region without flames is worth 0."""
    assert sheet(DISCOVERY, "H J J J J").total == 0


def test_largest_region_breaks_the_tie() -> None:
    """origins § Konec hry: 1 point each; three deserts beat two lakes."""
    two = rules("origins-discovery", 2)
    lands = ["H J1 L L D", "H J1 D D D"]
    assert winners(table(two, kingdoms=lands)) == (1,)


def test_volcano_regions_count_as_largest() -> None:
    """origins § Konec hry (ruling): of whatever terrain, volcanoes too."""
    two = rules("origins-discovery", 2)
    lands = ["H J1 L L D", "H J1 V1 V1 V2"]
    assert winners(table(two, kingdoms=lands)) == (1,)


def test_all_flames_break_the_next_tie() -> None:
    """origins § Konec hry: 2 points, largest 2; two flames beat one, tokens count."""
    two = rules("origins-discovery", 2)
    lands = ["H J1 J L L", "H J1 L*1 D D"]
    assert winners(table(two, kingdoms=lands)) == (1,)


def test_victory_is_shared() -> None:
    """origins § Konec hry: still tied, they share it."""
    lands = ["H J1 J", "H L*1 L", "H D1 J"]
    assert winners(table(DISCOVERY, kingdoms=lands)) == (0, 1)


@pytest.mark.parametrize("game", ORIGINS)
@pytest.mark.parametrize(("picture", "bonus"), [("D D H D D", 10), ("H D D D D", 0), ("H", 10)])
def test_empire_of_fire(game: str, picture: str, bonus: int) -> None:
    """origins § Volitelná či další pravidla: 10 for a hut in the centre, incomplete or not."""
    made = rules(game, 3, ["empire_of_fire"])
    assert dict(sheet(made, picture).lines)["empire_of_fire"] == bonus


@pytest.mark.parametrize("game", ORIGINS)
@pytest.mark.parametrize(("picture", "bonus"), [("D H D D D", 10), ("H D D D D", 0)])
def test_empire_of_fire_for_two(game: str, picture: str, bonus: int) -> None:
    """origins § Volitelná či další pravidla (ruling): on 7×7 within three."""
    made = rules(game, 2, ["empire_of_fire"])
    assert dict(sheet(made, picture).lines)["empire_of_fire"] == bonus


@pytest.mark.parametrize("game", ORIGINS)
@pytest.mark.parametrize(("discarded", "bonus"), [(0, 5), (1, 0)])
def test_homo_habilis(game: str, discarded: int, bonus: int) -> None:
    """origins § Volitelná či další pravidla: 5 if nothing was discarded."""
    made = rules(game, 3, ["homo_habilis"])
    land = kingdom(game, "H D D", discarded=discarded)
    assert dict(sheet(made, land).lines)["homo_habilis"] == bonus


def test_discarding_costs_homo_habilis() -> None:
    """origins § Volitelná či další pravidla: a discard in the game."""
    made = rules("origins-discovery", 3, ["homo_habilis"])
    enclosed = """
        . L .
        L H L
        . L .
    """
    after = play(table(made, kingdoms=[enclosed], agenda=[placing(0, "1")]), "discard")
    assert [points(after, "homo_habilis", seat) for seat in range(3)] == [0, 5, 5]


def test_both_options_combine() -> None:
    """origins § Volitelná či další pravidla: for all three modes, together or alone."""
    for game in ORIGINS:
        lines = [
            line for line, _ in sheet(rules(game, 4, ["homo_habilis", "empire_of_fire"]), "H").lines
        ]
        assert lines[-2:] == ["empire_of_fire", "homo_habilis"]
