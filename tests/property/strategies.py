"""Hypothesis strategies: squares, events of every kind, positions of every rule set."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import strategies as st

from kingdomino.core import action as act
from kingdomino.core.action import DIRECTIONS, Event
from kingdomino.core.domino import LETTERS
from kingdomino.core.engine import advance, draw, legal_actions, start
from kingdomino.core.grid import REACH, Square
from kingdomino.core.rules import Rules
from kingdomino.core.state import State
from kingdomino.games.catalogue import every_rules
from kingdomino.games.quest import QUESTS
from kingdomino.games.tiles import caveman_tiles

squares = st.builds(Square, *[st.integers(-REACH, REACH)] * 2)
dominoes = st.one_of(st.integers(-len(LETTERS), -1), st.integers(1, 54))
seats = st.integers(0, 4)
cavemen = st.sampled_from(sorted(caveman_tiles()))
quests = st.sampled_from(sorted(name for name, _ in QUESTS))


def several(words: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(words, max_size=5).map(tuple)


@st.composite
def places(draw_from: st.DrawFn) -> act.Place:
    left = draw_from(st.builds(Square, *[st.integers(1 - REACH, REACH - 1)] * 2))
    step = draw_from(st.sampled_from(DIRECTIONS))
    return act.Place(left, Square(left.x + step.dx, left.y + step.dy))


actions: st.SearchStrategy[act.Action] = st.one_of(
    places(),
    st.builds(act.Place, squares, squares),
    st.builds(act.Discard),
    st.builds(act.Choose, dominoes),
    st.builds(act.ChoosePair, st.tuples(dominoes, dominoes)),
    st.builds(act.Cover, squares),
    st.builds(act.Release, squares),
    st.builds(act.Send, seats),
    st.builds(act.Decline),
    st.builds(act.Erupt, squares),
    st.builds(act.HandOver, seats),
    st.builds(act.Spend, squares),
    st.builds(act.Recruit, cavemen),
    st.builds(act.Settle, squares),
    st.builds(act.Pass),
)
chance: st.SearchStrategy[act.Chance] = st.one_of(
    st.builds(act.Kings, several(seats)),
    st.builds(act.Quests, several(quests)),
    st.builds(act.Row, several(dominoes)),
    st.builds(act.Cave, several(cavemen)),
)
events: st.SearchStrategy[Event] = st.one_of(actions, chance)


@cache
def all_rules() -> tuple[Rules, ...]:
    return tuple(every_rules())


@st.composite
def positions(draw_from: st.DrawFn) -> State:
    """A state of some game: so many steps of random play."""
    rules = draw_from(st.sampled_from(all_rules()))
    rng = random.Random(draw_from(st.integers(0, 9999)))
    steps = draw_from(st.integers(0, 140))
    state = start(rules)
    for _ in range(steps):
        if state.over:
            break
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        state = advance(state, event)
    return state
