"""The published figures and our targets, played again: ``python -m bench.ladder --minutes 30``.

The contests take turns, so that whatever time there is gives figures for all of them. Every
result is kept in one file, and a later run goes on from there; ``--page`` writes the table.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from rich.table import Table

from bench.bars import CONTESTS, KINDS, PUBLISHED, TARGET, Bar, Contest
from bench.contest import Held, add_options, console, hold, played_on, results_file, wanted
from kingdomino.arena.ledger import Ledger
from kingdomino.arena.page import replace_section
from kingdomino.arena.statistics import Interval, Standing
from kingdomino.bots import parse_budget

TITLES = {"targets": "Published figures and targets", "champion": "The champion"}


def _figure(bar: Bar, one: Standing) -> tuple[float, Interval]:
    if bar.what == "score":
        return one.mean_score, one.mean_score_ci
    low, high = one.win_rate_ci
    return 100 * one.win_rate, Interval(100 * low, 100 * high)


def _verdict(bar: Bar, value: float, span: Interval) -> str:
    if bar.kind == TARGET:
        return "reached" if value >= bar.value else f"missed by {bar.value - value:.1f}"
    if span.low <= bar.value <= span.high:
        return "met"
    side = "above" if value > bar.value else "below"
    return f"{abs(value - bar.value):.1f} {side}"


def _decision(held: Held) -> float:
    """Seconds that a decision of the first bot takes, in the game in the middle: a core may have
    been busy, and the first games wait until all is compiled."""
    bot = held.ledger.plan.bots[0]
    return median(
        clock.seconds / max(1, clock.decisions)
        for result in held.ledger.results
        for clock in [result.clocks[result.lineup.index(bot)]]
    )


def _rows(contests: list[tuple[Contest, Held]]) -> Iterator[list[str]]:
    for contest, held in contests:
        one = held.first()
        for bar in contest.bars:
            sign = "" if bar.kind == PUBLISHED else "> " if contest.kind == TARGET else "≥ "
            unit = " %" if bar.what == "wins" else ""
            bots = held.ledger.plan.bots
            row = [contest.kind, contest.title, bots[0], f"{sign}{bar.value:g}{unit}"]
            if one is None:
                yield [*row, "", "", "0", "", "not played"]
                continue
            value, span = _figure(bar, one)
            figure, ends = f"{value:.1f}{unit}", f"{span.low:.1f}–{span.high:.1f}"
            took = f"{1000 * _decision(held):.1f} ms"
            verdict = _verdict(bar, value, span) + (" so far" if one.games < contest.games else "")
            yield [*row, figure, ends, str(one.games), took, verdict]


HEADS = ("kind", "contest", "bot", "bar", "figure", "95 %", "games", "a decision", "")


def _table(contests: list[tuple[Contest, Held]]) -> Table:
    table = Table(*HEADS)
    for row in _rows(contests):
        table.add_row(*row)
    return table


def _section(name: str, contests: list[tuple[Contest, Held]], machine: str, command: str) -> str:
    games = sum(len(held.ledger.results) for _, held in contests)
    lines = [
        f"## {TITLES[name]}",
        "",
        f"| {' | '.join(HEADS)} |",
        f"|{'---|' * len(HEADS)}",
        *(f"| {' | '.join(row)} |" for row in _rows(contests)),
        "",
        (f"{games:,} games, one core a game. {machine}: `{command}`"),
    ]
    return "\n".join(lines)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__)
    add_options(parser, folder="build/arena", games=1000)
    parser.add_argument("--budget", help="another one for our search, as 4000 or 0.5s")
    return parser.parse_args()


def main() -> None:
    """Play as long as allowed, and report."""
    asked = _options()
    if asked.budget:
        parse_budget(asked.budget)
    file = results_file(asked.folder)
    contests: list[tuple[Contest, Held]] = []
    for contest in CONTESTS:
        if wanted(asked.only, f"{contest.kind}: {contest.title}"):
            ledger = Ledger(contest.plan(asked.budget, asked.seed), file, shared=True)
            games = min(asked.games, contest.games)
            contests.append((contest, Held(contest.title, ledger, games)))
    hold([held for _, held in contests], asked)
    console(asked).print(_table(contests))
    if asked.json:
        print(json.dumps([dict(zip(HEADS, row, strict=True)) for row in _rows(contests)], indent=1))
    if asked.page:
        command = f"python -m bench.ladder --games {asked.games} --seed {asked.seed}"
        command += f" --budget {asked.budget}" if asked.budget else ""
        command += f" --only '{asked.only}'" if asked.only else ""
        for name, kinds in KINDS.items():
            if found := [one for one in contests if one[0].kind in kinds]:
                text = _section(name, found, played_on(file), command)
                replace_section(Path(asked.page), name, text)


if __name__ == "__main__":
    main()
