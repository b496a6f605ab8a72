"""What greedy believes about its gains, against the score sheet itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kingdomino import (
    Rules,
    State,
    advance,
    every_rules,
    legal_actions,
    rules,
    score_sheet,
)
from kingdomino.bots.simple.foresight import Foresight, neatness
from kingdomino.bots.simple.settling import best_settling, settlings
from kingdomino.core.action import Pass, Place, Recruit, Spend
from kingdomino.core.drawing import parse_kingdom, terrain_letters
from kingdomino.core.grid import Square
from kingdomino.core.kingdom import placements, put
from kingdomino.core.state import Phase
from tests.bots.position import states

WITHOUT_FIRE = [made for made in every_rules() if not made.has_volcanoes]


def positions(made: Rules, phase: Phase, seed: int) -> Iterator[State]:
    """The states of a random game that wait for *phase*."""
    return (state for state in states(made, seed) if state.agenda[0].phase is phase)


def total(state: State, player: int) -> int:
    return score_sheet(state, player).total


@pytest.mark.parametrize("made", WITHOUT_FIRE, ids=str)
def test_a_gain_is_the_change_of_the_score_sheet(made: Rules) -> None:
    for state in positions(made, Phase.PLACE, seed=1):
        player = state.agenda[0].player
        domino, kingdom = state.rules.domino[state.agenda[0].domino], state.kingdoms[player]
        foresight = Foresight(state, player)
        for place in placements(kingdom, domino):
            laid = put(kingdom, domino, place)
            after = total(state.with_kingdom(player, laid), player)
            assert foresight.gain(domino, place) == after - total(state, player)


def test_a_gain_with_fire_is_that_of_the_best_landing() -> None:
    for state in positions(rules("origins-discovery", 3), Phase.PLACE, seed=2):
        player, foresight = state.agenda[0].player, Foresight(state, state.agenda[0].player)
        domino = state.rules.domino[state.agenda[0].domino]
        for place in placements(state.kingdoms[player], domino):
            after = advance(state, place)
            ends = [after]
            if after.agenda and after.agenda[0].phase is Phase.ERUPT:
                ends = [advance(after, landing) for landing in legal_actions(after)]
            best = max(total(end, player) for end in ends)
            assert foresight.gain(domino, place) == best - total(state, player)


def settled(
    state: State, player: int, cost: int = 0, who: str = ""
) -> Iterator[tuple[int, tuple[int, str]]]:
    """The points after every way of settling, tried out, with what was paid for whom."""
    for action in legal_actions(state):
        if isinstance(action, Pass):
            continue
        after = advance(state, action)
        going_on = after.agenda and after.agenda[0].phase in (Phase.RECRUIT, Phase.SETTLE_ON)
        paid = cost + isinstance(action, Spend)
        name = action.caveman if isinstance(action, Recruit) else who
        if going_on:
            yield from settled(after, player, paid, name)
        else:
            yield total(after, player), (paid, name)


def test_the_best_settling_is_the_best_of_all() -> None:
    """Of all together, and for each caveman that is to be had."""
    found = 0
    for seed in range(4):
        for state in positions(rules("origins-tribe", 4), Phase.SETTLE, seed=seed):
            player = state.agenda[0].player
            plan, now = best_settling(state, player), total(state, player)
            best: dict[tuple[int, str], int] = {}
            for points, bought in settled(state, player):
                best[bought] = max(best.get(bought, -999), points - now)
            assert (plan.gain if plan else None) == max(best.values(), default=None)
            told = {(cost, each.caveman): each.gain for cost, each in settlings(state, player)}
            assert told == best
            found += len(best)
    assert found > 50


def test_a_lone_gap_is_not_neat() -> None:
    made = rules("kingdomino", 2)
    drawing = """
        C W W W W
        F F F F F
        W W W W W
        S S S S S
        . . . . L
    """
    kingdom = parse_kingdom(drawing, terrain_letters(made.dominoes), made.size)
    beside = Place(Square(0, 4), Square(1, 4))
    between = Place(Square(1, 4), Square(2, 4))
    assert neatness(kingdom, made.domino[12], beside)[0] == 0
    assert neatness(kingdom, made.domino[12], between)[0] == -2
