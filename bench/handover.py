"""Games on a GPU in the hands of PyTorch and JAX: ``PYTHONPATH=src:. python bench/handover.py``.

Both must see the very memory that the games write, without a copy, and their actions must play the
games as the same actions do on the CPU. It needs an NVIDIA GPU and the two libraries.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.figure import hardware
from kingdomino.env import self_play
from kingdomino.games.catalogue import every_rules

ARRAYS = ("observation", "mask", "player", "points", "rewards", "done")
STEPS = 200


def address(array: Any) -> int:
    """Where the memory of a device array lies."""
    return int(array.__cuda_array_interface__["data"][0])


def with_torch(games: Any) -> tuple[dict[str, Any], Callable[[], Any]]:
    """The arrays as tensors, and the first legal actions."""
    torch: Any = import_module("torch")
    seen = {name: torch.as_tensor(getattr(games, name), device="cuda") for name in ARRAYS}
    return seen, lambda: seen["mask"].argmax(dim=1).to(torch.int32)


def with_jax(games: Any) -> tuple[dict[str, Any], Callable[[], Any]]:
    """The arrays as JAX sees them, and the first legal actions.

    JAX takes arrays for unchanging, so what the next step overwrites is taken anew.
    """
    jax: Any = import_module("jax")
    jnp: Any = jax.numpy
    seen = {name: jnp.asarray(getattr(games, name)) for name in ARRAYS}

    def act() -> Any:
        games.wait()
        mask = jnp.asarray(games.mask)
        return jax.block_until_ready(mask.argmax(axis=1).astype(jnp.int32))

    return seen, act


def check(game: str, players: int, take: Callable[[Any], Any], n: int = 512) -> float:
    """The library sees our memory and plays as the CPU does; seconds a step."""
    there = self_play(game, n, players=players, seed=3, device="cuda")
    here = self_play(game, n, players=players, seed=3)
    seen, act = take(there)
    for name, array in seen.items():
        assert address(array) == address(getattr(there, name)), f"{name} was copied"
    began = time.perf_counter()
    for _ in range(STEPS):
        there.step(act())
    states = there.states.copy_to_host()
    took = time.perf_counter() - began
    for _ in range(STEPS):
        here.step(here.mask.argmax(axis=1).astype(np.int32))
    assert np.array_equal(states, here.states), "the games differ"
    assert there.illegal.copy_to_host()[0] == 0
    for name in ARRAYS:
        assert np.array_equal(getattr(there, name).copy_to_host(), getattr(here, name)), name
    return took / STEPS


def main() -> None:
    """Every game with each library."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    versions = [f"{name} {import_module(name).__version__}" for name in ("torch", "jax")]
    print(", ".join([hardware(), *versions]))
    tables = sorted({(rules.game, rules.players) for rules in every_rules()})
    for library, take in (("PyTorch", with_torch), ("JAX", with_jax)):
        for game, players in tables:
            seconds = check(game, players, take)
            print(
                f"{library}: {game} for {players}, {len(ARRAYS)} arrays without a copy, "
                f"{STEPS} steps as on the CPU, {seconds * 1e6:.0f} us a step",
                flush=True,
            )


if __name__ == "__main__":
    main()
