"""Snapshots of the order of legal actions: every kind of decision once, and some more."""

from __future__ import annotations

from enum import Enum

from kingdomino.core.engine import legal_actions
from kingdomino.core.notation import format_action
from kingdomino.core.rules import Rules
from kingdomino.core.state import Decision
from tests.perft.script import decisions

PLAYED = (2, 3)
SEEDS = range(1, 40)
EVERY = 25
"""Of the first game also every so many-th decision is shown."""


def snapshot(rules: Rules) -> str:
    """The chosen decisions of some scripted games, one legal action a line."""
    found: list[str] = []
    shown: set[Enum] = set()
    for seed in SEEDS:
        for number, state in enumerate(decisions(rules, seed)):
            decision = state.pending
            if decision is None:
                continue
            regular = seed == SEEDS[0] and not number % EVERY
            if regular or decision.phase not in shown:
                shown.add(decision.phase)
                actions = [format_action(action) for action in legal_actions(state)]
                found += [_head(seed, number, decision), *actions, ""]
    return "\n".join(found)


def _head(seed: int, number: int, decision: Decision) -> str:
    return f"# seed {seed} decision {number}: player {decision.player}, {decision.phase.name}"
