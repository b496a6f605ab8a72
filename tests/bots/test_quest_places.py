"""Where the players of a playout lay dominoes for the quests of Age of Giants (giants § Úkoly)."""

from __future__ import annotations

import pytest

from kingdomino import State, advance, rules
from kingdomino.core.action import Choose, Place
from tests.bots.neat import neat
from tests.rules.table import choosing, placing, points, table

GIANTS = rules("giants", 3)
EDGE = "C .\nW1 W"
FULL = """
    . .  F F F
    . W1 W F F
    L L  C F F
    L L  L F F
    L L  L F .
"""


def laying(domino: str, picture: str, *quests: str) -> State:
    """The first player is to place a domino."""
    agenda = [placing(0, domino), choosing(0)]
    return table(GIANTS, kingdoms=[picture], agenda=agenda, offer="1 2 4", quests=quests)


def brought(state: State, quest: str) -> set[int]:
    """What a quest is worth after this and that neat move."""
    return {
        points(advance(state, move)._replace(quests=(quest,)), quest, 0) for move in neat(state)
    }


@pytest.mark.parametrize(
    ("quest", "domino", "picture", "most"),
    [
        ("lost_corner", "3", "C F\n. F1", 20),
        ("middle_kingdom", "3", "C F F1", 10),
        ("local_business_forest", "13", EDGE, 5),
        ("four_corners_wheat", "13", FULL, 5),
    ],
)
def test_a_quest_decides_between_places(quest: str, domino: str, picture: str, most: int) -> None:
    """Whoever has not drawn it leaves it to chance, or gives it up for a point."""
    assert brought(laying(domino, picture, quest), quest) == {most}
    assert 0 in brought(laying(domino, picture), quest)


def test_the_castle_may_still_come_to_any_corner() -> None:
    """Lost Corner: a kingdom that goes straight east may turn north as well as south."""
    moves = neat(laying("3", "C F1 F", "lost_corner"))
    sides = {move.left.y + move.right.y for move in moves if isinstance(move, Place)}
    assert min(sides) < 0 < max(sides)


def test_where_the_room_is_left_anyhow_points_decide() -> None:
    """Lost Corner: once the castle has land on all sides it asks for nothing any more."""
    state = laying("1", "W1 C F\n. L L", "lost_corner")
    land = {points(advance(state, move), "regions", 0) for move in neat(state)}
    assert land == {3}


def test_what_a_quest_asks_for_is_taken_from_the_row() -> None:
    """Local Business: of two dominoes without crowns the one that it rewards."""
    state = table(
        GIANTS,
        agenda=[choosing(0), choosing(1), choosing(2)],
        offer="3 7 10",
        quests=("local_business_lake",),
    )
    assert neat(state) == {Choose(7)}
