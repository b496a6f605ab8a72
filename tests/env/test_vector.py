"""Many games at once are the same games one by one; rewards, new games, seeds and errors."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import kingdomino.env
from kingdomino.core.error import IllegalAction
from kingdomino.core.score import score_sheets
from kingdomino.env.match import Match
from kingdomino.fast.against.cpu import Against
from kingdomino.fast.bridge.state import to_core
from kingdomino.fast.learning.cpu import SelfPlay
from kingdomino.fast.learning.episode import ANY
from kingdomino.fast.many import cuda
from kingdomino.fast.rules.action import ACTIONS
from kingdomino.games.catalogue import rules
from tests.env.oracle import action_mask, observe

ROOT = Path(__file__).parents[2]
TABLES = [("kingdomino", 2), ("giants", 5), ("origins-totem", 3), ("origins-tribe", 4)]


def picked(mask: np.ndarray[Any, Any], salt: int) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[salt * 7919 % len(legal)])


def expected_rewards(match: Match) -> tuple[float, ...]:
    return match.rewards()


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_each_row_is_a_game_of_core(game: str, players: int) -> None:
    """Observation, mask, who decides, points and rewards at every step, past the end."""
    made = rules(game, players)
    rows = SelfPlay(made, 3, seed=4, reward="margin")
    ends = 0
    for turn in range(400):
        states = [to_core(made, row) for row in rows.states]
        for i, state in enumerate(states):
            assert state.player == rows.player[i]
            totals = [sheet.total for sheet in score_sheets(state)]
            assert rows.points[i].tolist() == totals
            if turn % 10 == i:
                assert np.array_equal(rows.observation[i], observe(state, int(rows.player[i])))
                assert np.array_equal(rows.mask[i], action_mask(state))
        actions = [picked(rows.mask[i], turn + i) for i in range(3)]
        matches = []
        for state, action in zip(states, actions, strict=True):
            match = Match(game, players, (), "margin")
            match.state = state
            matches.append((match, action))
        rows.step(actions)
        for i in np.flatnonzero(rows.done).tolist():
            match, action = matches[i]
            match.take(action)
            assert match.state.over
            assert rows.rewards[i].tolist() == list(expected_rewards(match))
            assert rows.final_points[i].tolist() == match.points()
            ends += 1
        assert not rows.rewards[~rows.done].any()
        if ends >= 3:
            return
    pytest.fail("no game has ended")


def test_a_win_is_shared_among_those_who_tie() -> None:
    rows = SelfPlay(rules("kingdomino", 2), 5000, seed=2)
    shares: list[float] = []
    for _ in range(60):
        rows.step(np.full(5000, ANY, np.int32))
        assert np.allclose(rows.rewards.sum(axis=1), rows.done)
        shares += rows.rewards[rows.done].ravel().tolist()
    assert set(shares) == {0.0, 0.5, 1.0}


def test_a_new_game_follows_at_once_and_is_the_next_of_the_seed() -> None:
    made = rules("kingdomino", 2)
    rows, later = SelfPlay(made, 2, seed=9), SelfPlay(made, 4, seed=9)
    first = later.states.copy()
    while not rows.done[0]:
        rows.step([ANY, ANY])
    assert rows.games[0] == 2
    assert np.array_equal(rows.states[0], first[2])
    assert rows.points[0].tolist() == [0, 0]


def test_the_same_seed_gives_the_same_games_whatever_the_threads() -> None:
    made = rules("giants", 3)
    one, same = SelfPlay(made, 40, seed=3), SelfPlay(made, 40, seed=3)
    many, other = SelfPlay(made, 40, seed=3, threads=True), SelfPlay(made, 40, seed=5)
    for _ in range(90):
        for rows in (one, same, many, other):
            rows.step(np.full(40, ANY, np.int32))
    for rows in (same, many):
        assert np.array_equal(one.states, rows.states)
        assert np.array_equal(one.observation, rows.observation)
        assert np.array_equal(one.mask, rows.mask)
    assert not np.array_equal(one.states, other.states)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_an_action_is_legal_where_the_mask_says_so(game: str, players: int) -> None:
    """Every number in states from all over a game: the sets that are asked, and the bytes shown."""
    made = rules(game, players)
    rows = SelfPlay(made, 16, seed=6)
    for _ in range(30):
        for _ in range(5):
            rows.step(np.full(16, ANY))
        legal = np.where(rows.mask, np.arange(ACTIONS), ANY)
        assert illegal_count(rows, legal.max(axis=1)) == 0
        for action in (*range(-3, ANY), *range(ACTIONS + 3)):
            allowed = rows.mask[:, action].sum() if 0 <= action < ACTIONS else 0
            assert illegal_count(rows, np.full(16, action)) == 16 - allowed


def illegal_count(rows: SelfPlay, actions: np.ndarray[Any, Any]) -> int:
    """How many actions are not legal, asked as a step asks."""
    before = rows.illegal[0]
    rows._given(actions)
    return int(rows.illegal[0] - before)


def test_illegal_actions_are_refused_before_anything_is_done() -> None:
    rows = SelfPlay(rules("kingdomino", 2), 3, seed=1, illegal="raise")
    before = rows.states.copy()
    good = [picked(mask, 0) for mask in rows.mask]
    with pytest.raises(IllegalAction, match="game 1: action 0 is none of"):
        rows.step([good[0], 0, good[2]])
    with pytest.raises(IllegalAction, match="game 2: action 856 is none of"):
        rows.step([*good[:2], 856])
    with pytest.raises(IllegalAction, match="3 games take 3 actions"):
        rows.step(good[:2])
    assert np.array_equal(rows.states, before)


@pytest.mark.parametrize("kind", [SelfPlay, Against])
def test_an_illegal_action_loses_its_game_and_no_other(kind: Any) -> None:
    """-1 for who took it, 0 for the others; the game ends as others end, and is counted."""
    rows = kind(rules("giants", 3), 3, seed=1)
    good = [picked(mask, 0) for mask in rows.mask]
    points, seat = rows.points[1].copy(), int(rows.player[1])
    rows.step([good[0], 0, good[2]])
    assert rows.done.tolist() == [False, True, False]
    assert rows.rewards[1].tolist() == [-1.0 if other == seat else 0.0 for other in range(3)]
    assert not rows.rewards[[0, 2]].any()
    assert rows.final_points[1].tolist() == points.tolist()
    assert rows.illegal.tolist() == [1]
    rows.step([ANY if mask.any() else 0 for mask in rows.mask])
    assert not rows.done.any()
    assert rows.illegal.tolist() == [1]
    assert rows.games[1] == 4


@pytest.mark.parametrize("players", [2, 3])
def test_rewards_from_minus_one_to_one_add_up_to_nothing(players: int) -> None:
    made = rules("kingdomino", players)
    shares, rows = SelfPlay(made, 200, seed=2), SelfPlay(made, 200, seed=2, reward="zero_sum")
    ends = 0
    for _ in range(30 * players):
        for one in (shares, rows):
            one.step(np.full(200, ANY, np.int32))
        assert np.allclose(rows.rewards.sum(axis=1), 0, atol=1e-6)
        expected = (players * shares.rewards[rows.done] - 1) / (players - 1)
        assert np.allclose(rows.rewards[rows.done], expected, atol=1e-6)
        ends += int(rows.done.sum())
    assert ends >= 200


@pytest.mark.parametrize("kind", [SelfPlay, Against])
def test_shaping_pays_every_point_once(kind: Any) -> None:
    """What is paid in a game adds up to its final points, and the share of the win on top."""
    rows = kind(rules("kingdomino", 2), 20, seed=3, shaping=0.01)
    paid, ends = np.zeros((20, 2)), 0
    for _ in range(120):
        rows.step(np.full(20, ANY, np.int32))
        paid += rows.rewards
        for i in np.flatnonzero(rows.done).tolist():
            rest = paid[i] - 0.01 * rows.final_points[i]
            assert np.allclose(rest.sum(), 1, atol=1e-4)
            assert (rest[rows.final_points[i] < rows.final_points[i].max()] < 1e-4).all()
            paid[i] = 0
            ends += 1
    assert ends >= 20


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_gymnasium_vector_plays_one_seat(opponent: str) -> None:
    games: Any = gymnasium.make_vec(
        "kingdomino/Kingdomino-v0",
        num_envs=16,
        vectorization_mode="vector_entry_point",
        players=3,
        opponents=opponent,
        seat=1,
    )
    seen, found = games.reset(seed=1)
    assert games.observation_space.contains(seen)
    ends = 0
    ended = np.zeros(16, np.bool_)
    for turn in range(60):
        deciding = games.games.player
        assert ((deciding == 1) | ended).all()
        assert (seen["action_mask"].any(axis=1) | ended).all()
        actions = [0 if ended[i] else picked(seen["action_mask"][i], turn) for i in range(16)]
        seen, rewards, over, cut, found = games.step(np.array(actions))
        # The step after an end begins a new game, whatever the action, and earns nothing.
        assert not rewards[ended].any()
        assert not over[ended].any()
        assert not cut.any()
        assert not rewards[~over].any()
        best = found["points"].max(axis=1)
        assert (found["points"][over & (rewards > 0), 1] == best[over & (rewards > 0)]).all()
        ended = over
        ends += int(over.sum())
    assert ends >= 32


def test_greedy_is_the_stronger_opponent() -> None:
    shares = {}
    for opponent in ("random", "greedy"):
        rows = Against(rules("kingdomino", 2), 300, seed=1, opponents=opponent)
        while not rows.done.all():
            rows.step(np.full(300, ANY, np.int32))
        shares[opponent] = rows.rewards[:, 0].mean()
    assert shares["greedy"] < 0.1
    assert 0.4 < shares["random"] < 0.6


def test_copies_are_ones_own() -> None:
    kept = kingdomino.env.KingdominoVectorEnv(2, opponents="random")
    shared = kingdomino.env.KingdominoVectorEnv(2, opponents="random", copy=False)
    for games, same in ((kept, False), (shared, True)):
        first, _ = games.reset(seed=1)
        second, *_ = games.step(np.array([ANY, ANY]))
        assert (first["observation"] is second["observation"]) == same
        assert np.shares_memory(first["observation"], games.games.observation) == same


def test_copies_may_be_written_on() -> None:
    """Neither what is legal nor what is shown next comes from what the caller has."""
    one, other = (kingdomino.env.KingdominoVectorEnv(3, opponents="greedy") for _ in range(2))
    (seen, _), (plain, _) = one.reset(seed=2), other.reset(seed=2)
    told: Any
    same: Any
    for turn in range(30):
        legal = np.array([picked(mask, turn) if mask.any() else 0 for mask in plain["action_mask"]])
        seen["observation"][:], seen["action_mask"][:] = 7, 1
        wrong = np.where(turn % 4, legal, 855)
        seen, *told = one.step(wrong)
        plain, *same = other.step(wrong)
        assert all(np.array_equal(seen[name], plain[name]) for name in plain)
        assert all(np.array_equal(told[i], same[i]) for i in range(3))
    assert one.games.illegal[0] == other.games.illegal[0] > 0


def test_self_play_by_name() -> None:
    rows = kingdomino.env.self_play("origins-tribe", 5, players=4, seed=1)
    planes, table = kingdomino.env.planes_and_table(rows.view, rows.observation)
    assert planes.shape == (5, 4, 9, 9, 16)
    assert np.shares_memory(planes, rows.observation)
    assert table.shape == (5, rows.view.table)


def test_self_play_needs_no_gymnasium() -> None:
    """Machines made for training often have PyTorch or JAX and nothing else."""
    program = (
        "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None\n"
        "from kingdomino.env import self_play; print(self_play('giants', 3).mask.shape)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert run.stdout.strip() == "(3, 856)"


@pytest.mark.skipif(cuda.cuda.is_available(), reason="there is a GPU here")
def test_without_a_gpu_the_error_says_what_to_do() -> None:
    with pytest.raises(cuda.NoGpuError, match="needs an NVIDIA GPU"):
        kingdomino.env.self_play(device="cuda")


@pytest.mark.parametrize("which", ["--plain --games 2 --depth 2", "--only 2 --games 3 --depth 60"])
def test_the_simulated_gpu_shows_the_same(which: str) -> None:
    """Every game for a little while, and one past its end; a reset once made new tensors, and a
    step checked nothing."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.env.devices", *which.split()],
        cwd=ROOT,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.count("the same") == (16 if "plain" in which else 1)
    assert "kept its arrays" in run.stdout
