"""The search that a net guides: what Python calls. The net itself is the caller's."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ...core.rules import Rules
from ..board.compile import WordArray
from ..board.layout import SHEET
from ..bridge.params import params, words
from ..judge.verdict import mind
from ..learning.layer import FloatArray
from ..policy.gain import WORK
from ..rules.action import ACTIONS
from . import guided as at
from .guided import Guidance, Tree, gather, plant, settle
from .searcher import Found
from .settings import Settings
from .workspace import Workspace

U = np.uint64
NODES, ROWS = 32_768, 4_096
"""Room to begin with; it is doubled when it is used up."""
CLASHES = 8
"""Looks in vain before the net is asked about fewer than it could be."""


class Said(NamedTuple):
    """What a net says of *n* states."""

    logits: FloatArray
    """[n, ALL_SLOTS], -inf where a slot is not legal."""
    worth: FloatArray
    """[n, 3, players]: utility, share of the victory, points; seats from the decider on."""


Judge: TypeAlias = Callable[[WordArray], Said]


class Guided:
    """One search at a time for one rule set: keeps its memory between searches.

    With evaluations as a budget the same seed leads to the same answer.
    """

    def __init__(
        self,
        rules: Rules,
        judge: Judge,
        guidance: Guidance | None = None,
        *,
        batch: int = 32,
        playing: Settings | None = None,
    ) -> None:
        self._judge, self._batch = judge, batch
        self._guidance = (guidance or Guidance()).typed()
        self._words = words(rules)
        nothing = np.zeros(0, np.int32)
        arrays: dict[str, Any] = {
            "p": params(rules),
            "state": np.zeros(self._words, np.uint64),
            "spare": np.zeros(self._words, np.uint64),
            "work": np.zeros(WORK, np.uint64),
            "sheet": np.zeros(SHEET, np.int32),
            "keys": np.zeros(rules.players, np.int32),
            "actions": np.zeros(ACTIONS, np.int32),
            "path": nothing,
            "nodes": nothing,
            "sums": np.zeros(0, np.float64),
            "table": nothing,
            "verdict": np.zeros(0, np.float64),
            "mind": mind(None),
        }
        settings = (playing or Settings()).typed()
        self._workspace = Workspace(**arrays, most_nodes=0, settings=settings)
        self._room, self._leaves = np.zeros(at.SUMS), np.zeros(batch, np.int32)
        self._counts = np.zeros(at.COUNTS, np.int32)
        self._paths = np.zeros((batch + CLASHES, at.DEEPEST), np.int32)
        self._depths = np.zeros(batch + CLASHES, np.int32)
        self._nodes = np.zeros((NODES, at.NODE), np.int32)
        self._sums = np.zeros((NODES, at.SUMS), np.float64)
        self._states = np.zeros((ROWS, self._words), np.uint64)
        self._tree = self._joined()

    def _joined(self) -> Tree:
        arrays: dict[str, Any] = {
            "nodes": self._nodes,
            "sums": self._sums,
            "states": self._states,
            "paths": self._paths,
            "depths": self._depths,
            "counts": self._counts,
        }
        return Tree(
            self._workspace,
            **arrays,
            most_nodes=len(self._nodes),
            most_rows=len(self._states),
            words=self._words,
            guidance=self._guidance,
        )

    def _enlarge(self) -> None:
        self._nodes = np.concatenate([self._nodes, np.zeros_like(self._nodes)])
        self._sums = np.concatenate([self._sums, np.zeros_like(self._sums)])
        self._states = np.concatenate([self._states, np.zeros_like(self._states)])
        self._counts[at.FULL] = 0
        self._tree = self._joined()

    def search(
        self, row: WordArray, *, seed: int, evaluations: int, seconds: float | None = None
    ) -> list[Found]:
        """What is found about every legal action, the best first; the root is looked at first."""
        until = None if seconds is None else time.perf_counter() + seconds
        me = int(at.decider(row))
        plant(self._tree, row)
        done, judged = 0, 0
        while done < evaluations:
            began = time.perf_counter()
            wanted = min(self._batch, evaluations - done)
            n = int(gather(self._tree, U(seed), wanted, CLASHES, me, self._room, self._leaves))
            if n:
                said = self._judge(self._states[self._leaves[:n]])
                settle(self._tree, U(seed), n, me, self._room, said.logits, said.worth)
            judged += n
            done += n + int(self._counts[at.DONE])
            if self._counts[at.FULL]:
                self._enlarge()
            now = time.perf_counter()
            # As long as the last time it takes again; two looks at least, or nothing is chosen.
            if until is not None and judged > 1 and now + (now - began) > until:
                break
        return self._found()

    def _found(self) -> list[Found]:
        first, count = (int(x) for x in self._nodes[0, : at.COUNT + 1])
        seat = int(self._nodes[0, at.SEAT])
        found: list[Found] = []
        for node in range(first, first + max(0, count)):
            visits = int(self._nodes[node, at.VISITS])
            sums = self._sums[node] / max(1, visits)
            worth = 0.5 + float(sums[at.WORTH + seat]) / (2 * at.MOST_WORTH)
            found.append(
                Found(int(self._nodes[node, at.ACTION]), visits, worth if visits else 0.0,
                      float(sums[at.POINTS]), float(sums[at.SHARE]))
            )  # fmt: skip
        prior = self._sums[first : first + max(0, count), at.PRIOR]
        order = sorted(
            range(len(found)), key=lambda i: (-found[i].visits, -found[i].value, -prior[i])
        )
        return [found[i] for i in order]
