"""Origins, Totem: resources and the four totems (origins § 2. Hra o totemy)."""

from __future__ import annotations

import pytest

from kingdomino.core.action import Pass
from kingdomino.core.domino import Resource
from kingdomino.core.engine import advance
from kingdomino.core.state import Decision, Phase, State
from kingdomino.games.catalogue import rules
from tests.rules.table import choosing, drawing, moves, placing, play, points, sheet, table

TOTEM = rules("origins-totem", 3)
NOBODY = (None, None, None, None)

# Totems: mammoth, fish, mushroom, flint. 1 desert desert, 12 two mammoths, 19 mammoth and fish,
# 28 desert V1, 38 mammoth V1, 40 fish V1.


def before(*pictures: str, domino: str, totems: tuple[int | None, ...] = NOBODY) -> State:
    """The first player is about to place *domino* and then to choose."""
    return table(
        TOTEM,
        kingdoms=pictures,
        agenda=[placing(0, domino), choosing(0)],
        offer="2 3 4 5",
        rows_left=1,
        totems=totems,
    )


def test_totems_lie_on_the_table_first() -> None:
    """origins § 2. Hra o totemy, Příprava hry: in the middle, nobody holds one."""
    assert table(TOTEM).totems == NOBODY


def test_most_tokens_take_the_totem() -> None:
    """origins § 2. Hra o totemy, Průběh hry: two mammoths against one."""
    after = play(before("H", "H G+ D", domino="12"), "place e1 e2")
    assert after.totems == (0, None, None, None)


def test_tie_is_not_enough() -> None:
    """origins § 2. Hra o totemy, Průběh hry: strictly more than every other player."""
    after = play(before("H", "H G+ G+", domino="12"), "place e1 e2")
    assert after.totems == NOBODY


def test_totem_is_taken_from_its_holder() -> None:
    """origins § 2. Hra o totemy, Průběh hry: from the table or from whoever holds it."""
    after = play(before("H", "H G+ D", domino="12", totems=(1, None, None, None)), "place e1 e2")
    assert after.totems == (0, None, None, None)


def test_tie_leaves_the_totem_with_its_holder() -> None:
    """origins § 2. Hra o totemy, Průběh hry: a tie is not enough to take it."""
    after = play(before("H", "H G+ G+", domino="12", totems=(1, None, None, None)), "place e1 e2")
    assert after.totems == (1, None, None, None)


def test_one_placing_may_take_two_totems() -> None:
    """origins § 2. Hra o totemy, Průběh hry: for each resource on its own."""
    after = play(before("H", domino="19"), "place e1 e2")
    assert after.totems == (0, 0, None, None)


def test_claim_needs_no_gain_this_turn() -> None:
    """origins § 2. Hra o totemy, Průběh hry: having most after placing is enough."""
    after = play(before("H G+ D", domino="1"), "place n2 n1")
    assert after.totems == (0, None, None, None)


def test_only_the_placing_player_claims() -> None:
    """origins § 2. Hra o totemy, Průběh hry (ruling): others wait for their own placing."""
    after = play(before("H", "H G+ G+", domino="1"), "place e1 e2")
    assert after.totems == NOBODY


def test_discarding_claims_nothing() -> None:
    """origins § 2. Hra o totemy, Průběh hry: after placing, not after discarding."""
    enclosed = """
        . G+ .
        L H  L
        . L  .
    """
    after = play(before(enclosed, domino="1"), "discard")
    assert after.totems == NOBODY


def test_resources_on_a_discarded_domino_leave_the_game() -> None:
    """origins § 2. Hra o totemy (ruling): they go with it."""
    enclosed = """
        . L+ .
        L H  L
        . L  .
    """
    after = play(before(enclosed, domino="17"), "discard")
    assert after.kingdoms[0].tokens.bit_count() == 1
    assert points(after, "resources") == 1


def test_fire_comes_before_the_totems() -> None:
    """origins § 2. Hra o totemy, Průběh hry: the burnt mammoth no longer counts for a claim."""
    turn = play(before("H G+ D", "H G+ D", domino="38"), "place s1 s2")
    assert turn.totems == NOBODY
    assert play(turn, "erupt s1").totems == NOBODY
    assert play(turn, "erupt e2").totems == (0, None, None, None)


def burnt(*others: str, mine: str = "G+ G+ H", domino: str = "28") -> State:
    """The holder of the mammoth totem has just burnt a mammoth two squares west of the hut."""
    turn = before(mine, *others, domino=domino, totems=(0, None, None, None))
    return play(turn, "place s1 w1s1", "erupt w2")


def test_holder_keeps_while_nobody_is_ahead() -> None:
    """origins § 2. Hra o totemy, Pozor: a tie costs nothing."""
    assert burnt("H G+ D", "H G+ D").totems == (0, None, None, None)


def test_totem_passes_to_the_one_player_ahead() -> None:
    """origins § 2. Hra o totemy, Pozor: to the player who now has most."""
    assert burnt("H G+ D", "H G+ G+").totems == (2, None, None, None)


def test_holder_chooses_among_several_ahead() -> None:
    """origins § 2. Hra o totemy, Pozor: if there are several, the choice is the holder's."""
    turn = burnt("H G+ G+", "H G+ G+")
    assert turn.player == 0
    assert turn.totems == (0, None, None, None)
    assert moves(turn) == ["hand_over 1", "hand_over 2"]
    assert play(turn, "hand_over 2").totems == (2, None, None, None)


def test_handing_over_comes_before_choosing() -> None:
    """origins § 2. Hra o totemy, Pozor: what the placing triggers is done first."""
    turn = play(burnt("H G+ G+", "H G+ G+"), "hand_over 1")
    assert moves(turn)[0] == "choose 2"


def test_holder_left_with_none_keeps_the_totem() -> None:
    """origins § 2. Hra o totemy, Pozor (ruling): while nobody has more."""
    kept = burnt("H L+ D", "H", mine="G+ D H")
    assert kept.kingdoms[0].resources(Resource.MAMMOTH) == 0
    assert kept.totems == (0, None, None, None)


def test_holder_left_with_none_passes_it_to_whoever_has_one() -> None:
    """origins § 2. Hra o totemy, Pozor: one mammoth is more than none."""
    assert burnt("H L+ D", "H G+ D", mine="G+ D H").totems == (2, None, None, None)


def test_one_placing_may_take_one_totem_and_lose_another() -> None:
    """origins § 2. Hra o totemy, Průběh hry: fish gained, a mammoth burnt."""
    assert burnt("H G+ G+", domino="40").totems == (1, 0, None, None)


def test_totems_move_in_the_last_round_too() -> None:
    """origins § Konec hry: the last placing counts like any other."""
    last = table(TOTEM, agenda=[placing(0, "12")])
    over = play(last, "place e1 e2")
    assert over.over
    assert over.totems == (0, None, None, None)


def test_tokens_left_score_one_each() -> None:
    """origins § 2. Hra o totemy, Konec hry: tokens, not printed symbols."""
    assert dict(sheet(TOTEM, "H G+ L+ L Q+").lines)["resources"] == 3


@pytest.mark.parametrize(
    ("totem", "held", "worth"),
    [
        ("mammoth", (0, 1, 1, 1), 3),
        ("fish", (1, 0, 1, 1), 4),
        ("mushroom", (1, 1, 0, 1), 5),
        ("flint", (1, 1, 1, 0), 6),
    ],
)
def test_totems_score(totem: str, held: tuple[int, ...], worth: int) -> None:
    """origins § 2. Hra o totemy, Konec hry: mammoth 3, fish 4, mushroom 5, flint 6."""
    lines = dict(sheet(TOTEM, "H", totems=held).lines)
    assert lines.pop(f"totem_{totem}") == worth
    assert set(lines.values()) == {0}


def test_totem_sheet() -> None:
    """origins § 2. Hra o totemy, Konec hry: regions, tokens and totems, zeros included."""
    paper = sheet(TOTEM, "H G1 G+ L+ D", totems=(0, None, None, 0))
    assert paper.lines == (
        ("regions", 2),
        ("resources", 2),
        ("totem_mammoth", 3),
        ("totem_fish", 0),
        ("totem_mushroom", 0),
        ("totem_flint", 6),
    )
    assert paper.total == 13


def test_tokens_stay_until_fire_falls_on_them() -> None:
    """origins § 2. Hra o totemy, Příprava hry: otherwise they lie there to the end."""
    after = play(before("H G+ L+", domino="1"), "place n2 n1")
    assert drawing(after).split("\n")[-1] == "H G+ L+"


def test_nobody_is_asked_whether_totems_move() -> None:
    """origins § 2. Hra o totemy, Průběh hry: they move by themselves, so it is no decision."""
    waiting = table(TOTEM, agenda=[Decision(Phase.TOTEMS, 0)])
    assert moves(waiting) == []
    with pytest.raises(AssertionError, match="totems move by themselves"):
        advance(waiting, Pass())
