"""Results in a file as they come, one JSON document a line: a plan, then its results.

A later run with the same plan goes on where the file ends. Files of results may be put one behind
the other, of one contest or of many: a line with a plan begins a new part.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .game import Result, result_of
from .plan import Pairing, Plan, PlanError

FORMAT = "kingdomino-arena/1"


class Ledger:
    """The results so far, in memory and in a file, which may hold those of other contests too."""

    def __init__(self, plan: Plan, path: Path | None, *, shared: bool = False) -> None:
        self.plan = plan
        self.results: list[Result] = []
        self._path = path
        self._shared = shared
        if path and path.exists() and path.stat().st_size:
            self.results = read_results(plan, path, shared=shared)

    @contextmanager
    def open(self) -> Iterator[Callable[[Result], None]]:
        """A function that keeps a result."""
        if self._path is None:
            yield self.results.append
            return
        old = self._path.read_bytes() if self._path.exists() else b""
        with self._path.open("a", encoding="utf-8") as stream:
            if old and not old.endswith(b"\n"):
                stream.write("\n")
            if not old or self._shared:
                stream.write(json.dumps(head(self.plan)) + "\n")

            def keep(result: Result) -> None:
                self.results.append(result)
                stream.write(json.dumps([*result]) + "\n")
                stream.flush()

            yield keep

    def missing(self, games: int) -> list[Pairing]:
        """What is still to be played for so many games."""
        done = {(result.deal, result.lineup) for result in self.results}
        return [one for one in self.plan.pairings(games) if (one.deal, one.lineup) not in done]


def head(plan: Plan) -> dict[str, Any]:
    """The line that begins the results of a plan."""
    return {"format": FORMAT, **plan.document()}


def read_results(plan: Plan, path: Path, *, shared: bool = False) -> list[Result]:
    """The results of a plan in a file, each game once.

    Raises PlanError for what is no file of results, and unless it is *shared* for one in which
    another plan comes first.
    """
    lines = [parsed(line) for line in path.read_text(encoding="utf-8").splitlines()]
    first, wanted = lines[0] if lines else None, head(plan)
    if not isinstance(first, dict) or first.get("format") != FORMAT:
        raise PlanError(f"{path}: not a file of arena results")
    for name in () if shared else {**wanted, **first}:
        if first.get(name) != wanted.get(name):
            raise PlanError(f"{path}: its {name} is {first.get(name)}, not {wanted.get(name)}")
    found: dict[tuple[int, tuple[str, ...]], Result] = {}
    mine = False
    for line in lines:
        if isinstance(line, dict):
            mine = line == wanted
        # A line cut short by a crash is no result: its game is played again.
        elif mine and isinstance(line, list):
            result = result_of(line)
            found.setdefault((result.deal, result.lineup), result)
    return [*found.values()]


def parsed(line: str) -> Any:
    """A line of a file of results; None for one that a crash has cut short."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def whole_deals(plan: Plan, results: Sequence[Result]) -> list[Result]:
    """The results of those deals of which all games have been played."""
    games: dict[int, int] = {}
    for result in results:
        games[result.deal] = games.get(result.deal, 0) + 1
    return [r for r in results if games[r.deal] >= len(plan.lineups)]
