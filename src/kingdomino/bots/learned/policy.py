"""``policy``: what was learned alone, without a tree and without playing on to the end.

A net says how likely each option is, and the judge between rounds what it is worth once everybody
else has made the first move that comes to mind. Each is right where the other is not.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...core.action import Action
from ...core.engine import legal_actions
from ...core.rules import Rules
from ...core.state import State
from ...fast.board.compile import WordArray
from ...fast.bridge.action import action_from
from ...fast.bridge.state import from_core
from ...fast.learning.layer import FloatArray
from ...fast.rules.action import ACTIONS
from ...fast.search.searcher import Found, Searcher
from ...fast.search.settings import LEARNED, UNIFORM, Settings
from ..bot import Opinion
from ..budget import Budget
from ..search.player import Search, ours
from .judge import Evaluator, say_once
from .known import known_mind, known_net, known_table
from .weights import NETS

INSTEAD = Budget(100)
"""What the search may do where nothing was learned: about as long."""
DRAWS = 4
"""Rows that advice looks at where chance comes next and there is a net only."""
LOOKS, FEWER = 200, 100
"""Verdicts in a decision, as many of each option; they take about as long as the net. Fewer where
the rest of a round takes longer to play, which costs no strength there."""
NODES = 1 + ACTIONS
SURE = 200.0
"""How many nats more likely an option is that the judge finds better by 1, all of the game."""


def one_look(rules: Rules, *, table: bool) -> Settings:
    """Every option to the end of the round, the others by the first move that comes to mind."""
    found = ours(rules)._replace(own=LEARNED, others=LEARNED) if table else ours(rules)
    return found._replace(judged=1.0, depth=1, at_root=UNIFORM, common=True, exact=False)


def verdicts(rules: Rules) -> int:
    """How many of them a decision takes: what the others do, and cavemen, takes time."""
    return LOOKS if rules.players == 2 and not rules.cavemen else FEWER


class Learned(NamedTuple):
    """What there is for some rules."""

    net: Evaluator | None
    judge: Searcher | None


class Liked(NamedTuple):
    """The options of a state by their ids, how likely they are in nats, and the judge's words."""

    actions: list[int]
    nats: FloatArray
    judged: list[Found]


class Policy:
    """Takes what is likeliest, or with a temperature draws from what is likely.

    Where nothing was learned for the rules, a short search plays instead and the log says so.
    """

    def __init__(self, temperature: float = 0.0, *, nets: Path = NETS) -> None:
        self.temperature, self._nets = temperature, nets
        self._known: dict[Rules, Learned] = {}
        self._search = Search(INSTEAD)

    def _learned(self, rules: Rules) -> Learned:
        if rules not in self._known:
            net, mind = known_net(rules, self._nets), known_mind(rules, self._nets)
            judge = None
            if mind:
                table = known_table(rules, self._nets)
                settings = one_look(rules, table=table is not None)
                judge = Searcher(rules, settings, nodes=NODES, table=table, weights=mind)
            elif net is None:
                say_once(f"nothing was learned for {rules}; the search plays instead of the policy")
            self._known[rules] = Learned(net, judge)
        return self._known[rules]

    def _like(self, row: WordArray, rules: Rules, rng: random.Random) -> Liked | None:
        net, judge = self._learned(rules)
        found: list[Found] = []
        if judge:
            found = judge.search(row, seed=rng.getrandbits(63), playouts=verdicts(rules))
        worth = {one.action: SURE * one.value for one in found}
        if net is None:
            return (
                Liked([*worth], np.array([*worth.values()], np.float32), found) if found else None
            )
        logits = net(row[None]).logits[0]
        slots = np.flatnonzero(np.isfinite(logits))
        actions = net.actions(row, slots)
        nats = logits[slots] + np.array([worth.get(action, 0.0) for action in actions], np.float32)
        return Liked(actions, nats, found)

    def act(self, state: State, rng: random.Random) -> Action:
        """The likeliest action, or a likely one."""
        actions = legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        liked = self._like(from_core(state), state.rules, rng)
        if liked is None:
            return self._search.act(state, rng)
        best = int(liked.nats.argmax()) if not self.temperature else self._drawn(liked.nats, rng)
        return action_from(state, liked.actions[best])

    def _drawn(self, nats: FloatArray, rng: random.Random) -> int:
        weights = np.exp((nats - nats.max()) / self.temperature)
        return int(rng.choices(range(len(nats)), weights.tolist())[0])

    def options(self, state: State, rng: random.Random) -> list[Opinion]:
        """Every legal action, the likeliest first, with what is expected after it."""
        row = from_core(state)
        liked = self._like(row, state.rules, rng)
        if liked is None:
            return self._search.options(state, rng)
        chances = np.exp(liked.nats - liked.nats.max())
        chances /= chances.sum()
        said = {one.action: (one.points, one.share, one.visits) for one in liked.judged}
        if not said:
            said = self._by_net(row, state.rules, rng)
        found = [
            Opinion(action_from(state, action), *said[action], float(chance))
            for action, chance in zip(liked.actions, chances, strict=True)
        ]
        return sorted(found, key=lambda option: -option.value)

    def _by_net(
        self, row: WordArray, rules: Rules, rng: random.Random
    ) -> dict[int, tuple[float, float, int]]:
        """Points and share after each action where there is no judge."""
        net = self._known[rules].net
        assert net is not None
        slots = np.flatnonzero(np.isfinite(net(row[None]).logits[0]))
        expected = net.expected(row, slots, [rng.getrandbits(63) for _ in range(DRAWS)])
        return {
            action: (float(points), float(share), DRAWS)
            for action, (points, share) in zip(net.actions(row, slots), expected, strict=True)
        }
