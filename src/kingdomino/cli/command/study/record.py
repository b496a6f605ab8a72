"""``kingdomino record``: games from files, told, filmed, converted and checked."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from ....core.error import RecordError
from ....core.interchange import format_json
from ....core.record import Dynasty, Record, format_record
from ....games.fair import UNSEEN, Seen
from ....games.records import check_dynasties
from ....picture.film import gif_film, svg_film
from ...show import film, story
from ...show.glyph import open_console
from ...tool.failure import Commands, Failure, one_line
from ...tool.files import STDIO, replacing
from ...tool.loading import Loaded, load, one_record
from ...tool.option import FileArgument, JsonOption, LineOption, help_when_alone

BROKEN = 1

app = typer.Typer(
    cls=Commands,
    rich_markup_mode="rich",
    invoke_without_command=True,
)


@app.callback()
def record(context: typer.Context) -> None:
    """Tell, film, convert and check games on record.

    A record is a text of ours, a JSON document (kingdomino-record/1), or a .jsonl file with a
    document a line; - is standard input.
    """
    help_when_alone(context)


FairOption = Annotated[
    bool, typer.Option("--fair", help="Check chance too, by the secret that a server reveals.")
]
CommitmentOption = Annotated[
    str | None,
    typer.Option(
        "--commitment",
        metavar="HEX",
        help="With --fair: what the server showed before the nonces were given.",
        show_default=False,
    ),
]
NonceOption = Annotated[
    list[str] | None,
    typer.Option(
        "--nonce",
        metavar="HEX",
        help="With --fair: a nonce that you gave; may be repeated.",
        show_default=False,
    ),
]
PeopleOption = Annotated[
    int | None,
    typer.Option(
        "--people",
        metavar="N",
        min=0,
        help="With --fair: how many people sat at the table, as bots give no nonces.",
        show_default=False,
    ),
]
FilesArgument = Annotated[
    list[str], typer.Argument(metavar="FILE…", help="Records, or - for standard input.")
]


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino record show game.txt\n"
    "  kingdomino record show games.jsonl --line 7 --step\n"
    "  kingdomino record show game.json --at 12"
)
def show(
    file: FileArgument,
    at: Annotated[
        int | None,
        typer.Option(
            "--at", metavar="N", min=0, help="Show the table after event N.", show_default=False
        ),
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for Enter after every event.", show_default=False)
    ] = False,
    line: LineOption = None,
) -> None:
    """Draw a game in the terminal, event by event.

    Events are counted from 0, as in the record and as verify counts them.
    """
    console = open_console()
    record = _showable(one_record(file, line, console))
    if step and file == STDIO:
        raise Failure("--step needs the keyboard, and - is reading the record from it")
    if at is not None:
        _show_at(record, at, console)
        return
    console.print(story.heading(record))
    said = 0
    for event in story.steps(record):
        console.print(*story.told(event, record, said_round=said), sep="\n")
        said = event.before.round
        if step and not _goes_on(console):
            return
    console.print(*story.ending(record.state(), record), sep="\n")


def _showable(record: Record) -> Record:
    """The record with names that do no harm to a terminal."""
    names = tuple(one_line(name) for name in record.players)
    dynasty = record.dynasty and Dynasty(one_line(record.dynasty.id), record.dynasty.game)
    return replace(record, players=names, dynasty=dynasty)


def _goes_on(console: Console) -> bool:
    console.print(Text("      Enter goes on, q stops ", "dim"), end="")
    answer = sys.stdin.readline()
    return bool(answer) and not answer.strip().lower().startswith("q")


def _show_at(record: Record, number: int, console: Console) -> None:
    events = [*story.steps(record)]
    found = [event for event in events if event.number == number]
    if not found:
        last = f"the last one is {events[-1].number}" if events else "nothing has happened yet"
        raise Failure(f"there is no event {number}: {last}")
    console.print(story.heading(record))
    for event in found:
        console.print(*story.told(event, record, said_round=-1), sep="\n")
    after = found[-1].after
    console.print(*(story.ending if after.over else story.table)(after, record), sep="\n")


FILMS = (".svg", ".gif")


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino record animate game.json -o game.svg\n"
    "  kingdomino record animate game.txt -o game.gif --seconds 0.5 --scale 2\n"
    "  kingdomino record animate games.jsonl --line 7 -o - > game.svg"
)
def animate(
    file: FileArgument,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="NAME.svg or NAME.gif; - prints an SVG.",
            show_default=False,
        ),
    ],
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", min=0.05, max=60, help="How long an event is seen."),
    ] = 0.8,
    scale: Annotated[
        int,
        typer.Option("--scale", metavar="N", min=1, max=4, help="How large a GIF is drawn."),
    ] = 1,
    line: LineOption = None,
) -> None:
    """Make a moving picture of a game, for a page or a message.

    Every event is a moment, and the last one stays longer. An SVG is sharp at any size and the
    smaller file; a GIF moves anywhere. Both go round for ever and need nothing besides
    themselves. Names that the GIF has no letters for are shown as the colours of their seats.
    """
    kind = ".svg" if output == STDIO else Path(output).suffix.lower()
    if kind not in FILMS:
        raise Failure(f"{output}: a film is called {' or '.join(f'NAME{end}' for end in FILMS)}")
    record = _showable(one_record(file, line, open_console(stderr=True)))
    names = film.plain_names(record) if kind == ".gif" else film.short_names(record)
    moving = film.moments(record, names, seconds=seconds)
    with replacing(output) as stream:
        if kind == ".gif":
            stream.buffer.writelines(gif_film(moving, names, scale=scale))
        else:
            stream.write(svg_film(moving, names, title=film.title(record)))


class Form(Enum):
    """What a record can be converted to."""

    JSON = "json"
    TEXT = "text"


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino record export game.txt > game.json\n"
    "  kingdomino record export game.json --to text\n"
    "  kingdomino record export a.txt b.txt --output games.jsonl"
)
def export(
    files: FilesArgument,
    to: Annotated[Form, typer.Option("--to", help="The form to convert to.")] = Form.JSON,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to; - prints it.")
    ] = STDIO,
) -> None:
    """Convert games between our text and JSON.

    Several games become one document a line (.jsonl), or texts one after another.
    """
    games = [entry.record for name in files for entry in load(name)]
    spell = format_record if to is Form.TEXT else lambda record: format_json(record) + "\n"
    with replacing(output) as stream:
        stream.writelines(spell(game) for game in games)


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino record verify game.json\n"
    "  kingdomino record verify game.json --fair --commitment 630d… --nonce abab…\n"
    "  kingdomino record verify games.jsonl other.txt --json"
)
def verify(
    files: FilesArgument,
    as_json: JsonOption = False,
    fair: FairOption = False,
    commitment: CommitmentOption = None,
    nonce: NonceOption = None,
    people: PeopleOption = None,
) -> None:
    """Replay games and say which are sound.

    A line for each record: its name and ok, or the first event that breaks a rule and why. The
    exit status is 1 if any is broken. Events are counted from 0.
    """
    seen = Seen(commitment, tuple(nonce or ()), people)
    if seen != UNSEEN and not fair:
        raise Failure("--commitment, --nonce and --people are for --fair")
    checked: list[tuple[Loaded, RecordError | None]] = []
    dynasties: dict[str, list[Record]] = {}
    for name in files:
        for entry in load(name, fair=seen if fair else None):
            checked.append((entry, _wrong(entry, dynasties)))
            if not as_json:
                _report(*checked[-1])
    if as_json:
        print(json.dumps([_document(*pair) for pair in checked], indent=2))
    if any(wrong for _, wrong in checked):
        raise typer.Exit(BROKEN)


def _wrong(entry: Loaded, dynasties: dict[str, list[Record]]) -> RecordError | None:
    """What is wrong with a record, by itself or beside the earlier games of its dynasty."""
    if isinstance(entry.found, RecordError):
        return entry.found
    if entry.found.dynasty:
        games = dynasties.setdefault(entry.found.dynasty.id, [])
        try:
            check_dynasties([*games, entry.found])
        except RecordError as broken:
            return broken
        games.append(entry.found)
    return None


def _report(entry: Loaded, wrong: RecordError | None) -> None:
    verdict = f"{wrong.place}: {one_line(wrong.why)}" if wrong else "ok"
    # As bytes: a file's name need not be text.
    typer.echo(os.fsencode(f"{entry.place}: ") + verdict.encode("utf-8", "replace"))


def _document(entry: Loaded, wrong: RecordError | None) -> dict[str, object]:
    return {
        "name": entry.name,
        "line": entry.line,
        "ok": wrong is None,
        "event": wrong.event if wrong else None,
        "why": one_line(wrong.why) if wrong else None,
    }
