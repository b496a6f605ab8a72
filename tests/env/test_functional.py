"""The functions for JAX: the games of the fast engine, pure, and one call for a whole batch."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from kingdomino.env.functional import Functional, State
from kingdomino.fast.learning.batch import Batch
from kingdomino.games.catalogue import rules

N = 6


def begun(env: Functional, n: int = N, *, seed: int = 1) -> State:
    return jax.vmap(env.init)(jax.random.split(jax.random.key(seed), n))


def words(state: State) -> Any:
    return np.asarray(state.words).view(np.uint64)


@pytest.mark.parametrize(("game", "players"), [("kingdomino", 2), ("origins-tribe", 3)])
def test_steps_are_those_of_the_fast_engine(game: str, players: int) -> None:
    env, plain = Functional(game, players), Batch(rules(game, players))
    step = jax.jit(jax.vmap(env.step))
    state = begun(env)
    rows, steps = words(state).copy(), 0
    while not state.terminated.all():
        assert np.array_equal(state.legal_action_mask, plain.legal(rows))
        assert np.array_equal(state.observation, plain.observe(rows))
        assert np.array_equal(state.current_player, plain.player(rows))
        going = plain.player(rows) >= 0
        actions = np.where(going, plain.legal(rows).argmax(1), 0)
        state = step(state, actions)
        plain.step(rows, np.where(going, actions, -1))
        assert np.array_equal(words(state), rows)
        steps += 1
        assert steps < 1000
    assert np.allclose(state.rewards.sum(1), 0)


def test_a_whole_game_is_one_scan() -> None:
    """Ends are rewarded once, and a game that is over stays as it is."""
    env = Functional("kingdomino", 2)

    def play(key: Any) -> Any:
        first, chance = jax.random.split(key)

        def decide(state: State, one: Any) -> Any:
            mask = state.legal_action_mask
            action = jax.random.categorical(one, jnp.where(mask, 0.0, -jnp.inf))
            after = env.step(state, action)
            return after, after.rewards

        return jax.lax.scan(decide, env.init(first), jax.random.split(chance, 50))

    last, rewards = jax.jit(jax.vmap(play))(jax.random.split(jax.random.key(2), 32))
    assert last.terminated.all()
    assert (np.abs(rewards).sum((1, 2)) <= 2).all()
    assert np.abs(rewards).sum() > 40
    assert not rewards[:, 48:].any()
    assert np.array_equal(last.current_player, [-1] * 32)


def test_functions_are_pure_and_a_key_changes_what_is_drawn() -> None:
    env = Functional("kingdomino", 2)
    state = env.init(jax.random.key(3))
    for _ in range(3):
        state = env.step(state, state.legal_action_mask.argmax())
    before = words(state).copy()
    action = state.legal_action_mask.argmax()
    once, twice = env.step(state, action), env.step(state, action)
    assert np.array_equal(words(state), before)
    assert np.array_equal(once.observation, twice.observation)
    rows = {words(env.step(state, action, jax.random.key(i)))[3] for i in range(8)}
    assert len(rows) > 1


def test_an_illegal_action_ends_the_game() -> None:
    env = Functional("giants", 3)
    state = begun(env, 2)
    after = jax.vmap(env.step)(state, jnp.array([855, int(state.legal_action_mask[1].argmax())]))
    loser = int(state.current_player[0])
    assert after.terminated.tolist() == [True, False]
    assert after.rewards[0, loser] == -1
    assert np.abs(after.rewards).sum() == 1


def test_any_seat_can_look() -> None:
    env, plain = Functional("kingdomino", 3), Batch(rules("kingdomino", 3))
    state = begun(env, 2)
    seen = jax.vmap(env.observe)(state, jnp.array([2, 1]))
    assert np.array_equal(seen, plain.observe(words(state), [2, 1]))
    assert env.observation_shape == seen.shape[1:]
