"""Learners' games on CPU and CUDA: bit-equal arrays. ``python -m tests.env.devices --games 1000``.

With NUMBA_ENABLE_CUDASIM=1 it runs on Numba's simulator, on few games; else it needs a GPU.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Any

import numpy as np

from kingdomino.bots.simple.uniform import Uniform
from kingdomino.core.error import IllegalAction
from kingdomino.core.rules import Rules
from kingdomino.env.opponent import ByBots
from kingdomino.fast.against import cpu as against
from kingdomino.fast.against import cuda as against_cuda
from kingdomino.fast.against.seating import Question
from kingdomino.fast.board.compile import numba
from kingdomino.fast.learning import cpu as vector
from kingdomino.fast.learning import cuda as vector_cuda
from kingdomino.fast.learning.batch import Batch, Reseed
from kingdomino.fast.learning.episode import ANY
from kingdomino.fast.many.cuda import cuda
from kingdomino.games.catalogue import every_rules
from kingdomino.games.catalogue import rules as made
from tests.simulator import with_small_blocks

GAME = "kingdomino"
ARRAYS = (
    "states", "observation", "mask", "player", "points", "final_points", "seeds", "games",
    "rewards", "done", "illegal",
)  # fmt: skip


def same_steps(rules: Rules, n: int, depth: int) -> None:
    how: dict[str, Any] = {"reward": "margin", "shaping": 0.25, "version": 1}
    here = vector.SelfPlay(rules, n, seed=11, **how)
    there = vector_cuda.SelfPlay(rules, n, seed=11, **how)
    for turn in range(depth):
        for name in ARRAYS:
            found, expected = getattr(there, name).copy_to_host(), getattr(here, name)
            assert np.array_equal(found, expected), f"{rules}, step {turn}: {name}"
        if turn % 2:
            actions = np.full(n, ANY, np.int32)
        else:
            legal = [np.flatnonzero(mask) for mask in here.mask]
            picks = [ids[(turn * 7 + i) % len(ids)] for i, ids in enumerate(legal)]
            actions = np.array(picks, np.int32)
        if turn == depth // 2:
            actions[0] = -2
        here.step(actions)
        there.step(cuda.to_device(actions))
    assert there.illegal.copy_to_host()[0] == 1


def same_answers(rules: Rules, n: int) -> None:
    """State in, view out, on both devices."""
    here, there = Batch(rules, version=1), vector_cuda.Batch(rules, version=1)
    states, on_device = here.start(n, seed=2, first=4), there.start(n, seed=2, first=4)
    seats = np.arange(n) % rules.players
    ended = here.clone(states, reseed="keep")
    here.play(ended)
    for name in ("legal", "player", "points", "observe"):
        for rows, its in ((states, on_device), (ended, cuda.to_device(ended))):
            found = getattr(there, name)(its).copy_to_host()
            assert np.array_equal(found, getattr(here, name)(rows)), name
    seen = there.observe(on_device, seats).copy_to_host()
    assert np.array_equal(seen, here.observe(states, seats))
    reseeds: tuple[Reseed, ...] = (3, "keep")
    for reseed in reseeds:
        copies = there.clone(on_device, reseed=reseed)
        expected = here.clone(states, reseed=reseed)
        assert np.array_equal(copies.copy_to_host(), expected)
    assert there.readable(on_device) == here.readable(states)
    one, two = vector.SelfPlay(rules, n, seed=9), vector_cuda.SelfPlay(rules, n, seed=9)
    which = np.arange(n) % 2 == 0
    one.load(states, reseed=5, rows=which)
    two.load(on_device, reseed=5, rows=which)
    one.reset(rows=~which)
    two.reset(rows=~which)
    for name in ARRAYS:
        assert np.array_equal(getattr(two, name).copy_to_host(), getattr(one, name)), name


def first_legal(question: Question) -> Any:
    """Answers on the device where the question lies there, else on the host."""
    mask: Any = question.mask
    if not hasattr(mask, "copy_to_host"):
        return mask.argmax(axis=1)
    return cuda.to_device(mask.copy_to_host().argmax(axis=1).astype(np.int32))


def same_opponents(rules: Rules, n: int, depth: int) -> None:
    """Compiled opponents, one that is asked on the device, and bots that are asked on the host."""
    pool = [first_legal, "greedy", "random", ByBots(Uniform)]
    for given in ("greedy", [pool[i % len(pool)] for i in range(rules.players - 1)]):
        how: dict[str, Any] = {"opponents": given, "seat": rules.players - 1, "reward": "zero_sum"}
        here = against.Against(rules, n, seed=3, shaping=0.5, **how)
        there = against_cuda.Against(rules, n, seed=3, shaping=0.5, **how)
        loaded, which = Batch(rules).start(n, seed=8), np.arange(n) % 2 == 0
        for turn in range(depth):
            for name in ARRAYS:
                found, expected = getattr(there, name).copy_to_host(), getattr(here, name)
                assert np.array_equal(found, expected), f"{rules}, {given}, step {turn}: {name}"
            actions = np.full(n, ANY, np.int32)
            if turn % 3 == 2:
                actions = here.mask.argmax(axis=1).astype(np.int32)
                # Whoever tries it ends a game, and the next step begins another.
                actions[0] = -2
            here.step(actions)
            there.step(cuda.to_device(actions))
            if turn == 1:
                here.load(loaded, reseed=5, rows=which)
                there.load(cuda.to_device(loaded), reseed=5, rows=which)
                here.reset(rows=~which)
                there.reset(rows=~which)


def refuses_answers(rules: Rules, n: int) -> None:
    """Of opponents that are asked: what is not legal, and what are no actions."""
    for answer in (-1, 0, 845.5):
        try:
            against_cuda.Against(rules, n, opponents=lambda q, a=answer: [a] * len(q.states))
        except IllegalAction:
            continue
        raise AssertionError(f"an opponent's {answer} was taken")


def keeps_arrays(rules: Rules, n: int) -> None:
    """A reset writes where earlier tensors look, and a step refuses what are no actions."""
    here, there = vector.SelfPlay(rules, n, seed=1), vector_cuda.SelfPlay(rules, n, seed=1)
    kept = {name: getattr(there, name) for name in ARRAYS}
    there.step(cuda.to_device(np.full(n, -2, np.int32)))
    here.reset(seed=4)
    there.reset(seed=4)
    for name, array in kept.items():
        assert getattr(there, name) is array, name
        if name not in ("final_points", "illegal"):
            assert np.array_equal(array.copy_to_host(), getattr(here, name)), name
    strict = vector_cuda.SelfPlay(rules, n, seed=1, illegal="raise")
    before = strict.states.copy_to_host()
    try:
        strict.step(cuda.to_device(np.full(n, -2, np.int32)))
    except IllegalAction:
        assert np.array_equal(strict.states.copy_to_host(), before)
    else:
        raise AssertionError("illegal actions were taken")
    for wrong in (np.zeros(n + 1, np.int32), np.zeros(n, np.float32), np.zeros(n, np.bool_)):
        for takes in (there.step, partial(there.batch.step, there.states)):
            try:
                takes(cuda.to_device(wrong))
            except IllegalAction:
                continue
            raise AssertionError(f"{wrong.dtype}{list(wrong.shape)} was taken")


def main() -> None:
    """Compare; the exit status tells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--depth", type=int, default=300, help="how many steps")
    parser.add_argument("--plain", action="store_true", help="leave variants out")
    parser.add_argument("--only", type=int, help="just Kingdomino for so many players")
    parser.add_argument(
        "--part", type=int, nargs=2, default=(0, 1), help="K N: only rule sets K, K + N, K + 2N …"
    )
    given = parser.parse_args()
    with_small_blocks()
    # Enough for the plain game to end; the simulator takes its time.
    longest = 26 if numba.config.ENABLE_CUDASIM else given.depth
    first, step = given.part
    every = [made(GAME, given.only)] if given.only else list(every_rules())[first::step]
    for rules in every:
        if given.plain and rules.variants:
            continue
        same_steps(rules, given.games, given.depth)
        same_answers(rules, given.games)
        same_opponents(rules, given.games, min(given.depth, longest))
        sys.stdout.write(f"{rules}: the same\n")
    keeps_arrays(made(GAME, 2), given.games)
    refuses_answers(made(GAME, 2), max(16, given.games))
    sys.stdout.write("a reset kept its arrays\n")


if __name__ == "__main__":
    main()
