"""Teaching a judge on the CPU: small courses, the same by seed; and what it says at the table."""

from __future__ import annotations

import shutil
from pathlib import Path

import jax
import numpy as np
import pytest

from kingdomino import Rules, rules
from kingdomino.bots.learned.mind import mind_for, unpacked
from kingdomino.bots.learned.weights import NETS, load, save
from kingdomino.fast.bridge.params import params
from kingdomino.fast.judge.verdict import POINTS, facts, verdicts
from kingdomino.fast.search.school import play
from kingdomino.learn.judge import Course, Lectured, new_weights, said, teach
from kingdomino.learn.school import Job, _searcher, jobs, seen_in, verdicts_of
from tests.cli.command import error, output

TWO = rules("kingdomino", 2)
SMALL = Course(games=3000, searched=8, generations=1, looks=16, passes=2.0, batch=128)


@pytest.mark.parametrize("made", [TWO, rules("giants", 5), rules("origins-tribe", 3)], ids=str)
def test_compiled_code_says_what_jax_says(made: Rules) -> None:
    """The judge at the table is the judge as taught: 10,000 states between rounds."""
    weights, answer = mind_for(made), jax.jit(said)
    games = play(_searcher(made, None), made, seed=5, first=0, games=2000, looks=0, slips=24)
    states = games.states[:10_000]
    assert len(states) == 10_000
    ours = verdicts(params(made), states, weights)
    theirs = np.asarray(answer({**weights}, *facts(params(made), states)))
    sure = 1 / (1 + np.exp(-theirs[..., :2].astype(np.float64)))
    assert np.abs(ours[..., :2] - sure).max() < 1e-3
    assert np.abs(ours[..., 2] / POINTS - theirs[..., 2]).max() < 1e-3


def test_a_judge_learns_what_games_come_to_and_the_same_by_seed() -> None:
    told: list[Lectured] = []
    first = teach([TWO], SMALL, tell=told.append)
    again = teach([TWO], SMALL)
    assert all(np.array_equal(value, again[name]) for name, value in first.items())
    assert [report.generation for report in told] == [0, 1]
    games = play(_searcher(TWO, None), TWO, seed=77, first=0, games=500, looks=0, slips=24)
    truth = verdicts_of(games.keys, _searcher(TWO, None).settings)[games.games]
    taught, untaught = (
        verdicts(params(TWO), games.states, w)
        for w in (first, {name: np.asarray(a) for name, a in new_weights(1).items()})
    )
    wrong = [np.square(w[..., 1] - truth[..., 1]).mean() for w in (taught, untaught)]
    assert wrong[0] < 0.235 < wrong[1], "0.25 is a judge without an opinion"
    off = np.sqrt(np.square(taught[..., 2] - POINTS * truth[..., 2]).mean())
    assert off < 8.0


def test_a_verdict_on_an_end_is_worth_share_and_points() -> None:
    """0.7 of it the victory, 0.3 the lead, of which 60 points are all."""
    keys = np.array([[40 << 14, 30 << 14], [20 << 14, 20 << 14]], np.int32)
    found = verdicts_of(keys, _searcher(TWO, None).settings)
    lead = 0.5 + 10 / 120
    assert np.allclose(found[0, :, 0], [0.7 + 0.3 * lead, 0.3 * (1 - lead)])
    assert np.allclose(found[1], [[0.5, 0.5, 20 / 64]] * 2)
    assert np.allclose(found[0, :, 1:], [[1, 40 / 64], [0, 30 / 64]])


def test_half_of_the_games_are_of_the_first_rules() -> None:
    group = [TWO, rules("kingdomino", 2, ["harmony"]), rules("kingdomino", 2, ["wider_offer"])]
    work = jobs(group, None, seed=1, games=8000, looks=64)
    assert [job.rules for job in work].count(TWO) == len(work) // 2
    assert {job.rules for job in work} == {*group}
    assert sum(job.games for job in work) == 8000
    assert all(job.looks == 0 for job in work), "nobody searches without a judge"


def test_states_that_only_a_search_has_seen_are_learned_from_what_it_saw(tmp_path: Path) -> None:
    path = tmp_path / "mind.npz"
    save(path, {name: np.asarray(value) for name, value in mind_for(TWO).items()}, {})
    seen = seen_in(Job(TWO, path, 3, 0, 2, 16))
    # Five round ends of each game, and many more that were looked at beside it.
    assert len(seen.verdicts) > 10 * 2
    assert ((seen.verdicts[..., :2] >= 0) & (seen.verdicts[..., :2] <= 1)).all()
    assert np.allclose(seen.verdicts[..., 1].sum(1), 1, atol=0.35)


def test_the_command_teaches_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "new" / "kingdomino-judge.npz"
    args = ("learn", "kingdomino", "--device", "cpu", "--games", "1000", "--searched", "8",
            "--looks", "8", "--generations")  # fmt: skip
    new = ("--judge", path, "-s", "2", "-s", "2:harmony")
    told = output(*args, "0", *new)
    assert "2 players 5x5, generation 0" in told
    first = unpacked(load(path)[0])["2 players 5x5"]
    assert f"is there already: go on with --resume {path}" in error(*args, "1", *new)
    assert "name no other" in error(*args, "1", *new, "--resume", path)
    told = output(*args, "1", "--resume", path)
    assert "generation 0" not in told
    assert "2 players 5x5, generation 1" in told
    later = mind_for(TWO, path.parent)
    assert not np.array_equal(first["own"], later["own"])
    assert np.abs(first["own"] - later["own"]).max() < 0.5, "it has gone on, not begun anew"
    taught = load(path)[1]["courses"]["2 players 5x5"]["settings"]
    assert taught == ["kingdomino for 2", "kingdomino for 2 with harmony"], "as it was before"
    refused = error(*args, "0", "--resume", path)
    assert "goes on by generations" in refused, "once it played for minutes and learned nothing"
    refused = error("learn", "giants", *args[2:], "1", "--resume", path)
    assert "it learned kingdomino, not giants" in refused
    path.write_bytes(b"none")
    assert "cannot be gone on with" in error(*args, "1", "--resume", path)
    assert "there is no" in error(*args, "1", "--resume", path.with_name("none.npz"))
    refused = error(*args, "1", "--resume", NETS / "kingdomino-table.npz")
    assert "it holds no run, no net and no judges" in refused


def test_one_judge_of_a_file_is_taught_anew_and_the_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "kingdomino-judge.npz"
    shutil.copy(NETS / path.name, path)
    before, old = unpacked(load(path)[0]), load(path)[1]
    args = ("learn", "kingdomino", "-s", "2", "--resume", path, "--device", "cpu", "--games",
            "1000", "--generations", "0", "--anew")  # fmt: skip
    assert "2 players 5x5, generation 0" in output(*args)
    arrays, about = load(path)
    after = unpacked(arrays)
    assert after.keys() == before.keys()
    for name in before:
        same = all(np.array_equal(before[name][part], after[name][part]) for part in before[name])
        assert same == (name != "2 players 5x5"), name
    courses = about["courses"]
    assert courses["2 players 5x5"]["games"] == 1000
    assert courses["2 players 5x5"]["settings"] == ["kingdomino for 2"]
    assert courses["3 players 5x5"] == old["course"]
    assert "--anew is for judges" in error("learn", "kingdomino", "--anew", "--device", "cpu")
