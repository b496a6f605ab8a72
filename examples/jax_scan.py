"""Whole games inside JAX: the net of examples/ppo.py, taught by a ``scan`` over pure functions.

``python examples/jax_scan.py --rounds 15`` trains, and says how well it plays then. It needs the
extra ``learn``.
"""

from __future__ import annotations

from typing import Any

import jax
from jax import Array
from ppo import DECISIONS, Lesson, Params, Teach, act, command, lesson

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


if __name__ == "__main__":
    command(__doc__, 15, teacher(192))
