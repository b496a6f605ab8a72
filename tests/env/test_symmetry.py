"""Turned and mirrored kingdoms keep the rules, actions and masks, in every rule set."""

from __future__ import annotations

import numpy as np
import pytest

from kingdomino.core.rules import Rules
from kingdomino.fast.learning.batch import Batch
from kingdomino.fast.learning.cpu import SelfPlay, planes_and_table
from kingdomino.fast.learning.episode import ANY
from kingdomino.fast.learning.feature import ORIENTATIONS
from kingdomino.fast.learning.symmetry import (
    BACK,
    action_table,
    is_double,
    turn_actions,
    turn_masks,
    turn_planes,
    turn_states,
)
from kingdomino.games.catalogue import every_rules, rules

N = 16


@pytest.mark.parametrize("made", list(every_rules()), ids=str)
def test_what_was_legal_is_legal_where_it_has_come_to_lie(made: Rules) -> None:
    """Masks turn with kingdoms; acting and turning may change places; turning back undoes it."""
    games, batch, doubles = SelfPlay(made, N, seed=5), Batch(made), 0
    turns = np.arange(N) % ORIENTATIONS
    back = np.array(BACK)[turns]
    for step in range(48):
        if step % 3 == 0:
            states = games.clone(reseed="keep")
            doubles += int(is_double(made, states).sum())
            turned = turn_states(made, states, turns)
            assert np.array_equal(turn_states(made, turned, back), states)
            masks = turn_masks(made, states, games.mask, turns)
            assert np.array_equal(batch.legal(turned), masks)
            assert np.array_equal(batch.points(turned), games.points)
            assert np.array_equal(turn_masks(made, turned, masks, back), games.mask)
            actions = games.mask.argmax(axis=1)
            moved = turn_actions(made, states, actions, turns)
            seats = games.player.copy()
            batch.step(states, actions)
            batch.step(turned, moved)
            # No game ends so early; the decider's kingdom alone was turned.
            assert np.array_equal(turn_states(made, states, turns, seats), turned)
        games.step(np.full(N, ANY, np.int32))
    assert doubles > 0


def test_a_turned_kingdom_looks_turned() -> None:
    made = rules("origins-tribe", 2)
    games, batch = SelfPlay(made, N, seed=1), Batch(made)
    for _ in range(30):
        games.step(np.full(N, ANY, np.int32))
    planes, _ = planes_and_table(games.view, games.observation)
    for turn in range(ORIENTATIONS):
        turned = batch.observe(turn_states(made, games.states, turn))
        found, _ = planes_and_table(games.view, turned)
        assert np.array_equal(found[:, 0], turn_planes(planes[:, 0], turn))
        assert np.array_equal(found[:, 1], planes[:, 1])


def test_a_double_is_named_by_its_other_half() -> None:
    """East of the castle, mirrored: it lies west of it, and is laid from two squares west on."""
    east_of_castle = 13 * 6 + 7
    assert action_table(1, double=False)[east_of_castle] == 2 * 169 + 13 * 6 + 5
    assert action_table(1, double=True)[east_of_castle] == 13 * 6 + 4
    with pytest.raises(ValueError, match="orientations are 0 to 7, not 8"):
        action_table(8, double=True)
    made = rules("kingdomino", 2)
    states = Batch(made).start(1)
    with pytest.raises(ValueError, match="2 players have the seats 0 to 1"):
        turn_states(made, states, 1, 2)
    with pytest.raises(ValueError, match="orientations are 0 to 7, not 9"):
        turn_states(made, states, [9])
    with pytest.raises(ValueError, match=r"orientations are 0 to 7, not 0\.5"):
        turn_planes(np.zeros((9, 9, 8), np.uint8), 0.5)  # type: ignore[arg-type]
