"""The oracle of placing, regions and quests against kingdoms scored by hand."""

import pytest

from tests.oracle.drawing import cell_of, drawn
from tests.oracle.land import Cell
from tests.oracle.lava import cover_targets
from tests.oracle.placing import fits, placements
from tests.oracle.scoring import (
    QUESTS,
    crowns,
    harmony,
    largest_region,
    middle,
    region_points,
    regions,
)


def test_first_domino_touches_the_castle() -> None:
    """base § Pravidla napojování: the castle joins to anything, by a side.

    4 squares beside the castle, 3 free squares beside each, 2 ways round.
    """
    found = placements(drawn("@"), "wheat", "lake")
    assert len(found) == 24
    assert ((1, 0), (2, 0)) in found
    assert ((2, 0), (1, 0)) in found
    assert ((1, 1), (2, 1)) not in found


ENCLOSED = """
    . w .
    w @ w
    . w .
"""


def test_one_half_must_match_its_own_terrain() -> None:
    """base § Pravidla napojování: the wheat half touches wheat; where the lake lies is free.

    Wheat on one of 4 diagonal squares leaves 2 for the lake; 2 east, south, west or north, 3.
    """
    found = placements(drawn(ENCLOSED), "lake", "wheat")
    assert len(found) == 4 * 2 + 4 * 3
    assert ((3, 0), (2, 0)) in found
    assert ((2, 0), (3, 0)) not in found


@pytest.mark.parametrize("right", ["mine", "lake"])
def test_nothing_fits_an_enclosed_castle(right: str) -> None:
    """base § Pravidla napojování: the halves of one domino do not join it to the kingdom."""
    assert placements(drawn(ENCLOSED), "lake", right) == set()


def test_double_is_given_in_both_orders() -> None:
    """base § Pravidla napojování: a double covers the same squares either way round."""
    found = placements(drawn(ENCLOSED), "wheat", "wheat")
    assert len(found) == 40
    assert found == {(right, left) for left, right in found}


def test_corners_do_not_join() -> None:
    """base § Pravidla napojování: by a side, not by a corner."""
    found = placements(drawn("@ f w"), "wheat", "mine")
    assert ((3, 1), (4, 1)) not in found
    assert ((2, 1), (3, 1)) in found


def test_kingdom_stays_in_its_frame() -> None:
    """base § Pravidla napojování: all in 5x5, castle included.

    On each long side: 13 with the wheat beside wheat or castle, 1 with only the lake beside it.
    """
    row = "@ w w w w"
    found = placements(drawn(row), "wheat", "lake")
    assert len(found) == 2 * 14
    assert {x for pair in found for x, _ in pair} == {0, 1, 2, 3, 4}


def test_mighty_duel_has_a_wider_frame() -> None:
    """base § Varianty hry, Duel mocných: 7x7."""
    row = "@ w w w w"
    found = placements(drawn(row, size=7), "wheat", "lake")
    assert ((5, 0), (6, 0)) in found
    assert ((-1, 0), (-2, 0)) in found
    assert fits(drawn(row, size=7), [(-2, 0)])
    assert not fits(drawn(row, size=7), [(-3, 0)])
    assert not fits(drawn(row, size=7), [(-2, 0), (5, 0)])


def test_frame_is_free_until_it_is_full() -> None:
    """base § Pravidla napojování: a short kingdom may still grow to either side, not to both."""
    land = drawn("@ w w")
    assert fits(land, [(4, 0)])
    assert fits(land, [(-2, 0)])
    assert not fits(land, [(-1, 0), (4, 0)])
    assert not fits(land, [(0, -3), (0, 2)])


def test_serbian_example() -> None:
    """base § Konec hry (sr): 7 forests with 3 crowns are 21; 9 lakes without a crown are 0.

    The two wheat fields with one crown add 2.
    """
    land = drawn("""
        f1 f f f f2
        f  f @ w w1
        l  l l l l
        l  l l l .
    """)
    assert [(terrain, len(squares), total) for terrain, squares, total in regions(land)] == [
        ("forest", 7, 3),
        ("lake", 9, 0),
        ("wheat", 2, 1),
    ]
    assert region_points(land) == 23
    assert largest_region(land) == 9
    assert crowns(land) == 4


def test_neither_corner_nor_castle_joins_a_region() -> None:
    """base § Konec hry: regions join by sides; the castle is in none."""
    land = drawn("""
        f  w1 .
        w1 @  w1
    """)
    assert region_points(land) == 3
    assert largest_region(land) == 1


def test_empty_kingdom() -> None:
    """base § Konec hry: no region, no points."""
    land = drawn("@")
    assert (region_points(land), largest_region(land), crowns(land)) == (0, 0, 0)


def test_covered_crown_counts_nowhere() -> None:
    """giants § Příchod obrů: crowns under giants do not count."""
    land = drawn("m3! m @ w1! w")
    assert region_points(land) == 2 * 2
    assert crowns(land) == 2


def test_giant_needs_an_uncovered_crown() -> None:
    """giants § Příchod obrů: one giant covers one crown, so a square can hold several."""
    assert cover_targets(drawn("w2! m1! @ f s1")) == {(-2, 0), (2, 0)}
    assert cover_targets(drawn("w2!! @ f")) == set()


@pytest.mark.parametrize(
    ("row", "size", "points"),
    [("@", 5, 10), ("@ w w", 5, 10), ("@ w w w", 5, 0), ("@ w w w", 7, 10), ("@ w w w w", 7, 0)],
)
def test_middle(row: str, size: int, points: int) -> None:
    """base § Varianty hry, Centralizované království: within 2 (7x7: 3) of the castle."""
    assert middle(drawn(row, size=size)) == points


def test_middle_with_holes() -> None:
    """origins § Volitelná či další pravidla: an incomplete territory earns the full 10."""
    land = drawn("""
        d . . . .
        d d . . .
        . d @ G G
        . . . . G
        . . . . d
    """)
    assert middle(land) == 10


def test_harmony() -> None:
    """base § Varianty hry, Harmonie: 5 if no domino was discarded."""
    assert harmony(drawn("@ w w")) == 5
    assert harmony(drawn("@ w w", discarded=1)) == 0


def quest(name: str, text: str, size: int = 5) -> int:
    return QUESTS[name](drawn(text, size=size))


def test_there_are_seventeen_quests() -> None:
    """giants § Úkoly: 17 tiles."""
    assert len(QUESTS) == 17


def test_local_business() -> None:
    """giants § Úkoly, V hradu a v podhradí: 5 per square, by side or corner of the castle."""
    land = """
        w w f w
        w @ l w
        w l w .
    """
    assert quest("local_business_wheat", land) == 5 * 5
    assert quest("local_business_lake", land) == 5 * 2
    assert quest("local_business_forest", land) == 5
    assert quest("local_business_mine", land) == 0


def test_four_corners_of_a_full_kingdom() -> None:
    """giants § Úkoly, Na samém kraji království: 5 per corner of that terrain."""
    land = """
        w f f f l
        f f f f f
        f f @ f f
        f f f f f
        w f f f w
    """
    assert quest("four_corners_wheat", land) == 15
    assert quest("four_corners_lake", land) == 5
    assert quest("four_corners_forest", land) == 0
    assert quest("four_corners_wheat", land, size=7) == 5


def test_four_corners_takes_the_best_frame_for_each_quest() -> None:
    """giants § Úkoly, Na samém kraji království (ruling): three rows leave the frame open."""
    land = """
        w f f f w
        f f @ f f
        l f f f l
    """
    assert quest("four_corners_wheat", land) == 10
    assert quest("four_corners_lake", land) == 10
    assert quest("four_corners_forest", land) == 0


def test_small_kingdom_reaches_one_corner_at_a_time() -> None:
    """giants § Úkoly, Na samém kraji království (ruling): all corners are of one frame."""
    assert quest("four_corners_wheat", "w @ w") == 5
    assert quest("four_corners_wheat", "@") == 0


def test_lost_corner() -> None:
    """giants § Úkoly, Hraniční hrad: the castle on a corner of the bounding box."""
    assert quest("lost_corner", "@ w w") == 20
    assert quest("lost_corner", "w @ w") == 0
    assert quest("lost_corner", "w f \n . @") == 20
    assert quest("lost_corner", "w f . \n . @ w") == 0


def test_small_kingdom_earns_both_lost_corner_and_middle() -> None:
    """giants § Úkoly (ruling): each quest takes its own frame."""
    assert quest("lost_corner", "@ w w") + quest("middle_kingdom", "@ w w") == 30


def test_harmony_quest() -> None:
    """giants § Úkoly, Harmonie: 5 if no domino was discarded."""
    assert QUESTS["harmony"](drawn("@")) == 5
    assert QUESTS["harmony"](drawn("@", discarded=2)) == 0


@pytest.mark.parametrize(
    ("land", "lines"),
    [
        ("w1 f2 m1 @", 1),
        ("w1 \n f2 \n m1 \n @", 1),
        ("w1 . . \n . f1 . \n @ . l1", 1),
        (". . w1 \n . f1 . \n l1 @ .", 1),
        ("w1 f1 @ l1", 0),
        ("w1 f1 . l1 \n @ . . .", 0),
        ("w1 f1! l1 @", 0),
        ("w1 f2! l1 @", 1),
        ("w1 w1 w1 w1 w1 \n @ . . . .", 1),
    ],
)
def test_folie_lines(land: str, lines: int) -> None:
    """giants § Úkoly, Pošetilost mocných: rows, columns, diagonals of crowned squares."""
    assert quest("folie_des_grandeurs", land) == 10 * lines


def test_folie_counts_a_square_once() -> None:
    """giants § Úkoly, Pošetilost mocných: two lines that share a square are one, crowns or not."""
    cross = """
        .  w1 .
        w1 w3 w1
        @  w1 .
    """
    assert quest("folie_des_grandeurs", cross) == 10
    assert quest("folie_des_grandeurs", "w1 . w1 \n . w2 . \n w1 @ w1") == 10
    assert quest("folie_des_grandeurs", "w1 w1 w1 w1 w1 w1 @", size=7) == 20


def test_folie_is_the_maximum() -> None:
    """giants § Úkoly, Pošetilost mocných: the top row alone would spoil both columns."""
    gate = """
        w1 w1 w1
        w1 @  w1
        w1 .  w1
    """
    block = """
        w1 w1 w1
        w1 w1 w1
        w1 w1 w1
        @  .  .
    """
    assert quest("folie_des_grandeurs", gate) == 20
    assert quest("folie_des_grandeurs", block) == 30


@pytest.mark.parametrize(
    ("land", "points"),
    [
        ("w w w w w \n @ . . . .", 10),
        ("w w w w . \n @ . . . .", 0),
        ("w w w w1 w \n @ . . . .", 0),
        ("w w w w1! w \n @ . . . .", 10),
        ("w w w w2! w \n @ . . . .", 0),
        ("s s s s s \n @ . . . .", 0),
        ("m m m m m \n @ . . . .", 0),
        ("l l l l l \n l l l l l \n @ . . . .", 10),
        ("f f f f f \n g g g g g \n @ . . . .", 20),
        ("f f f f f \n g g g g g \n @ f f f f \n . . . . f", 30),
    ],
)
def test_bleak_king(land: str, points: int) -> None:
    """giants § Úkoly, Král pustiny: 10 per region of 5 or more without an uncovered crown."""
    assert quest("bleak_king", land) == points


def test_drawing() -> None:
    """giants § Příchod obrů and origins § Vulkány: every mark of a drawing is read."""
    assert cell_of("m3!!") == Cell("mine", crowns=3, giants=2)
    assert cell_of("v2") == Cell("volcano", craters=2)
    assert cell_of("G*") == Cell("grassland", resource="mammoth")
    assert cell_of("d++:small") == Cell("desert", fire=2, caveman="small")
    with pytest.raises(ValueError, match="not a square: '3m'"):
        cell_of("3m")
