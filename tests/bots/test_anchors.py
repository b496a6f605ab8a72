"""The literature's anchors do what their description says."""

from __future__ import annotations

import random

import pytest

from kingdomino import advance, rules
from kingdomino.bots import bot_named
from kingdomino.core.action import Action, Choose
from kingdomino.core.grid import neighbours
from kingdomino.core.state import State
from tests.rules.table import choosing, placing, table

MIDDLE = rules("kingdomino", 3, ["middle_kingdom"])
ANCHORS = ("gprd", "fg")


def acts(name: str, state: State) -> set[Action]:
    """What a bot does with this and that stream."""
    bot = bot_named(name)
    return {bot.act(state, random.Random(seed)) for seed in range(30)}


@pytest.mark.parametrize("name", ANCHORS)
def test_the_castle_stays_in_the_centre(name: str) -> None:
    """The forest goes on to the south as well, but then the castle is no longer in the middle."""
    state = table(MIDDLE, kingdoms=["W W C\n. . F\n. . F"], agenda=[placing(0, "28")])
    for action in acts(name, state):
        west, north, east, south = advance(state, action).kingdoms[0].box
        assert min(west, north) >= -2
        assert max(east, south) <= 2


@pytest.mark.parametrize("name", ANCHORS)
def test_no_lone_gap_is_left_where_that_can_be_helped(name: str) -> None:
    """Twelve places bring as many points; one shuts in the square north of the castle."""
    state = table(rules("kingdomino", 3), kingdoms=["F1 . W\nF C W"], agenda=[placing(0, "3")])
    for action in acts(name, state):
        land = advance(state, action).kingdoms[0]
        free = land.room & ~land.land
        assert not free & ~neighbours(free)


def test_a_random_draft_takes_only_what_fits() -> None:
    """The swamp fits nowhere: no place beside the castle is left, and no swamp."""
    full = "L L L L L\nL L L L L\nL L C W F\nL L L . F\nL L L . F"
    state = table(rules("kingdomino", 3), kingdoms=[full], agenda=[choosing(0)], offer="12 3 1")
    assert acts("gprd", state) == {Choose(3), Choose(1)}
