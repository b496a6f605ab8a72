"""``champion``: what was learned and search together."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from ...core.action import Action
from ...core.engine import legal_actions
from ...core.rules import Rules
from ...core.state import State
from ...fast.board.compile import IntArray
from ...fast.bridge.action import action_from
from ...fast.bridge.state import from_core
from ...fast.search.guide import Guided
from ...fast.search.guided import Guidance
from ...fast.search.searcher import Searcher
from ...fast.search.settings import LEARNED, Settings
from ..bot import Opinion
from ..budget import ENDLESS, Budget
from ..search.analysis import Analyst
from ..search.player import Search, ours, warmed_on
from .judge import Evaluator, net_for, say_once
from .known import known_mind, known_table
from .mind import Weights
from .policy import Policy
from .weights import NETS, CheckpointError

JUDGED, CALMER, SOONER = 0.6, 2 / 3, 4
"""Where there is a judge between rounds: how much of a look its verdict is, how much less is
explored, because verdicts have less luck in them, and when a node gets children."""
SMALL = 5
SURE = 0.03
"""In a tree that goes on beyond the row there is no luck but that of rows, which siblings share:
so much is explored."""
OURS = Guidance(explore=1.0, doubt=0.1, heat=1.5, mix=1.0, playouts=16)
"""What measured best where there is only a net, see docs/experiments.md."""
PLAYOUTS_AN_EVALUATION = 16
"""How many playouts take about as long as one look of the net."""
ENDING = Budget(256)
"""What is spent on options of a last round that is solved: their points are known anyway."""


def learned_settings(rules: Rules, *, table: bool, mind: bool) -> Settings:
    """How a search goes about a game by what was learned: playouts by a *table* of what regions
    promise, and a judge between rounds."""
    found = ours(rules)._replace(common=True)
    if table:
        found = found._replace(own=LEARNED, others=LEARNED)
    if mind and is_deep(rules):
        found = found._replace(judged=1.0, beyond=1, explore=SURE, expand=SOONER)
    elif mind:
        found = found._replace(judged=JUDGED, explore=CALMER * found.explore, expand=SOONER)
    return found


def is_deep(rules: Rules) -> bool:
    """Whether verdicts alone decide, in a tree that goes on beyond the row: with two players and
    small kingdoms it gets far enough to be better than playouts, but neither where giants come nor
    where bonuses or wider rows do, whose judge saw no games of a net."""
    small = rules.players == 2 and rules.size == SMALL
    return small and not rules.has_giants and not rules.variants


def learned_searcher(rules: Rules, weights: Weights | None, nets: Path = NETS) -> Searcher:
    """The search of a champion with this judge, or with none."""
    table = known_table(rules, nets)
    settings = learned_settings(rules, table=table is not None, mind=weights is not None)
    return Searcher(rules, settings, table=table, weights=weights)


def _learned(rules: Rules, nets: Path) -> tuple[Settings, IntArray | None, Weights | None]:
    """How a search goes by what was learned for some rules, and what that is."""
    table, mind = known_table(rules, nets), known_mind(rules, nets)
    return learned_settings(rules, table=table is not None, mind=mind is not None), table, mind


def learned_analyst(rules: Rules, budget: Budget, nets: Path = NETS) -> Analyst:
    """Looks at games again as the champion would have played them."""
    settings, table, mind = _learned(rules, nets)
    return Analyst(rules, budget, settings, table=table, weights=mind)


class Champion:
    """A search by what was learned, within a budget for each decision. Not for threads to share.

    By a table or a judge, an evaluation is a playout; by a net, one look of it. With a budget in
    evaluations the same stream leads to the same choice. Where nothing was learned for the rules,
    the search plays instead, and the log says so, as of a file that is damaged.
    """

    def __init__(self, budget: Budget, *, nets: Path = NETS, guidance: Guidance = OURS) -> None:
        self.budget, self._nets, self._guidance = budget, nets, guidance
        self._guided: dict[Rules, Guided | None] = {}
        self._learned: dict[Rules, Search | None] = {}
        playouts = min(ENDLESS, PLAYOUTS_AN_EVALUATION * budget.playouts)
        self._search = Search(Budget(playouts, budget.seconds))
        self._ending = Search(ENDING)

    def act(self, state: State, rng: random.Random) -> Action:
        """The option that looks best."""
        actions = legal_actions(state)
        return actions[0] if len(actions) == 1 else self.options(state, rng)[0].action

    def options(self, state: State, rng: random.Random) -> list[Opinion]:
        """Every legal action, the best first."""
        learned = self._by_learned(state.rules)
        if learned:
            return learned.options(state, rng)
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

    def _by_learned(self, made: Rules) -> Search | None:
        if made not in self._learned:
            settings, table, mind = _learned(made, self._nets)
            self._learned[made] = (
                None
                if table is None and mind is None
                else Search(self.budget, settings, table=table, weights=mind)
            )
        return self._learned[made]

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
