"""Age of Giants: giants arrive and leave (giants § Příchod obrů, Jak se obra zbavit)."""

from __future__ import annotations

from kingdomino.core.score import score_sheet, winners
from kingdomino.core.state import State
from kingdomino.games.catalogue import rules
from tests.rules.table import (
    choosing,
    drawing,
    drawn,
    kingdom,
    moves,
    names,
    placing,
    play,
    sheet,
    table,
)

GIANTS = rules("giants", 3)

# A forest wheat, D mine grass: a giant each. 49 wheat 2 crowns, forest 1: footprints.


def before(*pictures: str, domino: str) -> State:
    """The first player is about to place *domino* and then to choose."""
    return table(
        GIANTS,
        kingdoms=pictures,
        agenda=[placing(0, domino), choosing(0)],
        offer="1 2 3",
        rows_left=1,
    )


def test_lettered_domino_brings_a_giant() -> None:
    """giants § Příchod obrů: whoever places it covers one of their own crowns, their choice."""
    placed = play(before("C W1 W F2 F", domino="A"), "place n1 n2")
    assert placed.player == 0
    assert moves(placed) == ["cover e1", "cover e3"]
    after = play(placed, "cover e3")
    assert drawing(after) == drawn("""
        W . . .   .
        F . . .   .
        C W1 W F2g F
    """)


def test_giant_must_be_taken() -> None:
    """giants § Příchod obrů: there is no declining."""
    placed = play(before("C W1 W", domino="A"), "place n1 n2")
    assert moves(placed) == ["cover e1"]


def test_choosing_comes_after_covering() -> None:
    """giants § Příchod obrů: what the placing triggers comes before the choice."""
    after = play(before("C W1 W", domino="A"), "place n1 n2", "cover e1")
    assert moves(after) == ["choose 1", "choose 2", "choose 3"]


def test_giant_with_no_crown_is_not_taken() -> None:
    """giants § Příchod obrů: no crown in the kingdom, no giant."""
    after = play(before("C W W", domino="A"), "place n1 n2")
    assert after.kingdoms[0].giants == (0, 0, 0)
    assert moves(after) == ["choose 1", "choose 2", "choose 3"]


def test_giant_with_all_crowns_covered_is_not_taken() -> None:
    """giants § Příchod obrů (ruling): no uncovered crown, no giant."""
    picture = "C W1g W2gg W F"
    assert kingdom("giants", picture).uncovered() == 0
    after = play(before(picture, domino="A"), "place n1 n2")
    assert names(after.kingdoms[0].giants[0]) == ["e1", "e2"]
    assert moves(after)[0] == "choose 1"


def test_discarded_lettered_domino_brings_nothing() -> None:
    """giants § Příchod obrů: only placing brings the giant."""
    enclosed = """
        . S1 .
        S C  S
        . S  .
    """
    after = play(before(enclosed, domino="A"), "discard")
    assert after.kingdoms[0].giants == (0, 0, 0)
    assert moves(after) == ["choose 1", "choose 2", "choose 3"]


def test_discarded_footprints_do_nothing() -> None:
    """giants § Jak se obra zbavit: only placing lets a giant go."""
    enclosed = """
        . S1g .
        S C   S
        . S   .
    """
    after = play(before(enclosed, "C W1 W", domino="50"), "discard")
    assert names(after.kingdoms[0].giants[0]) == ["n1"]
    assert moves(after) == ["choose 1", "choose 2", "choose 3"]


def test_square_with_two_crowns_holds_two_giants() -> None:
    """giants § Příchod obrů: one giant covers one crown."""
    one = play(before("C M2 M", domino="A"), "place n1 n2", "cover e1")
    again = one._replace(agenda=(placing(0, "B"), *one.agenda))
    two = play(again, "place s1 s2", "cover e1")
    assert drawing(two) == drawn("""
        W .    .
        F .    .
        C M2gg M
        F .    .
        W .    .
    """)


def test_square_with_three_crowns_holds_three_giants() -> None:
    """giants § Příchod obrů: the third crown can be covered, a fourth there is none."""
    two = play(before("C M3gg M", domino="A"), "place n1 n2")
    assert moves(two) == ["cover e1"]
    three = play(two, "cover e1")
    assert names(three.kingdoms[0].giants[2]) == ["e1"]
    again = play(three._replace(agenda=(placing(0, "B"),), rows_left=0), "place s1 s2")
    assert again.over


def test_covered_crown_counts_in_no_region() -> None:
    """giants § Příchod obrů: 3 squares × (3 − 1) crowns."""
    assert sheet(GIANTS, "C M3g M M W").total == 6
    assert sheet(GIANTS, "C M3ggg M M W").total == 0


def test_covered_crown_counts_in_no_quest() -> None:
    """giants § Příchod obrů: a covered square is no part of a line."""
    lines = ("folie_des_grandeurs",)
    assert dict(sheet(GIANTS, "C M1 W1 F1 F", quests=lines).lines)[lines[0]] == 10
    assert dict(sheet(GIANTS, "C M1 W1g F1 F", quests=lines).lines)[lines[0]] == 0


def test_covered_crown_counts_in_no_tie_break() -> None:
    """giants § Příchod obrů: 2 points, largest region 2; the uncovered crowns decide."""
    assert score_sheet(table(GIANTS, kingdoms=["C W2g W"]), 0).crowns == 1
    equal = table(rules("giants", 2), kingdoms=["C W2g W", "C W1 W"])
    assert winners(equal) == (0, 1)


def sending(*pictures: str) -> State:
    return play(before(*pictures, domino="49"), "place n1 n2")


def test_footprints_let_one_giant_go() -> None:
    """giants § Jak se obra zbavit: which giant and to whom is the player's choice."""
    turn = sending("C W1g M2g M F", "C L1 L", "C G1 G")
    assert moves(turn) == ["release e1", "release e2", "decline"]
    assert moves(play(turn, "release e2")) == ["send 1", "send 2"]


def test_receiver_chooses_the_crown_out_of_turn() -> None:
    """giants § Jak se obra zbavit: the opponent covers a crown of theirs, then play goes on."""
    sent = play(sending("C W1g W", "C L1 L L1 L", "C"), "release e1", "send 1")
    assert sent.player == 1
    assert moves(sent) == ["cover e1", "cover e3"]
    after = play(sent, "cover e3")
    assert drawing(after, 0) == drawn("""
        F1 .  .
        W2 .  .
        C  W1 W
    """)
    assert drawing(after, 1) == "C L1 L L1g L"
    assert after.player == 0
    assert moves(after) == ["choose 1", "choose 2", "choose 3"]


def test_receiver_must_take_the_giant() -> None:
    """giants § Jak se obra zbavit: the opponent must choose a crown."""
    sent = play(sending("C W1g W", "C L1 L", "C"), "release e1", "send 1")
    assert moves(sent) == ["cover e1"]


def test_declining_is_allowed() -> None:
    """giants § Jak se obra zbavit: may send."""
    after = play(sending("C W1g W", "C L1 L", "C"), "decline")
    assert names(after.kingdoms[0].giants[0]) == ["e1"]
    assert moves(after) == ["choose 1", "choose 2", "choose 3"]


def test_footprints_without_a_giant_have_no_effect() -> None:
    """giants § Jak se obra zbavit: no giant in the kingdom, nothing happens."""
    assert moves(sending("C W1 W", "C L1 L", "C")) == ["choose 1", "choose 2", "choose 3"]


def test_nobody_to_receive() -> None:
    """giants § Jak se obra zbavit (ruling): nobody has an uncovered crown, nothing happens."""
    after = sending("C W1g W", "C L1g L", "C")
    assert moves(after) == ["choose 1", "choose 2", "choose 3"]


def test_opponent_without_an_uncovered_crown_cannot_be_chosen() -> None:
    """giants § Jak se obra zbavit (ruling): one crown covered, none to spare."""
    turn = sending("C W1g W", "C L1g L", "C G2g G")
    assert moves(play(turn, "release e1")) == ["send 2"]


def test_giant_never_returns_to_its_sender() -> None:
    """giants § Jak se obra zbavit: to an opponent."""
    turn = sending("C W1g W2 W W", "C L1 L", "C G1 G")
    assert moves(play(turn, "release e1")) == ["send 1", "send 2"]


def test_one_of_several_giants_on_a_square_leaves() -> None:
    """giants § Jak se obra zbavit: one giant goes, its fellows stay."""
    sent = play(sending("C M3ggg M", "C L1 L", "C"), "release e1", "send 1", "cover e1")
    assert drawing(sent) == drawn("""
        F1 .    .
        W2 .    .
        C  M3gg M
    """)


def test_last_giant_on_a_square_leaves_it_bare() -> None:
    """giants § Jak se obra zbavit: the crown counts again."""
    turn = sending("C W1g W", "C L1 L", "C")
    covered = score_sheet(turn, 0).total
    freed = score_sheet(play(turn, "release e1", "send 1", "cover e1"), 0).total
    # Wheat: 2 squares × 1 crown come to the 1×2 and 1×1 of the domino just placed.
    assert (covered, freed) == (3, 5)


def test_choice_comes_after_the_domino_is_placed() -> None:
    """giants § Jak se obra zbavit (ruling): place, release, send, cover, in this order."""
    turn = before("C W1g W", "C L1 L", "C", domino="49")
    assert all(text.startswith("place") for text in moves(turn))


def test_giant_that_leaves_in_the_last_round() -> None:
    """giants § Jak se obra zbavit, base § Konec hry: no choosing, but giants still walk."""
    last = table(GIANTS, kingdoms=["C W1g W", "C L1 L"], agenda=[placing(0, "49")])
    over = play(last, "place n1 n2", "release e1", "send 1", "cover e1")
    assert over.over
    assert drawing(over, 1) == "C L1g L"
