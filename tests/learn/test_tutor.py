"""Lessons of a net's own games for a judge."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from kingdomino import Rules, rules
from kingdomino.bots.learned.weights import NETS, CheckpointError
from kingdomino.fast.board.layout import ROWS_LEFT, TURN
from kingdomino.fast.bridge.params import params
from kingdomino.fast.learning.practice import round_ends
from kingdomino.learn.judge import Course, Lectured, teach
from kingdomino.learn.net import legal_slots
from kingdomino.learn.play import Group, Plan, best_slots
from kingdomino.learn.school import Taught, in_turn, taught_in
from kingdomino.learn.tutor import Tutor, lessons, shared_out, strolled, tutor_from
from tests.cli.command import error

TWO = rules("kingdomino", 2)
NET = NETS / "kingdomino.npz"
SMALL = Plan(rows=64, device="cpu")


@pytest.fixture(scope="module")
def tutor() -> Tutor:
    return tutor_from(NET, "kingdomino", SMALL)


def rows_left(states: np.ndarray) -> list[int]:
    return [int(row) >> ROWS_LEFT & 255 for row in states[:, TURN]]


@pytest.fixture(scope="module")
def lesson(tutor: Tutor) -> Taught:
    (taught,) = lessons(tutor, TWO, 64, 1)
    return taught


def test_a_lesson_has_the_ends_of_rounds_and_how_their_games_ended(lesson: Taught) -> None:
    assert len(lesson.slots) > 64 * 5 / 2, "every other game in full"
    ends = round_ends(params(TWO), lesson.states, lesson.slots)
    # No row is laid by what ends a round, and before the last one there are five such ends.
    assert rows_left(ends) == rows_left(lesson.states)
    assert {*rows_left(ends)} == {1, 2, 3, 4, 5}
    assert np.allclose(lesson.shares.sum(1), 1)
    assert ((lesson.finals[:, 0] > lesson.finals[:, 1]) <= (lesson.shares[:, 0] == 1)).all()
    seen = taught_in(lesson)
    assert np.allclose(seen.verdicts[..., 1], lesson.shares)
    assert np.allclose(64 * seen.verdicts[..., 2], lesson.finals)
    assert (seen.bags > 0).sum(2).min() > 10


def test_the_same_seed_gives_the_same_lesson_and_another_one_another(
    tutor: Tutor, lesson: Taught
) -> None:
    again, other = (next(lessons(tutor, TWO, 64, seed)) for seed in (1, 2))
    assert np.array_equal(lesson.states, again.states)
    assert np.array_equal(lesson.finals, again.finals)
    assert lesson.states.shape != other.states.shape or (lesson.states != other.states).any()


def test_a_stroll_leaves_the_best_way_now_and_then(tutor: Tutor) -> None:
    group = Group(TWO, SMALL)
    best, key = best_slots(tutor.params, group.features(), SMALL.dtype), jax.random.key(1)
    for _ in range(12):
        group.step(best)
        best = best_slots(tutor.params, group.features(), SMALL.dtype)
    legal = legal_slots(group.features())
    cool, hot = (
        strolled(tutor.params, group.features(), key, jnp.full(group.rows, heat), SMALL.dtype)
        for heat in (1.0, 16.0)
    )
    assert (cool == best).mean() > 0.85 > 0.75 > (hot == best).mean()
    assert jnp.take_along_axis(legal, hot[:, None], 1).all(), "whatever the heat, it is legal"


def test_half_of_the_games_are_of_the_first_rules() -> None:
    others = [rules("kingdomino", 2, ["harmony"]), rules("kingdomino", 2, ["middle_kingdom"])]
    assert shared_out([TWO, *others], 400) == [(TWO, 200), (others[0], 100), (others[1], 100)]
    assert shared_out([TWO], 400) == [(TWO, 400)]


@pytest.mark.parametrize("players", [[2], [2, 3], [2, 3, 4], [2, 3, 4, 2]])
def test_games_are_shared_out_as_if_counted_one_by_one(players: list[int]) -> None:
    group = [rules("kingdomino", n) for n in players]
    for games in range(25):
        counted = Counter(in_turn(group, i) for i in range(games))
        assert shared_out(group, games) == [*counted.items()], games
    assert sum(share for _, share in shared_out(group, 10**15)) == 10**15


def test_a_judge_learns_from_a_tutor_and_of_other_rules_from_who_does_not_search(
    tutor: Tutor,
) -> None:
    unknown = rules("kingdomino", 2, ["harmony"])
    assert tutor.knows(TWO)
    assert not tutor.knows(unknown)
    course = Course(games=128, generations=0, passes=2.0, batch=128)
    told: list[Lectured] = []
    group: list[Rules] = [TWO, unknown]
    first = teach(group, course, tutor=tutor, tell=told.append)
    again = teach(group, course, tutor=tutor)
    assert all(np.array_equal(value, again[name]) for name, value in first.items())
    # 64 games of the net, every other in part only, and a block of 500; one part of two is held.
    assert told[0].states > 64 * 5 / 2


def test_what_is_no_net_of_the_game_is_no_tutor(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="holds no net of giants"):
        tutor_from(NET, "giants", SMALL)
    judges = NETS / "kingdomino-judge.npz"
    with pytest.raises(CheckpointError, match="holds no net of kingdomino"):
        tutor_from(judges, "kingdomino", SMALL)
    args = ("learn", "kingdomino", "--judge", tmp_path / "new.npz", "--device", "cpu", "--tutor")
    assert "holds no net of kingdomino" in error(*args, judges)
    assert "there is no" in error(*args, tmp_path / "none.npz")
    assert not (tmp_path / "new.npz").exists()
