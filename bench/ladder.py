"""The published figures and our targets, played again: ``python -m bench.ladder --minutes 30``.

The contests take turns, so that whatever time there is gives figures for all of them. Every
result is kept in one file, and a later run goes on from there; ``--page`` writes the table and the
champion's picture, and packs the games into ``bench/games.jsonl.xz``, with which a folder begins
that has none. A bot goes by its name: when it plays otherwise, ``--anew`` deletes the games of the
contests named by ``--only``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TypeAlias

from rich.table import Table

from bench.bars import CONTESTS, FULL, KINDS, PUBLISHED, QUICK, TARGET, Bar, Contest
from bench.contest import (
    KEPT,
    Held,
    add_options,
    console,
    forget,
    hold,
    keep_games,
    played_on,
    results_file,
    wanted,
)
from kingdomino.arena.ledger import Ledger
from kingdomino.arena.page import picture_line, replace_section
from kingdomino.arena.plot import Share, shares_svg
from kingdomino.arena.statistics import Interval, Standing
from kingdomino.bots import parse_budget

TITLES = {"targets": "Published figures and targets", "champion": "The champion"}
HEADS = ("kind", "contest", "bot", "bar", "figure", "95 %", "games", "a decision", "")
FIGURE, GAMES = HEADS.index("figure"), HEADS.index("games")
GONE = "; its games are not kept"
"""Said of a figure that only the page still has."""
LEGEND = (
    "A dot is the share of the victory, its bar the interval; the dotted line is an even share, "
    "the triangle what was aimed at. A full dot has reached it."
)
Known: TypeAlias = dict[tuple[str, ...], list[str]]
"""Rows by kind, contest, bot and bar."""
Played: TypeAlias = tuple[Contest, Held, Standing | None]
"""A contest, its games, and the figures of its first bot."""


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


def _known(page: str | None) -> Known:
    """The figures that a page has."""
    lines = (
        Path(page).read_text(encoding="utf-8").splitlines() if page and Path(page).exists() else []
    )
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {tuple(row[:4]): row for row in rows if len(row) == len(HEADS)}


def _rows(played: list[Played], known: Known) -> Iterator[list[str]]:
    for contest, held, one in played:
        for bar in contest.bars:
            sign = "" if bar.kind == PUBLISHED else "> " if contest.kind == TARGET else "≥ "
            unit = " %" if bar.what == "wins" else ""
            bots = held.ledger.plan.bots
            row = [contest.kind, contest.title, bots[0], f"{sign}{bar.value:g}{unit}"]
            if one is None:
                *said, verdict = known.get(tuple(row)) or [*row, "", "", "0", "", "not played"]
                gone = "" if said[FIGURE] == "" or verdict.endswith(GONE) else GONE
                yield [*said, verdict + gone]
                continue
            value, span = _figure(bar, one)
            figure, ends = f"{value:.1f}{unit}", f"{span.low:.1f}–{span.high:.1f}"
            took = f"{1000 * _decision(held):.1f} ms"
            verdict = _verdict(bar, value, span) + (" so far" if one.games < contest.games else "")
            yield [*row, figure, ends, str(one.games), took, verdict]


def _table(rows: list[list[str]]) -> Table:
    table = Table(*HEADS)
    for row in rows:
        table.add_row(*row)
    return table


def _shares(played: list[Played]) -> Iterator[Share]:
    """What the picture of the champion shows: shares of the victory among as strong players."""
    for contest, _, one in played:
        if one and contest.kind in (QUICK, FULL):
            bar, even = contest.bars[0], 100 / contest.players
            yield Share(f"{contest.kind}: {contest.title}", *_figure(bar, one), even, bar.value)


def _picture(page: Path, name: str, shares: list[Share]) -> list[str]:
    """The lines that show a picture, which is written beside the page."""
    if not shares:
        return []
    title = TITLES[name]
    drawn = shares_svg(shares, title)
    return [picture_line(page, name, drawn, f"{title}: shares of the victory"), "", LEGEND, ""]


def _section(
    name: str, rows: list[list[str]], machine: str, command: str, picture: list[str]
) -> str:
    # A contest with two bars has two rows.
    games = sum({(row[0], row[1]): int(row[GAMES]) for row in rows}.values())
    lines = [
        f"## {TITLES[name]}",
        "",
        *picture,
        f"| {' | '.join(HEADS)} |",
        f"|{'---|' * len(HEADS)}",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
        (f"{games:,} games, one core a game. {machine}: `{command}`"),
    ]
    return "\n".join(lines)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__)
    add_options(parser, folder="build/arena", games=1000)
    parser.add_argument("--budget", help="another one for our search, as 4000 or 0.5s")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where --page packs all games")
    parser.add_argument(
        "--anew", action="store_true",
        help="first delete all games of the contests named by --only: a bot plays otherwise now",
    )  # fmt: skip
    asked = parser.parse_args()
    if asked.anew and not asked.only:
        parser.error("--anew deletes games: name the contests by --only")
    return asked


def main() -> None:
    """Play as long as allowed, and report."""
    asked = _options()
    if asked.budget:
        parse_budget(asked.budget)
    file = results_file(asked.folder, asked.kept)
    meant = [one for one in CONTESTS if wanted(asked.only, f"{one.kind}: {one.title}")]
    plans = [one.plan(asked.budget, asked.seed) for one in meant]
    if asked.anew:
        forget(file, plans)
    contests = [
        (one, Held(one.title, Ledger(plan, file, shared=True), min(asked.games, one.games)))
        for one, plan in zip(meant, plans, strict=True)
    ]
    hold([held for _, held in contests], asked)
    played = [(one, held, held.first()) for one, held in contests]
    rows = [*_rows(played, _known(asked.page))]
    console(asked).print(_table(rows))
    if asked.json:
        print(json.dumps([dict(zip(HEADS, row, strict=True)) for row in rows], indent=1))
    if asked.page:
        command = f"python -m bench.ladder --games {asked.games} --seed {asked.seed}"
        command += f" --budget {asked.budget}" if asked.budget else ""
        command += f" --only '{asked.only}'" if asked.only else ""
        for name, kinds in KINDS.items():
            if found := [row for row in rows if row[0] in kinds]:
                page = Path(asked.page)
                shown = _picture(page, name, [*_shares(played)]) if name == "champion" else []
                text = _section(name, found, played_on(file), command, shown)
                replace_section(page, name, text)
        if file.exists():
            keep_games(file, asked.kept)


if __name__ == "__main__":
    main()
