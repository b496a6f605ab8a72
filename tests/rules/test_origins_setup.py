"""Origins: rows of four, the opening, Neolithic for two (origins § Příprava hry, Průběh hry)."""

from __future__ import annotations

import random

import pytest

from kingdomino.core.engine import start
from kingdomino.core.error import IllegalAction
from kingdomino.core.state import Phase
from kingdomino.games.catalogue import rules
from tests.rules.table import drawing, moves, placing, play, play_on, table

GAMES = ("origins-discovery", "origins-totem", "origins-tribe")
NEOLITHIC = rules("origins-discovery", 2)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 5), (4, 5)])
def test_rows_of_four_twelve_rounds_all_dominoes(game: str, players: int, size: int) -> None:
    """origins § Příprava hry, A: four dominoes a row for every number of players."""
    made = rules(game, players)
    assert (made.row, made.rounds, made.size) == (4, 12, size)
    assert play_on(start(made), random.Random(11)).unseen == frozenset()


def test_four_players_open_like_the_base_game() -> None:
    """origins § Příprava hry, C: chiefs are drawn, each takes a free domino."""
    laid = play(start(rules("origins-discovery", 4)), "kings 3 1 0 2", "row 1 12 28 48")
    assert [decision.player for decision in laid.agenda] == [3, 1, 0, 2]
    assert moves(play(laid, "choose 12")) == ["choose 1", "choose 28", "choose 48"]


def test_fourth_player_has_no_choice() -> None:
    """origins § Příprava hry, C: the last one takes the domino left."""
    laid = play(start(rules("origins-discovery", 4)), "kings 3 1 0 2", "row 1 12 28 48")
    assert moves(play(laid, "choose 12", "choose 1", "choose 28")) == ["choose 48"]


def test_three_players_leave_one_over() -> None:
    """origins § Příprava hry (ruling): the unchosen domino, of the first row too, is discarded."""
    opened = play(
        start(rules("origins-discovery", 3)),
        *("kings 0 1 2", "row 1 12 28 48", "choose 48", "choose 1", "choose 28"),
    )
    assert [d.domino for d in opened.agenda if d.phase is Phase.PLACE] == [1, 28, 48]
    assert opened.offer == ()


def test_three_players_leftover_is_nobodys_discard() -> None:
    """origins § Volitelná či další pravidla, Homo habilis: the game discards it."""
    opened = play(
        start(rules("origins-discovery", 3)),
        *("kings 0 1 2", "row 1 12 28 48", "choose 48", "choose 1", "choose 28"),
    )
    assert [kingdom.discarded for kingdom in opened.kingdoms] == [0, 0, 0]


def test_turn_order_follows_the_row() -> None:
    """origins § Průběh hry: the chief on the lowest number begins."""
    opened = play(
        start(rules("origins-discovery", 3)),
        *("kings 0 1 2", "row 1 12 28 48", "choose 48", "choose 1", "choose 28"),
        "row 2 3 4 5",
    )
    assert [d.player for d in opened.agenda] == [1, 1, 2, 2, 0, 0]


def test_neolithic_draws_one_chief() -> None:
    """origins § Speciální pravidla pro dva: one chief is drawn."""
    begun = start(NEOLITHIC)
    assert NEOLITHIC.kings == (0, 0, 1, 1)
    assert play(begun, "kings 1").agenda[-1].player == 1
    with pytest.raises(IllegalAction, match="1 kings are drawn"):
        play(begun, "kings 1 0 0 1")


def test_neolithic_takes_the_outer_or_the_inner_pair() -> None:
    """origins § Speciální pravidla pro dva: dominoes 1 and 4 of the row, or 2 and 3."""
    laid = play(start(NEOLITHIC), "kings 1", "row 2 12 28 48")
    assert moves(laid) == ["choose_pair 2 48", "choose_pair 12 28"]


@pytest.mark.parametrize(
    ("pair", "owners"), [("choose_pair 2 48", [1, 0, 0, 1]), ("choose_pair 12 28", [0, 1, 1, 0])]
)
def test_neolithic_rest_goes_to_the_other_player(pair: str, owners: list[int]) -> None:
    """origins § Speciální pravidla pro dva: the opponent has the other two."""
    opened = play(start(NEOLITHIC), "kings 1", "row 2 12 28 48", pair)
    assert opened.chance
    assert [d.player for d in opened.agenda if d.phase is Phase.PLACE] == owners


def test_neolithic_turns_twice_a_round() -> None:
    """origins § Speciální pravidla pro dva: place and choose once for each chief."""
    opened = play(start(NEOLITHIC), "kings 0", "row 2 12 28 48", "choose_pair 12 28", "row 1 3 4 5")
    phases = [d.phase for d in opened.agenda]
    assert phases == [Phase.PLACE, Phase.CHOOSE] * 4
    assert [d.player for d in opened.agenda[::2]] == [1, 0, 0, 1]


def test_neolithic_territory_is_seven_wide() -> None:
    """origins § Speciální pravidla pro dva: 7×7."""
    wide = table(NEOLITHIC, kingdoms=["H D D D D"], agenda=[placing(0, "1")])
    assert "place e5 e6" in moves(wide)


def test_hut_joins_to_anything() -> None:
    """origins § Pravidla napojování: the hut is a joker."""
    state = table(rules("origins-discovery", 3), kingdoms=["H D D"], agenda=[placing(0, "15")])
    assert "place w2 w1" in moves(state)


def test_volcano_matches_volcano() -> None:
    """origins § Pravidla napojování: the hut is enclosed; only the volcano half joins."""
    picture = """
        . J .
        J H J
        . J V1
        . . J
    """
    state = table(rules("origins-discovery", 3), kingdoms=[picture], agenda=[placing(0, "29")])
    assert moves(state) == ["place e2 e2s1", "place e3s1 e2s1", "place e2s2 e2s1"]


def test_discovery_has_no_tokens() -> None:
    """origins § 1. Průzkumná hra: resources come with the totems only."""
    state = table(rules("origins-discovery", 3), agenda=[placing(0, "12")])
    assert drawing(play(state, "place e1 e2")) == "H G G"


@pytest.mark.parametrize("game", ["origins-totem", "origins-tribe"])
def test_resource_lies_on_every_square_without_a_flame(game: str) -> None:
    """origins § 2. Hra o totemy, Příprava hry: mammoth, fish, mushroom, flint."""
    bears = {"grassland": "mammoth", "lake": "fish", "jungle": "mushroom", "quarry": "flint"}
    for domino in rules(game, 3).dominoes:
        for half in (domino.left, domino.right):
            expected = None if half.crowns else bears.get(half.terrain.label)
            assert (half.resource.label if half.resource is not None else None) == expected


def test_tokens_come_with_the_domino() -> None:
    """origins § 2. Hra o totemy, Příprava hry: a token lies on each square when it is placed."""
    state = table(rules("origins-totem", 3), agenda=[placing(0, "32")])
    assert drawing(play(state, "place e1 e2")) == "H G1 L+"
