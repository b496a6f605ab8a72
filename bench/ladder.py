"""The published figures and our targets, played again: ``python -m bench.ladder --minutes 30``.

The contests take turns, so that whatever time there is gives figures for all of them. Every
result is kept in a folder, and a later run goes on from there. At the end the table is written
into docs/ladder.md.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.figure import hardware
from kingdomino.arena.plan import Plan
from kingdomino.arena.run import Ledger, Runner, runner, whole_deals
from kingdomino.arena.statistics import Interval, Standing, standings
from kingdomino.bots import parse_budget
from kingdomino.cli.ladder import replace_section
from kingdomino.games.catalogue import rules

BONUSES = ("middle_kingdom", "harmony")
PUBLISHED, TARGET = "published", "target"
NEARLY_ALL = 90.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure of the first bot: to be reached, or if it was published to be met."""

    what: str
    """``wins`` in percent, or ``score``."""
    value: float
    kind: str = TARGET


@dataclass(frozen=True, slots=True)
class Contest:
    """One row of the table."""

    kind: str
    title: str
    game: str
    players: int
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    """The first one is measured; BUDGET, ANCHOR and SLOW stand for budgets of the command
    line."""
    bars: tuple[Bar, ...]

    def plan(self, budgets: dict[str, str], seed: int) -> Plan:
        """What is to be played."""
        names = self.bots
        for word, budget in budgets.items():
            names = tuple(name.replace(word, budget) for name in names)
        return Plan(rules(self.game, self.players, self.variants), names, seed)


def _published(
    title: str, bots: tuple[str, ...], wins: float | None, score: float | None
) -> Contest:
    bars = [Bar("wins", wins, PUBLISHED)] if wins is not None else []
    bars += [Bar("score", score, PUBLISHED)] if score is not None else []
    return Contest(PUBLISHED, title, "kingdomino", 4, BONUSES, bots, tuple(bars))


def _par(title: str, game: str, players: int, variants: tuple[str, ...] = ()) -> Contest:
    """Three times an even share; with three players that would be every game, so nearly that."""
    wins = min(300 / players, NEARLY_ALL)
    return _target(title, game, players, variants, Bar("wins", wins))


def _target(
    title: str, game: str, players: int, variants: tuple[str, ...], *bars: Bar, rival: str = "fg"
) -> Contest:
    bots = ("search:BUDGET", *[rival] * (players - 1))
    return Contest(TARGET, title, game, players, variants, bots, bars)


CONTESTS = (
    _published("FG against three TR", ("fg", "tr", "tr", "tr"), 97.7, 55.7),
    _published("GPRD against three TR", ("gprd", "tr", "tr", "tr"), 79.4, 39.6),
    _published("FG against three FG", ("fg", "fg", "fg", "fg"), None, 51.4),
    _published("TR against three TR", ("tr", "tr", "tr", "tr"), None, 22.7),
    _published("MCE-TR against three FG", ("mce-tr:ANCHOR", "fg", "fg", "fg"), 47.0, None),
    _published("MCE-FG against three FG", ("mce-fg:SLOW", "fg", "fg", "fg"), 74.0, 66.0),
    _target(
        "4 players, 5×5, both bonuses, against three FG",
        "kingdomino", 4, BONUSES, Bar("wins", 80.0), Bar("score", 70.0),
    ),
    _target("2 players, 5×5, against FG", "kingdomino", 2, (), Bar("wins", 92.0)),
    _target("2 players, 7×7, against FG", "kingdomino", 2, ("mighty_duel",), Bar("wins", 95.0)),
    _target(
        "2 players, 7×7, against itself",
        "kingdomino", 2, ("mighty_duel",), Bar("score", 115.0), rival="search:BUDGET",
    ),
    _par("3 players, against two FG", "kingdomino", 3),
    *(_par(f"Giants, {n} players, against FG", "giants", n) for n in (3, 4, 5)),
    *(
        _par(f"Origins {mode}, {n} players, against FG", f"origins-{mode}", n)
        for mode in ("discovery", "totem", "tribe")
        for n in (3, 4)
    ),
)  # fmt: skip


def _take_turns(
    contests: list[tuple[Contest, Ledger]], games: int, until: float, run: Runner, chunk: int
) -> Iterator[tuple[Contest, Ledger]]:
    """Play a chunk of each contest in turn until all have enough games or the time is up."""
    while True:
        played = False
        for contest, ledger in contests:
            due = ledger.missing(games)[:chunk]
            if not due:
                continue
            with ledger.open() as keep:
                for result in run(ledger.plan, iter(due)):
                    keep(result)
                    played = True
                    if time.monotonic() >= until:
                        break
            yield contest, ledger
            if time.monotonic() >= until:
                return
        if not played:
            return


def _first(ledger: Ledger) -> Standing | None:
    results = whole_deals(ledger.plan, ledger.results)
    if not results:
        return None
    found = standings(results, seed=ledger.plan.seed)
    return next(one for one in found if one.bot == ledger.plan.bots[0])


def _figure(bar: Bar, one: Standing) -> tuple[float, Interval]:
    if bar.what == "score":
        return one.mean_score, one.mean_score_ci
    low, high = one.win_rate_ci
    return 100 * one.win_rate, Interval(100 * low, 100 * high)


def _verdict(bar: Bar, value: float, span: Interval) -> str:
    if bar.kind == TARGET:
        return "reached" if value >= bar.value else "missed"
    if span.low <= bar.value <= span.high:
        return "met"
    return "above" if value > bar.value else "below"


def _rows(contests: list[tuple[Contest, Ledger]]) -> Iterator[list[str]]:
    for contest, ledger in contests:
        one = _first(ledger)
        for bar in contest.bars:
            sign = "> " if bar.kind == TARGET else ""
            unit = " %" if bar.what == "wins" else ""
            row = [contest.kind, contest.title, ledger.plan.bots[0], f"{sign}{bar.value:g}{unit}"]
            if one is None:
                yield [*row, "", "", "0", "not played"]
                continue
            value, span = _figure(bar, one)
            figure, ends = f"{value:.1f}{unit}", f"{span.low:.1f}–{span.high:.1f}"
            yield [*row, figure, ends, str(one.games), _verdict(bar, value, span)]


HEADS = ("kind", "contest", "bot", "bar", "figure", "95 %", "games", "")


def _table(contests: list[tuple[Contest, Ledger]]) -> Table:
    table = Table(*HEADS, title="Published figures and targets")
    for row in _rows(contests):
        table.add_row(*row)
    return table


def _page(contests: list[tuple[Contest, Ledger]], command: str) -> str:
    slowest = max((r.slowest for _, ledger in contests for r in ledger.results), default=0.0)
    today = datetime.now(UTC).date().isoformat()
    lines = [
        "## Published figures and targets",
        "",
        f"| {' | '.join(HEADS)} |",
        f"|{'---|' * len(HEADS)}",
        *(f"| {' | '.join(row)} |" for row in _rows(contests)),
        "",
        f"{today}, {hardware()}, one core a game, slowest decision {slowest:.2f} s: `{command}`",
    ]
    return "\n".join(lines)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="stop after so long")
    parser.add_argument("--games", type=int, default=1000, help="games of each contest")
    parser.add_argument("--jobs", type=int, default=0, help="processes, 0 for one a core")
    parser.add_argument("--budget", default="0.1s", help="of our search, for a decision")
    parser.add_argument("--anchors", default="2000", help="budget of mce-tr")
    parser.add_argument("--slow", default="100", help="budget of mce-fg, whose playouts are slow")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="contests whose title or kind holds this")
    parser.add_argument("--folder", default="build/arena", help="where results are kept")
    parser.add_argument("--page", help="the page to write, such as docs/ladder.md")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    return parser.parse_args()


def main() -> None:
    """Play as long as allowed, and report."""
    asked = _options()
    budgets = {"BUDGET": asked.budget, "ANCHOR": asked.anchors, "SLOW": asked.slow}
    for text in budgets.values():
        parse_budget(text)
    console = Console(stderr=asked.json)
    folder = Path(asked.folder)
    folder.mkdir(parents=True, exist_ok=True)
    contests: list[tuple[Contest, Ledger]] = []
    for number, contest in enumerate(CONTESTS):
        if asked.only and asked.only.lower() not in f"{contest.kind} {contest.title}".lower():
            continue
        plan = contest.plan(budgets, asked.seed)
        name = f"{number:02}-{'+'.join(plan.bots).replace(':', '_')}-{asked.seed}.jsonl"
        contests.append((contest, Ledger(plan, folder / name)))
    began = time.monotonic()
    until = began + 60 * asked.minutes
    with runner(asked.jobs) as run:
        for contest, ledger in _take_turns(contests, asked.games, until, run, chunk=48):
            spent = (time.monotonic() - began) / 60
            for row in islice(_rows([(contest, ledger)]), 2):
                console.print(f"[dim]{spent:5.1f} min[/dim] {' · '.join(row[1:])}")
        console.print("stopping the processes …", style="dim")
    console.print(_table(contests))
    if asked.json:
        print(json.dumps([dict(zip(HEADS, row, strict=True)) for row in _rows(contests)], indent=1))
    if asked.page:
        command = f"python -m bench.ladder --games {asked.games} --budget {asked.budget} "
        command += f"--anchors {asked.anchors} --slow {asked.slow} --seed {asked.seed} "
        command += f"--minutes {asked.minutes:g}"
        replace_section(Path(asked.page), "targets", _page(contests, command))


if __name__ == "__main__":
    main()
