"""``champion``: what was learned and search together."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from ...core.action import Action
from ...core.engine import legal_actions
from ...core.rules import Rules
from ...core.state import State
from ...fast.bridge.action import action_from
from ...fast.bridge.state import from_core
from ...fast.search.guide import Guided
from ...fast.search.guided import Guidance
from ...fast.search.settings import LEARNED, Settings
from ..bot import Opinion
from ..budget import ENDLESS, Budget
from ..search.player import Search, ours, warmed_on
from .judge import Evaluator, net_for, say_once
from .policy import Policy
from .table import table_for
from .weights import NETS, CheckpointError

BY_TABLE = Settings(own=LEARNED, others=LEARNED, common=True)
"""Where a table says what regions promise, playouts go by it."""
OURS = Guidance(explore=1.0, doubt=0.1, heat=1.5, mix=1.0, playouts=16)
"""What measured best where there is only a net, see docs/learning.md."""
PLAYOUTS_AN_EVALUATION = 16
"""How many playouts take about as long as one look of the net."""
ENDING = Budget(256)
"""What is spent on options of a last round that is solved: their points are known anyway."""


class Champion:
    """A search by what was learned, within a budget for each decision. Not for threads to share.

    By a table, an evaluation is a playout; by a net, one look of it. With a budget in evaluations
    the same stream leads to the same choice. Where nothing was learned for the rules, the search
    plays instead and the log says so.
    """

    def __init__(self, budget: Budget, *, nets: Path = NETS, guidance: Guidance = OURS) -> None:
        self.budget, self._nets, self._guidance = budget, nets, guidance
        self._guided: dict[Rules, Guided | None] = {}
        self._by_table: dict[Rules, Search | None] = {}
        playouts = min(ENDLESS, PLAYOUTS_AN_EVALUATION * budget.playouts)
        self._search = Search(Budget(playouts, budget.seconds))
        self._ending = Search(ENDING)

    def act(self, state: State, rng: random.Random) -> Action:
        """The option that looks best."""
        actions = legal_actions(state)
        return actions[0] if len(actions) == 1 else self.options(state, rng)[0].action

    def options(self, state: State, rng: random.Random) -> list[Opinion]:
        """Every legal action, the best first."""
        by_table = self._with_table(state.rules)
        if by_table:
            return by_table.options(state, rng)
        guided = self._guide(state.rules)
        if guided is None:
            return self._search.options(state, rng)
        if not state.rows_left and not state.offer:
            ending = self._ending.options(state, rng)
            if ending[0].exact:
                return ending
        found = guided.search(
            from_core(state),
            seed=rng.getrandbits(63),
            evaluations=self.budget.playouts,
            seconds=self.budget.seconds,
        )
        return [Opinion(action_from(state, f.action), *f[3:5], f.visits, f.value) for f in found]

    def _with_table(self, made: Rules) -> Search | None:
        if made not in self._by_table:
            try:
                table = table_for(made, self._nets)
                self._by_table[made] = Search(self.budget, BY_TABLE, table=table)
            except CheckpointError:
                self._by_table[made] = None
        return self._by_table[made]

    def _guide(self, made: Rules) -> Guided | None:
        if made not in self._guided:
            try:
                evaluator = Evaluator(net_for(made, self._nets), made)
            except CheckpointError as why:
                say_once(f"{why}; the search plays instead of the champion")
                self._guided[made] = None
            else:
                self._guided[made] = Guided(made, evaluator, self._guidance, playing=ours(made))
        return self._guided[made]


@cache
def warm_learned() -> None:
    """Compile what nets at the table call, or load it from disk where it was compiled before."""
    rng = random.Random(0)
    state = warmed_on(rng)
    Champion(Budget(4)).act(state, rng)
    Policy().act(state, rng)
