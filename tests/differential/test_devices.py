"""The CUDA code under Numba's simulator, against the CPU; and what happens without a GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from kingdomino.fast import engine
from kingdomino.fast.board.compile import numba
from kingdomino.fast.board.layout import SHEET
from kingdomino.fast.many import cpu, cuda
from kingdomino.fast.policy.gain import WORK
from kingdomino.fast.policy.playout import GREEDY, RANDOM
from kingdomino.games.catalogue import rules

ROOT = Path(__file__).parents[2]


def test_the_simulated_gpu_plays_the_same_games() -> None:
    command = [sys.executable, "-m", "tests.differential.devices", "--plain"]
    run = subprocess.run(
        [*command, "--games", "3", "--depth", "12"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.count("the same") == 16


def test_every_kernel_compiles_for_a_gpu() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.differential.ptx"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.count("of PTX") == 30


def test_a_record_of_arrays_is_typed_once() -> None:
    """As at a launch, which asks for the type of all that it is given."""

    class Array:
        asked = 0

        @property
        def _numba_type_(self) -> Any:
            Array.asked += 1
            return numba.int32[::1]

    class Two(NamedTuple):
        one: Any
        other: Any

    arrays = Two(Array(), Array())
    record = cuda.record(arrays)
    assert Array.asked == 2
    found = cuda._step.typeof_pyval(record)
    assert Array.asked == 2
    assert found == cuda._step.typeof_pyval(arrays)
    assert len(record) == 2
    assert tuple(record) == arrays


@pytest.mark.skipif(cuda.cuda.is_available(), reason="there is a GPU here")
def test_without_a_gpu_the_error_says_what_to_do() -> None:
    with pytest.raises(cuda.NoGpuError, match=r"kingdomino\.fast\.many\.cpu plays the same games"):
        cuda.games(rules("kingdomino", 2), 10)


@pytest.mark.parametrize("policy", [RANDOM, GREEDY], ids=["random", "greedy"])
@pytest.mark.parametrize("game", ["kingdomino", "giants", "origins-tribe"])
def test_threads_and_batches_do_not_change_games(game: str, policy: int) -> None:
    made = rules(game, 3)
    whole, steps = cpu.games(made, 70, seed=1, policy=policy)
    both, same = cpu.games(made, 70, seed=1, policy=policy, threads=True)
    assert np.array_equal(both, whole)
    assert np.array_equal(same, steps)
    assert np.array_equal(cpu.games(made, 20, seed=1, first=50, policy=policy)[0], whole[50:])
    assert not np.array_equal(cpu.games(made, 70, seed=2, policy=policy)[0], whole)


@pytest.mark.parametrize("variants", [(), ("mighty_duel", "harmony", "middle_kingdom")])
@pytest.mark.parametrize("policy", [RANDOM, GREEDY], ids=["random", "greedy"])
def test_what_is_compiled_for_the_base_game_alone_plays_the_same(
    policy: int, variants: tuple[str, ...]
) -> None:
    """Against the functions for all games, which are compared with core step by step."""
    made = rules("kingdomino", 2, variants)
    p, states, work = cpu.upload(made), cpu.start(made, 300, seed=8), np.zeros(WORK, np.uint64)
    sheet, keys = np.zeros(SHEET, np.int32), np.zeros((300, 2), np.int32)
    plain, alone = states.copy(), states.copy()
    for s in plain:
        if policy == GREEDY:
            engine.greedy_playout(p, s, work)
        else:
            engine.random_playout(p, s)
    cpu.play(p, states, keys, np.zeros(300, np.int32), policy=policy)
    assert np.array_equal(states, plain)
    for i, s in enumerate(alone if policy == RANDOM else ()):
        found = np.zeros(2, np.int32)
        engine.base_playout(p, s, sheet, found)
        assert np.array_equal(s, plain[i])
        assert np.array_equal(found, keys[i])
    for i, s in enumerate(plain):
        found = np.zeros(2, np.int32)
        engine.rank_keys(p, s, sheet, found)
        assert np.array_equal(found, keys[i])


def test_copies_of_a_state_go_different_ways() -> None:
    made = rules("kingdomino", 2)
    p, states = cpu.upload(made), cpu.start(made, 1, seed=4).repeat(50, axis=0)
    copies, keys, steps = states.copy(), np.zeros((50, 2), np.int32), np.zeros(50, np.int32)
    cpu.clone(p, states, copies, np.uint64(1))
    cpu.play(p, copies, keys, steps)
    assert len(np.unique(keys[:, 0])) > 10
    cpu.clone(p, states, copies, np.uint64(1), keep=True)
    cpu.play(p, copies, keys, steps)
    assert len(np.unique(keys[:, 0])) == 1
