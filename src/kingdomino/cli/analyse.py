"""``kingdomino analyse``: every decision of a game on record, graded."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from ..bots import Budget, MissingExtra
from ..core.notation import format_action
from ..core.record import Record
from .failure import one_line
from .glyph import open_console
from .layout import plain_table
from .option import JsonOption, SeedOption
from .record import FileArgument, LineOption, one_record

if TYPE_CHECKING:
    from ..bots.analysis import Verdict

EXAMPLES = """\b
Examples:
  kingdomino analyse game.txt
  kingdomino analyse games.jsonl --line 7 --playouts 5000 --all
  kingdomino analyse game.json --json"""
STYLE = {
    "best": "green",
    "good": "",
    "inaccurate": "yellow",
    "mistake": "red",
    "blunder": "bold red",
}


def analyse(
    file: FileArgument,
    playouts: Annotated[
        int, typer.Option("--playouts", metavar="N", min=10, help="For each decision, twice.")
    ] = 1000,
    every: Annotated[
        bool, typer.Option("--all", help="Show good decisions too.", show_default=False)
    ] = False,
    line: LineOption = None,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Grade every decision of a game against the best one.

    Points and victory are those expected at the end of the game by playouts of the search bot. A
    decision costs what the best one is expected to bring more.
    """
    console = open_console()
    record = one_record(file, line, console)
    verdicts = _verdicts(record, playouts, 1 if seed is None else seed)
    if as_json:
        print(json.dumps(_document(record, verdicts), indent=2))
        return
    names = [one_line(name) for name in record.players]
    console.print(_table(verdicts if every else _wrong(verdicts), names))
    console.print(_summary(verdicts, names))


def _verdicts(record: Record, playouts: int, seed: int) -> list[Verdict]:
    try:
        from ..bots.analysis import analyse as judge
    except ModuleNotFoundError as missing:
        raise MissingExtra(f"analyse needs {missing.name}: install kingdomino[fast]") from None
    console = open_console(stderr=True)
    columns = (TextColumn("looking"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task("looking", total=len(record.events))
    found: list[Verdict] = []
    with bar:
        for verdict in judge(record, Budget(playouts), random.Random(seed)):
            found.append(verdict)
            bar.update(task, completed=verdict.event + 1)
    return found


def _wrong(verdicts: Sequence[Verdict]) -> list[Verdict]:
    return [verdict for verdict in verdicts if verdict.grade.value not in ("best", "good")]


def _table(verdicts: Sequence[Verdict], names: Sequence[str]) -> Table:
    table = plain_table()
    table.add_column("event", justify="right")
    for head in ("player", "played", "better"):
        table.add_column(head)
    table.add_column("points", justify="right")
    table.add_column("victory", justify="right")
    table.add_column("")
    for verdict in verdicts:
        grade = verdict.grade.value
        same = verdict.best.action == verdict.played.action
        table.add_row(
            str(verdict.event),
            names[verdict.player],
            format_action(verdict.played.action),
            "" if same else format_action(verdict.best.action),
            "" if same else f"-{verdict.points_lost:.1f}",
            "" if same else f"-{100 * verdict.share_lost:.0f} %",
            Text(grade, STYLE[grade]),
        )
    return table


def _summary(verdicts: Sequence[Verdict], names: Sequence[str]) -> Table:
    table = plain_table()
    table.add_column("player")
    for head in ("decisions", *STYLE, "points lost", "a decision"):
        table.add_column(head, justify="right")
    for seat, name in enumerate(names):
        own = [verdict for verdict in verdicts if verdict.player == seat]
        lost = sum(verdict.points_lost for verdict in own)
        counts = [sum(verdict.grade.value == grade for verdict in own) for grade in STYLE]
        mean = lost / len(own) if own else 0.0
        table.add_row(name, str(len(own)), *map(str, counts), f"{lost:.1f}", f"{mean:.2f}")
    return table


def _document(record: Record, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    rules = record.rules
    return {
        "rules": {"game": rules.game, "players": rules.players, "variants": [*rules.variants]},
        "players": [*record.players],
        "decisions": [verdict.document() for verdict in verdicts],
    }
