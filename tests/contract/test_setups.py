"""Every set-up on the facts sheet: kings, frame, dominoes, rows and rounds."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdomino.core.action import Discard, Place
from kingdomino.core.rules import Rules
from kingdomino.games.catalogue import GAME, every_rules, rules
from tests.contract.play import STYLES, states, steps

SHEET = Path(__file__).parents[1] / "data" / "setups.csv"
BOXES = {
    "base": ("kingdomino",),
    "giants": ("giants",),
    "origins": ("origins-discovery", "origins-totem", "origins-tribe"),
}
PLAIN = ("standard", "neolithic")


def setups() -> Iterator[tuple[Rules, dict[str, str]]]:
    with SHEET.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            variants = [] if row["variant"] in PLAIN else row["variant"].split("+")
            for game in BOXES[row["game"]]:
                yield rules(game, int(row["players"]), variants), row


SETUPS = list(setups())


@pytest.mark.parametrize(("made", "facts"), SETUPS, ids=str)
def test_rules_say_what_the_sheet_says(made: Rules, facts: dict[str, str]) -> None:
    """base, giants, origins § Příprava hry: kings, grid, rows, rounds."""
    trim = [
        int(position) - 1 for position in facts["discarded_before_choice"].split("|") if position
    ]
    assert made.kings_each == int(facts["kings_each"])
    assert made.size == int(facts["grid"])
    assert made.row == int(facts["row_drawn"])
    assert list(made.trim) == trim
    assert made.rounds == int(facts["rounds"])
    over = made.row - len(made.trim) - len(made.kings)
    assert over == int(facts["left_over_after_choice"])


@pytest.mark.parametrize(("made", "facts"), SETUPS, ids=str)
def test_play_is_as_long_as_the_sheet_says(made: Rules, facts: dict[str, str]) -> None:
    """base, giants, origins § Průběh hry: rounds played, dominoes seen, dominoes each."""
    *_, over = states(made, STYLES["careless"], random.Random(22))
    assert over.round == int(facts["rounds"])
    assert len(made.dominoes) - len(over.unseen) == int(facts["dominoes_in_play"])
    laid = [0] * made.players
    for state, event in steps(made, STYLES["careless"], random.Random(22)):
        if isinstance(event, (Place, Discard)):
            assert state.player is not None
            laid[state.player] += 1
    assert laid == [int(facts["dominoes_each"])] * made.players


def test_every_game_is_on_the_sheet() -> None:
    """Every game and number of players has a line; so has every variant that changes the table."""
    assert {(m.game, m.players) for m, _ in SETUPS} == {
        (g, n) for g in GAME for n in GAME[g].players
    }
    shapes = {shape(made) for made, _ in SETUPS}
    assert {shape(made) for made in every_rules()} == shapes


def shape(made: Rules) -> tuple[str, int, int, int, int]:
    return made.game, made.players, made.size, made.row, made.rounds
