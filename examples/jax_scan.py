"""Whole games inside JAX: the net of examples/ppo.py, taught by a ``scan`` over pure functions.

``python examples/jax_scan.py --rounds 15``; docs/env/adapters.md says how long that takes and how
well it plays then. It needs the extra ``learn``.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import jax
from jax import Array
from ppo import DECISIONS, Lesson, Params, Teach, act, lesson, train, win_share

from kingdomino.env.functional import Functional, State


def teacher(rows: int) -> Teach:
    """Self-play in so many games; a game of two is one ``scan``, and JAX compiles it whole."""
    env = Functional("kingdomino", 2, reward="margin")

    @jax.jit
    def games(params: Params, key: Array) -> Any:
        begin, decide = jax.random.split(key)

        def turn(state: State, one: Array) -> Any:
            seen, mask = state.observation, state.legal_action_mask
            action, chance, value = act(params, seen, mask, one)
            after = jax.vmap(env.step)(state, action)
            return after, ((seen, mask, action, chance, value), state.current_player)

        first = jax.vmap(env.init)(jax.random.split(begin, rows))
        last, (kept, seats) = jax.lax.scan(turn, first, jax.random.split(decide, DECISIONS))
        return kept, seats, last.rewards

    def teach(params: Params, key: Array) -> Lesson:
        return lesson(*games(params, key))

    return teach


def main() -> None:
    """Train, measure, say so."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=15)
    asked.add_argument("--games", type=int, default=1000)
    given = asked.parse_args()
    began = time.process_time()
    params = train(given.rounds, teach=teacher(192))
    took = time.process_time() - began
    share = win_share(params, given.games)
    spread = 1.96 * (share * (1 - share) / given.games) ** 0.5
    print(f"{given.rounds} rounds in {took:.0f} s of processor time")
    print(f"wins {share:.1%} ± {spread:.1%} of {given.games:,} games against greedy")


if __name__ == "__main__":
    main()
