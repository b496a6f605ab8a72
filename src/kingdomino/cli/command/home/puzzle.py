"""``kingdomino puzzle``: one position, a few answers, one of them the best."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.text import Text

from ....core.error import RecordError
from ....core.record import Record
from ....games.catalogue import GAME
from ....games.puzzle import LEVELS, Puzzle, of_the_day, puzzle_lines
from ....games.puzzle import puzzle as puzzle_numbered
from ...show import story
from ...show.glyph import open_console
from ...show.sentence import PUZZLE_KINDS, action_words, seat_names
from ...tool.failure import Failure

EXAMPLES = """\b
Examples:
  kingdomino puzzle
  kingdomino puzzle origins-tribe --number 12
  kingdomino puzzle giants --answer 2"""
DAY_SECONDS = 86_400


def puzzle(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAME)}.")
    ] = "kingdomino",
    number: Annotated[
        int | None,
        typer.Option(
            "--number",
            "-n",
            min=1,
            help="Which one; that of today when left out.",
            show_default=False,
        ),
    ] = None,
    answer: Annotated[
        int | None,
        typer.Option("--answer", "-a", min=1, help="Answer at once.", show_default=False),
    ] = None,
) -> None:
    """Find the best answer in a position of a bot game.

    One puzzle a day for each game, the same for everybody; any other by its number.
    """
    if game not in GAME:
        raise Failure(f"there is no game {game!r}; there are {', '.join(GAME)}")
    try:
        which = number or of_the_day(game, int(time.time() // DAY_SECONDS))
        asked = puzzle_numbered(game, which)
    except RecordError as none:
        raise Failure(none.why) from None
    console, state = open_console(), asked.state
    names = seat_names(asked.rules.players)
    title = f"Puzzle {which} of {len(puzzle_lines(game))}: {PUZZLE_KINDS[asked.kind]}"
    console.print(Text(title, "bold"))
    for variant in GAME[game].variants:
        if variant.name in asked.rules.variants:
            console.print(Text(f"{variant.title}: {variant.what}", "dim"))
    console.print(*story.table(state, Record(asked.rules, names, asked.events)), sep="\n")
    seat = state.agenda[0].player
    console.print(Text(f"{names[seat]} is to decide. What is best?", "bold"))
    for i, action in enumerate(asked.actions(state), 1):
        console.print(f"  {i}  {action_words(state, action, names)}")
    given = answer or typer.prompt("Your answer", type=int)
    if not 1 <= given <= len(asked.answers):
        raise Failure(f"answer with a number from 1 to {len(asked.answers)}")
    console.print(_verdict(asked, given - 1))


def _verdict(asked: Puzzle, given: int) -> Text:
    right = given == asked.best
    told = Text("Right!\n" if right else f"The best is {asked.best + 1}.\n", "bold")
    for i, (points, share) in enumerate(zip(asked.points, asked.shares, strict=True)):
        told.append(f"  {i + 1}  {points:.1f} points at the end, victory {100 * share:.0f} %\n")
    return told.append(f"{asked.found} of {LEVELS} levels of bots find it.", "dim")
