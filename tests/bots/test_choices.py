"""What the players of a playout take from the row."""

from __future__ import annotations

from kingdomino import rules
from kingdomino.core.action import Choose
from tests.bots.neat import neat
from tests.rules.table import choosing, table


def test_fire_for_a_large_region_counts_as_points() -> None:
    """45 brings two flames for a jungle of six, 32 a crown for a lake of one square."""
    state = table(
        rules("origins-discovery", 3),
        kingdoms=["J J J H\nJ J J ."],
        agenda=[choosing(0), choosing(1), choosing(2)],
        offer="1 32 45",
    )
    assert neat(state) == {Choose(45)}


def test_a_giant_is_left_to_others() -> None:
    """A and 13 bring the same square of wheat, but A comes with a giant for the only crown."""
    state = table(
        rules("giants", 3),
        kingdoms=["W1 W W W C"],
        agenda=[choosing(0), choosing(1), choosing(2)],
        offer="A 3 13",
    )
    assert neat(state) == {Choose(13)}


def test_footprints_are_worth_the_giant_they_send_away() -> None:
    """40 would add five points, 50 three, and four more without the giant."""
    state = table(
        rules("giants", 3),
        kingdoms=["M1g M M M C"],
        agenda=[choosing(0), choosing(1), choosing(2)],
        offer="3 40 50",
    )
    assert neat(state) == {Choose(50)}


def test_a_domino_that_fits_is_better_than_one_that_does_not() -> None:
    """A giant costs what it costs, but a domino that must be discarded brings nothing at all."""
    full = "L1 L L L L\nL L L L L\nL L C W F\nL L L . F\nL L L . F"
    state = table(rules("giants", 3), kingdoms=[full], agenda=[choosing(0)], offer="A 12 7")
    assert Choose(12) not in neat(state)
