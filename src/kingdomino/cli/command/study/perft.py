"""``kingdomino perft``: the size of the tree of decisions, to compare engines."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ....core.engine import start
from ....core.notation import format_action
from ....core.perft import perft as count
from ....core.perft import split as count_split
from ....core.rules import Rules
from ...show.glyph import open_console
from ...show.layout import plain_table
from ...tool.option import GameArgument, JsonOption, PlayersOption, VariantOption, rules_asked

EXAMPLES = """\b
Examples:
  kingdomino perft kingdomino --depth 6 --seed 1
  kingdomino perft giants --players 3 --depth 5 --seed 1 --split"""


def perft(
    game: GameArgument,
    players: PlayersOption = 2,
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="D", min=0, help="How many decisions deep.")
    ] = 5,
    seed: Annotated[
        int, typer.Option("--seed", "-s", metavar="S", help="What chance brings depends on it.")
    ] = 0,
    variant: VariantOption = None,
    split: Annotated[
        bool, typer.Option("--split", help="Count below each first decision.", show_default=False)
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the lines of play from the start of a game.

    Chance is scripted by the seed, so that two engines that agree on the rules count the same.
    """
    rules = rules_asked(game, players, variant)
    began = time.perf_counter()
    lines = _lines(rules, depth, seed) if split else {}
    nodes = sum(lines.values()) if lines else count(start(rules), depth, seed)
    seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps(_document(rules, depth, seed, nodes, lines if split else None), indent=2))
        return
    console = open_console()
    if lines:
        console.print(_table(lines))
    line = Text().append(f"{nodes:,}", "bold").append(f" lines of {depth} decisions")
    console.print(line.append(f" · {rules} · seed {seed} · {seconds:.2f} s", "dim"))


def _lines(rules: Rules, depth: int, seed: int) -> dict[str, int]:
    below = count_split(start(rules), depth, seed)
    return {format_action(action): nodes for action, nodes in below.items()}


def _table(lines: dict[str, int]) -> Table:
    table = plain_table()
    table.add_column("first decision")
    table.add_column("lines", justify="right")
    for action, nodes in lines.items():
        table.add_row(action, f"{nodes:,}")
    return table


def _document(
    rules: Rules, depth: int, seed: int, nodes: int, lines: dict[str, int] | None
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "rules": {"game": rules.game, "players": rules.players, "variants": [*rules.variants]},
        "depth": depth,
        "seed": seed,
        "nodes": nodes,
    }
    return document if lines is None else document | {"split": lines}
