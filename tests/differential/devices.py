"""CPU against CUDA: bit-equal games, masks and sheets. ``python -m tests.differential.devices``.

With NUMBA_ENABLE_CUDASIM=1 it runs on Numba's simulator, on few games; else it needs a GPU.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from kingdomino.core.rules import Rules
from kingdomino.fast.board.layout import SHEET
from kingdomino.fast.many import cpu, cuda
from kingdomino.fast.policy.playout import GREEDY, RANDOM
from kingdomino.fast.rules.action import ACTIONS
from kingdomino.games.catalogue import every_rules
from tests.simulator import with_small_blocks

U = np.uint64


def same_whole_games(rules: Rules, n: int) -> None:
    for policy in (RANDOM, GREEDY):
        keys, steps = cuda.games(rules, n, seed=7, first=3, policy=policy)
        here, taken = cpu.games(rules, n, seed=7, first=3, policy=policy)
        assert np.array_equal(keys.copy_to_host(), here)
        assert np.array_equal(steps.copy_to_host(), taken)
    assert (taken > rules.rounds * rules.players).all()


def same_playouts(rules: Rules, n: int, policy: int) -> None:
    p, states = cpu.upload(rules), cpu.start(rules, n, seed=5)
    keys, taken = np.zeros((n, rules.players), np.int32), np.zeros(n, np.int32)
    on_device = cuda.start(rules, n, seed=5)
    assert np.array_equal(on_device.copy_to_host(), states)
    found = cuda.cuda.device_array(keys.shape, np.int32)
    steps = cuda.cuda.device_array(n, np.int32)
    cuda.play(cuda.upload(rules), on_device, found, steps, policy=policy)
    cpu.play(p, states, keys, taken, policy=policy)
    assert np.array_equal(found.copy_to_host(), keys)
    assert np.array_equal(on_device.copy_to_host(), states)
    assert np.array_equal(steps.copy_to_host(), taken)


def same_steps(rules: Rules, n: int, depth: int) -> None:
    p, device_p = cpu.upload(rules), cuda.upload(rules)
    states, masks = cpu.start(rules, n, seed=9), np.zeros((n, ACTIONS), np.uint8)
    sheets = np.zeros((n, rules.players, SHEET), np.int32)
    on_device = cuda.start(rules, n, seed=9)
    device_masks = cuda.cuda.device_array(masks.shape, np.uint8)
    device_sheets = cuda.cuda.device_array(sheets.shape, np.int32)
    for turn in range(depth):
        cpu.masks(p, states, masks)
        cuda.masks(device_p, on_device, device_masks)
        assert np.array_equal(device_masks.copy_to_host(), masks)
        legal = [np.flatnonzero(mask) for mask in masks]
        chosen = [ids[(turn * 7 + i) % len(ids)] if len(ids) else -1 for i, ids in enumerate(legal)]
        actions = np.array(chosen, np.int32)
        cpu.step(p, states, actions)
        cuda.step(device_p, on_device, cuda.cuda.to_device(actions))
        assert np.array_equal(on_device.copy_to_host(), states)
    copies, device_copies = np.zeros_like(states), cuda.cuda.device_array(states.shape, np.uint64)
    for keep in (False, True):
        cpu.clone(p, states, copies, U(6), keep=keep)
        cuda.clone(device_p, on_device, device_copies, U(6), keep=keep)
        assert np.array_equal(device_copies.copy_to_host(), copies)
    cpu.score(p, states, sheets)
    cuda.score(device_p, on_device, device_sheets)
    assert np.array_equal(device_sheets.copy_to_host(), sheets)


def main() -> None:
    """Compare; the exit status tells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--depth", type=int, default=300, help="steps of the stepping test")
    parser.add_argument("--plain", action="store_true", help="leave variants out")
    given = parser.parse_args()
    with_small_blocks()
    for rules in every_rules():
        if given.plain and rules.variants:
            continue
        same_whole_games(rules, given.games)
        same_playouts(rules, given.games, RANDOM)
        same_playouts(rules, given.games, GREEDY)
        same_steps(rules, given.games, given.depth)
        sys.stdout.write(f"{rules}: the same\n")


if __name__ == "__main__":
    main()
