"""How strong a net is: its share of the victory against players that do not change."""

from __future__ import annotations

from functools import partial
from typing import Literal, TypeAlias

import jax
import jax.numpy as jnp
from jax import Array

from ..core.rules import Rules
from ..fast.learning.feature import ITEM_SLOT, TOWER_BYTES
from ..fast.learning.observe_table import HEAD_WORDS, SLOT_WORDS, SLOTS
from ..fast.learning.practice import LEAVE, Features
from .net import ITEMS, NEVER, Params, legal_slots
from .play import Group, Plan, best_slots

Opponent: TypeAlias = Literal["random", "greedy"] | Params
GAINS = TOWER_BYTES + 7
FIT = 22
"""Where the features say what a placement gains, and what a domino of the row would."""


@partial(jax.jit, static_argnames="greedy")
def simple_slots(features: Features, key: Array, *, greedy: bool) -> Array:
    """Any legal slot, or with *greedy* one of those that gain most now."""
    legal = legal_slots(features)
    # Below 1, so that it decides between equals only.
    worth = jax.random.uniform(key, legal.shape)
    if greedy:
        cells, table = jnp.asarray(features.cells), jnp.asarray(features.table)
        n = len(cells)
        gains = jnp.swapaxes(cells[:, 0, :, GAINS : GAINS + 4], 1, 2).reshape(n, -1)
        offered = table[:, 8 * HEAD_WORDS :][:, : 8 * SLOT_WORDS * SLOTS]
        fits = offered.reshape(n, SLOTS, 8 * SLOT_WORDS)[:, :, FIT]
        worth = worth.at[:, : gains.shape[1]].add(gains)
        worth = worth.at[:, ITEM_SLOT : ITEM_SLOT + SLOTS].add(fits)
        # Passing is for when there is nothing else.
        worth = worth.at[:, ITEM_SLOT + ITEMS - 1].add(-1)
    return jnp.where(legal, worth, NEVER).argmax(1).astype(jnp.int32)


def win_share(params: Params, opponent: Opponent, rules: Rules, plan: Plan, *, seed: int) -> float:
    """The share of the victory of one seat that takes the likeliest slots, the others *opponent*.

    As many games as *plan* has rows, each seat in turn; an even share is 1 / players.
    """
    group = Group(rules, plan._replace(seed=seed, steps=1))
    mine = jnp.arange(group.rows) % rules.players
    share, going_on = jnp.zeros(group.rows), jnp.ones(group.rows, bool)
    key = jax.random.key(seed)
    while bool(going_on.any()):
        key, part = jax.random.split(key)
        features = group.features()
        ours = best_slots(params, features, plan.dtype)
        if isinstance(opponent, str):
            theirs = simple_slots(features, part, greedy=opponent == "greedy")
        else:
            theirs = best_slots(opponent, features, plan.dtype)
        slots = jnp.where(group.copy("players") == mine, ours, theirs)
        group.step(jnp.where(going_on, slots, LEAVE))
        ended = group.copy("done") & going_on
        won = jnp.take_along_axis(group.copy("shares"), mine[:, None], 1)[:, 0]
        share, going_on = jnp.where(ended, won, share), going_on & ~ended
    return float(share.mean())
