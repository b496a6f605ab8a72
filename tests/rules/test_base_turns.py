"""Kingdomino: rounds, turns and the last round (base § Průběh hry, Konec hry)."""

from __future__ import annotations

import random

import pytest

from kingdomino.core.action import Pass
from kingdomino.core.engine import advance, apply, draw, legal_actions, start
from kingdomino.core.error import IllegalAction
from kingdomino.core.notation import parse_action
from kingdomino.core.state import Decision, Phase, State
from kingdomino.games.catalogue import rules
from tests.rules.table import choosing, moves, placing, play, play_on, table

ENCLOSED = """
    . F .
    F C F
    . F .
"""


def opened() -> State:
    """Three players: 2 stands on domino 3, 0 on domino 14, 1 on domino 40."""
    return play(
        start(rules("kingdomino", 3)),
        "kings 0 1 2",
        "row 3 14 40",
        "choose 14",
        "choose 40",
        "choose 3",
        "row 1 2 48",
    )


def test_kings_act_in_row_order() -> None:
    """base § Průběh hry: the king on the lowest domino acts first, whatever the seats."""
    assert [decision.player for decision in opened().agenda] == [2, 2, 0, 0, 1, 1]
    assert opened().player == 2


def test_turn_is_place_then_choose() -> None:
    """base § Průběh hry, D 1 and D 2: place the domino under the king, then choose another."""
    turn = opened()
    assert [decision.phase for decision in turn.agenda[:2]] == [Phase.PLACE, Phase.CHOOSE]
    assert turn.agenda[0].domino == 3
    placed = play(turn, "place e1 e2")
    assert placed.player == 2
    assert moves(placed) == ["choose 1", "choose 2", "choose 48"]


def test_choice_is_of_the_next_row() -> None:
    """base § Průběh hry, D 2: a free domino of the second row."""
    turn = play(opened(), "place e1 e2", "choose 48", "place e1 e2")
    assert turn.player == 0
    assert moves(turn) == ["choose 1", "choose 2"]


def test_new_row_is_laid_when_all_kings_have_acted() -> None:
    """base § Průběh hry: then a new round begins, in the order of the new row."""
    turn = play(
        opened(),
        *("place e1 e2", "choose 48", "place e1 e2", "choose 1", "place e1 e2", "choose 2"),
    )
    assert turn.chance
    assert turn.round == 2
    laid = play(turn, "row 5 6 7")
    assert [(d.player, d.domino) for d in laid.agenda[::2]] == [(0, 1), (1, 2), (2, 48)]


def test_two_players_act_twice_a_round() -> None:
    """base § Průběh hry: with each king on its own."""
    turn = play(
        start(rules("kingdomino", 2)),
        *("kings 0 0 1 1", "row 1 2 3 4", "choose 1", "choose 4", "choose 2", "choose 3"),
        "row 5 6 7 8",
    )
    assert [d.player for d in turn.agenda if d.phase is Phase.PLACE] == [0, 1, 1, 0]


@pytest.mark.parametrize(("players", "rounds"), [(2, 6), (3, 12), (4, 12)])
def test_rounds(players: int, rounds: int) -> None:
    """base § Průběh hry: 12 rounds, with two players 6."""
    state = start(rules("kingdomino", players))
    rng, last = random.Random(4), 0
    while not state.over:
        last = state.round
        state = apply(state, draw(state, rng) if state.chance else rng.choice(legal_actions(state)))
    assert last == rounds


def test_last_round_is_placing_only() -> None:
    """base § Konec hry: when the last dominoes lie in the row only D 1 is done."""
    state = play_on(start(rules("kingdomino", 4)), random.Random(5), until=in_last_round)
    assert {decision.phase for decision in state.agenda} == {Phase.PLACE}
    assert len(state.agenda) == 4


def in_last_round(state: State) -> bool:
    return not state.rows_left and not state.offer


def test_game_is_over_after_the_last_placing() -> None:
    """base § Konec hry: then points are counted."""
    last = table(rules("kingdomino", 3), agenda=[placing(1, "14")])
    over = play(last, "place e1 e2")
    assert over.over
    assert (over.pending, over.player, over.chance) == (None, None, False)
    assert moves(over) == []


def test_discarding_comes_before_choosing_as_well() -> None:
    """base § Průběh hry: whoever must discard still chooses."""
    turn = table(
        rules("kingdomino", 3),
        kingdoms=[ENCLOSED],
        agenda=[placing(0, "1"), choosing(0)],
        offer="20 21 22",
        rows_left=1,
    )
    assert moves(play(turn, "discard")) == ["choose 20", "choose 21", "choose 22"]


def test_nobody_acts_after_the_end() -> None:
    """base § Konec hry: a finished game takes no action."""
    over = table(rules("kingdomino", 3))
    with pytest.raises(IllegalAction, match="the game is over: nobody can choose 4"):
        play(over, "choose 4")


def test_refusal_names_player_and_possible_actions() -> None:
    """base § Průběh hry: what was tried and what was possible."""
    with pytest.raises(IllegalAction) as refused:
        play(opened(), "choose 48")
    assert str(refused.value).startswith(
        "player 2 is to place a domino and cannot choose 48; possible: place "
    )
    assert str(refused.value).endswith("; … 4 more")


def test_short_list_of_possible_actions_is_complete() -> None:
    """base § Průběh hry, D 2: eight or fewer are all named."""
    placed = play(opened(), "place e1 e2")
    with pytest.raises(IllegalAction) as refused:
        play(placed, "choose 14")
    assert str(refused.value) == (
        "player 2 is to choose a domino and cannot choose 14; "
        "possible: choose 1; choose 2; choose 48"
    )


def test_nothing_is_drawn_while_a_player_decides() -> None:
    """base § Průběh hry: a row is laid when all have acted, not before."""
    with pytest.raises(IllegalAction, match="there is nothing to draw"):
        draw(opened(), random.Random(1))
    with pytest.raises(IllegalAction, match="there is nothing to draw"):
        draw(table(rules("kingdomino", 3)), random.Random(1))


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("choose 3", "the kings are drawn now, not Choose"),
        ("kings 0 1", "3 kings are drawn in kingdomino for 3, not 2"),
        ("kings 0 1 3", "there is no player 3: seats are 0 to 2"),
        ("kings 0 1 1", "player 1 has only 1 in the draw"),
    ],
)
def test_impossible_draw_of_kings(event: str, why: str) -> None:
    """base § Příprava hry, B: every king in play is drawn once."""
    with pytest.raises(IllegalAction, match=why):
        play(start(rules("kingdomino", 3)), event)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("kings 0 1 2", "a row is laid now, not Kings"),
        ("row 1 2", "a row of kingdomino for 3 has 3 dominoes, not 2"),
        ("row 2 1 3", "a row is sorted, each domino once: 2 1 3"),
        ("row 1 1 3", "a row is sorted, each domino once: 1 1 3"),
        ("row 1 2 49", "kingdomino has no domino 49"),
        ("row A 2 4", "kingdomino has no domino A"),
    ],
)
def test_impossible_row(event: str, why: str) -> None:
    """base § Příprava hry, A: sorted dominoes of this game, one for each king."""
    with pytest.raises(IllegalAction, match=why):
        play(start(rules("kingdomino", 3)), "kings 0 1 2", event)


def test_domino_comes_once() -> None:
    """base § Průběh hry: a drawn domino is not drawn again."""
    turn = play(
        start(rules("kingdomino", 3)),
        *("kings 0 1 2", "row 3 14 40", "choose 14", "choose 40", "choose 3"),
    )
    with pytest.raises(IllegalAction, match="domino 14 has already been drawn"):
        apply(turn, parse_action("row 1 2 14"))


def test_phase_of_another_game_cannot_be_resolved() -> None:
    """giants § Příchod obrů: the base game has no giants, so nobody can be asked about them."""
    lost = table(rules("kingdomino", 3), agenda=[Decision(Phase.COVER, 0)])
    assert moves(lost) == []
    with pytest.raises(AssertionError, match="COVER is no phase of kingdomino for 3"):
        advance(lost, Pass())
