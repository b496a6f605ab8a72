"""Age of Giants: the 17 quests (giants § Úkoly)."""

from __future__ import annotations

import pytest

from kingdomino.games.catalogue import rules
from tests.rules.table import kingdom, points, sheet, table

GIANTS = rules("giants", 3)
DUEL = rules("giants", 2, ["mighty_duel"])
TERRAINS = ("wheat", "forest", "lake", "grass", "swamp", "mine")


def quest(name: str, picture: str, *, discarded: int = 0) -> int:
    land = kingdom("giants", picture, discarded=discarded)
    return dict(sheet(GIANTS, land, quests=(name,)).lines)[name]


def on_seven(name: str, picture: str) -> int:
    return dict(sheet(DUEL, picture, quests=(name,)).lines)[name]


def test_quests_are_lines_of_the_sheet() -> None:
    """giants § Úkoly: both score, next to the regions."""
    both = ("lost_corner", "middle_kingdom")
    paper = sheet(GIANTS, "C W1 W", quests=both)
    assert paper.lines == (("regions", 2), ("lost_corner", 20), ("middle_kingdom", 10))
    assert paper.total == 32


def test_every_player_scores_the_quests() -> None:
    """giants § Úkoly: they are for all."""
    state = table(GIANTS, kingdoms=["C W W", "W C W"], quests=("lost_corner", "middle_kingdom"))
    assert [points(state, "lost_corner", seat) for seat in range(3)] == [20, 0, 20]


def test_seventeen_tiles() -> None:
    """giants § Úkoly: six local businesses, six corners, five others."""
    assert list(GIANTS.quest) == [
        *(f"local_business_{terrain}" for terrain in TERRAINS),
        *(f"four_corners_{terrain}" for terrain in TERRAINS),
        *("harmony", "middle_kingdom", "lost_corner", "folie_des_grandeurs", "bleak_king"),
    ]


AROUND = """
    W M W G .
    W C L S .
    F L F S S
"""


@pytest.mark.parametrize(
    ("terrain", "squares"),
    [("wheat", 3), ("forest", 2), ("lake", 2), ("mine", 1), ("grass", 0), ("swamp", 0)],
)
def test_local_business(terrain: str, squares: int) -> None:
    """giants § Úkoly, V hradu a v podhradí: 5 per neighbour of the castle, corners included."""
    assert quest(f"local_business_{terrain}", AROUND) == 5 * squares


@pytest.mark.parametrize("terrain", TERRAINS)
def test_local_business_of_every_terrain(terrain: str) -> None:
    """giants § Úkoly, V hradu a v podhradí: one tile per terrain, 8 neighbours at most."""
    letter = terrain[0].upper()
    ring = f"{letter} {letter} {letter} \n {letter} C {letter} \n {letter} {letter} {letter}"
    assert quest(f"local_business_{terrain}", ring) == 40
    assert quest(f"local_business_{terrain}", f"C W {letter} {letter} W") == (
        5 if terrain == "wheat" else 0
    )


CORNERS = """
    W F F F L
    F F F F F
    F F C F F
    F F F F F
    W F F F W
"""


@pytest.mark.parametrize(
    ("terrain", "corners"),
    [("wheat", 3), ("lake", 1), ("forest", 0), ("grass", 0), ("swamp", 0), ("mine", 0)],
)
def test_four_corners(terrain: str, corners: int) -> None:
    """giants § Úkoly, Na samém kraji království: 5 per corner of that terrain."""
    assert quest(f"four_corners_{terrain}", CORNERS) == 5 * corners


@pytest.mark.parametrize("terrain", TERRAINS)
def test_four_corners_of_every_terrain(terrain: str) -> None:
    """giants § Úkoly, Na samém kraji království: one tile per terrain, four corners."""
    picture = CORNERS.replace("W", terrain[0].upper()).replace("L", terrain[0].upper())
    assert quest(f"four_corners_{terrain}", picture) == 20


def test_corner_left_bare_scores_nothing() -> None:
    """giants § Úkoly, Na samém kraji království: a hole is no square."""
    picture = """
        . F F F W
        F F F F F
        F F C F F
        F F F F F
        W F F F .
    """
    assert quest("four_corners_wheat", picture) == 10


def test_open_frame_takes_its_best_place() -> None:
    """giants § Úkoly (ruling): three rows leave the frame open to north and south."""
    picture = """
        W F F F W
        F F C F F
        L F F F L
    """
    assert quest("four_corners_wheat", picture) == 10
    assert quest("four_corners_lake", picture) == 10


def test_corners_are_of_one_frame() -> None:
    """giants § Úkoly (ruling): three squares wide, only one of the two is on a corner at a time."""
    assert quest("four_corners_wheat", "W C W") == 5


def test_square_inside_every_frame_is_no_corner() -> None:
    """giants § Úkoly (ruling): the wheat is on no corner of a frame that holds the kingdom."""
    picture = """
        . F .
        F W C
        . F .
    """
    assert quest("four_corners_wheat", picture) == 0


def test_corners_of_seven() -> None:
    """giants § Úkoly (ruling): on 7×7 the corners are those of the larger frame."""
    assert on_seven("four_corners_wheat", CORNERS) == 5
    assert on_seven("four_corners_wheat", "W F F C F F W") == 10


@pytest.mark.parametrize(("discarded", "expected"), [(0, 5), (1, 0), (2, 0)])
def test_harmony(discarded: int, expected: int) -> None:
    """giants § Úkoly, Harmonie: 5 if no domino was discarded."""
    assert quest("harmony", "C W W", discarded=discarded) == expected


@pytest.mark.parametrize(
    ("picture", "expected"),
    [("W W C W W", 10), ("C W W", 10), ("C W W W W", 0), ("W C W W W", 0), ("W . \n W C", 10)],
)
def test_middle_kingdom(picture: str, expected: int) -> None:
    """giants § Úkoly, Centralizované království: 10, incomplete kingdoms included."""
    assert quest("middle_kingdom", picture) == expected


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("C W W W W", 20),
        ("C", 20),
        ("W F \n . C", 20),
        ("C W \n W .", 20),
        ("W C W", 0),
        ("W \n C \n W", 0),
        ("W F . \n . C W \n . . W", 0),
    ],
)
def test_lost_corner(picture: str, expected: int) -> None:
    """giants § Úkoly, Hraniční hrad: 20 if the castle is on a corner of the kingdom's box."""
    assert quest("lost_corner", picture) == expected


def test_small_kingdom_earns_both_castle_quests() -> None:
    """giants § Úkoly (ruling): each quest takes its own frame."""
    assert quest("lost_corner", "C W W") + quest("middle_kingdom", "C W W") == 30


@pytest.mark.parametrize(
    ("picture", "lines"),
    [
        ("W1 F2 M1 C F", 1),
        ("W1 \n F2 \n M1 \n C \n F", 1),
        ("W1 W W \n W F1 W \n W C L1", 1),
        ("W W W1 \n W F1 W \n L1 C W", 1),
        ("W1 F1 C L1 F", 0),
        ("W1 F1 W L1 \n C L L L \n W . . .", 0),
        ("W1 F1g L1 C W", 0),
        ("W1 F2g L1 C W", 1),
        ("W1 W1 W1 W1 W1 \n C F . . .", 1),
    ],
)
def test_folie_des_grandeurs(picture: str, lines: int) -> None:
    """giants § Úkoly, Pošetilost mocných: 10 per row, column or diagonal of three crowned."""
    assert quest("folie_des_grandeurs", picture) == 10 * lines


def test_six_in_a_row_are_two_lines() -> None:
    """giants § Úkoly, Pošetilost mocných: three and three."""
    assert on_seven("folie_des_grandeurs", "C W1 W1 W1 W1 W1 W1") == 20


@pytest.mark.parametrize(
    "picture",
    [
        """
        F W1 F
        W1 W3 W1
        C W1 F
        """,
        """
        W1 F W1
        F W2 F
        W1 C W1
        """,
    ],
)
def test_square_counts_in_one_line_only(picture: str) -> None:
    """giants § Úkoly, Pošetilost mocných: two lines that cross are one, whatever the crowns."""
    assert quest("folie_des_grandeurs", picture) == 10


def test_maximum_of_lines_is_exact() -> None:
    """giants § Úkoly, Pošetilost mocných: the top row alone would spoil both columns."""
    gate = """
        W1 W1 W1
        W1 C  W1
        W1 F  W1
    """
    block = """
        W1 W1 W1
        W1 W1 W1
        W1 W1 W1
        C  F  .
    """
    assert quest("folie_des_grandeurs", gate) == 20
    assert quest("folie_des_grandeurs", block) == 30


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("W W W W W \n C F . . .", 10),
        ("W W W W F \n C L . . .", 0),
        ("W W W W1 W \n C F . . .", 0),
        ("W W W W1g W \n C F . . .", 10),
        ("W W W W2g W \n C F . . .", 0),
        ("S S S S S \n C F . . .", 0),
        ("M M M M M \n C F . . .", 0),
        ("L L L L L \n L L L L L \n C W W . .", 10),
        ("F F F F F \n G G G G G \n C W W . .", 20),
        ("F F F F F \n G G G G G \n C F F F F \n . . . F F", 30),
    ],
)
def test_bleak_king(picture: str, expected: int) -> None:
    """giants § Úkoly, Král pustiny: 10 per wheat, forest, lake or grass of 5 without a crown."""
    assert quest("bleak_king", picture) == expected


@pytest.mark.parametrize("terrain", ["wheat", "forest", "lake", "grass"])
def test_bleak_king_terrains(terrain: str) -> None:
    """giants § Úkoly, Král pustiny: exactly these four."""
    letter = terrain[0].upper()
    assert quest("bleak_king", f"C {letter} {letter} {letter} M \n . {letter} {letter} . .") == 10
