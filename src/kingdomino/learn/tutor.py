"""Games that a net plays for a judge to learn from, on the device of the net.

Half of them are strolls: up to some move, drawn by lot, the net's choices are flattened, so that a
judge also sees kingdoms that nobody would choose; from there on the net plays as well as it can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from ..bots.learned.weights import CheckpointError, load
from ..core.rules import Rules
from ..fast.board.layout import ROWS_LEFT, TURN
from ..fast.learning.practice import LEAVE, Features
from .net import Params, answer, weights_in
from .play import Group, Plan
from .school import Taught, in_turn

MOST_STEPS = 4
"""Of decisions that a game has at least, how many times as many are waited for."""
COOLEST, HOTTEST = 1.0, 4.0
"""Powers of two by which a stroll flattens what the net would choose."""
BLOCK = 8192
"""States that are handed on in one go."""


class Tutor(NamedTuple):
    """A net that plays, and the settings that it was trained for."""

    params: Params
    settings: frozenset[str]
    plan: Plan

    def knows(self, rules: Rules) -> bool:
        """Whether it was trained for these rules."""
        return str(rules) in self.settings


def tutor_from(path: Path, game: str, plan: Plan) -> Tutor:
    """The net of a file; raises CheckpointError."""
    arrays, about = load(path)
    params = weights_in(arrays, "net")
    if not params or about.get("game") != game:
        raise CheckpointError(f"{path} holds no net of {game}")
    return Tutor(params, frozenset(about["settings"]), plan)


@partial(jax.jit, static_argnames="dtype")
def strolled(params: Params, features: Features, key: Array, heat: Array, dtype: Any) -> Array:
    """Slots drawn from the policy, flattened by the heat of each row."""
    logits = answer(params, features, dtype).logits
    return jax.random.categorical(key, logits / heat[:, None]).astype(jnp.int32)


def lessons(tutor: Tutor, rules: Rules, games: int, seed: int) -> Iterator[Taught]:
    """About so many games, as the ends of their rounds from where the net plays its best."""
    played = 0
    while played < games:
        group = Group(rules, tutor.plan._replace(seed=seed * 1_000_003 + played, steps=1))
        yield from _played(tutor, group, jax.random.key(seed + played))
        played += group.rows


def _played(tutor: Tutor, group: Group, key: Array) -> Iterator[Taught]:
    """One game of each row."""
    rules, rows = group.rules, group.rows
    length = 2 * rules.rounds * len(rules.kings)
    lot, warmth, key = jax.random.split(key, 3)
    starts = jax.random.randint(lot, (rows,), 0, length) * (jnp.arange(rows) % 2)
    hot = 2.0 ** jax.random.uniform(warmth, (rows,), minval=COOLEST, maxval=HOTTEST)
    going, finals = np.ones(rows, bool), np.zeros((rows, rules.players), np.int32)
    shares, best_from = np.zeros((rows, rules.players), np.float32), np.asarray(starts) - 1
    ends: list[tuple[Any, Any, Any]] = []
    before: tuple[Any, Any, Any] | None = None
    for step in range(MOST_STEPS * length):
        states = group.saved()["states"]
        left = (states[:, TURN] >> np.uint64(ROWS_LEFT)) & np.uint64(255)
        if before is not None:
            then, states_then, slots_then = before
            # A row was laid since: what was taken then ended a round.
            which = np.flatnonzero(going & (left != then) & (step - 1 >= best_from))
            ends.append((states_then[which], slots_then[which], which))
        if not going.any():
            break
        heat = jnp.where(step < starts, hot, 1.0)
        slots = strolled(tutor.params, group.features(), jax.random.fold_in(key, step), heat,
                         tutor.plan.dtype)  # fmt: skip
        slots = jnp.where(jnp.asarray(going), slots, LEAVE)
        group.step(slots)
        before = left, states, np.asarray(slots)
        done = np.asarray(group.copy("done")) & going
        finals[done] = np.asarray(group.copy("finals"))[done]
        shares[done] = np.asarray(group.copy("shares"))[done]
        going &= ~done
    states, slots, which = (np.concatenate([end[i] for end in ends]) for i in range(3))
    finished = ~going[which]
    states, slots, which = states[finished], slots[finished], which[finished]
    for i in range(0, len(which), BLOCK):
        some = slice(i, i + BLOCK)
        yield Taught(rules, states[some], slots[some], finals[which[some]], shares[which[some]])


def shared_out(group: Sequence[Rules], games: int) -> list[tuple[Rules, int]]:
    """So many games in all, one by one in turn."""
    # After so many the turns are the same again.
    a_round = 2 * max(1, len(group) - 1)
    shares = Counter[Rules]()
    for i in range(min(games, a_round)):
        shares[in_turn(group, i)] += len(range(i, games, a_round))
    return [*shares.items()]
