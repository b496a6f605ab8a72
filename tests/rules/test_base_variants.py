"""Kingdomino: the variants (base § Varianty hry)."""

from __future__ import annotations

import random

import pytest

from kingdomino.core.engine import start
from kingdomino.core.score import dynasty_winners, score_sheets, winners
from kingdomino.core.state import Phase, State
from kingdomino.games.catalogue import DYNASTY_GAMES, rules
from tests.rules.table import (
    choosing,
    kingdom,
    moves,
    placing,
    play,
    play_on,
    points,
    sheet,
    table,
)

MIDDLE = rules("kingdomino", 3, ["middle_kingdom"])
HARMONY = rules("kingdomino", 3, ["harmony"])
DUEL = rules("kingdomino", 2, ["mighty_duel"])


def test_dynasty_is_three_games() -> None:
    """base § Varianty hry, Dynastie: three games in a row."""
    assert DYNASTY_GAMES == 3


def test_dynasty_sums_the_points() -> None:
    """base § Varianty hry, Dynastie: 3+2+2 beat 4+0+0, though 4 was the best game."""
    two = rules("kingdomino", 2)
    games = [["C M3 W", "C W2 W"], ["C W1 W", "C"], ["C W1 W", "C"]]
    assert dynasty_winners([score_sheets(table(two, kingdoms=lands)) for lands in games]) == (0,)


def test_dynasty_is_shared_on_equal_sums() -> None:
    """base § Varianty hry, Dynastie: equal sums share, whatever the largest regions."""
    games = [["C W1 W", "C", "C"], ["C", "C L2 W", "C"], ["C", "C", "C W1 F"]]
    sheets = [score_sheets(table(rules("kingdomino", 3), kingdoms=lands)) for lands in games]
    assert dynasty_winners(sheets) == (0, 1)


@pytest.mark.parametrize(
    ("picture", "bonus"),
    [
        ("W W C F F", 10),
        ("C W W", 10),
        ("C", 10),
        ("C W W F F", 0),
        ("W W F C F", 0),
        ("W \n W \n F \n C \n F", 0),
        ("W W . . . \n . W . . . \n . W C F F \n . . . . F \n . . . . F", 10),
    ],
)
def test_middle_kingdom(picture: str, bonus: int) -> None:
    """base § Varianty hry, Centralizované království: no square more than 2 away, holes or not."""
    assert dict(sheet(MIDDLE, picture).lines)["middle_kingdom"] == bonus


@pytest.mark.parametrize(("picture", "bonus"), [("C W W W F F F", 0), ("W C W W F", 10)])
def test_middle_kingdom_on_seven(picture: str, bonus: int) -> None:
    """base § Varianty hry (ruling): on 7×7 within three rows and columns."""
    made = rules("kingdomino", 2, ["middle_kingdom", "mighty_duel"])
    assert dict(sheet(made, picture).lines)["middle_kingdom"] == bonus


@pytest.mark.parametrize(("discarded", "bonus"), [(0, 5), (1, 0), (3, 0)])
def test_harmony(discarded: int, bonus: int) -> None:
    """base § Varianty hry, Harmonie: 5 for a player who discarded nothing."""
    land = kingdom("kingdomino", "C W W", discarded=discarded)
    assert dict(sheet(HARMONY, land).lines)["harmony"] == bonus


def test_discarding_costs_harmony() -> None:
    """base § Varianty hry, Harmonie: the one who discards loses it, nobody else."""
    enclosed = """
        . F .
        F C F
        . F .
    """
    before = table(HARMONY, kingdoms=[enclosed, enclosed], agenda=[placing(0, "1")])
    after = play(before, "discard")
    assert [points(after, "harmony", seat) for seat in (0, 1)] == [0, 5]


def test_leftover_is_nobodys_discard() -> None:
    """base § Varianty hry, Harmonie (ruling): the game discards leftovers."""
    made = rules("kingdomino", 3, ["harmony", "wider_offer"])
    opened = play(start(made), "kings 0 1 2", "row 1 2 3 4", "choose 1", "choose 2", "choose 3")
    assert [points(opened, "harmony", seat) for seat in range(3)] == [5, 5, 5]


def test_harmony_on_seven_asks_for_no_discard_only() -> None:
    """base § Varianty hry (ruling): whatever the grid, and however many squares are bare."""
    made = rules("kingdomino", 2, ["harmony", "mighty_duel"])
    assert dict(sheet(made, "C W W").lines)["harmony"] == 5


def test_mighty_duel() -> None:
    """base § Varianty hry, Duel mocných: all 48 dominoes, 7×7, 12 rounds."""
    assert (DUEL.size, DUEL.rounds, DUEL.row) == (7, 12, 4)
    over = play_on(start(DUEL), random.Random(6))
    assert over.unseen == frozenset()


@pytest.mark.parametrize(
    ("players", "row", "rounds", "unseen"), [(2, 5, 6, 48 - 30), (3, 4, 12, 0)]
)
def test_wider_offer(players: int, row: int, rounds: int, unseen: int) -> None:
    """base § Varianty hry, Širší nabídka: 30 dominoes for two, all for three; a row of one more."""
    made = rules("kingdomino", players, ["wider_offer"])
    assert (made.row, made.rounds) == (row, rounds)
    assert len(play_on(start(made), random.Random(7)).unseen) == unseen


def test_wider_offer_discards_the_one_left() -> None:
    """base § Varianty hry, Širší nabídka: the unchosen domino is in nobody's agenda."""
    made = rules("kingdomino", 2, ["wider_offer"])
    turn = table(made, agenda=[choosing(0), choosing(1)], offer="3 7", rows_left=0)
    turn = turn._replace(offer=(3, 7, 11), claims=(None,) * 3)
    last = play(turn, "choose 11", "choose 3")
    assert [(d.player, d.domino) for d in last.agenda] == [(1, 3), (0, 11)]
    assert last.offer == ()


def test_first_row_leaves_one_over_too() -> None:
    """base § Varianty hry (ruling): discarded when the opening ends."""
    made = rules("kingdomino", 3, ["wider_offer"])
    opened = play(start(made), "kings 0 1 2", "row 1 2 3 4", "choose 1", "choose 2", "choose 4")
    acting = [d.domino for d in opened.agenda if d.phase is Phase.PLACE]
    assert acting == [1, 2, 4]
    assert 3 not in opened.unseen


def test_last_king_still_has_a_choice_of_two() -> None:
    """base § Varianty hry, Širší nabídka: one domino more than kings."""
    made = rules("kingdomino", 3, ["wider_offer"])
    opened = play(start(made), "kings 0 1 2", "row 1 2 3 4", "choose 1", "choose 2")
    assert moves(opened) == ["choose 3", "choose 4"]


def test_wider_offer_with_mighty_duel() -> None:
    """base § Varianty hry (ruling): 7×7, rows of 5, 9 rounds, 45 dominoes, 3 unseen."""
    made = rules("kingdomino", 2, ["mighty_duel", "wider_offer"])
    assert (made.size, made.row, made.rounds) == (7, 5, 9)
    over = play_on(start(made), random.Random(8))
    assert len(over.unseen) == 3


def test_variants_combine_freely() -> None:
    """base § Varianty hry: any of them together; the order of asking does not matter."""
    every = ["wider_offer", "harmony", "mighty_duel", "middle_kingdom"]
    made = rules("kingdomino", 2, every)
    assert made == rules("kingdomino", 2, every[::-1])
    assert made.variants == ("harmony", "middle_kingdom", "mighty_duel", "wider_offer")
    assert (made.size, made.row) == (7, 5)
    assert [line for line, _ in sheet(made, "C").lines] == ["regions", "middle_kingdom", "harmony"]


def test_bonuses_are_lines_of_the_sheet() -> None:
    """base § Varianty hry: added to the points of the regions."""
    made = rules("kingdomino", 3, ["harmony", "middle_kingdom"])
    paper = sheet(made, "C W1 W")
    assert paper.lines == (("regions", 2), ("middle_kingdom", 10), ("harmony", 5))
    assert paper.total == 17


def test_bonus_decides_the_game() -> None:
    """base § Varianty hry: the bonus counts before any tie-break."""
    far = "C W1 W F F"
    near = "C W1 F"
    assert winners(board(far, near)) == (1,)


def board(*pictures: str) -> State:
    return table(rules("kingdomino", 2, ["middle_kingdom"]), kingdoms=pictures)


def test_text_of_rules() -> None:
    """base § Varianty hry: rules say in words what is played."""
    assert str(rules("kingdomino", 3)) == "kingdomino for 3"
    assert str(DUEL) == "kingdomino for 2 with mighty_duel"
