"""Training on the CPU: small nets, short runs, the same by seed; and what is kept of a run."""

from __future__ import annotations

import random
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from kingdomino.bots.learned.net import Net
from kingdomino.bots.learned.weights import NETS, CheckpointError, load
from kingdomino.fast.learning.practice import Features, Practice
from kingdomino.games.catalogue import rules
from kingdomino.learn.net import Size, answer
from kingdomino.learn.train import Plan, Trainer, lessons, utilities
from tests.learn.seen import legal

SMALL = Size(channels=8, blocks=1, width=32, seat=16, slot=16)
TWO = rules("kingdomino", 2)
PLAN = Plan(rows=64, steps=12, parts=3, device="cpu")


@pytest.fixture(scope="module")
def trained() -> Trainer:
    trainer = Trainer([TWO], PLAN, SMALL)
    trainer.round(0.0)
    return trainer


def test_training_follows_from_the_seed(trained: Trainer) -> None:
    again = Trainer([TWO], PLAN, SMALL)
    again.round(0.0)
    for name, value in trained.params.items():
        assert np.array_equal(value, again.params[name]), name
    other = Trainer([TWO], PLAN._replace(seed=2), SMALL)
    assert not np.array_equal(other.params["stem"], again.params["stem"])


def test_numpy_says_what_jax_says(trained: Trainer) -> None:
    """The net at the table is the net as trained, over whole games."""
    net = Net({name: np.asarray(value) for name, value in trained.params.items()})
    games = Practice(TWO, 64, seed=8)
    said_by_jax = jax.jit(answer)
    for _ in range(40):
        seen = games.features()
        ours = net.answer(seen)
        theirs = said_by_jax(trained.params, seen)
        may = legal(seen) > 0
        assert np.allclose(ours.logits[may], np.asarray(theirs.logits)[may], atol=1e-3)
        assert np.isneginf(ours.logits[~may]).all()
        assert np.allclose(ours.utility, theirs.utility, atol=1e-3)
        assert np.allclose(ours.shares, np.exp(theirs.shares), atol=1e-3)
        assert np.allclose(ours.points, 50 * theirs.points, atol=5e-2)
        games.step(ours.logits.argmax(1))


def test_run_goes_on_from_its_file(trained: Trainer, tmp_path: Path) -> None:
    run = tmp_path / "run.npz"
    trained.save(run)
    again = Trainer([TWO], PLAN, SMALL)
    again.resume(run)
    assert again.decisions == trained.decisions > 0
    for name, value in trained.params.items():
        assert np.array_equal(value, again.params[name]), name
        assert np.array_equal(trained.moments.second[name], again.moments.second[name]), name
    again.round(0.5)
    assert again.decisions == 2 * trained.decisions


def test_net_alone_is_half_as_exact_and_enough(trained: Trainer, tmp_path: Path) -> None:
    net = tmp_path / "net.npz"
    trained.export(net)
    again = Trainer([TWO], PLAN, SMALL)
    again.resume(net)
    assert np.allclose(again.params["stem"], trained.params["stem"], atol=1e-3)
    assert again.decisions == trained.decisions


def test_shipped_net_wins_against_random_players() -> None:
    """What the package holds is a trained net, and NumPy alone plays it."""
    arrays, about = load(NETS / "kingdomino.npz")
    assert about["game"] == "kingdomino"
    net = Net({name.removeprefix("net."): value for name, value in arrays.items()})
    games, rng = Practice(TWO, 32, seed=21), random.Random(2)
    seats = np.arange(32) % 2
    won: list[float] = []
    while len(won) < 32:
        seen, ours = games.features(), games.players == seats
        slots = np.array([rng.choice(np.flatnonzero(row).tolist()) for row in legal(seen)])
        if ours.any():
            part = Features(*(values[ours] for values in seen))
            slots[ours] = net.answer(part).logits.argmax(1)
        games.step(slots)
        won += [float(games.shares[i, seats[i]]) for i in np.flatnonzero(games.done)]
    assert sum(won) / len(won) > 0.9


def test_strange_files_are_refused(trained: Trainer, tmp_path: Path) -> None:
    run = tmp_path / "run.npz"
    fresh = Trainer([TWO], PLAN, SMALL)
    with pytest.raises(CheckpointError, match="there is no"):
        fresh.resume(run)
    run.write_bytes(b"no weights")
    with pytest.raises(CheckpointError, match="holds no weights"):
        fresh.resume(run)
    trained.save(run)
    with np.load(run) as found:
        arrays = {name: found[name] for name in found.files}
    arrays["net.stem"] = arrays["net.stem"] + 1
    np.savez(run, **arrays)
    with pytest.raises(CheckpointError, match="damaged"):
        fresh.resume(run)
    trained.save(run)
    with pytest.raises(CheckpointError, match="another size"):
        Trainer([TWO], PLAN, SMALL._replace(channels=4)).resume(run)
    with pytest.raises(CheckpointError, match="not giants"):
        Trainer([rules("giants", 2)], PLAN, SMALL).resume(run)


def test_a_victory_and_a_lead_are_worth_half_each() -> None:
    finals, shares = jnp.array([[40, 25], [30, 30]]), jnp.array([[1.0, 0.0], [0.5, 0.5]])
    assert np.allclose(utilities(finals, shares), [[0.75, -0.75], [0.0, 0.0]])


def test_lessons_look_back_from_the_end() -> None:
    """One game of two steps for two seats: the last decision is judged by its end alone."""
    zeros = jnp.zeros((2, 1))
    found = lessons(
        slots=jnp.zeros((2, 1), jnp.int32),
        chances=zeros,
        worth=jnp.array([[[0.1, -0.1]], [[0.2, -0.2]], [[9.0, 9.0]]]),
        players=jnp.array([[0], [1]]),
        done=jnp.array([[False], [True]]),
        finals=jnp.array([[[0, 0]], [[40, 10]]]),
        shares=jnp.array([[[0.0, 0.0]], [[1.0, 0.0]]]),
    )
    assert np.allclose(found.utility[1], [-1.0, 1.0])
    assert np.allclose(found.utility[0], [0.1 + 0.1 + 0.95 * 0.8, -(0.1 + 0.1 + 0.95 * 0.8)])
    assert np.allclose(found.points, [[0.8, 0.2], [0.2, 0.8]])
    assert found.settled.tolist() == [1.0, 1.0]
