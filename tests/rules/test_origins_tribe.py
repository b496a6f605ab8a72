"""Origins, Tribe: the cave and settling (origins § 3. Hra s kmenem, Osídlení)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kingdomino.core.engine import draw, start
from kingdomino.core.error import IllegalAction
from kingdomino.core.state import Phase, State
from kingdomino.games.catalogue import rules
from tests.rules.table import (
    choosing,
    drawing,
    moves,
    placing,
    play,
    play_on,
    settling,
    sheet,
    table,
)

TRIBE = rules("origins-tribe", 3)
SHELF = ("amazon", "hunter", "hunter", "painter")
PILE = ("gatherer", "oafish", "small", "small")
OPENED = ("kings 0 1 2", "row 1 12 15 17")
CAVE = "cave amazon hunter hunter painter"


def test_cave_opens_with_four_of_twenty_two() -> None:
    """origins § 3. Hra s kmenem, Příprava hry: four face up, eighteen in a face-down pile."""
    opened = play(start(TRIBE), *OPENED, CAVE)
    assert opened.face_up == SHELF
    assert len(opened.pile) == 18
    assert Counter(opened.pile) + Counter(SHELF) == Counter(
        {
            **dict.fromkeys(("hunter", "fishing_child", "gatherer", "sculptor", "painter"), 2),
            "fire_lady": 2,
            "shaman": 2,
            "small": 4,
            "amazon": 3,
            "oafish": 1,
        }
    )


def test_cave_comes_after_the_row_and_before_the_choices() -> None:
    """origins § 3. Hra s kmenem, Příprava hry: laid out like the first row."""
    laid = play(start(TRIBE), *OPENED)
    assert laid.chance
    assert moves(play(laid, CAVE))[0] == "choose 1"


def test_pile_has_no_order() -> None:
    """origins § 3. Hra s kmenem, Osídlení: reshuffled, so that nobody knows what comes."""
    opened = play(start(TRIBE), *OPENED, CAVE)
    assert list(opened.pile) == sorted(opened.pile)
    laid = play(start(TRIBE), *OPENED)
    assert len({draw(laid, random.Random(seed)) for seed in range(9)}) > 1


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("row 1 2 3 4", "cavemen are turned up now, not Row"),
        ("cave hunter", "4 cavemen are turned up, sorted by name: hunter"),
        ("cave hunter hunter amazon painter", "4 cavemen are turned up, sorted by name"),
        ("cave amazon hunter nobody painter", "there is no caveman 'nobody'; there are amazon"),
        ("cave hunter hunter hunter painter", "the pile holds 2 × hunter, not 3"),
    ],
)
def test_impossible_cavemen(event: str, why: str) -> None:
    """origins § 3. Hra s kmenem, Příprava hry: four of the tiles in the pile."""
    with pytest.raises(IllegalAction, match=why):
        play(start(TRIBE), *OPENED, event)


def test_no_totems_and_no_points_for_tokens() -> None:
    """origins § 3. Hra s kmenem, Konec hry: neither totems nor 1 per token."""
    paper = sheet(TRIBE, "H G+ L+ J+ Q+")
    assert paper.lines == (("regions", 0), ("cavemen", 0), ("warriors", 0))
    over = play_on(start(TRIBE), random.Random(12))
    assert over.totems == (None, None, None, None)


def test_settling_follows_placing_and_choosing() -> None:
    """origins § 3. Hra s kmenem, Průběh hry: a third, voluntary action of the turn."""
    turn = play(
        start(TRIBE),
        *OPENED,
        *(CAVE, "choose 12", "choose 15", "choose 17", "row 2 3 4 5"),
    )
    assert [d.phase for d in turn.agenda[:3]] == [Phase.PLACE, Phase.CHOOSE, Phase.SETTLE]
    settle = play(turn, "place e1 e2", "choose 2")
    assert (settle.player, moves(settle)) == (0, ["pass"])


def test_opening_choices_are_not_followed_by_settling() -> None:
    """origins § 3. Hra s kmenem, Průběh hry: settling belongs to a turn."""
    turn = play(start(TRIBE), *OPENED, CAVE, "choose 12")
    assert turn.player == 1
    assert moves(turn)[0] == "choose 1"


def test_settling_after_a_discard() -> None:
    """origins § 3. Hra s kmenem, Průběh hry: discarding is no bar."""
    enclosed = """
        . G+ .
        L+ H  L
        . L  .
    """
    turn = table(
        TRIBE,
        kingdoms=[enclosed],
        agenda=[placing(0, "1"), choosing(0), settling(0)],
        offer="2 3 4 5",
        face_up=SHELF,
    )
    assert moves(play(turn, "discard", "choose 2")) == ["spend n1", "pass"]


def test_two_players_settle_twice_a_round() -> None:
    """origins § 3. Hra s kmenem, Průběh hry: once a turn, and they have two turns each."""
    turn = play(
        start(rules("origins-tribe", 2)),
        *("kings 0", "row 2 12 28 48", CAVE, "choose_pair 12 28", "row 1 3 4 5"),
    )
    settles = [d.player for d in turn.agenda if d.phase is Phase.SETTLE]
    assert sorted(settles) == [0, 0, 1, 1]


def settle(
    picture: str, *, face_up: tuple[str, ...] = SHELF, pile: tuple[str, ...] = PILE
) -> State:
    return table(TRIBE, kingdoms=[picture], agenda=[settling(0)], face_up=face_up, pile=pile)


def test_two_different_tokens_buy_a_face_up_caveman() -> None:
    """origins § Osídlení: any of the four in the open, a name once."""
    turn = settle("H G+ G+ L+ D")
    assert moves(turn) == ["spend e1", "spend e2", "pass"]
    paid = play(turn, "spend e2", "spend e3")
    assert moves(paid) == ["recruit amazon", "recruit hunter", "recruit painter"]


def test_tokens_of_one_kind_buy_nobody() -> None:
    """origins § Osídlení: two different ones."""
    assert moves(settle("H G+ G+ G+ G+")) == ["pass"]


def test_second_token_is_of_another_kind() -> None:
    """origins § Osídlení: which squares are emptied is the player's choice."""
    assert moves(play(settle("H G+ G+ L+ J+"), "spend e1")) == ["spend e3", "spend e4"]


def test_each_set_of_tokens_is_paid_in_one_order() -> None:
    """origins § Osídlení: mammoth, fish, mushroom, flint; the order changes nothing."""
    assert moves(settle("H J+ G+ D D")) == ["spend e2", "pass"]


def test_spent_tokens_leave_the_game() -> None:
    """origins § Osídlení: put away for good."""
    paid = play(settle("H G+ L+ D D"), "spend e1", "spend e2")
    assert drawing(paid) == "H G L D D"


def test_recruit_leaves_the_cave() -> None:
    """origins § Osídlení: one tile less in the open; the pile is untouched."""
    done = play(settle("H G+ L+ D D"), "spend e1", "spend e2", "recruit hunter")
    assert done.face_up == ("amazon", "hunter", "painter")
    assert done.pile == PILE


def test_caveman_takes_an_empty_own_square() -> None:
    """origins § Osídlení: no volcano, flame, fire, token or caveman, and not the hut."""
    picture = """
        G+  L+ D1 D*1
        V1  H  D:small J
        J+  D  D  .
    """
    turn = play(settle(picture), "spend w1n1", "spend n1", "recruit amazon")
    assert moves(turn) == ["settle w1n1", "settle n1", "settle e2", "settle s1", "settle e1s1"]


def test_just_emptied_square_is_fine() -> None:
    """origins § Osídlení: it may be the square of a token just spent, or another."""
    turn = play(settle("H G+ L+ D D"), "spend e1", "spend e2", "recruit hunter")
    assert moves(turn) == ["settle e1", "settle e2", "settle e3", "settle e4"]
    assert drawing(play(turn, "settle e2")) == "H G L:hunter D D"


def test_settling_is_once_a_turn() -> None:
    """origins § Osídlení: one of the two actions."""
    turn = table(
        TRIBE,
        kingdoms=["H G+ L+ G+ L+"],
        agenda=[settling(0), settling(1)],
        face_up=SHELF,
        pile=PILE,
    )
    after = play(turn, "spend e1", "spend e2", "recruit hunter", "settle e1")
    assert after.player == 1


def test_passing_is_always_possible_at_first() -> None:
    """origins § Osídlení: voluntary."""
    done = play(settle("H G+ L+ D D"), "pass")
    assert done.over
    assert drawing(done) == "H G+ L+ D D"


FOUR_KINDS = """
    G+ L+ H J+
    .  .  . Q+
"""


def test_four_different_tokens_buy_one_of_the_pile() -> None:
    """origins § Osídlení: look through the pile, take any one, reshuffle the rest."""
    paid = play(settle(FOUR_KINDS), "spend w2", "spend w1", "spend e1", "spend e1s1")
    assert moves(paid) == ["recruit gatherer", "recruit oafish", "recruit small"]
    done = play(paid, "recruit small")
    assert done.pile == ("gatherer", "oafish", "small")
    assert done.face_up == SHELF


def test_two_spent_tokens_may_become_four() -> None:
    """origins § Osídlení: after mammoth and fish both ways are open."""
    two = play(settle(FOUR_KINDS), "spend w2", "spend w1")
    assert moves(two) == ["spend e1", "recruit amazon", "recruit hunter", "recruit painter"]


def test_three_spent_tokens_buy_nobody() -> None:
    """origins § Osídlení: two or four."""
    three = play(settle(FOUR_KINDS), "spend w2", "spend w1", "spend e1")
    assert moves(three) == ["spend e1s1"]


def test_four_tokens_are_one_of_each_kind() -> None:
    """origins § Osídlení: with three kinds only pairs can be paid."""
    turn = settle("H G+ L+ L+ J+")
    assert moves(turn) == ["spend e1", "spend e2", "spend e3", "pass"]
    two = play(turn, "spend e1", "spend e2")
    assert moves(two) == ["recruit amazon", "recruit hunter", "recruit painter"]


def test_pair_without_fish_cannot_become_four() -> None:
    """origins § Osídlení: a kind left out is not made up for."""
    two = play(settle(FOUR_KINDS), "spend w2", "spend e1")
    assert moves(two) == ["recruit amazon", "recruit hunter", "recruit painter"]


def test_empty_pile_sells_nobody() -> None:
    """origins § Osídlení (ruling): four tokens take from the pile only."""
    two = play(settle(FOUR_KINDS, pile=()), "spend w2", "spend w1")
    assert moves(two) == ["recruit amazon", "recruit hunter", "recruit painter"]


def test_pair_needs_a_face_up_tile() -> None:
    """origins § Osídlení (ruling): with nobody in the open a pair buys nobody."""
    assert moves(settle("H G+ L+ J+ D", face_up=())) == ["pass"]


def test_four_tokens_when_nobody_lies_open() -> None:
    """origins § Osídlení: the pile is still for sale, all four in their order."""
    turn = settle(FOUR_KINDS, face_up=())
    assert moves(turn) == ["spend w2", "pass"]
    two = play(turn, "spend w2", "spend w1")
    assert moves(two) == ["spend e1"]


def test_empty_cave_sells_nobody() -> None:
    """origins § Osídlení: neither in the open nor in the pile."""
    assert moves(settle(FOUR_KINDS, face_up=(), pile=())) == ["pass"]


def round_end(face_up: tuple[str, ...], pile: tuple[str, ...]) -> State:
    """The last choice of a round has been made and the settling is next."""
    turn = table(
        TRIBE,
        kingdoms=["H G+ L+ D D"],
        agenda=[settling(0)],
        offer="2 3 4 5",
        rows_left=1,
        face_up=face_up,
        pile=pile,
    )
    return turn._replace(claims=(0, 1, 2, None))


def test_cave_is_refilled_with_the_next_row_only() -> None:
    """origins § Osídlení: to four, when the new row is laid."""
    sold = play(round_end(SHELF, PILE), "spend e1", "spend e2", "recruit hunter", "settle e1")
    assert len(sold.face_up) == 3
    laid = play(sold, "row 6 7 8 9")
    assert laid.chance
    assert play(laid, "cave small").face_up == ("amazon", "hunter", "painter", "small")


def test_refill_takes_what_the_pile_has() -> None:
    """origins § Osídlení: no more than the pile holds."""
    laid = play(round_end(("amazon",), ("small", "small")), "pass", "row 6 7 8 9")
    filled = play(laid, "cave small small")
    assert (filled.face_up, filled.pile) == (("amazon", "small", "small"), ())
    assert filled.player == 0


@pytest.mark.parametrize(("face_up", "pile"), [(SHELF, PILE), (("amazon",), ()), ((), ())])
def test_no_refill_when_none_is_missing_or_left(
    face_up: tuple[str, ...], pile: tuple[str, ...]
) -> None:
    """origins § Osídlení: four lie open or the pile is empty, so nothing is turned up."""
    laid = play(round_end(face_up, pile), "pass", "row 6 7 8 9")
    assert not laid.chance
    assert laid.player == 0


def test_no_settling_in_the_last_round() -> None:
    """origins § Konec hry: only placing."""
    state = play_on(start(TRIBE), random.Random(13), until=in_last_round)
    assert {d.phase for d in state.agenda} == {Phase.PLACE}


def in_last_round(state: State) -> bool:
    return not state.rows_left and not state.offer


def test_settling_in_the_round_before_the_last() -> None:
    """origins § Konec hry: whoever still chooses still settles."""
    turn = table(
        TRIBE,
        agenda=[placing(0, "12"), choosing(0), settling(0)],
        offer="2 3 4 5",
        rows_left=0,
        face_up=SHELF,
    )
    assert moves(play(turn, "place e1 e2", "choose 2")) == ["pass"]
