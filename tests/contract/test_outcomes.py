"""Chance laid open: counted, listed and drawn alike in every game."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from kingdomino import (
    IllegalAction,
    Rules,
    State,
    advance,
    apply,
    draw,
    every_rules,
    legal_actions,
    outcome_count,
    outcomes,
    rules,
    start,
)
from kingdomino.core.action import Cave, Kings

PLAIN = [made for made in every_rules() if not made.variants]
FEW = 600


def chances(made: Rules, seed: int) -> list[State]:
    """The states of a random game in which chance is next."""
    rng, state, found = random.Random(seed), start(made), list[State]()
    while not state.over:
        if state.chance:
            found.append(state)
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        state = advance(state, event)
    return found


@pytest.mark.parametrize("made", PLAIN, ids=str)
def test_outcomes_are_all_that_may_be_drawn(made: Rules) -> None:
    for state in chances(made, 1):
        if outcome_count(state) > FEW:
            continue
        listed = dict(outcomes(state))
        assert len(listed) == len([*outcomes(state)]) == outcome_count(state)
        assert sum(listed.values()) == 1
        for event in listed:
            apply(state, event)
        assert all(draw(state, random.Random(seed)) in listed for seed in range(20))


def test_rows_are_counted_without_being_listed() -> None:
    state = next(s for s in chances(rules("kingdomino", 4), 1) if s.agenda[0].phase.name == "ROW")
    assert outcome_count(state) == comb(48, 4)
    event, probability = next(outcomes(state))
    assert probability == Fraction(1, comb(48, 4))
    assert event == next(outcomes(state))[0]


def test_kings_that_are_alike_make_fewer_outcomes() -> None:
    """Two kings each: six orders, and of two drawn a pair of one colour is half as likely."""
    made = rules("kingdomino", 2)
    assert {*dict(outcomes(start(made))).values()} == {Fraction(1, 6)}
    two = replace(made, kings_drawn=2)
    assert dict(outcomes(start(two))) == {
        Kings((0, 0)): Fraction(1, 6),
        Kings((0, 1)): Fraction(1, 3),
        Kings((1, 0)): Fraction(1, 3),
        Kings((1, 1)): Fraction(1, 6),
    }
    assert outcome_count(start(two)) == 4


def test_cavemen_that_are_alike_come_together_as_often_as_they_should() -> None:
    """By hand: two of a pile of three hunters and one painter."""
    first = next(s for s in chances(rules("origins-tribe"), 1) if s.agenda[0].phase.name == "CAVE")
    state = first._replace(
        face_up=("shaman", "shaman"), pile=("hunter", "hunter", "hunter", "painter")
    )
    assert dict(outcomes(state)) == {
        Cave(("hunter", "hunter")): Fraction(1, 2),
        Cave(("hunter", "painter")): Fraction(1, 2),
    }


def test_drawing_follows_the_probabilities() -> None:
    """A pile of unlike numbers: every outcome within five standard deviations."""
    first = next(s for s in chances(rules("origins-tribe"), 1) if s.agenda[0].phase.name == "CAVE")
    state = first._replace(face_up=("shaman", "shaman"), pile=("hunter",) * 3 + ("painter",) * 2)
    rng, n = random.Random(1), 3000
    drawn = Counter(draw(state, rng) for _ in range(n))
    for event, probability in outcomes(state):
        p = float(probability)
        assert abs(drawn[event] - n * p) < 5 * (n * p * (1 - p)) ** 0.5


def test_there_is_nothing_to_count_where_a_player_decides() -> None:
    made = rules("kingdomino")
    state = start(made)
    while state.chance:
        state = advance(state, draw(state, random.Random(1)))
    with pytest.raises(IllegalAction, match="nothing to draw"):
        outcome_count(state)
    with pytest.raises(IllegalAction, match="nothing to draw"):
        next(outcomes(state))
