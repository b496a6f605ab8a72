"""Age of Giants: dominoes, rows of five, quests (giants § Příprava hry, Řada dílků domina)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kingdomino.core.domino import Symbol, format_domino
from kingdomino.core.engine import apply, draw, start
from kingdomino.core.error import IllegalAction
from kingdomino.games.catalogue import rules
from tests.rules.table import moves, numbers, play, play_on

QUESTS = "quests bleak_king lost_corner"
KINGS = {2: "kings 0 0 1 1", 3: "kings 0 1 2", 4: "kings 0 1 2 3", 5: "kings 0 1 2 3 4"}


@pytest.mark.parametrize(("players", "kings"), [(2, 2), (3, 1), (4, 1), (5, 1)])
def test_kings(players: int, kings: int) -> None:
    """giants § Příprava hry: two kings each with two players, otherwise one."""
    assert Counter(rules("giants", players).kings) == dict.fromkeys(range(players), kings)


def test_sixty_dominoes() -> None:
    """giants § Příprava hry: the 48, six lettered with a giant each, six with footprints."""
    made = rules("giants", 5)
    symbols = {domino.name: domino.symbol for domino in made.dominoes}
    assert len(symbols) == 60
    assert [n for n, s in symbols.items() if s is Symbol.GIANT] == list("ABCDEF")
    assert [n for n, s in symbols.items() if s is Symbol.FOOTPRINTS] == [
        str(number) for number in range(49, 55)
    ]


def test_letters_sort_before_one() -> None:
    """giants § Řada dílků domina: above the lowest number, in alphabetical order."""
    order = [format_domino(domino.number) for domino in rules("giants", 5).dominoes]
    assert order == [*"ABCDEF", *(str(number) for number in range(1, 55))]
    laid = play(start(rules("giants", 5)), KINGS[5], QUESTS, "row A C 1 2 49")
    assert laid.offer == numbers("A C 1 2 49")


@pytest.mark.parametrize("row", ["row C A 1 2 49", "row 1 2 49 A C", "row 1 A 2 3 4"])
def test_row_out_of_order_is_refused(row: str) -> None:
    """giants § Řada dílků domina: letters first, A before C."""
    with pytest.raises(IllegalAction, match="a row is sorted"):
        play(start(rules("giants", 5)), KINGS[5], QUESTS, row)


@pytest.mark.parametrize(
    ("players", "offer"),
    [(2, "A 3 30 51"), (3, "A 17 51"), (4, "A 3 30 51"), (5, "A 3 17 30 51")],
)
def test_row_of_five_is_trimmed(players: int, offer: str) -> None:
    """giants § Řada dílků domina: 2 or 4 players lose the 3rd, 3 players the 2nd and 4th."""
    laid = play(start(rules("giants", players)), KINGS[players], QUESTS, "row A 3 17 30 51")
    assert laid.offer == numbers(offer)


def test_trimmed_dominoes_are_public_and_gone() -> None:
    """giants § Řada dílků domina: revealed, then put away before anybody chooses."""
    laid = play(start(rules("giants", 3)), KINGS[3], QUESTS, "row A 3 17 30 51")
    assert not laid.unseen & set(numbers("A 3 17 30 51"))
    assert moves(laid) == ["choose A", "choose 17", "choose 51"]


def test_trimmed_dominoes_are_nobodys_discards() -> None:
    """base § Varianty hry, Harmonie (ruling): the game puts them away."""
    laid = play(start(rules("giants", 3)), KINGS[3], QUESTS, "row A 3 17 30 51")
    assert [kingdom.discarded for kingdom in laid.kingdoms] == [0, 0, 0]


@pytest.mark.parametrize(
    ("players", "variants", "rounds", "size", "unseen"),
    [
        (2, [], 6, 5, 30),
        (2, ["mighty_duel"], 12, 7, 0),
        (3, [], 12, 5, 0),
        (4, [], 12, 5, 0),
        (5, [], 12, 5, 0),
    ],
)
def test_dominoes_and_rounds(
    players: int, variants: list[str], rounds: int, size: int, unseen: int
) -> None:
    """giants § Příprava hry (rulings for two): 30 dominoes, 6 rounds, 5×5; with a duel all 60."""
    made = rules("giants", players, variants)
    assert (made.rounds, made.size) == (rounds, size)
    assert len(play_on(start(made), random.Random(9)).unseen) == unseen


def test_five_players_can_play() -> None:
    """giants § Příprava hry: a fifth castle; the fifth king takes what is left."""
    laid = play(
        start(rules("giants", 5)),
        *(KINGS[5], QUESTS, "row 1 2 3 4 5", "choose 1", "choose 2", "choose 3", "choose 5"),
    )
    assert laid.player == 4
    assert moves(laid) == ["choose 4"]


def test_two_of_seventeen_quests_are_drawn() -> None:
    """giants § Příprava hry: two different ones, at random, public from the start."""
    made = rules("giants", 2)
    assert len(made.quests) == 17
    begun = play(start(made), KINGS[2])
    seen: set[str] = set()
    for seed in range(200):
        drawn = apply(begun, draw(begun, random.Random(seed)))
        assert len(set(drawn.quests)) == 2
        seen.update(drawn.quests)
    assert seen == set(made.quest)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("row 1 2 3 4 5", "the quests are drawn now, not Row"),
        ("quests bleak_king nonsense", "there is no quest 'nonsense'; there are local_business_"),
        ("quests bleak_king", "2 different quests are drawn, sorted by name: bleak_king"),
        ("quests harmony harmony", "2 different quests are drawn, sorted by name"),
        ("quests lost_corner bleak_king", "2 different quests are drawn, sorted by name"),
        ("quests bleak_king harmony lost_corner", "2 different quests are drawn"),
    ],
)
def test_impossible_quests(event: str, why: str) -> None:
    """giants § Příprava hry: two different tiles of the seventeen."""
    with pytest.raises(IllegalAction, match=why):
        play(start(rules("giants", 3)), KINGS[3], event)


def test_quests_are_drawn_once_a_game() -> None:
    """giants § Úkoly: two for the whole game."""
    over = play_on(start(rules("giants", 2)), random.Random(10))
    assert len(over.quests) == 2
