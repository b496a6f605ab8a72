"""Kingdomino: setting up the table (base § Příprava hry)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kingdomino.core.action import Kings
from kingdomino.core.engine import draw, start
from kingdomino.core.grid import CASTLE_BIT
from kingdomino.core.state import State
from kingdomino.games.catalogue import rules
from tests.rules.table import drawing, moves, play, play_on

OPENED = ("kings 1 0 0 1", "row 4 19 30 48")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_a_castle(players: int) -> None:
    """base § Příprava hry: one starting square each, with a castle on it."""
    begun = start(rules("kingdomino", players))
    assert len(begun.kingdoms) == players
    assert {kingdom.land for kingdom in begun.kingdoms} == {CASTLE_BIT}
    assert drawing(begun) == "C"


@pytest.mark.parametrize(("players", "kings"), [(2, 2), (3, 1), (4, 1)])
def test_two_players_have_two_kings_each(players: int, kings: int) -> None:
    """base § Příprava hry: two kings each with two players, otherwise one."""
    drawn = draw(start(rules("kingdomino", players)), random.Random(1))
    assert isinstance(drawn, Kings)
    assert Counter(drawn.order) == dict.fromkeys(range(players), kings)


@pytest.mark.parametrize(("players", "dominoes"), [(2, 24), (3, 36), (4, 48)])
def test_dominoes_in_play(players: int, dominoes: int) -> None:
    """base § Příprava hry: 24, 36 or 48 dominoes; the rest leave the game unseen."""
    over = play_on(start(rules("kingdomino", players)), random.Random(2))
    assert 48 - len(over.unseen) == dominoes


def test_removed_dominoes_are_random() -> None:
    """base § Příprava hry: which ones stay in the box is left to chance."""
    made = rules("kingdomino", 2)
    left = [play_on(start(made), random.Random(seed)).unseen for seed in range(3)]
    assert len(set(left)) == 3


@pytest.mark.parametrize(("players", "row"), [(2, 4), (3, 3), (4, 4)])
def test_row_has_a_domino_for_every_king(players: int, row: int) -> None:
    """base § Příprava hry, A: as many dominoes as kings in play."""
    laid = play_on(start(rules("kingdomino", players)), random.Random(3), until=has_offer)
    assert len(laid.offer) == row


def test_row_is_sorted_by_number() -> None:
    """base § Příprava hry, A: from the lowest number to the highest."""
    laid = play(start(rules("kingdomino", 2)), *OPENED)
    assert laid.offer == (4, 19, 30, 48)
    for seed in range(20):
        drawn = play_on(start(rules("kingdomino", 4)), random.Random(seed), until=has_offer)
        assert list(drawn.offer) == sorted(drawn.offer)


def test_only_face_down_dominoes_are_secret() -> None:
    """base § Příprava hry, A: a row is face up, so what is unseen is the rest, in no order."""
    laid = play(start(rules("kingdomino", 2)), *OPENED)
    assert laid.unseen == frozenset(range(1, 49)) - {4, 19, 30, 48}
    assert isinstance(laid.unseen, frozenset)


def test_kings_are_drawn_before_the_first_choice() -> None:
    """base § Příprava hry, B (ruling): the whole order is public before anybody chooses."""
    laid = play(start(rules("kingdomino", 2)), *OPENED)
    assert [decision.player for decision in laid.agenda] == [1, 0, 0, 1]


def test_drawn_king_takes_any_free_domino() -> None:
    """base § Příprava hry, B: a domino nobody stands on; one king on each."""
    laid = play(start(rules("kingdomino", 2)), *OPENED)
    assert moves(laid) == ["choose 4", "choose 19", "choose 30", "choose 48"]
    assert moves(play(laid, "choose 30")) == ["choose 4", "choose 19", "choose 48"]


def test_last_king_has_no_choice() -> None:
    """base § Příprava hry, B: the last king takes what is left."""
    laid = play(start(rules("kingdomino", 2)), *OPENED, "choose 30", "choose 4", "choose 48")
    assert moves(laid) == ["choose 19"]


def test_claims_say_whose_king_stands_where() -> None:
    """base § Příprava hry, B: with two players each takes two dominoes."""
    laid = play(start(rules("kingdomino", 2)), *OPENED, "choose 30", "choose 4")
    assert laid.claims == (0, None, 1, None)


def test_second_row_follows_the_opening() -> None:
    """base § Příprava hry, C: when every domino is taken a second row is laid."""
    opened = play(
        start(rules("kingdomino", 2)), *OPENED, "choose 30", "choose 4", "choose 48", "choose 19"
    )
    assert opened.chance
    assert opened.round == 1
    assert play(opened, "row 1 2 3 5").offer == (1, 2, 3, 5)


def test_setting_up_is_round_nought() -> None:
    """base § Průběh hry: the opening choices are in no round."""
    begun = start(rules("kingdomino", 3))
    assert begun.round == 0
    assert play(begun, "kings 2 1 0", "row 1 2 3").round == 0


def has_offer(state: State) -> bool:
    return bool(state.offer)
