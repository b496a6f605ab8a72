"""``kingdomino rules``."""

from __future__ import annotations

import pytest

from kingdomino import GAMES, rules
from tests.cli.command import document, error, output

NAMES = [game.name for game in GAMES]


def test_the_list_names_games_players_and_variants() -> None:
    text = output("rules")
    for game in GAMES:
        assert game.name in text
        assert all(variant.name in text for variant in game.variants)
    assert "dynasty" in text
    assert [entry["name"] for entry in document("rules")] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_explained_with_all_its_dominoes(name: str) -> None:
    text, told = output("rules", name), document("rules", name)
    dominoes = rules(name, 2).dominoes
    assert f"The {len(dominoes)} dominoes" in text
    assert [entry["number"] for entry in told["dominoes"]] == [d.name for d in dominoes]
    for why in told["refused"].values():
        assert why.split(",")[0][:30] in text
    assert len(told["explanation"]) >= 3


def test_set_ups_are_those_of_the_rule_books() -> None:
    """Shared data, setups.csv: players, variants, frame, row, rounds."""
    found = [
        (s["players"], "+".join(s["variants"]), s["size"], s["row"], s["rounds"], s["left_over"])
        for s in document("rules", "kingdomino")["setups"]
    ]
    assert found == [
        (2, "", 5, 4, 6, 0),
        (2, "mighty_duel", 7, 4, 12, 0),
        (2, "wider_offer", 5, 5, 6, 1),
        (2, "mighty_duel+wider_offer", 7, 5, 9, 1),
        (3, "", 5, 3, 12, 0),
        (3, "wider_offer", 5, 4, 12, 1),
        (4, "", 5, 4, 12, 0),
    ]


def test_giants_say_what_leaves_the_row() -> None:
    trimmed = {s["players"]: s["trimmed"] for s in document("rules", "giants")["setups"]}
    assert trimmed == {2: [3], 3: [2, 4], 4: [3], 5: []}
    assert "2nd, 4th" in output("rules", "giants")


def test_quests_and_cavemen_are_listed() -> None:
    assert len(document("rules", "giants")["quests"]) == 17
    cavemen = document("rules", "origins-tribe")["cavemen"]
    assert sum(entry["copies"] for entry in cavemen.values()) == 22


def test_an_unknown_game() -> None:
    assert "there is no game 'origins'; there are kingdomino," in error("rules", "origins")
