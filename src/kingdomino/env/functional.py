"""JAX: games as pure functions of arrays, in the manner of Pgx: ``init``, ``step``, ``observe``.

The rules run on the host, in the compiled engine, and JAX calls them back (``jax.pure_callback``).
So ``jit``, ``vmap`` and ``scan`` take these functions, a ``vmap`` is one call for the whole batch,
and nothing can be differentiated through the rules. Where JAX computes on a GPU every step copies
to the host and back; ``self_play(device="cuda")`` stays there. It needs the extra ``learn``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import jax.numpy as jnp
import numpy as np

from ..fast.board.layout import RNG
from ..fast.bridge.params import words
from ..fast.learning.batch import Pure
from ..fast.learning.episode import Reward
from ..fast.rules.action import ACTIONS
from ..games.catalogue import rules

jax: Any = import_module("jax")
Array: TypeAlias = Any
"""An array of JAX, or what stands for one while it traces."""


class State(NamedTuple):
    """A game; as many as you like with one more axis in front of each array."""

    words: Array
    """uint32[2 * words]: the state of the fast engine, its stream of chance in it."""
    current_player: Array
    """int32: the seat to decide; -1 after the end."""
    observation: Array
    """uint8[bytes]: what that seat sees, as docs/env/README.md says it."""
    legal_action_mask: Array
    """bool[856]; nothing after the end."""
    rewards: Array
    """float32[players]: what the last step was worth to each seat."""
    terminated: Array
    """bool: whether the game is over; a step then changes nothing."""
    truncated: Array
    """bool: never."""


class Functional:
    """The functions of one game; ``num_actions``, ``num_players`` and ``observation_shape`` too.

    Rewards are 0 until the end, and an illegal action ends a game with -1 for who took it.
    """

    num_actions = ACTIONS

    def __init__(
        self,
        game: str = "kingdomino",
        players: int = 2,
        variants: Iterable[str] = (),
        *,
        reward: Reward = "zero_sum",
        version: int = 0,
    ) -> None:
        made = rules(game, players, variants)
        self.num_players = players
        self._games = Pure(made, reward=reward, version=version)
        self.observation_shape = (self._games.batch.view.bytes,)
        self._words = 2 * words(made)

    def init(self, key: Array) -> State:
        """A new game, up to its first decision; the key decides all its chance."""
        seed = jax.random.bits(key, (2,), jnp.uint32)
        return self._called(self._begin, seed)

    def step(self, state: State, action: Array, key: Array | None = None) -> State:
        """The game after an action and the chance behind it.

        Chance follows from the state. With a *key* it follows from that instead, so that a search
        which looks ahead does not see what will really be drawn.
        """
        words = state.words if key is None else self._reseeded(state.words, key)
        return self._called(self._turn, words, jnp.asarray(action, jnp.int32))

    def observe(self, state: State, player_id: Array) -> Array:
        """uint8[bytes]: what another seat sees of it."""
        shape = jax.ShapeDtypeStruct(self.observation_shape, jnp.uint8)
        seat = jnp.asarray(player_id, jnp.int32)
        return _host(self._observe, shape, state.words, seat)

    def _called(self, function: Callable[..., State], *given: Array) -> State:
        shapes = State(
            jax.ShapeDtypeStruct((self._words,), jnp.uint32),
            jax.ShapeDtypeStruct((), jnp.int32),
            jax.ShapeDtypeStruct(self.observation_shape, jnp.uint8),
            jax.ShapeDtypeStruct((ACTIONS,), jnp.bool_),
            jax.ShapeDtypeStruct((self.num_players,), jnp.float32),
            jax.ShapeDtypeStruct((), jnp.bool_),
            jax.ShapeDtypeStruct((), jnp.bool_),
        )
        found: State = _host(function, shapes, *given)
        return found

    def _reseeded(self, words: Array, key: Array) -> Array:
        # The counter of a stream may begin anywhere.
        return words.at[2 * RNG : 2 * RNG + 2].set(jax.random.bits(key, (2,), jnp.uint32))

    def _begin(self, seeds: Any) -> State:
        states = self._games.begin(_wide(seeds)[:, 0])
        return self._shown(states, np.zeros((len(states), self.num_players), np.float32))

    def _turn(self, words: Any, actions: Any) -> State:
        return self._shown(*self._games.turn(_wide(words), actions))

    def _observe(self, words: Any, seats: Any) -> Any:
        return self._games.batch.observe(_wide(words), seats)

    def _shown(self, states: Any, rewards: Any) -> State:
        batch = self._games.batch
        player = batch.player(states)
        seen, mask = batch.observe(states), batch.legal(states).astype(np.bool_)
        over = player < 0
        return State(
            states.view(np.uint32), player, seen, mask, rewards, over, np.zeros_like(over)
        )  # fmt: skip


def _wide(words: Any) -> Any:
    return np.ascontiguousarray(words, np.uint32).view(np.uint64)


def _host(function: Callable[..., Any], shapes: Any, *given: Array) -> Any:
    """Call *function*, which takes and gives rows, with all the axes in front as one."""

    def rows(*arrays: Any) -> Any:
        front = np.shape(arrays[0])[:-1]
        flat = [_rows(array, len(front)) for array in arrays]
        return jax.tree.map(lambda a: a.reshape((*front, *a.shape[1:])), function(*flat))

    return jax.pure_callback(rows, shapes, *given, vmap_method="broadcast_all")


def _rows(array: Any, front: int) -> Any:
    found = np.asarray(array)
    return found.reshape(-1, *found.shape[front:])
