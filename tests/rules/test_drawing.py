"""Kingdoms as drawings: what a square can be, and what it cannot."""

from __future__ import annotations

import pytest

from kingdomino.core.drawing import format_kingdom, terrain_letters
from kingdomino.core.error import RecordError
from kingdomino.core.kingdom import crown_total, terrain_at
from kingdomino.games.catalogue import rules
from tests.rules.table import drawn, kingdom, names

TRIBE = "origins-tribe"


def test_letters_of_the_base_game() -> None:
    """base § last page: six terrains, each by its first letter."""
    letters = terrain_letters(rules("kingdomino", 2).dominoes)
    assert {letter: terrain.label for letter, terrain in letters.items()} == {
        "W": "wheat",
        "F": "forest",
        "L": "lake",
        "G": "grass",
        "S": "swamp",
        "M": "mine",
    }


def test_letters_of_origins() -> None:
    """origins § last page: six terrains, grassland where the base game has grass."""
    letters = terrain_letters(rules(TRIBE, 2).dominoes)
    assert {letter: terrain.label for letter, terrain in letters.items()} == {
        "L": "lake",
        "G": "grassland",
        "J": "jungle",
        "Q": "quarry",
        "D": "desert",
        "V": "volcano",
    }


@pytest.mark.parametrize(
    ("game", "picture"),
    [
        ("kingdomino", "C"),
        ("kingdomino", "W1 . M3 \n F C S2"),
        ("giants", "M3gg W1g C W L"),
        (TRIBE, "D:hunter V3 . \n J*2 H Q+ \n . G1 L+"),
    ],
)
def test_drawing_shows_everything(game: str, picture: str) -> None:
    """giants § Příchod obrů, origins § Vulkány: giants, fires, tokens, craters and cavemen."""
    assert format_kingdom(kingdom(game, picture)) == drawn(picture)


def test_castle_may_stand_anywhere() -> None:
    """base § Pravidla napojování: squares are counted from the castle, margins are bare."""
    land = kingdom("kingdomino", ". . . \n . W . \n . L C \n . . .")
    assert land.box == (-1, -1, 0, 0)
    assert names(land.land) == ["w1n1", "w1", "c"]
    assert format_kingdom(land) == drawn("W . \n L C")


def test_castle_and_bare_ground_have_no_terrain() -> None:
    """base § Konec hry: the castle is in no region."""
    land = kingdom("kingdomino", "C W W")
    assert terrain_at(land, land.land & -land.land) is None
    assert terrain_at(land, 1) is None
    assert crown_total(land) == 0


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        ("", r"one castle C \(or hut H\), not 0"),
        ("C W C", r"one castle C \(or hut H\), not 2"),
        ("C W W W W W W", "the kingdom is 7×1 and does not fit in 5×5"),
        ("W \n W \n W \n W \n W \n C", "the kingdom is 1×6 and does not fit in 5×5"),
        ("C W . W", "the kingdom is in pieces"),
        ("C W W W", "two squares each, but the number of squares is odd"),
        ("C W \n X .", "line 2, square 1: 'X' is no square"),
        ("C W4 W", "line 1, square 2: 'W4' is no square"),
        ("C w W", "'w' is no square .expected W wheat, F forest"),
        ("C W1gg W", "'W1gg': a giant covers one crown each"),
        ("C L*1+ W", "a token lies only where its symbol is printed and no fire fell"),
        ("C W+ W", "a token lies only where its symbol is printed and no fire fell"),
    ],
)
def test_impossible_kingdoms(picture: str, why: str) -> None:
    """base § Pravidla napojování, giants § Příchod obrů: no such kingdom can be built."""
    with pytest.raises(RecordError, match=why):
        kingdom("giants", picture)


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        ("H V D", "a volcano has one to three craters and nothing on it"),
        ("H V1*1 D", "a volcano has one to three craters and nothing on it"),
        ("H V1:hunter D", "a volcano has one to three craters and nothing on it"),
        ("H V1g D", "a volcano has one to three craters and nothing on it"),
        ("H V1+ D", "a token lies only where its symbol is printed"),
        ("H D1*2 D", "fire never lands on a printed flame"),
        ("H D+ D", "a token lies only where its symbol is printed"),
        ("H G1+ D", "a token lies only where its symbol is printed"),
        ("H G+:hunter D", "a caveman lives only on bare ground"),
        ("H G1:hunter D", "a caveman lives only on bare ground"),
        ("H G*1:hunter D", "a caveman lives only on bare ground"),
    ],
)
def test_impossible_territories(picture: str, why: str) -> None:
    """origins § Vulkány, Osídlení: what cannot lie on one square."""
    with pytest.raises(RecordError, match=why):
        kingdom(TRIBE, picture)
