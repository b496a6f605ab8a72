"""What a learned player sees: every legal action once, gains as scored, nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kingdomino.core.rules import Rules
from kingdomino.fast import engine
from kingdomino.fast.board import layout as at
from kingdomino.fast.board.compile import IntArray, WordArray, address, jit
from kingdomino.fast.bridge.params import params
from kingdomino.fast.learning.feature import (
    TOWER_BYTES,
    orientation,
    slot_move,
)
from kingdomino.fast.learning.practice import Features, Practice
from kingdomino.fast.rules.action import ACTIONS, move_id
from kingdomino.games.catalogue import rules
from tests.learn.seen import legal, turned_row

SETTINGS = [
    rules("kingdomino", 2),
    rules("kingdomino", 2, ["mighty_duel"]),
    rules("kingdomino", 4, ["harmony", "middle_kingdom"]),
    rules("giants", 3),
    rules("origins-discovery", 2),
    rules("origins-totem", 4),
    rules("origins-tribe", 2),
]
GAINS = TOWER_BYTES + 7


@jit
def _ids(p: WordArray, s: WordArray, slots: IntArray, out: IntArray) -> None:
    turn = orientation(address(p), address(s), at.player(address(s)))
    for i in range(slots.shape[0]):
        out[i] = move_id(slot_move(address(p), address(s), turn, slots[i]))


def ids(made: Rules, state: WordArray, slots: Any) -> Any:
    found = np.zeros(len(slots), np.int32)
    _ids(params(made), state, np.asarray(slots, np.int32), found)
    return found


def played(made: Rules, steps: int = 120) -> Iterator[tuple[Practice, Features]]:
    """Some games on their way, by random slots."""
    rng, games = random.Random(5), Practice(made, 8, seed=3)
    for _ in range(steps):
        seen = games.features()
        yield games, seen
        games.step([rng.choice(np.flatnonzero(row).tolist()) for row in legal(seen)])


@pytest.mark.parametrize("made", SETTINGS, ids=str)
def test_slots_are_the_legal_actions(made: Rules) -> None:
    room = np.zeros(ACTIONS, np.int32)
    for games, seen in played(made):
        for state, row in zip(games.states, legal(seen), strict=True):
            count = engine.legal_actions(params(made), state, room)
            found = ids(made, state, np.flatnonzero(row))
            assert sorted(found.tolist()) == room[:count].tolist()


@pytest.mark.parametrize("made", [SETTINGS[0], SETTINGS[3], SETTINGS[4]], ids=str)
def test_gains_are_what_placing_scores(made: Rules) -> None:
    """Of regions: quests and giants that follow are not counted yet."""
    before, after = np.zeros(80, np.int32), np.zeros(80, np.int32)
    asked = 0
    for games, seen in played(made, 60):
        for i, (state, row) in enumerate(zip(games.states, legal(seen), strict=True)):
            seat = engine.player(state)
            engine.score(params(made), state, before)
            for slot in np.flatnonzero(row[: 4 * 64])[:4]:
                placed = state.copy()
                engine.advance(params(made), placed, int(ids(made, state, [slot])[0]))
                engine.score(params(made), placed, after)
                line = seat * at.SHEET + at.REGIONS
                gained = after[line] - before[line]
                assert seen.cells[i, 0, slot % 64, GAINS + slot // 64] == gained
                asked += 1
    assert asked > 100


@pytest.mark.parametrize("made", [SETTINGS[0], SETTINGS[1], SETTINGS[4]], ids=str)
def test_turned_kingdoms_look_the_same(made: Rules) -> None:
    """Also where the domino in hand is a double, which is listed in two directions only."""
    compared = 0
    for step, (games, seen) in enumerate(played(made, 60)):
        if step % 10 != 9:
            continue
        for turn in range(1, 8):
            rows = np.array([turned_row(made, state, turn) for state in games.states])
            again = games.features(rows)
            for part, other in zip(seen, again, strict=True):
                assert np.array_equal(part, other)
            compared += len(rows)
    assert compared > 200


def test_what_nobody_has_seen_changes_nothing() -> None:
    """The stream that will draw the next rows is in the row, and not looked at."""
    games = Practice(SETTINGS[0], 8, seed=3)
    other = games.states.copy()
    other[:, at.RNG] ^= np.uint64(0xABCDEF)
    for part, again in zip(games.features(), games.features(other), strict=True):
        assert np.array_equal(part, again)


def test_ends_tell_points_and_shares() -> None:
    """Practice gives the result of the game that has ended, and begins the next."""
    made, ended = SETTINGS[0], 0
    for games, _ in played(made, 100):
        for i in np.flatnonzero(games.done):
            assert games.shares[i].sum() == pytest.approx(1)
            assert (games.finals[i][games.shares[i] > 0] == games.finals[i].max()).all()
            ended += 1
    assert ended >= 8
