"""Training on the CPU: small nets, short runs, the same by seed; and what is kept of a run."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from kingdomino.bots.learned.net import Net
from kingdomino.bots.learned.weights import NETS, CheckpointError, load
from kingdomino.core.rules import Rules
from kingdomino.fast.learning.practice import LEAVE, Features, Practice
from kingdomino.games.catalogue import GAME, rules
from kingdomino.learn.match import win_share
from kingdomino.learn.net import Params, Size, answer, torus_conv
from kingdomino.learn.play import Choices, Ends, Plan
from kingdomino.learn.train import Lesson, Trainer, lessons, loss_of, slope_of, utilities
from tests.cli.command import error, output
from tests.learn.seen import legal

SMALL = Size(channels=8, blocks=1, width=32, seat=16, slot=16)
TWO = rules("kingdomino", 2)
SHIPPED = [rules(game, 2) for game in GAME]
PLAN = Plan(rows=64, steps=12, parts=3, device="cpu")


@pytest.fixture(scope="module")
def trained() -> Trainer:
    trainer = Trainer([TWO], PLAN, SMALL)
    trainer.round(0.0)
    return trainer


@pytest.fixture
def small_nets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command trains what is small and few steps at a time, and measures it in few games."""
    monkeypatch.setattr("kingdomino.learn.play.Plan", partial(Plan, steps=24))
    monkeypatch.setattr("kingdomino.learn.train.Trainer", partial(Trainer, size=SMALL))
    monkeypatch.setattr("kingdomino.cli.command.study.learn.MEASURED", 64)


def test_training_follows_from_the_seed(trained: Trainer) -> None:
    again = Trainer([TWO], PLAN, SMALL)
    again.round(0.0)
    for name, value in trained.params.items():
        assert np.array_equal(value, again.params[name]), name
    other = Trainer([TWO], PLAN._replace(seed=2), SMALL)
    assert not np.array_equal(other.params["stem"], again.params["stem"])


def agree(net: Net, params: Params, seen: Features, said_by_jax: Callable[..., Any]) -> None:
    ours, theirs = net.answer(seen), said_by_jax(params, seen)
    may = legal(seen) > 0
    assert np.allclose(ours.logits[may], np.asarray(theirs.logits)[may], atol=1e-3)
    assert np.isneginf(ours.logits[~may]).all()
    assert np.allclose(ours.utility, theirs.utility, atol=1e-3)
    assert np.allclose(ours.shares, np.exp(theirs.shares), atol=1e-3)
    assert np.allclose(ours.points, 50 * theirs.points, atol=5e-2)


def test_numpy_says_what_jax_says(trained: Trainer) -> None:
    """The net at the table is the net as trained: 10,000 positions of whole games."""
    net = Net({name: np.asarray(value) for name, value in trained.params.items()})
    games, rng, said_by_jax = Practice(TWO, 200, seed=8), random.Random(3), jax.jit(answer)
    for _ in range(50):
        seen = games.features()
        agree(net, trained.params, seen, said_by_jax)
        games.step([rng.choice(np.flatnonzero(row).tolist()) for row in legal(seen)])


@pytest.mark.parametrize("made", [TWO, rules("origins-tribe", 4)], ids=str)
def test_shipped_net_says_what_jax_says_of_it(made: Rules) -> None:
    arrays, _ = load(NETS / f"{made.game}.npz")
    weights = {name.removeprefix("net."): value for name, value in arrays.items()}
    params = {name: jnp.asarray(value, jnp.float32) for name, value in weights.items()}
    games, said_by_jax, net = Practice(made, 64, seed=9), jax.jit(answer), Net(weights)
    for _ in range(30):
        games.step(net.answer(games.features()).logits.argmax(1))
    agree(net, params, games.features(), said_by_jax)


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


def test_an_interrupted_run_learns_the_same(tmp_path: Path) -> None:
    """Games, earlier selves and streams go on where they were: nothing is lost."""
    plan = PLAN._replace(keep_every=1, selves=2, rivals=0.5)
    whole = Trainer([TWO], plan, SMALL)
    for _ in range(3):
        whole.round(0.0)
    part = Trainer([TWO], plan, SMALL)
    part.round(0.0)
    part.round(0.0)
    part.save(tmp_path / "run.npz")
    again = Trainer([TWO], plan, SMALL)
    again.resume(tmp_path / "run.npz")
    assert len(again.pool) == 2
    again.round(0.0)
    for name, value in whole.params.items():
        assert np.array_equal(value, again.params[name]), name
    for earlier, other in zip(whole.pool, again.pool, strict=True):
        assert np.array_equal(earlier["stem"], other["stem"])


@pytest.mark.usefixtures("small_nets")
def test_the_command_trains_says_how_it_goes_and_goes_on(tmp_path: Path) -> None:
    run, net = tmp_path / "runs" / "run.npz", tmp_path / "net.npz"
    args = ("learn", "kingdomino", "--device", "cpu", "--minutes", "0.001")
    new = ("--players", "2:harmony", "--rows", "64", "--batch", "512", "--rate", "0.01", "0.001",
           "--goal", "1000000", "--seed", "5", "--run", run)  # fmt: skip
    said = output(*args, *new)
    told = r"kingdomino for 2 with harmony: \d+\.\d points, value off by .* decisions/s"
    assert re.search(told, said)
    assert "% against greedy (64 games, even is 50 %)" in said
    learned = int(load(run)[1]["decisions"])
    assert f"{run}: {learned:,} decisions learned from in all" in said
    kept = run.read_bytes()
    assert f"is there already: go on with --resume {run}" in error(*args, *new)
    assert run.read_bytes() == kept
    plan = load(run)[1]["plan"]
    assert (plan["rows"], plan["rate"], plan["goal"], plan["seed"]) == (64, 0.01, 1_000_000, 5)
    assert f" {2 * learned:,} in all" in output(*args, "--resume", run, "--export", net)
    assert load(run)[1]["plan"] == plan, "what nobody asks for is as it was"
    assert load(net)[1]["settings"] == ["kingdomino for 2 with harmony"]
    output(*args, "--resume", run, "--rate", "0.02", "0.002")
    assert load(run)[1]["plan"] == plan | {"rate": 0.02, "last_rate": 0.002}
    refused = error(*args, "--resume", run, "--goal", "1000")
    assert f"{run} has reached its goal of 1,000 decisions: name a higher --goal" in refused
    assert "learned kingdomino, not giants" in error("learn", "giants", *args[2:], "--resume", run)
    run.write_bytes(kept[:-100])
    assert str(run) in error(*args, "--resume", run)


@pytest.mark.parametrize("option", ["--run", "--export", "--table", "--judge"])
def test_where_nothing_can_be_written_nothing_is_learned(tmp_path: Path, option: str) -> None:
    """An hour's learning is not lost for want of a folder, and none begins that would be."""
    args = ("learn", "kingdomino", "--device", "cpu", "--rows", "64", "--minutes", "0.001",
            "--games", "1000", "--run", tmp_path / "run.npz")  # fmt: skip
    assert f"{tmp_path}: is a directory" in error(*args, option, tmp_path)
    file = tmp_path / "file"
    file.write_text("")
    assert f"{file} is no folder" in error(*args, option, file / "net.npz")
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--players", "9"), "2 to 4 players"),
        (("--setting", "two"), "not a setting: 'two'"),
        (("--device", "abacus"), "no such device: 'abacus'"),
    ],
)
def test_what_cannot_be_learned_is_refused_before_anything_is_compiled(
    words: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    assert why in error("learn", "kingdomino", "--run", tmp_path / "run.npz", *words)
    assert not [*tmp_path.iterdir()]


def test_half_a_minute_of_training_beats_random_players() -> None:
    """A small net on the CPU, which loses nine of ten such games before it has learned anything."""
    plan = Plan(rows=64, steps=24, parts=4, rate=5e-3, last_rate=1e-3, device="cpu", seed=4)
    trainer = Trainer([TWO], plan, SMALL)
    for i in range(20):
        trainer.round(i / 20)
    assert win_share(trainer.params, "random", TWO, plan._replace(rows=128), seed=1) > 0.6


def test_greedy_players_beat_random_ones() -> None:
    """The yardstick that is read off the features: a net that knows nothing loses to it."""
    trainer = Trainer([TWO], PLAN, SMALL)
    assert win_share(trainer.params, "greedy", TWO, PLAN, seed=1) < 0.2


def test_what_an_earlier_self_chose_is_not_learned(trained: Trainer) -> None:
    """Where nothing is one's own, the policy has nothing to go by and only worths are learned."""
    games = Practice(TWO, 4, seed=1)
    n, zeros = 4, jnp.zeros(4)
    lesson = Lesson(jnp.zeros(n, jnp.int32), zeros, jnp.ones(n), jnp.zeros((n, 2)),
                    jnp.full((n, 2), 0.5), jnp.zeros((n, 2)), jnp.ones(n), zeros)  # fmt: skip
    slope, _ = slope_of(trained.params, games.features(), lesson, jnp.float32(0.01), jnp.float32)
    assert not np.any(slope["place"])
    assert not np.any(slope["item"])
    assert np.any(slope["worth_out"])


@pytest.mark.parametrize("name", ["stem", "film", "place", "slot_out", "worth_out"])
def test_slopes_are_what_small_changes_make(trained: Trainer, name: str) -> None:
    """The gradient of each layer against the difference that a small step makes."""
    games, net = (
        Practice(TWO, 16, seed=5),
        Net({k: np.asarray(v) for k, v in trained.params.items()}),
    )
    for taken in range(8):
        slots_taken = net.answer(games.features()).logits.argmax(1)
        if taken == 7:
            # So that some are to place and some to take from the row.
            slots_taken[:8] = LEAVE
        games.step(slots_taken)
    seen, n = games.features(), 16
    said = answer(trained.params, seen)
    slots = said.logits.argmax(1)
    chances = jax.nn.log_softmax(said.logits)[jnp.arange(n), slots]
    lesson = Lesson(slots, chances, jnp.linspace(-1, 1, n), jnp.full((n, 2), 0.3),
                    jnp.full((n, 2), 0.5), jnp.full((n, 2), 0.7), jnp.ones(n),
                    jnp.ones(n))  # fmt: skip

    def loss(params: Params) -> float:
        return float(loss_of(params, seen, lesson, jnp.float32(0.01), jnp.float32)[0])

    slope, _ = slope_of(trained.params, seen, lesson, jnp.float32(0.01), jnp.float32)
    step = 1e-2 / float(jnp.sqrt((slope[name] ** 2).sum()))
    ahead, behind = (
        loss({**trained.params, name: trained.params[name] + way * step * slope[name]})
        for way in (1, -1)
    )
    assert (ahead - behind) / (2 * step) == pytest.approx(float((slope[name] ** 2).sum()), rel=0.1)


def test_a_net_alone_takes_a_byte_a_number(trained: Trainer, tmp_path: Path) -> None:
    """Each number is at most half a step off, and a step is a 127th of the largest beside it."""
    net = tmp_path / "net.npz"
    trained.export(net)
    weights = {name: np.asarray(value) for name, value in trained.params.items()}
    with np.load(net) as found:
        assert found["net.stem"].dtype == np.int8
    again = Trainer([TWO], PLAN, SMALL)
    again.resume(net)
    assert again.decisions == trained.decisions
    for name, value in weights.items():
        largest = np.abs(value).reshape(-1, value.shape[-1]).max(0)
        off = np.abs(np.asarray(again.params[name]) - value)
        assert (off <= np.maximum(largest, 1e-3) * 0.5001 / 127).all(), name
    assert not np.array_equal(again.params["stem"], trained.params["stem"]), "one byte a number"


@pytest.mark.parametrize("made", SHIPPED, ids=str)
def test_shipped_net_wins_against_random_players(made: Rules) -> None:
    """What the package holds is a trained net, and NumPy alone plays it."""
    arrays, about = load(NETS / f"{made.game}.npz")
    assert about["game"] == made.game
    net = Net({name.removeprefix("net."): value for name, value in arrays.items()})
    games, rng = Practice(made, 20, seed=21), random.Random(2)
    seats = np.arange(20) % 2
    won: list[float] = []
    while len(won) < 20:
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


@pytest.mark.parametrize("dtype", [jnp.float32, jnp.bfloat16])
def test_convolution_goes_round_the_torus_both_ways(dtype: Any) -> None:
    """Against sliding over a border laid by hand, and that one's own gradients."""

    def plain(x: jax.Array, kernel: jax.Array) -> jax.Array:
        around = jnp.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="wrap")
        return jax.lax.conv_general_dilated(
            around, kernel, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )

    x = jax.random.normal(jax.random.key(0), (3, 8, 8, 4)).astype(dtype)
    kernel = jax.random.normal(jax.random.key(1), (3, 3, 4, 6)).astype(dtype)
    ours, theirs = (
        jax.value_and_grad(lambda x, k, f=f: (f(x, k).astype(jnp.float32) ** 2).sum(), (0, 1))(
            x, kernel
        )
        for f in (torus_conv, plain)
    )
    for one, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        assert one.dtype == other.dtype
        assert np.allclose(one, other, rtol=0.02 if dtype == jnp.bfloat16 else 1e-5, atol=0.5)


def test_a_victory_and_a_lead_are_worth_half_each() -> None:
    finals, shares = jnp.array([[40, 25], [30, 30]]), jnp.array([[1.0, 0.0], [0.5, 0.5]])
    assert np.allclose(utilities(finals, shares), [[0.75, -0.75], [0.0, 0.0]])


def test_lessons_look_back_from_the_end() -> None:
    """One game of two steps for two seats: the last decision is judged by its end alone."""
    slots, chances, ours = jnp.zeros(1, jnp.int32), jnp.zeros(1), jnp.ones(1, bool)
    before = [(jnp.array([[0.1, -0.1]]), 0), (jnp.array([[0.2, -0.2]]), 1)]
    choices = [Choices(slots, chances, worth, jnp.array([seat]), ours) for worth, seat in before]
    goes_on = Ends(jnp.array([False]), jnp.array([[0, 0]]), jnp.array([[0.0, 0.0]]))
    over = Ends(jnp.array([True]), jnp.array([[40, 10]]), jnp.array([[1.0, 0.0]]))
    stretch = lessons(choices, [goes_on, over], jnp.array([[9.0, 9.0]]))
    assert (int(stretch.games), float(stretch.points)) == (1, 25.0)
    found = stretch.lesson
    assert np.allclose(found.utility[1], [-1.0, 1.0])
    assert np.allclose(found.utility[0], [0.1 + 0.1 + 0.95 * 0.8, -(0.1 + 0.1 + 0.95 * 0.8)])
    assert np.allclose(found.points, [[0.8, 0.2], [0.2, 0.8]])
    assert found.settled.tolist() == [1.0, 1.0]
