"""The neat players of playouts, asked for a move as the search asks them."""

from __future__ import annotations

import random

from kingdomino import State
from kingdomino.bots.search.player import OURS
from kingdomino.core.action import Action
from kingdomino.fast.bridge.action import action_from
from kingdomino.fast.bridge.state import from_core
from kingdomino.fast.search import settings as on
from kingdomino.fast.search.searcher import Searcher

SEEDS = range(20)


def neat(state: State) -> set[Action]:
    """What a neat player does with this and that stream."""
    searcher = Searcher(state.rules, OURS, nodes=1)
    rng, row = random.Random(1), from_core(state)
    moves = {searcher.policy_action(row, on.NEAT, rng.getrandbits(63)) for _ in SEEDS}
    return {action_from(state, move) for move in moves}
