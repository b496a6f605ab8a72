"""``kingdomino rules``: which games there are, and one of them explained."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Any, Literal, NamedTuple

import typer
from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ....core.domino import Domino, Half
from ....core.error import RulesError
from ....core.rules import Rules
from ....games.catalogue import DYNASTY, GAME, GAMES, Game, Variant
from ....games.catalogue import rules as rules_named
from ....games.tiles import caveman_tiles
from ...show import explanation, render
from ...show.glyph import open_console
from ...show.layout import plain_table
from ...show.sentence import caveman_sentence, caveman_title, line_title, quest_sentence
from ...tool.option import JsonOption, complete_game

EXAMPLES = """\b
Examples:
  kingdomino rules
  kingdomino rules giants
  kingdomino rules origins-tribe --json"""
_LEGEND = (
    "for: players; frame: how large a kingdom grows; row: dominoes laid each round; unused: which "
    "of them leave before anybody chooses, or how many are left over; each: dominoes a player gets"
)
_WHOLE = ("game", "variants", "variant", "with")
"""Columns of names, which are typed as they stand."""
_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


def rules(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=f"The game to explain: {', '.join(GAME)}.",
            show_default=False,
            autocompletion=complete_game,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the games, or explain one with all its dominoes."""
    if game is not None and game not in GAME:
        raise RulesError(f"there is no game {game!r}; there are {', '.join(GAME)}")
    if as_json:
        listing = [_entry(each) for each in GAMES]
        print(json.dumps(listing if game is None else _document(GAME[game]), indent=2))
        return
    console = open_console()
    console.print(*(_games() if game is None else _explained(GAME[game])), sep="\n")


def _table(*heads: str, right: str = "") -> Table:
    """A plain table; the columns in *right* hold numbers."""
    table = plain_table()
    for head in heads:
        justify: Literal["left", "right"] = "right" if head in right.split() else "left"
        table.add_column(head, justify=justify, no_wrap=head in _WHOLE)
    return table


def _seats(players: tuple[int, ...] | frozenset[int]) -> str:
    found = sorted(players)
    return f"{found[0]}–{found[-1]}" if len(found) > 1 else str(found[0])


def _games() -> Iterator[RenderableType]:
    table = _table("game", "for", "variants", "what it is")
    for game in GAMES:
        variants = "\n".join(variant.name for variant in game.variants)
        table.add_row(Text(game.name, "bold"), _seats(game.players), variants, game.what)
        table.add_section()
    yield table
    yield Text.assemble((DYNASTY, "bold"), f" goes with all of them. {explanation.DYNASTY}")
    yield Text("More about one: kingdomino rules giants", "dim")


def _explained(game: Game) -> Iterator[RenderableType]:
    yield Text.assemble((game.title, "bold"), f" for {_seats(game.players)} players")
    for paragraph in explanation.paragraphs(game.name):
        yield Padding(Text(paragraph), (1, 0, 0, 0))
    yield _setups(game)
    yield Text(_LEGEND, "dim")
    yield _variants(game)
    made = rules_named(game.name, game.players[0])
    if made.quests:
        yield _named("quest", [(line_title(name), quest_sentence(name)) for name, _ in made.quests])
    if made.cavemen:
        yield _cavemen()
    yield Text(f"The {len(made.dominoes)} dominoes", "bold")
    yield Columns([render.domino_text(domino, flames=made.flames) for domino in made.dominoes])


class Setup(NamedTuple):
    """How a game is set up for some players with the variants that change that."""

    players: int
    variants: tuple[str, ...]
    rules: Rules

    @property
    def numbers(self) -> tuple[int, ...]:
        """What a variant may change: the frame, the row, the rounds."""
        return (self.rules.size, self.rules.row, self.rules.rounds)

    @property
    def left_over(self) -> int:
        """Dominoes of a row that nobody takes."""
        rules = self.rules
        return rules.row - len(rules.trim) - rules.players * rules.kings_each


def setups(game: Game) -> Iterator[Setup]:
    """The set-ups that differ, without variants first."""
    for players in game.players:
        plain = Setup(players, (), rules_named(game.name, players))
        yield plain
        usable = [v.name for v in game.variants if players in v.players]
        changing = [
            name
            for name in sorted(usable)
            if Setup(players, (), rules_named(game.name, players, [name])).numbers != plain.numbers
        ]
        for size in range(1, len(changing) + 1):
            for chosen in combinations(changing, size):
                yield Setup(players, chosen, rules_named(game.name, players, chosen))


def _setups(game: Game) -> Table:
    kings = "chiefs" if rules_named(game.name, game.players[0]).flames else "kings"
    table = _table(
        "for", kings, "frame", "row", "unused", "rounds", "each", "with",
        right=f"for {kings} row rounds each",
    )  # fmt: skip
    for setup in setups(game):
        made = setup.rules
        table.add_row(
            Text(str(setup.players), "bold"),
            str(made.kings_each),
            f"{made.size}×{made.size}",
            str(made.row),
            _unused(setup),
            str(made.rounds),
            str(made.rounds * made.kings_each),
            "\n".join(setup.variants),
        )
    return table


def _unused(setup: Setup) -> str:
    """What becomes of a row besides what is chosen: taken out before, or left over."""
    out = [_ORDINALS[position] for position in setup.rules.trim]
    return ", ".join(out) or (f"{setup.left_over} left" if setup.left_over else "–")


def _variants(game: Game) -> Table:
    table = _table("variant", "for", "what it does")
    for variant in game.variants:
        table.add_row(Text(variant.name, "bold"), _seats(variant.players), variant.what)
    table.add_row(Text(DYNASTY, "bold"), _seats(game.players), explanation.DYNASTY)
    for name, refusal in game.refused.items():
        table.add_row(Text(name, "dim"), "–", Text(f"not here: {refusal.why}", "dim"))
    return table


def _named(head: str, rows: list[tuple[str, str]]) -> Table:
    table = _table(head, "what it gives")
    for name, what in rows:
        table.add_row(name, what)
    return table


def _cavemen() -> Table:
    table = _table("caveman", "tiles", "what it gives", right="tiles")
    for tile in caveman_tiles().values():
        table.add_row(caveman_title(tile.name), str(tile.copies), caveman_sentence(tile.name))
    return table


def _entry(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "what": game.what,
        "players": [*game.players],
        "variants": [_variant_entry(variant) for variant in game.variants],
        "refused": {name: refusal.why for name, refusal in game.refused.items()},
    }


def _variant_entry(variant: Variant) -> dict[str, Any]:
    return {
        "name": variant.name,
        "title": variant.title,
        "what": variant.what,
        "players": sorted(variant.players),
    }


def _document(game: Game) -> dict[str, Any]:
    made = rules_named(game.name, game.players[0])
    return _entry(game) | {
        "explanation": explanation.paragraphs(game.name),
        "setups": [_setup_entry(setup) for setup in setups(game)],
        "quests": {name: quest_sentence(name) for name, _ in made.quests},
        "cavemen": {
            name: {"copies": made.cavemen.count(name), "what": caveman_sentence(name)}
            for name in sorted({*made.cavemen})
        },
        "dominoes": [_domino_entry(domino) for domino in made.dominoes],
    }


def _setup_entry(setup: Setup) -> dict[str, Any]:
    made = setup.rules
    return {
        "players": setup.players,
        "variants": [*setup.variants],
        "kings_each": made.kings_each,
        "size": made.size,
        "row": made.row,
        "trimmed": [position + 1 for position in made.trim],
        "left_over": setup.left_over,
        "rounds": made.rounds,
        "dominoes": len(made.dominoes),
        "dominoes_in_play": made.row * made.rounds,
        "colours": [*made.colours],
    }


def _domino_entry(domino: Domino) -> dict[str, Any]:
    return {
        "number": domino.name,
        "left": _half_entry(domino.left),
        "right": _half_entry(domino.right),
        "symbol": domino.symbol.name.lower(),
    }


def _half_entry(half: Half) -> dict[str, Any]:
    return {
        "terrain": half.terrain.label,
        "crowns": half.crowns,
        "craters": half.craters,
        "resource": half.resource.label if half.resource is not None else None,
    }
