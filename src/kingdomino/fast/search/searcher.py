"""Monte-Carlo search on compiled games: what Python calls."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import numpy as np

from ...core.rules import Rules
from ..board.compile import IntArray, Word, WordArray, address, jit
from ..board.layout import RNG, SHEET
from ..bridge.params import params, words
from ..judge.verdict import VERDICT, mind
from ..learning.layer import FloatArray
from ..policy.gain import WORK
from ..policy.potential import TABLE
from ..rules.action import ACTIONS, move_id
from ..rules.score import POINTS_SHIFT
from . import workspace as at
from .exact import TOO_MANY, levels, solve
from .policy import policy_move
from .settings import UNIFORM, Settings
from .tree import grow
from .workspace import Workspace, addresses

U = np.uint64
MOST_NODES, MOST_DEEP_NODES = 100_000, 500_000
"""Of a tree up to the next row, and of one that goes on beyond it."""
CHUNK_SECONDS = 0.004
"""Between two looks at the clock."""
LAST_ROUND_ENDS = 150_000
"""So many ends of a last round are looked at; beyond it is searched like any other."""


NO_TABLE = np.zeros(TABLE, np.int32)
"""Promises nothing: then every place and domino is as good as another."""


class Found(NamedTuple):
    """What a search says about one action."""

    action: int
    visits: int
    value: float
    """From 0 to 1, what the search maximizes."""
    points: float
    share: float
    """One's expected score and part of the victory; of no meaning without visits."""
    exact: bool = False


@jit
def _grow(w: Workspace, root: WordArray, seed: Word, first: int, n: int, used: int) -> int:
    return grow(addresses(w), address(root), seed, first, n, used)


@jit
def _policy_action(w: Workspace, s: WordArray, policy: int) -> int:
    return move_id(policy_move(addresses(w), address(s), policy))


def _exact(found: Found, key: int) -> Found:
    return found._replace(value=float(key), points=float(key >> POINTS_SHIFT), exact=True)


class Searcher:
    """One search at a time for one rule set: keeps its memory between searches."""

    def __init__(
        self,
        rules: Rules,
        settings: Settings,
        *,
        nodes: int | None = None,
        table: IntArray | None = None,
        weights: Mapping[str, FloatArray] | None = None,
    ) -> None:
        self.settings, self.rules = settings, rules
        self._p = params(rules)
        nodes = nodes or (MOST_DEEP_NODES if settings.beyond else MOST_NODES)
        self._nodes = np.zeros((nodes, at.NODE), np.int32)
        self._sums = np.zeros((nodes, at.SUMS), np.float64)
        self._verdict = np.zeros(3 * VERDICT * rules.players, np.float64)
        # Arrays for addresses, which only compiled code has.
        arrays: dict[str, Any] = {
            "p": self._p,
            "state": np.zeros(words(rules), np.uint64),
            "spare": np.zeros(words(rules), np.uint64),
            "work": np.zeros(WORK, np.uint64),
            "sheet": np.zeros(SHEET, np.int32),
            "keys": np.zeros(rules.players, np.int32),
            "actions": np.zeros(ACTIONS, np.int32),
            "path": np.zeros(settings.depth + 1, np.int32),
            "nodes": self._nodes,
            "sums": self._sums,
            "table": NO_TABLE if table is None else table,
            "verdict": self._verdict,
            "mind": mind(weights),
        }
        self.workspace = Workspace(**arrays, most_nodes=nodes, settings=settings.typed())
        self._used = 0
        self._done = 0

    def policy_action(self, row: WordArray, policy: int, seed: int) -> int:
        """What a playout's player would do here."""
        row = row.copy()
        row[RNG] = seed
        return int(_policy_action(self.workspace, row, policy))

    def _some(self, row: WordArray, seed: int, n: int) -> None:
        self._used = int(_grow(self.workspace, row, U(seed), self._done, n, self._used))
        self._done += n

    def _reset(self) -> None:
        # Only the root: every other node is written anew when it is listed.
        self._nodes[0] = 0
        self._nodes[0, at.COUNT] = at.UNKNOWN
        self._verdict[:] = 0
        self._used, self._done = 1, 0

    def _grow_for(self, row: WordArray, seed: int, playouts: int, until: float | None) -> None:
        """So many more playouts, or fewer when the clock says so."""
        if until is None:
            self._some(row, seed, playouts)
            return
        goal, chunk = self._done + playouts, 8
        while self._done < goal:
            began = time.perf_counter()
            # One look at least, however late: without it there is nothing to choose from.
            if began >= until and self._done:
                return
            self._some(row, seed, min(chunk, goal - self._done))
            took = time.perf_counter() - began
            # Doubled at most: one that was quick by luck must not make the next overrun the clock.
            chunk = max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / max(took, 1e-6))))

    def search(
        self, row: WordArray, *, seed: int, playouts: int, seconds: float | None = None
    ) -> list[Found]:
        """What is found about every legal action, the best first."""
        until = None if seconds is None else time.perf_counter() + seconds
        self._reset()
        self._grow_for(row, seed, playouts, until)
        found = self._found()
        if self.settings.exact and (keys := self._solved(row)):
            found = [_exact(f, keys[f.action]) for f in found]
            found.sort(key=lambda f: (-f.value, -f.visits))
        return found

    def compare(
        self, row: WordArray, actions: Collection[int], *, seed: int, playouts: int
    ) -> list[Found]:
        """The same number of playouts for each of a few actions; those with none are left out.

        The settings must say UNIFORM at the root.
        """
        self._reset()
        # One playout lists the options; before it there are none to put aside.
        self._some(row, seed, 1)
        first, count = (int(x) for x in self._nodes[0, : at.COUNT + 1])
        for node in range(first, first + count):
            self._nodes[node, at.ACTIVE] = int(self._nodes[node, at.ACTION]) in actions
        self._some(row, seed, playouts)
        return [found for found in self._found() if found.action in actions]

    def _found(self) -> list[Found]:
        first, count = (int(x) for x in self._nodes[0, : at.COUNT + 1])
        found: list[Found] = []
        for node in range(first, first + max(0, count)):
            visits = int(self._nodes[node, at.VISITS])
            value, points, share = (float(x) / max(1, visits) for x in self._sums[node, :3])
            found.append(Found(int(self._nodes[node, at.ACTION]), visits, value, points, share))
        # Negated values are 0 at most: 1 puts the options without visits last.
        by_value = self.settings.at_root == UNIFORM
        found.sort(
            key=lambda f: (-f.value if f.visits else 1, 0) if by_value else (-f.visits, -f.value)
        )
        return found

    def _solved(self, row: WordArray) -> dict[int, int]:
        """One's best rank key after each action, if this is a last round that can be solved."""
        walk = levels(self._p, len(row))
        if solve(walk, row, LAST_ROUND_ENDS) in (0, TOO_MANY):
            return {}
        count = int(walk.counts[0, 0])
        return {int(walk.moves[0, i]): int(walk.best[i]) for i in range(count)}
