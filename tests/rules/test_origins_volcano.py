"""Origins: volcanoes and where their fire lands (origins § Vulkány, Pravidla lávy)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kingdomino.core.state import State
from kingdomino.games.catalogue import rules
from tests.rules.table import choosing, drawing, drawn, moves, placing, play, sheet, table

NEOLITHIC = rules("origins-discovery", 2)
DISCOVERY = rules("origins-discovery", 3)
TRIBE = rules("origins-tribe", 3)

# 28, 29 desert V1; 38, 39 grassland V1; 40 lake V1; 42 lake V2; 43, 44 jungle V2;
# 45 quarry V2; 48 quarry V3: the volcano is always the right half.


def erupting(picture: str, domino: str, where: str, made: str = "origins-discovery") -> State:
    state = table(rules(made, 3), kingdoms=[picture], agenda=[placing(0, domino)])
    return play(state, where)


@pytest.mark.parametrize(
    ("domino", "reached"),
    [
        ("28", ["w4", "w3", "w2", "w1", "s1"]),
        ("43", ["w3", "w2", "w1", "s1"]),
        ("48", ["w2", "w1", "s1"]),
    ],
)
def test_more_craters_throw_less_far(domino: str, reached: list[str]) -> None:
    """origins § Vulkány: one crater 3 squares, two craters 2, three craters 1."""
    state = table(NEOLITHIC, kingdoms=["D D D D D D H"], agenda=[placing(0, domino)])
    landed = play(state, "place s1 w1s1")
    assert moves(landed) == [f"erupt {square}" for square in reached]


@pytest.mark.parametrize(("domino", "flames"), [("28", 1), ("43", 2), ("48", 3)])
def test_more_craters_throw_more_flames(domino: str, flames: int) -> None:
    """origins § Vulkány: as many flames as craters."""
    after = play(erupting("D D H", domino, "place s1 w1s1"), "erupt w1")
    assert drawing(after).split("\n")[0].split() == ["D", f"D*{flames}", "H"]


def test_distance_is_king_moves_across_empty_ground() -> None:
    """origins § Vulkány, Pravidla lávy (ruling): diagonal steps count one, gaps are flown over."""
    picture = """
        H D D D D
        . . . . D
        . . . . D
        . . . D D
    """
    state = table(NEOLITHIC, kingdoms=[picture], agenda=[placing(0, "38")])
    landed = play(state, "place s1 s2")
    assert moves(landed) == ["erupt e1", "erupt e2", "erupt e3", "erupt s1", "erupt e3s3"]


def test_fire_spares_flames_fires_volcanoes_and_the_hut() -> None:
    """origins § Vulkány, Pravidla lávy: none of them; everything is in reach here."""
    picture = """
        D1  D V1
        J*1 H Q2
        G   . .
    """
    landed = erupting(picture, "28", "place s1 s2")
    assert moves(landed) == ["erupt n1", "erupt w1s1", "erupt s1"]


def test_landing_is_compulsory() -> None:
    """origins § Vulkány: nothing but landing is offered, then the turn goes on."""
    state = table(
        DISCOVERY, kingdoms=["D D H"], agenda=[placing(0, "28"), choosing(0)], offer="1 2 3 4"
    )
    landed = play(state, "place s1 w1s1")
    assert landed.player == 0
    assert all(text.startswith("erupt ") for text in moves(landed))
    assert moves(play(landed, "erupt w1"))[0] == "choose 1"


@pytest.mark.parametrize("domino", ["28", "29", "38", "39", "40", "42", "43", "44", "45", "48"])
def test_other_half_is_always_a_target(domino: str) -> None:
    """origins § Vulkány: so the fire always lands; the hut is no target (ruling)."""
    assert moves(erupting("H", domino, "place e1 e2")) == ["erupt e1"]


def test_volcanoes_are_always_the_right_half() -> None:
    """origins § Herní materiál: ten dominoes with one volcano each, five, four and one."""
    craters = [(d.left.craters, d.right.craters) for d in DISCOVERY.dominoes]
    assert all(left == 0 for left, _ in craters)
    counts = [[right for _, right in craters].count(number) for number in (1, 2, 3)]
    assert counts == [5, 4, 1]


def test_volcano_on_the_left_half_would_erupt_too() -> None:
    """origins § Vulkány: placing a volcano is what counts, not which half it is."""
    printed = DISCOVERY.domino[28]
    turned = replace(printed, left=printed.right, right=printed.left)
    laid = tuple(turned if domino is printed else domino for domino in DISCOVERY.dominoes)
    made = replace(DISCOVERY, dominoes=laid)
    landed = play(table(made, agenda=[placing(0, "28")]), "place e1 e2")
    assert moves(landed) == ["erupt e2"]


def test_what_is_flown_over_is_untouched() -> None:
    """origins § 2. Hra o totemy, Pozor, hořlavina: only where it lands."""
    after = play(erupting("G+ L+ H D D", "28", "place s1 w1s1", "origins-totem"), "erupt w2")
    assert drawing(after) == drawn("""
        G*1 L+ H D D
        .   V1 D . .
    """)


def test_fire_destroys_a_token() -> None:
    """origins § 2. Hra o totemy, Pozor, hořlavina: the resource leaves the game."""
    landed = erupting("G+ L+ H D D", "28", "place s1 w1s1", "origins-totem")
    assert "erupt w1" in moves(landed)
    assert drawing(play(landed, "erupt w1")).split("\n")[0] == "G+ L*1 H D D"


def test_fire_may_destroy_the_token_of_its_own_domino() -> None:
    """origins § Vulkány: the other half of the volcano's domino is a target."""
    after = play(erupting("H", "38", "place e1 e2", "origins-totem"), "erupt e1")
    assert drawing(after) == "H G*1 V1"


def test_fire_removes_a_caveman_from_the_game() -> None:
    """origins § 3. Hra s kmenem, Pozor, hořlavina: he runs away and never comes back."""
    state = table(
        TRIBE,
        kingdoms=["D:hunter D H"],
        agenda=[placing(0, "28")],
        face_up=("amazon",),
        pile=("painter",),
    )
    after = play(state, "place s1 w1s1", "erupt w2")
    assert drawing(after).split("\n")[0] == "D*1 D  H"
    assert after.kingdoms[0].cavemen == ()
    assert (after.face_up, after.pile) == (("amazon",), ("painter",))


def test_fire_spares_other_cavemen() -> None:
    """origins § 3. Hra s kmenem, Pozor, hořlavina: only the one it lands on."""
    state = table(TRIBE, kingdoms=["D:hunter D:small H"], agenda=[placing(0, "28")])
    after = play(state, "place s1 w1s1", "erupt w2")
    assert [name for _, name in after.kingdoms[0].cavemen] == ["small"]


def test_fire_is_no_target_twice() -> None:
    """origins § Vulkány, Pravidla lávy: a fire token takes no second one."""
    once = play(erupting("D D H", "28", "place s1 w1s1"), "erupt w1")
    again = play(once._replace(agenda=(placing(0, "29"),)), "place n1 w1n1")
    assert moves(again) == ["erupt n1", "erupt w2", "erupt s1"]


def test_volcano_regions_score_nothing() -> None:
    """origins § Vulkány: no flames and no points on them."""
    paper = sheet(DISCOVERY, "H V1 V3 D1 D")
    assert paper.total == 2
    assert paper.crowns == 1


def test_discarded_volcano_stays_quiet() -> None:
    """origins § Vulkány: it erupts when it is placed."""
    enclosed = """
        . L .
        L H L
        . L .
    """
    state = table(DISCOVERY, kingdoms=[enclosed], agenda=[placing(0, "28")])
    after = play(state, "discard")
    assert after.over
    assert after.kingdoms[0].fires == 0
