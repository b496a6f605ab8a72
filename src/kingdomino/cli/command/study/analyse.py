"""``kingdomino analyse``: every decision of a game on record, graded."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ....bots import Budget, MissingExtra, Opinion
from ....core.action import Action
from ....core.notation import format_action
from ....core.record import Record
from ...show.glyph import open_console
from ...show.layout import plain_table
from ...show.progress import counting
from ...tool.failure import Failure, one_line
from ...tool.loading import one_record
from ...tool.option import FileArgument, JsonOption, LineOption, SeedOption

if TYPE_CHECKING:
    from ....bots.search.analysis import Verdict

EXAMPLES = """\b
Examples:
  kingdomino analyse game.txt
  kingdomino analyse games.jsonl --line 7 --playouts 5000 --all
  kingdomino analyse game.txt --event 12
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
    event: Annotated[
        int | None,
        typer.Option(
            "--event",
            "-e",
            metavar="E",
            min=0,
            help="All options of this one decision instead, the best first.",
            show_default=False,
        ),
    ] = None,
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
    if event is not None:
        _explain(record, event, playouts, 1 if seed is None else seed, as_json=as_json)
        return
    verdicts = _verdicts(record, playouts, 1 if seed is None else seed)
    if as_json:
        print(json.dumps(_document(record, verdicts), indent=2))
        return
    names = [one_line(name) for name in record.players]
    console.print(_table(verdicts if every else _wrong(verdicts), names))
    console.print(_summary(verdicts, names))
    console.print("lost: the points that the best actions would have brought more", style="dim")


def _explain(record: Record, event: int, playouts: int, seed: int, *, as_json: bool) -> None:
    """Rank the options of one decision."""
    analysis = _analysis()
    found = next((one for one in analysis.decisions(record) if one[0] == event), None)
    if found is None:
        raise Failure(f"event {event} is no decision with a choice; --all lists them")
    _, state, played = found
    options = analysis.Search(Budget(playouts)).options(state, random.Random(seed))
    if as_json:
        made = [analysis.option_document(option) for option in options]
        print(json.dumps({"event": event, "options": made}, indent=2))
        return
    seat = state.agenda[0].player
    open_console().print(
        f"{one_line(record.players[seat])} at event {event}", _options(options, played), sep="\n"
    )


def _options(options: Sequence[Opinion], played: Action) -> Table:
    table = plain_table()
    table.add_column("action")
    for head in ("points", "victory", "playouts"):
        table.add_column(head, justify="right")
    table.add_column("")
    for option in options:
        known = option.playouts > 0
        table.add_row(
            format_action(option.action),
            f"{option.points:.1f}" if known or option.exact else "",
            f"{100 * option.share:.0f} %" if known else "",
            "certain" if option.exact else f"{option.playouts:,}",
            Text("played", "bold") if option.action == played else "",
        )
    return table


def _analysis() -> ModuleType:
    try:
        return import_module("kingdomino.bots.search.analysis")
    except ModuleNotFoundError as missing:
        raise MissingExtra(f"analyse needs {missing.name}: install kingdomino[fast]") from None


def _verdicts(record: Record, playouts: int, seed: int) -> list[Verdict]:
    judge = _analysis().analyse
    found: list[Verdict] = []
    seen = 0
    with counting("looking", len(record.events)) as more:
        for verdict in judge(record, Budget(playouts), random.Random(seed)):
            found.append(verdict)
            more(verdict.event + 1 - seen)
            seen = verdict.event + 1
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
            "" if same else _loss(f"{verdict.points_lost:.1f}"),
            "" if same else _loss(f"{100 * verdict.share_lost:.0f} %"),
            Text(grade, STYLE[grade]),
        )
    return table


def _loss(figure: str) -> str:
    """With a minus, unless it is nothing."""
    return f"-{figure}" if figure.strip("0. %") else figure


def _summary(verdicts: Sequence[Verdict], names: Sequence[str]) -> Table:
    table = plain_table()
    table.add_column("player")
    for head in ("decisions", *STYLE, "lost", "each"):
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
