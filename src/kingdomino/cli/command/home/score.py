"""``kingdomino score``: a score pad for kingdoms on the table at home."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.columns import Columns
from rich.text import Text

from ....core.grid import squares
from ....core.kingdom import Region
from ....core.score import Sheet
from ....core.state import State
from ....games.catalogue import GAME
from ....games.scorepad import score_pad
from ...show import render
from ...show.example import EXAMPLES
from ...show.glyph import open_console
from ...show.sentence import line_title, listed, quest_sentence
from ...tool.failure import Failure
from ...tool.files import STDIO, read_text
from ...tool.option import JsonOption

HELP_EXAMPLES = """\b
Examples:
  kingdomino score --example giants > mine.txt
  kingdomino score mine.txt
  kingdomino score mine.txt --json"""


def score(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE", help="A drawn kingdom, or - for standard input.", show_default=False
        ),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(
            "--example",
            metavar="GAME",
            help=f"Print a file to start from: {listed([*EXAMPLES], 'or')}.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Score a kingdom that is drawn as text, line by line.

    A few words stand above the drawing: game, players, variants, quests, discarded, totems. All
    but the game may be left out. The easiest way is to change an example.
    """
    if example is not None:
        print(_example(example), end="")
        return
    if file is None:
        raise Failure("name a file with a kingdom, or print one with --example kingdomino")
    state, sheet = _scored(file)
    if as_json:
        print(json.dumps(_document(state, sheet), indent=2))
        return
    title = "Kingdom" if file == STDIO else Path(file).stem
    names = (title,) * state.rules.players
    console = open_console()
    console.print(_heading(state))
    console.print(
        Columns(
            [
                render.kingdom_panel(state, 0, names=names, frame=False),
                render.sheet_table(state, 0, names=names),
            ],
            padding=(0, 2),
        )
    )


def _example(game: str) -> str:
    if game not in EXAMPLES:
        raise Failure(f"there is no example {game!r}; there are {', '.join(EXAMPLES)}")
    return EXAMPLES[game]


def _scored(file: str) -> tuple[State, Sheet]:
    text = read_text(file)
    try:
        return score_pad(text)
    except ValueError as broken:
        raise Failure(f"{file}: {getattr(broken, 'why', broken)}") from None


def _heading(state: State) -> Text:
    rules = state.rules
    title = Text().append(GAME[rules.game].title, "bold")
    if rules.variants:
        title.append(f" with {listed([line_title(name) for name in rules.variants])}")
    for quest in state.quests:
        title.append(f"\n{line_title(quest)}: {quest_sentence(quest)}", "dim")
    return title


def _document(state: State, sheet: Sheet) -> dict[str, Any]:
    rules = state.rules
    return {
        "rules": {"game": rules.game, "players": rules.players, "variants": [*rules.variants]},
        "quests": [*state.quests],
        "total": sheet.total,
        "lines": dict(sheet.lines),
        "largest_region": sheet.largest_region,
        "crowns": sheet.crowns,
        "regions": [_region(region) for region in sheet.regions],
    }


def _region(region: Region) -> dict[str, Any]:
    return {
        "terrain": region.terrain.label,
        "area": region.area,
        "crowns": region.crowns,
        "points": region.points,
        "squares": [[*square] for square in squares(region.bits)],
    }
