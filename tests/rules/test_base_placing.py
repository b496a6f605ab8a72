"""Kingdomino: how a domino joins a kingdom (base § Pravidla napojování)."""

from __future__ import annotations

import pytest

from kingdomino.core.domino import parse_domino
from kingdomino.core.kingdom import placements, why_nowhere
from kingdomino.core.notation import format_action
from kingdomino.core.state import State
from kingdomino.games.catalogue import rules
from tests.rules.table import drawing, drawn, kingdom, moves, placing, play, table

DUEL = rules("kingdomino", 2, ["mighty_duel"])

# Dominoes used below: 1 wheat wheat, 7 lake lake, 12 swamp swamp, 14 wheat lake, 40 mine wheat.


def choices(picture: str, domino: str) -> list[str]:
    """Where the domino may go, its left half first."""
    return moves(at(picture, domino))


def at(picture: str, domino: str) -> State:
    return table(rules("kingdomino", 3), kingdoms=[picture], agenda=[placing(0, domino)])


def test_domino_covers_two_adjacent_empty_squares() -> None:
    """base § Pravidla napojování: a domino is two squares side by side."""
    after = play(at("C", "14"), "place e1 e1s1")
    assert drawing(after) == drawn("""
        C W
        . L
    """)


def test_first_domino_may_lie_anywhere_by_the_castle() -> None:
    """base § Pravidla napojování: 4 squares beside it, 3 beyond each, 2 ways round."""
    assert len(choices("C", "14")) == 4 * 3 * 2


def test_double_lies_one_way_round() -> None:
    """base § Pravidla napojování: turned around, a double covers the same two squares."""
    assert len(choices("C", "1")) == 4 * 3


def test_castle_joins_to_anything() -> None:
    """base § Pravidla napojování: the starting square is a joker."""
    assert "place n2 n1" in choices("C W W", "12")


def test_corner_of_the_castle_does_not_join() -> None:
    """base § Pravidla napojování: by a side, not by a corner."""
    assert "place e1n1 e2n1" not in choices("C W W", "12")


def test_own_terrain_joins() -> None:
    """base § Pravidla napojování: the wheat half beside wheat; where the lake lies is free."""
    picture = """
        . F F
        F C F
        . F W
    """
    assert choices(picture, "14") == [
        "place e2s1 e3s1",
        "place e1s2 e2s2",
        "place e2s1 e2s2",
        "place e1s2 e1s3",
        "place e1s2 s2",
        "place e2s1 e2",
    ]


def test_terrain_of_the_other_half_does_not_join() -> None:
    """base § Pravidla napojování: the lake half beside wheat is no joint."""
    picture = """
        . F F
        F C F
        . F W
    """
    assert "place e3s1 e2s1" not in choices(picture, "14")


def test_one_matching_side_is_enough() -> None:
    """base § Pravidla napojování: the other sides need not match."""
    picture = """
        F F F W
        F C F F
        F . . .
    """
    assert "place e3n1 e3" in choices(picture, "14")


def test_halves_of_one_domino_do_not_join_it() -> None:
    """base § Pravidla napojování: it must join to what already lies there."""
    picture = """
        . F .
        F C F
        . F .
    """
    assert choices(picture, "1") == ["discard"]


def test_dominoes_do_not_overlap() -> None:
    """base § Pravidla napojování: only empty squares are covered."""
    assert "place e1 e2" not in choices("C W W", "1")
    assert "place e2 e3" not in choices("C W W", "1")


def test_kingdom_fits_in_five_by_five() -> None:
    """base § Pravidla napojování: castle included, within 5×5."""
    beyond = [text for text in choices("C W W W W", "1") if "e5" in text or "w1" in text]
    assert beyond == []


def test_frame_is_free_until_the_kingdom_fills_it() -> None:
    """base § Pravidla napojování: three wide, it may still grow by two to either side."""
    found = choices("C W W", "14")
    assert "place e3 e4" in found
    assert "place w1 w2" in found


def test_frame_cannot_grow_to_both_sides() -> None:
    """base § Pravidla napojování: two to the east used up, nothing is left in the west."""
    grown = play(at("C W W", "14"), "place e3 e4")._replace(agenda=(placing(0, "14"),))
    assert [text for text in moves(grown) if "w" in text] == []


def test_frame_is_as_high_as_it_is_wide() -> None:
    """base § Pravidla napojování: rows are bounded like columns."""
    picture = """
        W
        W
        W
        W
        C
    """
    assert [text for text in choices(picture, "1") if "s" in text or "n5" in text] == []


def test_mighty_duel_frame_is_seven() -> None:
    """base § Varianty hry, Duel mocných: 7×7."""
    wide = table(DUEL, kingdoms=["C W W W W"], agenda=[placing(0, "14")])
    assert "place e5 e6" in moves(wide)
    assert "place w1 w2" in moves(wide)
    full = table(DUEL, kingdoms=["C W W W W W W"], agenda=[placing(0, "14")])
    assert [text for text in moves(full) if "w1" in text or "e7" in text] == []


def test_placing_is_compulsory_even_when_it_hurts() -> None:
    """base § Průběh hry, D 1: whoever can place must; discarding is then no choice."""
    spoilt = """
        M3 M M2
        F  C W
        .  . W
    """
    assert "discard" not in choices(spoilt, "7")


def test_domino_that_fits_nowhere_is_discarded() -> None:
    """base § Pravidla napojování: put away, without any points."""
    enclosed = """
        . F .
        F C F
        . F .
    """
    before = at(enclosed, "7")
    assert moves(before) == ["discard"]
    after = play(before, "discard")
    assert drawing(after) == drawn(enclosed)
    assert after.kingdoms[0].discarded == 1


def test_no_room_is_a_reason_to_discard() -> None:
    """base § Pravidla napojování: what does not fit in 5×5 is discarded."""
    full = """
        . W W W W
        W W W W W
        W W C W W
        W W W W W
        W W W W .
    """
    assert choices(full, "1") == ["discard"]


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (
            """
            . W W W W
            W W W W W
            W W C W W
            W W W W W
            W W W W .
            """,
            "no two free squares side by side are left inside your 5×5",
        ),
        (
            """
            . F .
            F C F
            . F .
            """,
            "nothing matches wheat or lake where there is room inside your 5×5",
        ),
    ],
)
def test_player_is_told_why_nothing_fits(picture: str, why: str) -> None:
    """base § Pravidla napojování: no room, or nothing to join."""
    domino = rules("kingdomino", 3).domino[14]
    assert why_nowhere(kingdom("kingdomino", picture), domino) == why


def test_player_is_told_each_terrain_once() -> None:
    """base § Pravidla napojování: a double names one terrain."""
    land = kingdom("kingdomino", ". F . \n F C F \n . F .")
    domino = rules("kingdomino", 3).domino[7]
    assert why_nowhere(land, domino).startswith("nothing matches lake where")


def test_crowns_come_with_the_domino() -> None:
    """base § Konec hry: crowns are printed on the squares."""
    after = play(at("C", "48"), "place w2 w1")
    assert drawing(after) == "W M3 C"


def test_placements_are_listed_east_south_west_north() -> None:
    """base § Pravidla napojování: all of them, the left half in reading order."""
    picture = """
        W W W W W
        W W C W W
        W W W . .
        W W W W .
        W W W W .
    """
    land = kingdom("kingdomino", picture)
    domino = rules("kingdomino", 3).domino[parse_domino("40")]
    assert [format_action(place) for place in placements(land, domino)] == [
        "place e1s1 e2s1",
        "place e2s1 e2s2",
        "place e2s2 e2s3",
        "place e2s1 e1s1",
        "place e2s2 e2s1",
        "place e2s3 e2s2",
    ]
