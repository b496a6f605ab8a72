"""Faults that once corrupted training in silence; each test is named after what happened.

Those of the GPU are in ``test_vector``, which starts the simulator anyway.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import kingdomino.env
from kingdomino.bots import UnknownBot
from kingdomino.core.error import IllegalAction
from kingdomino.env import KingdominoVectorEnv, opponent
from kingdomino.fast.against.cpu import Against
from kingdomino.fast.learning.cpu import SelfPlay
from kingdomino.fast.learning.episode import ANY
from kingdomino.games.catalogue import rules

MADE = rules("kingdomino", 2)
COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda it: pickle.loads(pickle.dumps(it)),
}


def vector(n: int = 3, **settings: Any) -> KingdominoVectorEnv:
    return KingdominoVectorEnv(n, opponents="random", **settings)


def anything(n: int = 3) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.full(n, ANY, np.int32)


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("kind", [SelfPlay, Against])
def test_the_observation_of_a_copy_stood_still(kind: Any, way: str) -> None:
    rows = kind(MADE, 3, seed=1)
    made = COPIES[way](rows)
    for turn in range(5):
        actions = np.array([np.flatnonzero(mask)[turn % 2 - 1] for mask in rows.mask])
        rows.step(actions)
        made.step(actions)
    assert np.array_equal(made.states, rows.states)
    assert np.array_equal(made.observation, rows.observation)
    assert not np.shares_memory(made.states, rows.states)


@pytest.mark.parametrize("way", COPIES)
def test_the_observation_of_a_copied_vector_environment_stood_still(way: str) -> None:
    games = vector()
    games.reset(seed=1)
    made = COPIES[way](games)
    for _ in range(3):
        games.step(anything())
        made.step(anything())
    seen, *_ = games.step(anything())
    same, *_ = made.step(anything())
    assert np.array_equal(same["observation"], seen["observation"])
    assert np.array_equal(same["action_mask"], seen["action_mask"])


def test_the_second_reset_was_not_reproducible() -> None:
    games, again, other = vector(), vector(), vector()
    for each, seed in ((games, 5), (again, 5), (other, 6)):
        each.reset(seed=seed)
    first, _ = games.reset()
    second, _ = again.reset()
    assert np.array_equal(first["observation"], second["observation"])
    assert not np.array_equal(first["observation"], other.reset()[0]["observation"])
    assert not np.array_equal(first["observation"], games.reset()[0]["observation"])


def test_a_reset_mask_reset_every_row() -> None:
    games = vector()
    games.reset(seed=1)
    for _ in range(4):
        games.step(anything())
    before = games.games.states.copy()
    seen, found = games.reset(options={"reset_mask": np.array([False, True, False])})
    assert (games.games.states == before).all(axis=1).tolist() == [True, False, True]
    assert found["points"][1].tolist() == [0, 0]
    assert np.array_equal(seen["observation"], games.games.observation)
    with pytest.raises(ValueError, match=r"a mask of 3 rows is bool\[3\]"):
        games.reset(options={"reset_mask": np.array([0, 1, 0])})


def test_a_list_of_seeds_was_refused() -> None:
    games, other = vector(), vector()
    games.reset(seed=[7, 8, 7])
    states = games.games.states
    assert np.array_equal(states[0], states[2])
    assert not np.array_equal(states[0], states[1])
    other.reset(seed=3)
    kept = other.games.seeds[1]
    other.reset(seed=[None, 7, None])
    assert np.array_equal(other.games.states[1], states[0])
    assert other.games.games.tolist() == [3, 0, 5]
    assert other.games.seeds.tolist() == [kept, 7, kept]
    with pytest.raises(ValueError, match="3 games take 3 seeds, not 2"):
        games.reset(seed=[1, 2])


@pytest.mark.parametrize("seed", [-1, 1 << 64, [-1, 0, 0]])
def test_a_seed_of_minus_one_overflowed(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"a seed is a number from 0 to 2\*\*64 - 1, not"):
        vector().reset(seed=seed)


def test_truncations_were_one_shared_array() -> None:
    games = vector()
    games.reset(seed=1)
    _, _, _, cut, _ = games.step(anything())
    cut[:] = True
    assert not games.step(anything())[3].any()


def test_the_class_had_no_autoreset_mode() -> None:
    assert KingdominoVectorEnv.autoreset_mode is AutoresetMode.NEXT_STEP
    assert KingdominoVectorEnv.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_an_interactive_session_saw_no_names() -> None:
    assert set(kingdomino.env.__all__) <= set(dir(kingdomino.env))


def test_nobody_said_that_the_mask_of_an_ended_game_is_empty() -> None:
    games = vector()
    _, infos = games.reset(seed=1)
    done = np.zeros(3, np.bool_)
    while not done.any():
        _, _, done, _, infos = games.step([mask.argmax() for mask in infos["action_mask"]])
    assert not infos["action_mask"][done].any()
    _, _, again, _, infos = games.step(infos["action_mask"].argmax(axis=1))
    assert not again[done].any()
    assert infos["action_mask"][done].any(axis=1).all()


def test_unknown_words_ended_in_key_errors() -> None:
    with pytest.raises(ValueError, match="no opponent 'king'; there are random, greedy"):
        Against(MADE, 2, opponents="king")
    with pytest.raises(UnknownBot):
        KingdominoVectorEnv(2, opponents="nobody")
    with pytest.raises(ValueError, match="no reward 'points'; there are win, margin, zero_sum"):
        vector(reward="points")
    with pytest.raises(ValueError, match="no answer to illegal actions 'x'; there are lose, raise"):
        vector(illegal="x")
    with pytest.raises(ValueError, match="no reward 'points'; there are win, margin"):
        kingdomino.env.self_play(reward="points")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seats 0 to 1, not 2"):
        Against(MADE, 2, seat=2)


@pytest.mark.parametrize("kind", [SelfPlay, Against])
def test_fractions_were_taken_for_actions(kind: Any) -> None:
    rows = kind(MADE, 2, seed=1, illegal="raise")
    before = rows.states.copy()
    for actions in ([845.9, 845.9], [True, True], [[845, 845]]):
        with pytest.raises(IllegalAction, match="2 games take 2 actions, whole numbers, not"):
            rows.step(actions)
    with pytest.raises(IllegalAction, match=f"game 0: action {2**32 + 845} is none of"):
        rows.step(np.array([2**32 + 845, 845]))
    assert np.array_equal(rows.states, before)


def test_after_an_illegal_action_the_single_environment_played_on() -> None:
    single: Any = gymnasium.make("kingdomino/Kingdomino-v0", opponents="random").unwrapped
    seen, _ = single.reset(seed=1)
    legal = int(np.flatnonzero(seen["action_mask"])[0])
    for action in (0, legal):
        state = single.match.state
        seen, reward, over, _, found = single.step(action)
        assert (reward, over, found["illegal"]) == (-1.0, True, True)
        assert single.match.state is state
        assert not seen["action_mask"].any()
    single.reset()
    assert not single.step(legal)[2]
    with pytest.raises(TypeError):
        single.step(845.9)


def test_bots_drew_anew_after_the_same_seed() -> None:
    """A seed decides what stochastic opponents do, too, however long the environment has lived."""
    games = KingdominoVectorEnv(4, opponents="hasty:40")
    ends = []
    for seed in (5, 5, 6):
        games.reset(seed=seed)
        for _ in range(12):
            games.step(games.games.mask.argmax(axis=1))
        ends.append(games.games.points.copy())
    assert np.array_equal(ends[0], ends[1])
    assert not np.array_equal(ends[0], ends[2])


def test_a_search_played_in_place_of_what_was_not_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who trains against a net must not meet somebody else in silence."""
    monkeypatch.setattr(opponent, "is_learned", lambda rules: False)
    for make in (KingdominoVectorEnv, kingdomino.env.KingdominoEnv):
        for name in ("policy", "policy:0.5", "champion:20"):
            with pytest.raises(ValueError, match=f"{name} has not learned giants for 3"):
                make(game="giants", players=3, opponents=["greedy", name])
        with pytest.raises(ValueError, match="net of giants was not trained for giants for 2 with"):
            make(game="giants", players=2, variants=["mighty_duel"], opponents="net")


def test_an_unknown_device_was_taken_for_the_processor() -> None:
    for make in (kingdomino.env.self_play, kingdomino.env.batch):
        with pytest.raises(ValueError, match="no device 'gpu'; there are cpu, cuda"):
            make(device="gpu")  # type: ignore[arg-type]


def test_a_batch_took_any_actions_and_any_rows() -> None:
    asked = kingdomino.env.batch("kingdomino")
    states = asked.start(3, seed=1)
    before, legal = states.copy(), asked.legal(states).argmax(axis=1)
    for wrong in (legal + 0.9, legal[:2], legal[None]):
        with pytest.raises(IllegalAction, match="3 games take 3 actions, whole numbers, not"):
            asked.step(states, wrong)
    for change in (lambda rows: asked.step(rows, legal), asked.play):
        with pytest.raises(ValueError, match="states that move on are one array without gaps"):
            change(np.repeat(states, 2, axis=0)[::2])
    with pytest.raises(ValueError, match="no policy 'king'; there are random, greedy"):
        asked.play(states, policy="king")
    assert np.array_equal(states, before)
    with pytest.raises(ValueError, match="a seed is a number from 0"):
        asked.start(3, seed=-1)
    with pytest.raises(ValueError, match="a game is a number from 0"):
        asked.start(3, first=-1)
    with pytest.raises(ValueError, match="or 'keep' theirs, not 'later'"):
        asked.clone(states, reseed="later")
    with pytest.raises(TypeError):
        asked.clone(states, reseed=1.7)
    with pytest.raises(ValueError, match="2 players have the seats 0 to 1"):
        asked.observe(states, [0.5, 0.5, 1.0])
    with pytest.raises(ValueError, match="at least one game, not 0"):
        kingdomino.env.self_play(n=0)


def test_pettingzoo_took_fractions_and_two_signs_of_one_seed() -> None:
    raw = kingdomino.env.raw_env()
    with pytest.raises(ValueError, match="a seed is a number from 0"):
        raw.reset(seed=-1)
    raw.reset(seed=1)
    with pytest.raises(TypeError):
        raw.step(845.9)  # type: ignore[arg-type]
