"""All commands under one name."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import __version__
from .command.contest import arena, bot, ladder, leaderboard, simulate
from .command.home import daily, pad, puzzle, rules, score
from .command.host import data, doctor, serve, think, warmup
from .command.study import analyse, dataset, learn, perft, puzzles, record
from .play import command as play
from .tool.failure import Commands
from .tool.option import help_when_alone

app = typer.Typer(
    name="kingdomino",
    cls=Commands,
    rich_markup_mode="rich",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    epilog="\b\nStart here:\n"
    "  kingdomino play                     play a game now\n"
    "  kingdomino rules                    which games there are\n"
    "  kingdomino simulate kingdomino --bots greedy,random\n\n"
    "An unofficial fan project; the games and their names belong to their owners.",
)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"kingdomino {__version__}")
        raise typer.Exit


@app.callback()
def kingdomino(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version.",
            is_eager=True,
            callback=_print_version,
            show_default=False,
        ),
    ] = False,
) -> None:
    """Kingdomino, Age of Giants and Origins in the terminal: play, simulate, check, score."""
    help_when_alone(context)


app.command(epilog=play.EXAMPLES)(play.play)
app.command(epilog=serve.EXAMPLES)(serve.serve)
app.command(epilog=think.EXAMPLES)(think.think)
app.command(epilog=rules.EXAMPLES)(rules.rules)
app.command(epilog=simulate.EXAMPLES)(simulate.simulate)
app.command(epilog=arena.EXAMPLES)(arena.arena)
app.command(epilog=ladder.EXAMPLES)(ladder.ladder)
app.add_typer(leaderboard.app, name="leaderboard")
app.add_typer(record.app, name="record")
app.command(epilog=analyse.EXAMPLES)(analyse.analyse)
app.add_typer(bot.app, name="bot")
app.add_typer(dataset.app, name="dataset")
app.command(epilog=learn.EXAMPLES)(learn.learn)
app.add_typer(data.app, name="data")
app.command(epilog=doctor.EXAMPLES)(doctor.doctor)
app.command(epilog=score.HELP_EXAMPLES)(score.score)
app.command(epilog=pad.EXAMPLES)(pad.pad)
app.add_typer(daily.app, name="daily")
app.command(epilog=puzzle.EXAMPLES)(puzzle.puzzle)
app.add_typer(puzzles.app, name="puzzles")
app.command(epilog=perft.EXAMPLES)(perft.perft)
app.command(epilog=warmup.EXAMPLES)(warmup.warmup)
