"""Games to learn from, and how a net plays them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from ..core.rules import Rules
from ..fast.learning.practice import LEAVE, Features, player_of
from .net import Params, answer


class Plan(NamedTuple):
    """How to train."""

    rows: int = 8192
    """Games side by side, for two players; fewer with more."""
    steps: int = 48
    parts: int = 24
    """Steps of learning in a round."""
    rate: float = 1e-3
    last_rate: float = 1e-4
    entropy: float = 0.02
    last_entropy: float = 0.002
    rivals: float = 0.2
    """The part of the games in which the others are an earlier self."""
    selves: int = 8
    """So many earlier selves are kept."""
    keep_every: int = 20
    """Rounds between two of them."""
    goal: int | None = None
    """Decisions of the whole run, if it has one: rate and entropy fall towards it."""
    device: str = "cuda"
    seed: int = 1

    @property
    def dtype(self) -> Any:
        """What nets are evaluated in while learning."""
        return jnp.bfloat16 if self.device == "cuda" else jnp.float32


@partial(jax.jit, static_argnames="dtype")
def act(
    params: Params, features: Features, key: Array, dtype: Any = jnp.bfloat16
) -> tuple[Array, Array, Array]:
    """Slots drawn from the policy, the logarithms of their probabilities, everybody's utility."""
    said = answer(params, features, dtype)
    chances = jax.nn.log_softmax(said.logits)
    slots = jax.random.categorical(key, said.logits)
    chance = jnp.take_along_axis(chances, slots[:, None], 1)[:, 0]
    return slots.astype(jnp.int32), chance, said.utility


def by_seat(said: Array, players: Array) -> Array:
    """What a net says of each seat, [n, players], by its number instead of from the decider on."""
    seats = said.shape[1]
    return jnp.take_along_axis(said, (jnp.arange(seats) - players[:, None]) % seats, 1)


class Ends(NamedTuple):
    """What a step of all games came to, [rows] and [rows, players]: as ``Practice`` has it."""

    done: Array
    finals: Array
    shares: Array


class Choices(NamedTuple):
    """What was decided in one step of all games, [rows]."""

    slots: Array
    chances: Array
    worth: Array
    """float32[rows, players]: what the net expected for each seat."""
    players: Array
    ours: Array
    """Whether the self that learns decided."""


@partial(jax.jit, static_argnames=("rivals", "dtype"))
def decide(
    nets: tuple[Params, Params],
    features: Features,
    players: Array,
    ends: Ends,
    key: Array,
    step: int,
    *,
    rivals: int,
    dtype: Any,
) -> tuple[Choices, Ends]:
    """All of a step in one call: everybody's choice, and a copy of how the step before ended.

    Of *nets* the first decides; in the first *rivals* rows it has one seat only, another from row
    to row, and the second net the others.
    """
    key = jax.random.fold_in(key, step)
    slots, chances, utility = act(nets[0], features, key, dtype)
    rows, seats = utility.shape
    ours = (jnp.arange(rows) >= rivals) | (players == jnp.arange(rows) % seats)
    if rivals:
        seen = Features(*(part[:rivals] for part in features))
        theirs, _, _ = act(nets[1], seen, jax.random.fold_in(key, 1), dtype)
        slots = slots.at[:rivals].set(jnp.where(ours[:rivals], slots[:rivals], theirs))
    worth = by_seat(utility, players)
    # Games write into their arrays again: what is handed on are copies.
    copied = Ends(ends.done | False, ends.finals + 0, ends.shares + 0)
    return Choices(slots, chances, worth, players + 0, ours), copied


@partial(jax.jit, static_argnames="dtype")
def best_slots(params: Params, features: Features, dtype: Any = jnp.bfloat16) -> Array:
    """The likeliest slot of each state."""
    return answer(params, features, dtype).logits.argmax(1).astype(jnp.int32)


def ready(values: Any) -> Any:
    """The values, once they have been worked out: games must not run ahead of them."""
    wait: Any = jax.block_until_ready
    return wait(values)


class Group:
    """The games of one rule set, on the device that a plan names."""

    def __init__(self, rules: Rules, plan: Plan) -> None:
        self.rules, self.plan = rules, plan
        rows = plan.rows * 2 // rules.players
        self.rows = max(64, rows // 64 * 64)
        self.rivals = int(plan.rivals * self.rows)
        """In so many games, the first ones, one seat learns and the others are an earlier self."""
        self._cuda: Any = None
        if plan.device == "cuda":
            from ..fast.learning import practice_cuda
            from ..fast.many.cuda import cuda

            self._cuda = cuda
            self.games: Any = practice_cuda.Practice(rules, self.rows, seed=plan.seed)
            shape = (plan.steps * self.rows, self.games.states.shape[1])
            self._kept: Any = cuda.device_array(shape, np.uint64)
        else:
            from ..fast.learning import practice

            self.games = practice.Practice(rules, self.rows, seed=plan.seed)
            shape = (plan.steps * self.rows, self.games.states.shape[1])
            self._kept = np.empty(shape, np.uint64)

    def scatter(self, params: Params, key: Array, dtype: Any) -> None:
        """Play on, some games further than others, so that no round meets only openings."""
        length = 2 * self.rules.rounds * len(self.rules.kings)
        starts = jax.random.randint(key, (self.rows,), 0, length)
        for step in range(length):
            slots, _, _ = act(params, self.features(), jax.random.fold_in(key, step), dtype)
            self.step(jnp.where(step < starts, slots, LEAVE))

    def saved(self) -> dict[str, NDArray[Any]]:
        """The games as they stand."""
        arrays = {"states": self.games.states, "games": self.games.games}
        if self._cuda:
            arrays = {name: array.copy_to_host() for name, array in arrays.items()}
        return {name: np.array(array) for name, array in arrays.items()}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on with games that were saved."""
        for name, array in arrays.items():
            if self._cuda:
                getattr(self.games, name).copy_to_device(array)
            else:
                getattr(self.games, name)[:] = array
        if self._cuda:
            seats = np.array([player_of(state) for state in arrays["states"]], np.int32)
            self.games.players.copy_to_device(seats)

    def features(self) -> Features:
        """What the deciders see now."""
        seen: Features = self.games.features()
        return self._ours(seen)

    def _ours(self, seen: Features) -> Features:
        if self._cuda:
            self.games.wait()
        arrays: list[Any] = [jnp.asarray(part) for part in seen]
        return Features(*arrays)

    def step(self, slots: Array) -> None:
        self.games.step(ready(slots))
        if self._cuda:
            self.games.wait()

    def keep(self, step: int) -> None:
        """Remember the states before a step."""
        if self._cuda:
            self.games.keep(self._kept, step * self.rows)
        else:
            self._kept[step * self.rows : (step + 1) * self.rows] = self.games.states

    def seen_before(self, index: Array) -> Features:
        """The features of remembered states."""
        if self._cuda:
            return self._ours(self.games.features(self._kept, ready(index)))
        return self._ours(self.games.features(self._kept[np.asarray(index)]))

    def now(self) -> tuple[Array, Ends]:
        """The seats that decide and how the last step ended, until the next one."""
        games = self.games
        ends: list[Any] = [jnp.asarray(a) for a in (games.done, games.finals, games.shares)]
        players: Any = jnp.asarray(games.players)
        return players, Ends(*ends)

    def copy(self, name: str) -> Array:
        """An array of the games, as it is now."""
        return jnp.array(getattr(self.games, name), copy=True)
