"""Properties of the engine: what is not legal is refused, and nothing ever changes in place."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kingdomino.core.action import Action, Chance, Event, Kings, Row
from kingdomino.core.engine import advance, apply, draw, legal_actions, start
from kingdomino.core.error import IllegalAction
from kingdomino.core.score import score_sheets
from kingdomino.core.state import State
from kingdomino.games.catalogue import rules
from tests.property.strategies import actions, chance, events, positions


def refuses(state: State, event: Event) -> None:
    """*event* raises one readable sentence and the state is what it was."""
    before = pickle.dumps(state)
    with pytest.raises(IllegalAction) as refused:
        apply(state, event)
    assert "\n" not in str(refused.value)
    assert pickle.dumps(state) == before


@settings(max_examples=300)
@given(positions(), st.lists(events, min_size=1, max_size=8))
def test_whatever_is_not_legal_is_refused(state: State, tried: list[Event]) -> None:
    """base § Průběh hry: a player does what the list says, and nothing else."""
    legal = legal_actions(state)
    for event in tried:
        if state.chance:
            if not isinstance(event, Chance):
                refuses(state, event)
        elif event not in legal:
            refuses(state, event)


@settings(max_examples=150)
@given(positions(), positions())
def test_actions_of_another_table_are_refused(state: State, other: State) -> None:
    """base § Průběh hry: legal elsewhere is not legal here."""
    for event in legal_actions(other)[:10]:
        if event not in legal_actions(state):
            refuses(state, event)


@settings(max_examples=200)
@given(positions(), chance)
def test_chance_gives_only_what_can_be_drawn(state: State, event: Chance) -> None:
    """base § Příprava hry: an event of chance is refused or leads on."""
    try:
        after = apply(state, event)
    except IllegalAction:
        return
    assert state.chance
    assert after == advance(state, event) != state


@settings(max_examples=100)
@given(st.randoms(use_true_random=False), st.sampled_from(["drop", "double", "turn"]))
def test_spoilt_rows_are_refused(rng: random.Random, how: str) -> None:
    """base § Příprava hry, A: a domino short, one twice, or out of order."""
    state = advance(start(rules("giants", 5)), Kings((0, 1, 2, 3, 4)))
    state = advance(state, draw(state, rng))
    row = draw(state, rng)
    assert isinstance(row, Row)
    assert apply(state, row) != state
    dominoes = row.dominoes
    spoilt = {
        "drop": dominoes[1:],
        "double": (dominoes[0], *dominoes[:-1]),
        "turn": dominoes[::-1],
    }
    refuses(state, Row(spoilt[how]))


@settings(max_examples=250)
@given(positions())
def test_kingdoms_grow_by_dominoes(state: State) -> None:
    """base § Pravidla napojování: castle and whole dominoes, inside the frame, all in one piece."""
    for kingdom in state.kingdoms:
        west, north, east, south = kingdom.box
        assert kingdom.land.bit_count() % 2 == 1
        assert east - west < kingdom.size
        assert south - north < kingdom.size
        assert not kingdom.land & ~kingdom.room


@settings(max_examples=200)
@given(positions())
def test_sheet_sums_to_its_total(state: State) -> None:
    """base § Konec hry: named lines and nothing besides them."""
    for sheet in score_sheets(state):
        assert sheet.total == sum(points for _, points in sheet.lines)
        assert len({name for name, _ in sheet.lines}) == len(sheet.lines)


@settings(max_examples=200)
@given(positions())
@example(start(rules("kingdomino", 2)))
def test_order_of_actions_is_stable(state: State) -> None:
    """base § Průběh hry: an equal state has an equal list, whatever its history."""
    copy: State = pickle.loads(pickle.dumps(state))
    assert legal_actions(copy) == legal_actions(state)
    assert copy == state
    assert hash(copy) == hash(state)


@settings(max_examples=150)
@given(positions(), actions)
def test_checked_and_unchecked_doors_agree(state: State, tried: Action) -> None:
    """base § Průběh hry: what apply lets through it does as advance does."""
    for action in [*legal_actions(state)[:5], tried]:
        if action in legal_actions(state):
            assert apply(state, action) == advance(state, action)
