"""``kingdomino pad``: everybody's kingdom on one score pad, as on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from ....core.score import winners
from ....games.catalogue import GAME
from ....games.pad import Pad, Scored, dynasty, score
from ....games.pad_text import decode_pads, encode_pads, format_pads, parse_pads
from ...show import render
from ...show.example import TABLES
from ...show.glyph import open_console
from ...show.sentence import line_title, listed, seat_names
from ...show.verdict import verdict
from ...tool.failure import Failure
from ...tool.files import read_text
from ...tool.option import JsonOption

EXAMPLES = """\b
Examples:
  kingdomino pad --example giants > table.txt
  kingdomino pad table.txt
  kingdomino pad table.txt --link http://127.0.0.1:8000
  kingdomino pad 'http://127.0.0.1:8000/pad#1eNp…'"""
_PLACE = "/pad#"


def pad(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|LINK",
            help="A table as text, - for standard input, or the link of a pad.",
            show_default=False,
        ),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(
            "--example",
            metavar="GAME",
            help=f"Print a table to start from: {listed([*TABLES], 'or')}.",
            show_default=False,
        ),
    ] = None,
    link: Annotated[
        str | None,
        typer.Option(
            "--link", metavar="SERVER", help="Print the link to this pad.", show_default=False
        ),
    ] = None,
    as_text: Annotated[
        bool, typer.Option("--text", help="Print the pad as text, to change it.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Score a whole table of the cardboard game, and say what cannot be.

    A drawing for each player with a few words above it: name, discarded, totems; above them all
    game, players, variants and quests. A line --- begins the next game of a dynasty. Instead of a
    drawing a line for each domino will do, as 27 e1 e2: where its left half lies and its right.
    """
    if example is not None:
        if example not in TABLES:
            raise Failure(f"there is no example {example!r}; there are {', '.join(TABLES)}")
        print(TABLES[example], end="")
        return
    if source is None:
        raise Failure("name a file with a table, or print one with --example kingdomino")
    pads, games = _scored(source)
    if link is not None:
        print(f"{link.rstrip('/')}{_PLACE}{encode_pads(pads)}")
    elif as_text:
        print(format_pads(pads), end="")
    elif as_json:
        print(json.dumps(_document(pads, games), indent=2))
    else:
        open_console().print(*_told(pads, games), sep="\n")


def _scored(source: str) -> tuple[list[Pad], list[Scored]]:
    _, is_link, code = source.partition(_PLACE)
    text = "" if is_link else read_text(source)
    try:
        pads = decode_pads(code) if is_link else parse_pads(text)
        games = [score(pad) for pad in pads]
        dynasty(games)
    except ValueError as broken:
        where = "the link" if is_link else source
        raise Failure(f"{where}: {getattr(broken, 'why', broken)}") from None
    return pads, games


def _names(pad: Pad) -> list[str]:
    seats = seat_names(pad.rules.players)
    return [painted.name or seats[seat] for seat, painted in enumerate(pad.kingdoms)]


def _told(pads: Sequence[Pad], games: list[Scored]) -> Iterator[RenderableType]:
    for number, (pad, game) in enumerate(zip(pads, games, strict=True), 1):
        names = _names(pad)
        yield _heading(pad, f" · game {number}" if len(pads) > 1 else "")
        yield render.kingdoms(game.state, names=names)
        yield render.sheets(game.state, names=names)
        for doubt in game.doubts:
            whose = "" if doubt.seat is None else f"{names[doubt.seat]}: "
            yield Text(f"! {whose}{doubt}", "yellow")
        yield Text(verdict(game.state, names), "bold")
    if len(games) > 1:
        totals, leaders = dynasty(games)
        names = _names(pads[0])
        sums = listed([f"{name} {total}" for name, total in zip(names, totals, strict=True)])
        who = listed([names[seat] for seat in leaders])
        yield Text(f"After {len(games)} games: {sums}. In front: {who}.", "bold")


def _heading(pad: Pad, which: str) -> Text:
    title = Text().append(GAME[pad.rules.game].title + which, "bold")
    for name in (*pad.rules.variants, *pad.quests):
        title.append(f"\n{line_title(name)}", "dim")
    return title


def _document(pads: list[Pad], games: list[Scored]) -> dict[str, Any]:
    totals, leaders = dynasty(games)
    return {
        "code": encode_pads(pads),
        "games": [_game(pad, game) for pad, game in zip(pads, games, strict=True)],
        "totals": totals,
        "leaders": [*leaders],
    }


def _game(pad: Pad, game: Scored) -> dict[str, Any]:
    made = pad.rules
    return {
        "rules": {"game": made.game, "players": made.players, "variants": [*made.variants]},
        "quests": [*pad.quests],
        "winners": [*winners(game.state)],
        "sheets": [
            {"name": name, "total": sheet.total, "lines": dict(sheet.lines)}
            for name, sheet in zip(_names(pad), game.sheets, strict=True)
        ],
        "doubts": [{"code": d.code, "seat": d.seat, "why": str(d)} for d in game.doubts],
    }
