"""State in, view out: what may be asked of any states, and whose future a copy has."""

from __future__ import annotations

import numpy as np
import pytest

from kingdomino.core.engine import legal_actions
from kingdomino.core.score import score_sheets
from kingdomino.env import batch, self_play
from kingdomino.fast.bridge.action import action_number
from kingdomino.fast.learning.episode import ANY
from tests.env.oracle import observe

TABLES = [("kingdomino", 3), ("origins-tribe", 2)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_any_states_are_answered_as_the_readable_engine_would(game: str, players: int) -> None:
    games, asked = self_play(game, 6, players=players, seed=3), batch(game, players=players)
    for turn in range(60):
        games.step(np.full(6, ANY, np.int32))
        if turn % 12:
            continue
        seats = (np.arange(6) + turn) % players
        seen = asked.observe(games.states, seats)
        masks, points = asked.legal(games.states), asked.points(games.states)
        assert masks.dtype == games.mask.dtype == np.int8
        assert np.array_equal(masks, games.mask)
        assert np.array_equal(asked.player(games.states), games.player)
        assert np.array_equal(games.observe(), games.observation)
        for i, state in enumerate(asked.readable(games.states)):
            assert np.array_equal(seen[i], observe(state, int(seats[i])))
            assert points[i].tolist() == [sheet.total for sheet in score_sheets(state)]
            ids = [action_number(state, action) for action in legal_actions(state)]
            assert np.flatnonzero(masks[i]).tolist() == ids


def test_a_clone_has_another_future_unless_it_is_asked_to_keep_it() -> None:
    games = self_play("kingdomino", 40, seed=1)
    for _ in range(8):
        games.step(np.full(40, ANY, np.int32))
    real = games.batch.play(games.clone(reseed="keep"))
    again = games.batch.play(games.clone(reseed="keep"))
    other = games.batch.play(games.clone(reseed=1))
    assert np.array_equal(real, again)
    assert (real != other).any(axis=1).sum() > 30
    assert np.array_equal(other, games.batch.play(games.clone(reseed=1)))
    assert (other != games.batch.play(games.clone(reseed=2))).any()
    with pytest.raises(TypeError):
        games.clone()


def test_states_of_the_readable_engine_get_a_stream_each() -> None:
    asked = batch("giants", players=3)
    state = asked.readable(asked.start(1, seed=5))[0]
    rows = asked.rows([state] * 30, reseed=4)
    assert asked.readable(rows) == [state] * 30
    assert len(np.unique(asked.play(rows), axis=0)) > 20


def test_a_game_goes_on_from_what_was_loaded() -> None:
    games, other = self_play("kingdomino", 4, seed=1), self_play("kingdomino", 4, seed=2)
    for _ in range(10):
        games.step(np.full(4, ANY, np.int32))
    kept, points = games.clone(reseed="keep"), games.points.copy()
    other.load(kept, reseed="keep", rows=np.array([True, False, True, True]))
    assert np.array_equal(other.states[[0, 2, 3]], kept[[0, 2, 3]])
    assert not np.array_equal(other.states[1], kept[1])
    assert np.array_equal(other.points[[0, 2, 3]], points[[0, 2, 3]])
    assert np.array_equal(other.observation[2], games.observation[2])
    assert np.array_equal(other.mask[3], games.mask[3])
    over = kept.copy()
    games.batch.play(over)
    with pytest.raises(ValueError, match="somebody is to decide"):
        other.load(over, reseed=1)


def test_the_final_points_stay_until_the_next_game_ends() -> None:
    games = self_play("kingdomino", 3, seed=6)
    before, actions = games.clone(reseed="keep"), games.mask.argmax(axis=1)
    while not games.done.any():
        before, actions = games.clone(reseed="keep"), games.mask.argmax(axis=1)
        games.step(actions)
    games.batch.step(before, actions)
    assert np.array_equal(games.final_points, games.batch.points(before))
    kept = games.final_points.copy()
    games.step(games.mask.argmax(axis=1))
    assert np.array_equal(games.final_points, kept)
    assert not np.array_equal(games.points, kept)


def test_wrong_states_and_seats_say_what_is_possible() -> None:
    asked = batch("kingdomino")
    states = asked.start(2)
    with pytest.raises(ValueError, match=r"states are uint64\[n, 19\] here, not uint64\[2, 18\]"):
        asked.legal(states[:, :18])
    with pytest.raises(ValueError, match=r"states are uint64\[4, 19\] here, not uint64\[2, 19\]"):
        self_play("kingdomino", 4).load(states, reseed=1)
    with pytest.raises(ValueError, match="2 players have the seats 0 to 1"):
        asked.observe(states, 2)
    with pytest.raises(ValueError, match="a seed is a number from 0"):
        asked.clone(states, reseed=-1)
