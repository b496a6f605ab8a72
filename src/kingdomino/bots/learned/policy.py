"""``policy``: the net alone, a millisecond or two a decision."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from ...core.action import Action
from ...core.engine import legal_actions
from ...core.rules import Rules
from ...core.state import State
from ...fast.bridge.action import action_from
from ...fast.bridge.state import from_core
from ...fast.learning.layer import FloatArray
from ..bot import Opinion
from ..budget import Budget
from ..search.player import Search
from .judge import Evaluator, net_for, say_once
from .weights import NETS, CheckpointError

INSTEAD = Budget(100)
"""What the search may do where there is no net: about as long."""
DRAWS = 4
"""Rows that advice looks at where chance comes next."""


class Policy:
    """Takes what the net finds likeliest, or with a temperature draws from what it finds likely.

    Where no net was trained for the rules, a short search plays instead and the log says so.
    """

    def __init__(self, temperature: float = 0.0, *, nets: Path = NETS) -> None:
        self.temperature, self._nets = temperature, nets
        self._evaluators: dict[Rules, Evaluator | None] = {}
        self._search = Search(INSTEAD)

    def _evaluator(self, rules: Rules) -> Evaluator | None:
        if rules not in self._evaluators:
            try:
                self._evaluators[rules] = Evaluator(net_for(rules, self._nets), rules)
            except CheckpointError as why:
                say_once(f"{why}; the search plays instead of the policy")
                self._evaluators[rules] = None
        return self._evaluators[rules]

    def act(self, state: State, rng: random.Random) -> Action:
        """The likeliest action, or a likely one."""
        actions = legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        evaluator = self._evaluator(state.rules)
        if evaluator is None:
            return self._search.act(state, rng)
        row = from_core(state)
        logits = evaluator(row[None]).logits[0]
        slot = int(logits.argmax()) if not self.temperature else self._drawn(logits, rng)
        return action_from(state, evaluator.action(row, slot))

    def _drawn(self, logits: FloatArray, rng: random.Random) -> int:
        slots = np.flatnonzero(np.isfinite(logits))
        weights = np.exp((logits[slots] - logits[slots].max()) / self.temperature)
        return int(rng.choices(slots.tolist(), weights.tolist())[0])

    def options(self, state: State, rng: random.Random) -> list[Opinion]:
        """Every legal action, the likeliest first, with what the net expects after it."""
        evaluator = self._evaluator(state.rules)
        if evaluator is None:
            return self._search.options(state, rng)
        row = from_core(state)
        logits = evaluator(row[None]).logits[0]
        slots = np.flatnonzero(np.isfinite(logits))
        chances = np.exp(logits[slots] - logits[slots].max())
        chances /= chances.sum()
        expected = evaluator.expected(row, slots, [rng.getrandbits(63) for _ in range(DRAWS)])
        found = [
            Opinion(
                action_from(state, evaluator.action(row, int(slot))),
                float(points), float(share), DRAWS, float(chance),
            )
            for slot, chance, (points, share) in zip(slots, chances, expected, strict=True)
        ]  # fmt: skip
        return sorted(found, key=lambda option: -option.value)
