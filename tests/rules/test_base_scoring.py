"""Kingdomino: regions, crowns, and who wins (base § Konec hry)."""

from __future__ import annotations

import pytest

from kingdomino.core.domino import Terrain
from kingdomino.core.kingdom import Kingdom, regions
from kingdomino.core.score import ranking, score_sheets, winners
from kingdomino.games.catalogue import rules
from tests.rules.table import kingdom, sheet, table

BASE = rules("kingdomino", 3)

SERBIAN = """
    F1 F F F F2
    F  F C W W1
    L  L L L L
    L  L L L .
"""


def found(picture: str) -> list[tuple[Terrain, int, int]]:
    """Terrain, squares and crowns of every region."""
    return [(r.terrain, r.area, r.crowns) for r in regions(kingdom("kingdomino", picture))]


def test_region_scores_squares_times_crowns() -> None:
    """base § Konec hry: seven forests with three crowns are 21, two wheat with one are 2."""
    assert found(SERBIAN) == [
        (Terrain.WHEAT, 2, 1),
        (Terrain.FOREST, 7, 3),
        (Terrain.LAKE, 9, 0),
    ]
    assert sheet(BASE, SERBIAN).total == 21 + 2


def test_region_without_a_crown_scores_nothing() -> None:
    """base § Konec hry: nine lakes, no crown, no points."""
    lake = next(r for r in sheet(BASE, SERBIAN).regions if r.terrain is Terrain.LAKE)
    assert (lake.area, lake.points) == (9, 0)


def test_terrain_may_have_several_regions() -> None:
    """base § Konec hry: two lakes apart score 2×1 and 1×1, not 3×2."""
    picture = """
        L1 L F
        W  C F
        W  W L1
    """
    assert sheet(BASE, picture).total == 2 + 1


def test_corner_does_not_connect_a_region() -> None:
    """base § Konec hry: squares hang together by sides."""
    picture = """
        W1 F
        C  W1
        F  .
    """
    assert sheet(BASE, picture).total == 1 + 1


def test_castle_is_in_no_region() -> None:
    """base § Konec hry: it joins anything but connects nothing."""
    assert sheet(BASE, "W1 C W1").total == 1 + 1


def test_region_is_whole() -> None:
    """base § Konec hry: a winding region is one; its crowns multiply all its squares."""
    picture = """
        W1 W . W2
        .  W C W
        .  W W W
        .  . W W
    """
    assert found(picture) == [(Terrain.WHEAT, 10, 3)]
    assert sheet(BASE, picture).total == 30


def test_bare_castle_scores_nothing() -> None:
    """base § Konec hry: no region at all."""
    bare = sheet(BASE, "C")
    assert (bare.total, bare.largest_region, bare.crowns) == (0, 0, 0)
    assert bare.lines == (("regions", 0),)


def test_empty_squares_cost_nothing() -> None:
    """base § Konec hry: a kingdom may have holes."""
    picture = """
        W1 . F1
        W  C F
    """
    assert sheet(BASE, picture).total == 2 + 2


def winners_of(*pictures: str | Kingdom) -> tuple[int, ...]:
    return winners(table(rules("kingdomino", max(2, len(pictures))), kingdoms=pictures))


def test_most_points_win() -> None:
    """base § Konec hry: 3 points beat 2, however large the lake."""
    assert winners_of("M3 W C", "L L L L C", "W1 W C") == (0,)


def test_first_tie_break_is_the_largest_region() -> None:
    """base § Konec hry: 2 points each; three squares without a crown beat two with one."""
    assert winners_of("C W1 W", "C W2 L", "C F2 L \n . . L \n . . L") == (2,)


FOUR_CROWNS = """
    M1 W1 C S1
    .  .  . G1
    .  .  . L
    .  .  . L
"""


def test_second_tie_break_is_all_crowns() -> None:
    """base § Konec hry: 4 points, largest region 2: four crowns beat two."""
    assert winners_of("W2 W C L L", FOUR_CROWNS) == (1,)


def test_largest_region_comes_before_crowns() -> None:
    """base § Konec hry: 4 points: four squares with one crown beat two squares, four crowns."""
    assert winners_of(FOUR_CROWNS, "W2 W C L L", "C W1 W W W") == (2,)


def test_victory_is_shared() -> None:
    """base § Konec hry: equal in everything, both win."""
    assert winners_of("C W1 W", "C L1 L", "C W L1") == (0, 1)


def test_places_are_shared_too() -> None:
    """base § Konec hry: two first places leave no second."""
    sheets = score_sheets(table(BASE, kingdoms=["C W1 W", "C L1 L", "C W L1"]))
    assert ranking(sheets) == (1, 1, 3)


def test_places_follow_points() -> None:
    """base § Konec hry: by points, whatever the seats."""
    sheets = score_sheets(table(BASE, kingdoms=["C W1 W", "C L3 L", "C W2 W"]))
    assert ranking(sheets) == (3, 1, 2)


def test_largest_region_counts_without_crowns() -> None:
    """base § Konec hry: regardless of crowns."""
    assert sheet(BASE, SERBIAN).largest_region == 9


def test_crowns_are_counted_everywhere() -> None:
    """base § Konec hry: one, two and one."""
    assert sheet(BASE, SERBIAN).crowns == 4


def test_rank_key_is_points_region_crowns() -> None:
    """base § Konec hry: in this order."""
    assert sheet(BASE, SERBIAN).rank_key == (23, 9, 4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_empty_kingdoms_share_the_victory(players: int) -> None:
    """base § Konec hry: nobody has anything, so all share."""
    assert winners(table(rules("kingdomino", players))) == tuple(range(players))
