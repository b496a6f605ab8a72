"""What options come to when a net plays them on."""

from __future__ import annotations

import random

import jax.numpy as jnp
import numpy as np
import pytest

from bench.rollout import TO_THE_END, Reach, Roller, group_of, main, match
from kingdomino import rules
from kingdomino.fast.board.layout import RNG
from kingdomino.fast.learning.feature import shapes
from kingdomino.fast.learning.practice import LEAVE
from kingdomino.learn.net import NEVER, Params, Size, answer, new_params
from kingdomino.learn.play import Group, best_slots
from kingdomino.learn.train import utilities

TWO = rules("kingdomino", 2)
TIMES = 4
SHORT = "kingdomino --options 2 --times 1 --far 0 --games 64 --pairs 64 --device cpu"


@pytest.fixture(scope="module")
def net() -> Params:
    size = Size(channels=8, blocks=1, width=32, seat=16, slot=16)
    return new_params(shapes(TWO).table, size, random.Random(1))


@pytest.fixture(scope="module")
def late(net: Params) -> Group:
    """Games of six rounds after five of them."""
    group = group_of(TWO, 64, "cpu", seed=3)
    for _ in range(40):
        group.step(best_slots(net, group.features(), jnp.float32))
    return group


def played_out(net: Params, group: Group, slot: int) -> np.ndarray:
    """What the first decision and the net's own after it are worth in each game, by hand."""
    slots, found = jnp.full(group.rows, slot, jnp.int32), np.zeros((group.rows, 2), np.float32)
    going = np.ones(group.rows, bool)
    while going.any():
        group.step(jnp.where(jnp.asarray(going), slots, LEAVE))
        done = np.asarray(group.copy("done")) & going
        ends = np.asarray(utilities(group.copy("finals"), group.copy("shares")))
        found[done], going = ends[done], going & ~done
        slots = best_slots(net, group.features(), jnp.float32)
    return found


def test_an_option_is_worth_the_mean_of_what_it_comes_to(net: Params, late: Group) -> None:
    states = late.saved()["states"]
    logits = np.asarray(answer(net, late.features()).logits)
    luck = np.frombuffer(random.Random(5).randbytes(8 * TIMES * 64), np.uint64).reshape(64, TIMES)
    which = np.flatnonzero((logits > NEVER / 2).sum(1) > 1)[:3]
    assert len(which) == 3
    slots = np.array([np.flatnonzero(logits[i] > NEVER / 2)[1] for i in which])
    # Two of them at a time, so that the last stands beside rows that nobody asked for.
    roller = Roller(TWO, net, Reach(8, TIMES, TO_THE_END), 32, "cpu")
    found = np.concatenate(
        [
            roller.worth(states[which[:2]], slots[:2], luck[which[:2]]),
            roller.worth(states[which[2:]], slots[2:], luck[which[2:]]),
        ]
    )
    for i, slot, worth in zip(which, slots, found, strict=True):
        by_hand = group_of(TWO, 64, "cpu", seed=9)
        rows = np.repeat(states[i][None], 64, 0)
        rows[:, RNG] = np.resize(luck[i], 64)
        by_hand.restore({"states": rows})
        assert worth == pytest.approx(played_out(net, by_hand, int(slot))[:TIMES].mean(0), abs=1e-6)


def test_a_net_that_plays_on_overrules_itself(net: Params) -> None:
    ended = match(TWO, net, Reach(3, 1, 0), games=64, pairs=64, device="cpu", seed=2)
    assert 0 < ended.changed < 1
    assert 0 < ended.share < 1
    # No more than that of as many throws of a coin.
    assert 0 < ended.error <= 0.5 / 8


def test_a_number_of_games_that_does_not_fit_is_refused(net: Params) -> None:
    with pytest.raises(ValueError, match="multiple of 64"):
        match(TWO, net, Reach(3, 1, 0), games=65, pairs=64, device="cpu", seed=2)


def test_the_command_tells_what_it_played_and_what_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(SHORT.split())
    told = capsys.readouterr().out
    assert told.startswith("kingdomino for 2, 2 options played on 1 times for 0 decisions")
    assert "of the victory (even is 50%, n = 64)" in told
    for words, why in (
        ("kingdomino -s 9", "2 to 4 players"),
        ("kingdomino --net nowhere.npz", "there is no nowhere.npz"),
        ("kingdomino --games 65 --device cpu", "multiple of 64"),
    ):
        with pytest.raises(SystemExit):
            main(words.split())
        assert why in capsys.readouterr().err
