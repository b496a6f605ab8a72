"""Monte-Carlo search on compiled games: what Python calls."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.rules import Rules
from ..board.compile import IntArray, Word, WordArray, address, jit
from ..board.layout import SHEET
from ..bridge.params import params, words
from ..policy.survey import WORK
from ..rules.action import ACTIONS, move_id
from . import desk as on
from .desk import Desk
from .exact import DEEPEST, TOO_MANY, solve
from .policy import policy_move
from .tree import grow

U = np.uint64
KnobArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

MOST_NODES = 100_000
CHUNK_SECONDS = 0.004
"""Between two looks at the clock."""
LAST_ROUND_ENDS = 150_000
"""So many ends of a last round are looked at; beyond it is searched like any other."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search; see ``search_desk`` for the words."""

    own: int = on.NEAT
    others: int = on.NEAT
    slips: int = 0
    """How many of 256 moves of a playout are random."""
    width: int = 4
    widen: float = 1.0
    """A node that has been visited n times looks at width + widen * sqrt(n) children."""
    expand: int = 8
    """Visits before a node gets children."""
    judge: int = on.MIXED
    win_weight: float = 0.7
    margin: float = 60.0
    """The lead that counts in full."""
    explore: float = 0.6
    gap: float = 1.0
    """What a lone gap costs at first sight."""
    alike: float = 0.25
    """What like beside like is worth at first sight."""
    depth: int = 60
    at_root: int = on.UCB
    ordered: bool = True
    """Whether children are looked at best first, or by lot."""
    exact: bool = True

    def without_solver(self) -> Settings:
        """The same, with the last round searched like any other."""
        return replace(self, exact=False)


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
def _grow(
    p: WordArray,
    root: WordArray,
    states: WordArray,
    work: WordArray,
    small: IntArray,
    nodes: IntArray,
    sums: FloatArray,
    knobs: KnobArray,
    scales: FloatArray,
    seed: Word,
    first: int,
    n: int,
    used: int,
) -> int:
    desk = Desk(
        address(p),
        address(root),
        address(states[0]),
        address(states[1]),
        address(work),
        address(small[0]),
        address(small[1]),
        address(small[2]),
        address(small[3]),
        address(nodes),
        address(sums),
        address(knobs),
        address(scales),
    )
    return grow(desk, seed, first, n, used)


@jit
def _policy_action(
    p: WordArray,
    s: WordArray,
    states: WordArray,
    work: WordArray,
    small: IntArray,
    nodes: IntArray,
    sums: FloatArray,
    knobs: KnobArray,
    scales: FloatArray,
    policy: int,
) -> int:
    desk = Desk(
        address(p),
        address(s),
        address(states[0]),
        address(states[1]),
        address(work),
        address(small[0]),
        address(small[1]),
        address(small[2]),
        address(small[3]),
        address(nodes),
        address(sums),
        address(knobs),
        address(scales),
    )
    return move_id(policy_move(desk, address(s), policy))


class Searcher:
    """One search at a time for one rule set: keeps its room between searches."""

    def __init__(self, rules: Rules, settings: Settings, *, nodes: int = MOST_NODES) -> None:
        self.settings = settings
        self.rules = rules
        self._p = params(rules)
        self._states = np.zeros((2, words(rules)), np.uint64)
        self._work = np.zeros(WORK, np.uint64)
        # Rows: a sheet, rank keys, actions, the path.
        self._small = np.zeros((4, ACTIONS), np.int32)
        self._nodes = np.zeros((nodes, on.NODE), np.int32)
        self._sums = np.zeros((nodes, on.SUMS), np.float64)
        s = settings
        self._knobs = np.array(
            [s.own, s.others, s.slips, s.width, s.expand, s.judge, s.depth, s.at_root, nodes,
             s.ordered], np.int64
        )  # fmt: skip
        self._scales = np.array(
            [s.explore, s.win_weight, s.margin, s.widen, s.gap, s.alike], np.float64
        )
        self._used = 0
        self._done = 0

    def policy_action(self, row: WordArray, policy: int, seed: int) -> int:
        """What a playout's player would do here."""
        row = row.copy()
        row[6] = seed
        return int(
            _policy_action(
                self._p, row, self._states, self._work, self._small, self._nodes, self._sums,
                self._knobs, self._scales, policy,
            )
        )  # fmt: skip

    def _some(self, row: WordArray, seed: int, n: int) -> None:
        self._used = int(
            _grow(
                self._p, row, self._states, self._work, self._small, self._nodes, self._sums,
                self._knobs, self._scales, U(seed), self._done, n, self._used,
            )
        )  # fmt: skip
        self._done += n

    def _reset(self) -> None:
        self._nodes[0] = 0
        self._nodes[0, on.COUNT] = on.UNKNOWN
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
            found = [
                f._replace(
                    value=float(keys[f.action]), points=float(keys[f.action] >> 14), exact=True
                )
                for f in found
            ]
            found.sort(key=lambda f: (-f.value, -f.visits))
        return found

    def compare(
        self, row: WordArray, actions: Collection[int], *, seed: int, playouts: int
    ) -> list[Found]:
        """The same number of playouts for each of a few actions; those with none are left out.

        The settings must say UNIFORM at the root.
        """
        self._reset()
        self._some(row, seed, 1)
        first, count = (int(x) for x in self._nodes[0, : on.COUNT + 1])
        for node in range(first, first + count):
            self._nodes[node, on.ACTIVE] = int(self._nodes[node, on.ACTION]) in actions
        self._some(row, seed, playouts)
        return [found for found in self._found() if found.action in actions]

    def _found(self) -> list[Found]:
        first, count = (int(x) for x in self._nodes[0, : on.COUNT + 1])
        found: list[Found] = []
        for node in range(first, first + max(0, count)):
            visits = int(self._nodes[node, on.VISITS])
            value, points, share = (float(x) / max(1, visits) for x in self._sums[node, :3])
            found.append(Found(int(self._nodes[node, on.ACTION]), visits, value, points, share))
        by_value = self.settings.at_root == on.UNIFORM
        found.sort(
            key=lambda f: (-f.value if f.visits else 1, 0) if by_value else (-f.visits, -f.value)
        )
        return found

    def _solved(self, row: WordArray) -> dict[int, int]:
        """One's best rank key after each action, if this is a last round that can be solved."""
        states = np.zeros((DEEPEST + 1, len(row)), np.uint64)
        moves = np.zeros((DEEPEST + 1, ACTIONS), np.int32)
        counts = np.zeros((2, DEEPEST + 1), np.int32)
        best, sheet = np.zeros(ACTIONS, np.int32), np.zeros(SHEET, np.int32)
        ends = solve(self._p, row, states, moves, counts, sheet, best, LAST_ROUND_ENDS)
        if ends in (0, TOO_MANY):
            return {}
        return {int(moves[0, i]): int(best[i]) for i in range(int(counts[0, 0]))}
