"""The printed components against the rule books' own totals, and the colours of the players."""

from __future__ import annotations

import csv
from collections import Counter
from importlib.resources import files

import pytest

from kingdomino.core.domino import Domino, Half, Resource, Terrain
from kingdomino.core.error import RulesError
from kingdomino.games import tiles
from kingdomino.games.catalogue import GAME, rules
from kingdomino.games.tiles import caveman_tiles, dominoes


def squares(box: str) -> list[Half]:
    return [half for domino in dominoes(box) for half in (domino.left, domino.right)]


@pytest.mark.parametrize(
    ("terrain", "by_crowns"),
    [
        ("wheat", {0: 21, 1: 5}),
        ("forest", {0: 16, 1: 6}),
        ("lake", {0: 12, 1: 6}),
        ("grass", {0: 10, 1: 2, 2: 2}),
        ("swamp", {0: 6, 1: 2, 2: 2}),
        ("mine", {0: 1, 1: 1, 2: 3, 3: 1}),
    ],
)
def test_squares_of_the_base_game(terrain: str, by_crowns: dict[int, int]) -> None:
    """base § last page: how many squares of each terrain have how many crowns."""
    found = Counter(h.crowns for h in squares("kingdomino") if h.terrain.label == terrain)
    assert found == by_crowns


def test_base_dominoes_are_numbered_from_one_to_forty_eight() -> None:
    """base § Herní materiál: 48 dominoes, 96 squares."""
    assert [domino.number for domino in dominoes("kingdomino")] == list(range(1, 49))
    assert len(squares("kingdomino")) == 96


@pytest.mark.parametrize(
    ("terrain", "by_flames"),
    [
        ("desert", {0: 20, 1: 2}),
        ("grassland", {0: 16, 1: 3}),
        ("lake", {0: 13, 1: 4}),
        ("quarry", {0: 9, 1: 2, 2: 2}),
        ("jungle", {0: 11, 1: 3, 2: 1}),
    ],
)
def test_squares_of_origins(terrain: str, by_flames: dict[int, int]) -> None:
    """origins § last page: how many squares of each terrain have how many flames."""
    found = Counter(h.crowns for h in squares("origins") if h.terrain.label == terrain)
    assert found == by_flames


def test_volcanoes_of_origins() -> None:
    """origins § Herní materiál: as many fire tokens as volcanoes, 5, 4 and 1."""
    craters = [h.craters for h in squares("origins") if h.terrain is Terrain.VOLCANO]
    assert Counter(craters) == {1: 5, 2: 4, 3: 1}
    assert all(not h.craters for h in squares("origins") if h.terrain is not Terrain.VOLCANO)


def test_resources_of_origins() -> None:
    """origins § Herní materiál: 16 mammoths, 13 fish, 11 mushrooms, 9 flints."""
    found = Counter(h.resource for h in squares("origins") if h.resource is not None)
    assert [found[resource] for resource in Resource] == [16, 13, 11, 9]


def test_dominoes_of_giants() -> None:
    """giants § Herní materiál: six lettered without a crown, six with 2 + 1 crowns."""
    letters, footprints = dominoes("giants")[:6], dominoes("giants")[6:]
    assert [(d.name, crowns(d)) for d in letters] == [(name, (0, 0)) for name in "ABCDEF"]
    assert [d.number for d in footprints] == [49, 50, 51, 52, 53, 54]
    assert {crowns(d) for d in footprints} == {(2, 1)}


def crowns(domino: Domino) -> tuple[int, int]:
    return domino.left.crowns, domino.right.crowns


def test_giants_terrains() -> None:
    """giants § Herní materiál: the printed pairs."""
    pairs = {d.name: f"{d.left.terrain.label} {d.right.terrain.label}" for d in dominoes("giants")}
    assert pairs == {
        "A": "forest wheat",
        "B": "forest wheat",
        "C": "lake wheat",
        "D": "mine grass",
        "E": "swamp grass",
        "F": "lake grass",
        "49": "wheat forest",
        "50": "forest lake",
        "51": "lake grass",
        "52": "grass swamp",
        "53": "swamp mine",
        "54": "mine swamp",
    }


def test_tampered_tiles_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """base § last page: dominoes that do not add up are not played with."""
    text = files(tiles).joinpath("kingdomino.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    rows[0]["left_crowns"] = "3"
    monkeypatch.setattr(tiles, "_rows", lambda name: rows)
    with pytest.raises(RulesError, match=r"kingdomino\.csv do not add up"):
        tiles.dominoes.__wrapped__("kingdomino")


def test_cavemen() -> None:
    """origins § Pralidé: 22 tiles of 10 kinds."""
    assert len(caveman_tiles()) == 10
    assert sum(tile.copies for tile in caveman_tiles().values()) == 22


def test_colours_of_the_base_game() -> None:
    """base § Herní materiál: pink, yellow, green, blue."""
    assert rules("kingdomino", 4).colours == ("pink", "yellow", "green", "blue")


def test_brown_is_the_fifth_colour() -> None:
    """giants § Herní materiál: brown kings for a fifth player."""
    assert rules("giants", 5).colours == ("pink", "yellow", "green", "blue", "brown")


@pytest.mark.parametrize("game", ["origins-discovery", "origins-totem", "origins-tribe"])
def test_colours_of_origins(game: str) -> None:
    """origins § Herní materiál: pink, black, green, blue."""
    assert rules(game, 4).colours == ("pink", "black", "green", "blue")


@pytest.mark.parametrize("game", GAME)
def test_every_seat_has_a_colour(game: str) -> None:
    """base, giants, origins § Herní materiál: one colour each."""
    for players in GAME[game].players:
        assert len(set(rules(game, players).colours)) == players
