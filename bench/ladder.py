"""The published figures and our targets, played again: ``python -m bench.ladder --minutes 30``.

The contests take turns, so that whatever time there is gives figures for all of them. Every
result is kept in one file, and a later run goes on from there; ``--page`` writes the table.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from bench.contest import Held, add_options, console, hold, played_on, results_file, wanted
from kingdomino.arena.ledger import Ledger
from kingdomino.arena.page import replace_section
from kingdomino.arena.plan import Plan
from kingdomino.arena.statistics import Interval, Standing
from kingdomino.bots import parse_budget
from kingdomino.games.catalogue import rules

BONUSES = ("middle_kingdom", "harmony")
PUBLISHED, TARGET = "published", "target"
STRENGTH = 9
"""So many times as strong as each other is who wins three of four games among four players."""


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
    """The first one is measured. Budgets are playouts, the same on every machine."""
    bars: tuple[Bar, ...]

    def plan(self, budget: str | None, seed: int) -> Plan:
        """What is to be played, with another *budget* for our search if one is given."""
        names = self.bots
        if budget:
            names = tuple(re.sub("^search:.*", f"search:{budget}", name) for name in names)
        return Plan(rules(self.game, self.players, self.variants), names, seed)


def _published(
    title: str, bots: tuple[str, ...], wins: float | None, score: float | None
) -> Contest:
    bars = [Bar("wins", wins, PUBLISHED)] if wins is not None else []
    bars += [Bar("score", score, PUBLISHED)] if score is not None else []
    return Contest(PUBLISHED, title, "kingdomino", 4, BONUSES, bots, tuple(bars))


def _par(title: str, game: str, players: int, playouts: int) -> Contest:
    """Three times an even share. With three players that would be every game, which chance does
    not allow: there it is the share of a player as strong as four players ask for."""
    wins = 300 / players if players > 3 else 100 * STRENGTH / (STRENGTH + players - 1)
    return _target(title, game, players, (), playouts, Bar("wins", round(wins, 1)))


def _target(
    title: str,
    game: str,
    players: int,
    variants: tuple[str, ...],
    playouts: int,
    *bars: Bar,
    rival: str = "fg",
) -> Contest:
    bots = (f"search:{playouts}", *[rival] * (players - 1))
    return Contest(TARGET, title, game, players, variants, bots, bars)


CONTESTS = (
    _published("FG against three TR", ("fg", "tr", "tr", "tr"), 97.7, 55.7),
    _published("GPRD against three TR", ("gprd", "tr", "tr", "tr"), 79.4, 39.6),
    _published("FG against three FG", ("fg", "fg", "fg", "fg"), None, 51.4),
    _published("TR against three TR", ("tr", "tr", "tr", "tr"), None, 22.7),
    _published("MCE-TR against three FG", ("mce-tr:2000", "fg", "fg", "fg"), 47.0, None),
    _published("MCE-FG against three FG", ("mce-fg:120", "fg", "fg", "fg"), 74.0, 66.0),
    _target(
        "4 players, 5×5, both bonuses, against three FG",
        "kingdomino", 4, BONUSES, 3000, Bar("wins", 80.0), Bar("score", 70.0),
    ),
    _target("2 players, 5×5, against FG", "kingdomino", 2, (), 1000, Bar("wins", 92.0)),
    _target(
        "2 players, 7×7, against FG", "kingdomino", 2, ("mighty_duel",), 500, Bar("wins", 95.0)
    ),
    _target(
        "2 players, 7×7, against itself",
        "kingdomino", 2, ("mighty_duel",), 3000, Bar("score", 115.0), rival="search:3000",
    ),
    _par("3 players, against two FG", "kingdomino", 3, 2000),
    _par("Giants, 3 players, against FG", "giants", 3, 4000),
    _par("Giants, 4 players, against FG", "giants", 4, 1000),
    _par("Giants, 5 players, against FG", "giants", 5, 500),
    *(
        _par(f"Origins {mode}, {n} players, against FG", f"origins-{mode}", n, 1000)
        for mode in ("discovery", "totem", "tribe")
        for n in (3, 4)
    ),
)  # fmt: skip


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
    side = "above" if value > bar.value else "below"
    return f"{abs(value - bar.value):.1f} {side}"


def _rows(contests: list[tuple[Contest, Held]]) -> Iterator[list[str]]:
    for contest, held in contests:
        one = held.first()
        for bar in contest.bars:
            sign = "> " if bar.kind == TARGET else ""
            unit = " %" if bar.what == "wins" else ""
            bots = held.ledger.plan.bots
            row = [contest.kind, contest.title, bots[0], f"{sign}{bar.value:g}{unit}"]
            if one is None:
                yield [*row, "", "", "0", "not played"]
                continue
            value, span = _figure(bar, one)
            figure, ends = f"{value:.1f}{unit}", f"{span.low:.1f}–{span.high:.1f}"
            yield [*row, figure, ends, str(one.games), _verdict(bar, value, span)]


HEADS = ("kind", "contest", "bot", "bar", "figure", "95 %", "games", "")


def _table(contests: list[tuple[Contest, Held]]) -> Table:
    table = Table(*HEADS, title="Published figures and targets")
    for row in _rows(contests):
        table.add_row(*row)
    return table


def _page(contests: list[tuple[Contest, Held]], machine: str, command: str) -> str:
    games = sum(len(held.ledger.results) for _, held in contests)
    ours = [held.ledger.results for contest, held in contests if contest.kind == TARGET]
    slowest = max((result.slowest for results in ours for result in results), default=0.0)
    slow = f"; our slowest decision took {slowest:.2f} s" if slowest else ""
    lines = [
        "## Published figures and targets",
        "",
        f"| {' | '.join(HEADS)} |",
        f"|{'---|' * len(HEADS)}",
        *(f"| {' | '.join(row)} |" for row in _rows(contests)),
        "",
        (f"{games:,} games, one core a game{slow}. {machine}: `{command}`"),
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
            contests.append((contest, Held(contest.title, ledger, asked.games)))
    hold([held for _, held in contests], asked)
    console(asked).print(_table(contests))
    if asked.json:
        print(json.dumps([dict(zip(HEADS, row, strict=True)) for row in _rows(contests)], indent=1))
    if asked.page:
        command = f"python -m bench.ladder --games {asked.games} --seed {asked.seed}"
        command += f" --budget {asked.budget}" if asked.budget else ""
        command += f" --only '{asked.only}'" if asked.only else ""
        text = _page(contests, played_on(file), command)
        replace_section(Path(asked.page), "targets", text)


if __name__ == "__main__":
    main()
