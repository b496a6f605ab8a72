"""Many contests in a limited time, with all results in one file that later runs extend."""

from __future__ import annotations

import argparse
import json
import lzma
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from itertools import groupby, zip_longest
from pathlib import Path

from rich.console import Console

from bench.figure import hardware
from kingdomino.arena.game import Result
from kingdomino.arena.ledger import FORMAT, Ledger, head, parsed, whole_deals
from kingdomino.arena.plan import Plan
from kingdomino.arena.run import Job, hired
from kingdomino.arena.statistics import Standing, standings

EVERY = 15.0
"""Seconds between two visits to the file: results are written together by contest."""
KEPT = Path(__file__).parent / "games.jsonl.xz"
"""The games behind the pages, for a folder that has none yet to begin with."""
CLOCKS = Result._fields.index("clocks")


@dataclass(frozen=True, slots=True)
class Held:
    """A contest with its results."""

    title: str
    ledger: Ledger
    games: int

    def first(self) -> Standing | None:
        """The figures of the first bot so far."""
        plan = self.ledger.plan
        results = whole_deals(plan, self.ledger.results)
        if not results:
            return None
        found = standings(results, seed=plan.seed)
        return next(one for one in found if one.bot == plan.bots[0])


def add_options(parser: argparse.ArgumentParser, *, folder: str, games: int) -> None:
    """What all such commands understand."""
    parser.add_argument("--minutes", type=float, default=10.0, help="stop after so long")
    parser.add_argument("--games", type=int, default=games, help="games of each contest")
    parser.add_argument("--jobs", type=int, default=0, help="processes, 0 for one a core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="contests whose name has this in it, or looks like it: '3*'")
    parser.add_argument("--folder", default=folder, help="results.jsonl there keeps all results")
    parser.add_argument("--page", help="the page to write, such as docs/ladder.md")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def results_file(folder: str, kept: Path | None = None) -> Path:
    """Where the results are kept; files of several runs may be put one behind the other. A new one
    begins with the games in *kept*."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    file = Path(folder) / "results.jsonl"
    if kept and kept.exists() and not file.exists():
        file.write_bytes(lzma.decompress(kept.read_bytes()))
    return file


def keep_games(file: Path, kept: Path) -> None:
    """Pack the results of a file: each game once, by contest, times to a tenth of a millisecond."""
    machines: dict[str, None] = {}
    contests: dict[str, dict[str, str]] = {}
    games: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        found = parsed(line)
        if isinstance(found, list):
            found[CLOCKS] = [[round(part, 4) for part in clock] for clock in found[CLOCKS]]
            games.setdefault(json.dumps(found[:2]), json.dumps(found))
        elif found and "machine" in found:
            machines[line] = None
        elif found:
            games = contests.setdefault(line, {})
    lines = [*machines]
    for contest, results in contests.items():
        lines += [contest, *results.values()]
    kept.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines).encode()))


def forget(file: Path, plans: Sequence[Plan]) -> None:
    """Delete the results of some contests from a file, and of no others."""
    heads = [head(plan) for plan in plans]
    kept: list[str] = []
    gone = False
    if not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        found = parsed(line)
        if isinstance(found, dict):
            gone = found in heads
        if not gone:
            kept.append(f"{line}\n")
    file.write_text("".join(kept), encoding="utf-8")


def sign(file: Path) -> None:
    """Write down which machine plays from here on, and when."""
    today = datetime.now(UTC).date().isoformat()
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({"format": FORMAT, "machine": hardware(), "date": today}) + "\n")


def played_on(file: Path) -> str:
    """The days and machines of all results of a file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    heads = [json.loads(line) for line in lines if line.startswith('{"format"')]
    found = [f"{head['date']}, {head['machine']}" for head in heads if "machine" in head]
    return "; ".join(dict.fromkeys(found))


def wanted(only: str | None, name: str) -> bool:
    """Whether ``--only`` asks for a contest."""
    if not only:
        return True
    name, only = name.lower(), only.lower()
    return fnmatchcase(name, only) if set(only) & set("*?[") else only in name


def hold(contests: Sequence[Held], asked: argparse.Namespace) -> None:
    """Play what is missing in turns, and stop on the minute."""
    began = time.time()
    until = began + 60 * asked.minutes
    by_plan = {id(held.ledger.plan): held for held in contests}
    waiting: dict[int, list[Result]] = {}
    screen, played, written = console(asked), 0, began
    try:
        with hired(asked.jobs, until=until) as crew:
            for plan, result in crew(_in_turn(contests)):
                if not played:
                    sign(results_file(asked.folder))
                waiting.setdefault(id(plan), []).append(result)
                played += 1
                if time.time() - written > EVERY:
                    _write(by_plan, waiting)
                    written = time.time()
                    screen.print(
                        f"{(written - began) / 60:5.1f} min, {played:,} games", style="dim"
                    )
    finally:
        _write(by_plan, waiting)


def _write(by_plan: dict[int, Held], waiting: dict[int, list[Result]]) -> None:
    for key, results in waiting.items():
        with by_plan[key].ledger.open() as keep:
            for result in results:
                keep(result)
    waiting.clear()


def _in_turn(contests: Sequence[Held]) -> Iterator[Job]:
    """A deal of each contest again and again, so that any time gives figures for all."""
    queues = [_deals(held) for held in contests]
    for turn in zip_longest(*queues, fillvalue=()):
        for deal in turn:
            yield from deal


def _deals(held: Held) -> Iterator[list[Job]]:
    plan = held.ledger.plan
    for _, games in groupby(held.ledger.missing(held.games), key=lambda one: one.deal):
        yield [Job(plan, pairing) for pairing in games]


def console(asked: argparse.Namespace) -> Console:
    """Where people read; programs have standard output for themselves."""
    found = Console(stderr=asked.json)
    return found if found.is_terminal else Console(stderr=asked.json, width=140)
