"""``kingdomino leaderboard``: a bot at fixed tables, in a file that anybody can check."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from .... import __version__
from ....arena.leaderboard import (
    GAMES,
    SEATINGS,
    Row,
    check_document,
    document,
    read,
    seatings,
)
from ....arena.ledger import Ledger
from ....arena.page import replace_section
from ....arena.run import runner, spread_over
from ....bots import bot_named
from ....bots.outside.asking import is_outside
from ...show.figure import duration, number, percent
from ...show.glyph import open_console
from ...show.layout import plain_table
from ...show.progress import counting
from ...tool.contest import hold
from ...tool.failure import Commands, Failure, one_line
from ...tool.files import read_text, replacing
from ...tool.option import JobsOption, RayOption, help_when_alone

WRONG = 1
app = typer.Typer(cls=Commands, rich_markup_mode="rich", invoke_without_command=True)


@app.callback()
def leaderboard(context: typer.Context) -> None:
    """Measure a bot at fixed tables, and check what others measured; see docs/leaderboard.md."""
    help_when_alone(context)


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino leaderboard run search:1000 --file search.json --jobs 0\n"
    '  kingdomino leaderboard run "cmd=./my-bot" --name mine --file mine.json\n'
    "  kingdomino leaderboard run greedy -f try.json -n 4 -t giants-3-greedy"
)
def run(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, as in the arena.")],
    file: Annotated[
        str, typer.Option("--file", "-f", metavar="FILE", help="Where the row is written.")
    ],
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="What to call it.", show_default=False),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", metavar="N", min=1, help="Games at each table; fewer are for trying."
        ),
    ] = GAMES,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            "-t",
            metavar="T",
            help=f"Only this table: {', '.join(seating.name for seating in SEATINGS)}.",
            show_default=False,
        ),
    ] = None,
    jobs: JobsOption = 1,
    ray: RayOption = None,
) -> None:
    """Let a bot play at every table, and write what can be handed in."""
    bot_named(bot)
    rows: list[Row] = []
    with runner(jobs, ray) as crew:
        for seating in seatings(table or []):
            ledger = Ledger(seating.plan(bot), None)
            hold(ledger, games, crew)
            if ledger.missing(games):
                raise Failure("stopped: a row has all its games or is none")
            results = sorted(ledger.results, key=lambda one: (one.deal, one.lineup))
            rows.append(Row(seating, results))
    shown = name or ("yours" if is_outside(bot) else bot)
    with replacing(file) as stream:
        json.dump(document(bot, shown, __version__, rows), stream, separators=(",", ":"))
        stream.write("\n")
    open_console().print(_table(bot, rows))


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino leaderboard check mine.json\n"
    "  kingdomino leaderboard check *.json --moves-only"
)
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="What was handed in.")],
    opponents: Annotated[
        bool,
        typer.Option(
            "--opponents/--moves-only", help="Whether our bots are asked again what they decided."
        ),
    ] = True,
    page: Annotated[
        str | None,
        typer.Option(
            "--page",
            metavar="PAGE",
            help="Write the rows into this Markdown page, if all is right.",
            show_default=False,
        ),
    ] = None,
    jobs: JobsOption = 1,
    ray: RayOption = None,
) -> None:
    """Play the games of a file again, and say what is not as it says.

    The exit status is 1 if anything is wrong.
    """
    console, lines, wrong = open_console(), list[str](), 0
    for file in files:
        given = _parsed(file)
        bot, rows = read(given)
        found = _wrong_games(bot, rows, jobs, ray, opponents=opponents)
        for line in found:
            console.print(one_line(f"{file}: {line}"), style="red", soft_wrap=True)
        total = sum(len(row.results) for row in rows)
        console.print(f"{file}: {total:,} games, {len(found) or 'nothing'} wrong", soft_wrap=True)
        wrong += len(found)
        lines += _page_rows(str(given["name"]), bot, rows)
    if wrong:
        raise typer.Exit(WRONG)
    if page:
        head = [
            "| bot | table | games | wins | 95 % | score | margin | a decision |",
            "|---|---|---:|---:|---:|---:|---:|---:|",
        ]
        replace_section(Path(page), "leaderboard", "\n".join([*head, *sorted(lines)]))


def _parsed(file: str) -> Any:
    try:
        return json.loads(read_text(file))
    except ValueError as broken:
        raise Failure(f"{file}: no JSON: {broken}") from None


def _wrong_games(
    bot: str, rows: Sequence[Row], jobs: int, ray: str | None, *, opponents: bool
) -> list[str]:
    works = [
        (None, (bot, row.seating.name, [*result], opponents))
        for row in rows
        for result in row.results
    ]
    found: list[str] = []
    with spread_over(jobs, ray) as spread, counting("checking", len(works)) as done:
        for _, wrong in spread(check_document, works):
            found += [wrong] if wrong else []
            done(1)
    return found


def _table(bot: str, rows: Sequence[Row]) -> Table:
    table = plain_table()
    table.add_column("table")
    for head in ("games", "wins", "score", "time"):
        table.add_column(head, justify="right")
    for row in rows:
        one = row.standing(bot)
        table.add_row(
            row.seating.name,
            f"{one.games:,}",
            percent(one.win_rate, one.win_rate_ci),
            number(one.mean_score, one.mean_score_ci),
            duration(one.seconds),
        )
    return table


def _page_rows(name: str, bot: str, rows: Sequence[Row]) -> list[str]:
    lines: list[str] = []
    for row in rows:
        one = row.standing(bot)
        low, high = (100 * end for end in one.win_rate_ci)
        lines.append(
            f"| {name} | {row.seating.name} | {one.games} | {100 * one.win_rate:.1f} % | "
            f"{low:.0f}–{high:.0f} | {one.mean_score:.1f} | {one.mean_margin:+.1f} | "
            f"{duration(one.seconds)} |"
        )
    return lines
