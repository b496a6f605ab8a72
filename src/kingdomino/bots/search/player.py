"""The bots that search on the fast engine, and the literature's anchors among them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any

from ...core.action import Action
from ...core.engine import advance, draw, legal_actions, start
from ...core.rules import Rules
from ...core.state import Phase, State
from ...fast.board.compile import IntArray
from ...fast.bridge.action import action_from
from ...fast.bridge.state import from_core
from ...fast.learning.layer import FloatArray
from ...fast.search import settings as on
from ...fast.search.searcher import Found, Searcher
from ...fast.search.settings import Settings
from ...games.catalogue import rules
from ..bot import Opinion
from ..budget import Budget
from ..simple.greedy import Greedy

OURS = Settings()
WITH_QUESTS = OURS._replace(explore=0.2, win_weight=0.3)
"""What measured best, see docs/bots.md."""
# Gedda, Lagerkvist, Butler 2018: every action gets as many playouts, an end is worth the part
# that one's own points are of one's own and the best other's. On drafts see docs/bots.md.
_FLAT = Settings(
    depth=1, at_root=on.UNIFORM, judge=on.RELATIVE, exact=False, ordered=False, own=on.FITTING,
    others=on.FITTING,
)  # fmt: skip
ANCHORS: Mapping[str, Settings] = {
    "mce-tr": _FLAT,
    "mce-fg": _FLAT._replace(own=on.FULL, others=on.FULL),
    "mce-pg": _FLAT._replace(own=on.FULL),
    "uct": _FLAT._replace(depth=60, at_root=on.UCB, explore=0.6, expand=1, width=1000, widen=0.0),
}
POLICIES: Mapping[str, int] = {"tr": on.RANDOM, "gprd": on.PLACER, "fg": on.FULL}
_SETTLING = (Phase.SETTLE, Phase.RECRUIT, Phase.SETTLE_ON)


def ours(rules: Rules) -> Settings:
    """How our search goes about a game."""
    return WITH_QUESTS if rules.quests_drawn else OURS


class Policy:
    """Plays as a playout does: ``tr``, ``gprd`` or ``fg``."""

    def __init__(self, policy: int) -> None:
        self._policy = policy
        self._searchers: dict[Rules, Searcher] = {}
        self._settler = Greedy()

    def act(self, state: State, rng: random.Random) -> Action:
        actions = legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        if self._policy == on.RANDOM:
            return rng.choice(actions)
        if state.agenda[0].phase in _SETTLING:
            # Who settles whom is worth a plan, which playouts have no time for.
            return self._settler.act(state, rng)
        searcher = _searcher(self._searchers, state.rules, _FLAT, nodes=1)
        number = searcher.policy_action(from_core(state), self._policy, rng.getrandbits(63))
        return action_from(state, number)


class Search:
    """Looks ahead by playouts, within a budget for each decision. Not for several threads at once.

    With playouts and one thread the same stream leads to the same choice.
    """

    def __init__(
        self,
        budget: Budget,
        settings: Settings | None = None,
        *,
        threads: int = 1,
        table: IntArray | None = None,
        weights: Mapping[str, FloatArray] | None = None,
    ) -> None:
        self.budget, self._table, self._weights = budget, table, weights
        self._settings = settings
        self._rooms: list[dict[Rules, Searcher]] = [{} for _ in range(threads)]

    def act(self, state: State, rng: random.Random) -> Action:
        """The option that looks best after the playouts."""
        actions = legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        return action_from(state, self._search(state, rng)[0].action)

    def options(self, state: State, rng: random.Random) -> list[Opinion]:
        """Every legal action, the best first."""
        return [
            Opinion(action_from(state, f.action), f.points, f.share, f.visits, f.value, f.exact)
            for f in self._search(state, rng)
        ]

    def _search(self, state: State, rng: random.Random) -> list[Found]:
        threads = len(self._rooms)
        seeds = [rng.getrandbits(63) for _ in self._rooms]
        settings = self._settings or ours(state.rules)
        searchers = [
            _searcher(room, state.rules, settings, table=self._table, weights=self._weights)
            for room in self._rooms
        ]
        row, share = from_core(state), max(1, self.budget.playouts // threads)
        look = partial(Searcher.search, row=row, playouts=share, seconds=self.budget.seconds)
        if threads == 1:
            return look(searchers[0], seed=seeds[0])
        with ThreadPoolExecutor(threads) as pool:
            jobs = [
                pool.submit(look, searcher, seed=seed)
                for searcher, seed in zip(searchers, seeds, strict=True)
            ]
            return _merged([job.result() for job in jobs])


def _searcher(
    room: dict[Rules, Searcher], rules: Rules, settings: Settings, **more: Any
) -> Searcher:
    if rules not in room:
        room[rules] = Searcher(rules, settings, **more)
    return room[rules]


def _merged(parts: list[list[Found]]) -> list[Found]:
    """What several searches of the same position found together."""
    together: dict[int, list[Found]] = {}
    for found in (f for part in parts for f in part):
        together.setdefault(found.action, []).append(found)
    merged = [_sum(found) for found in together.values()]
    exact = any(f.exact for f in merged)
    return sorted(merged, key=lambda f: (-f.value, 0) if exact else (-f.visits, -f.value))


def _sum(found: list[Found]) -> Found:
    visits = sum(f.visits for f in found)
    value, points, share = (sum(f[i] * f.visits for f in found) / max(1, visits) for i in (2, 3, 4))
    if found[0].exact:
        value, points = found[0].value, found[0].points
    return Found(found[0].action, visits, value, points, share, found[0].exact)


def warmed_on(rng: random.Random) -> State:
    """A first decision, to compile what decides."""
    state = start(rules("kingdomino", 2))
    while state.chance:
        state = advance(state, draw(state, rng))
    return state


@cache
def warm_bots() -> None:
    """Compile what these bots call, or load it from disk where it has been compiled before."""
    rng = random.Random(0)
    state = warmed_on(rng)
    Search(Budget(2)).act(state, rng)
    Policy(on.FULL).act(state, rng)
