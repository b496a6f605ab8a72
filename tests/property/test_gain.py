"""What actions are said to add, against the score sheets before and after."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from kingdomino import Rules, State, advance, draw, every_rules, legal_actions, score_sheet, start
from kingdomino.core.action import Choose, Release
from kingdomino.core.gain import Site, gain_with_next, gains
from kingdomino.core.kingdom import discard, placements, put
from kingdomino.core.state import Phase

EVERY_GAME = [made for made in every_rules() if made.players == 3 or made.size == 7]


def states(made: Rules, seed: int) -> Iterator[State]:
    """Every third state of a random game in which a player decides."""
    rng, state = random.Random(seed), start(made)
    number = 0
    while not state.over:
        if not state.chance:
            number += 1
            if number % 3 == 0:
                yield state
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        state = advance(state, event)


def total(state: State, player: int) -> int:
    return score_sheet(state, player).total


def fitted(state: State, player: int, number: int) -> int | None:
    """The most that a domino brings if it is laid now, tried out place by place."""
    kingdom, domino = state.kingdoms[player], state.rules.domino[number]
    laid = (put(kingdom, domino, place) for place in placements(kingdom, domino))
    totals = [total(state.with_kingdom(player, land), player) for land in laid]
    return max(totals) - total(state, player) if totals else None


@pytest.mark.parametrize("made", EVERY_GAME, ids=str)
def test_a_gain_is_the_change_of_the_total(made: Rules) -> None:
    for state in states(made, 1):
        player = state.agenda[0].player
        rated = gains(state)
        assert [action for action, _ in rated] == legal_actions(state)
        for action, gain in rated:
            if isinstance(action, Choose):
                assert gain == fitted(state, player, action.domino)
            else:
                assert gain == total(advance(state, action), player) - total(state, player)


@pytest.mark.parametrize("made", EVERY_GAME[::5], ids=str)
def test_a_discard_costs_what_the_sheet_loses(made: Rules) -> None:
    for state in states(made, 2):
        for player, kingdom in enumerate(state.kingdoms):
            after = state.with_kingdom(player, discard(kingdom))
            lost = total(after, player) - total(state, player)
            assert Site(state, player).discarded() == lost


def test_half_a_move_is_worth_the_best_that_follows() -> None:
    made = next(made for made in EVERY_GAME if made.has_giants)
    found = 0
    for seed in range(8):
        for state in states(made, seed):
            if state.agenda[0].phase is not Phase.RELEASE:
                continue
            player = state.agenda[0].player
            for action in legal_actions(state):
                after = advance(state, action)
                if isinstance(action, Release):
                    ends = [advance(after, send) for send in legal_actions(after)]
                    best = max(total(end, player) for end in ends)
                    assert gain_with_next(state, action) == best - total(state, player)
                    found += 1
    assert found > 3


def test_after_the_end_nothing_is_gained() -> None:
    assert gains(start(EVERY_GAME[0])) == []
