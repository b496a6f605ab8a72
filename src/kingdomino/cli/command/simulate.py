"""``kingdomino simulate``: bots play whole games, and what it came to."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Annotated, TextIO

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ...bots import BOTS, Bot, bot_named, play_game
from ...core.interchange import format_json
from ...core.record import Dynasty, Record
from ...core.score import Sheet, dynasty_winners, score_sheets, winners
from ...core.state import State
from ...games.catalogue import DYNASTY, DYNASTY_GAMES, rules
from ..show.glyph import open_console
from ..show.sentence import listed
from ..show.tally import Seat, Series, add_match, document, report
from ..tool.failure import Failure
from ..tool.files import STDIO, replacing
from ..tool.option import (
    GameArgument,
    JsonOption,
    PlayersOption,
    SeedOption,
    VariantOption,
    bot_names,
    seed_asked,
    variant_names,
)

EXAMPLES = """\b
Examples:
  kingdomino simulate kingdomino --games 1000
  kingdomino simulate giants --players 3 --bots greedy,random,random
  kingdomino simulate kingdomino -v mighty_duel -v harmony --bots greedy --seed 7
  kingdomino simulate origins-tribe --players 4 --records tribe.jsonl
  kingdomino simulate kingdomino -v dynasty --games 100 --json"""


def simulate(
    game: GameArgument,
    players: PlayersOption = 2,
    variant: VariantOption = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", metavar="N", min=1, help="How many games, or dynasties, to play."
        ),
    ] = 100,
    seed: SeedOption = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help=f"A bot for each seat, or one for all: {listed([*BOTS], 'or')}.",
        ),
    ] = "random",
    records: Annotated[
        str | None,
        typer.Option(
            "--records",
            "-r",
            metavar="FILE",
            help="Write every game to a .jsonl file, a record a line; - prints them.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots play whole games and see how they fare.

    The variant dynasty plays matches of three games, their points added up.
    """
    series = _series(game, players, variant_names(variant), games, seed_asked(seed), bots)
    if as_json and records == STDIO:
        raise Failure("--json and --records - cannot both print to standard output")
    seats = [Seat(name) for name in series.names]
    console = open_console(stderr=records == STDIO)
    began = time.perf_counter()
    with ExitStack() as stack:
        stream = stack.enter_context(replacing(records)) if records is not None else None
        bar = stack.enter_context(_progress(series))
        _play(series, seats, stream, bar)
    seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps(document(series, seats, seconds), indent=2))
    else:
        console.print(*report(series, seats, seconds), sep="\n")


def _series(
    game: str, players: int, variants: list[str], matches: int, seed: int, bots: str
) -> Series:
    dynasty = DYNASTY in variants
    if variants.count(DYNASTY) > 1:
        raise Failure("a dynasty of dynasties is too long: ask for it once")
    plain = [name for name in variants if name != DYNASTY]
    made = rules(game, players, plain)
    names = bot_names(bots)
    if len(names) == 1:
        names *= players
    for name in names:
        bot_named(name)
    if len(names) != players:
        raise Failure(
            f"{players} players need {players} bots, or one for all of them, not {len(names)}: "
            f"{', '.join(names)}"
        )
    return Series(made, tuple(names), matches, seed, dynasty)


def _progress(series: Series) -> Progress:
    console = open_console(stderr=True)
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    bar.add_task("playing", total=series.matches)
    return bar


def _play(series: Series, seats: Sequence[Seat], stream: TextIO | None, bar: Progress) -> None:
    bots = [bot_named(name) for name in series.names]
    (task,) = bar.task_ids
    for match in range(series.matches):
        games: list[tuple[Sheet, ...]] = []
        won: tuple[int, ...] = ()
        for record, state in _match(series, bots, match):
            games.append(score_sheets(state))
            won = dynasty_winners(games) if series.dynasty else winners(state)
            if stream:
                stream.write(format_json(record) + "\n")
        add_match(seats, games, won)
        bar.advance(task)


def _match(series: Series, bots: Sequence[Bot], match: int) -> Iterator[tuple[Record, State]]:
    length = DYNASTY_GAMES if series.dynasty else 1
    for part in range(length):
        events, state = play_game(series.rules, bots, seed=series.seed, game=match * length + part)
        dynasty = Dynasty(series.match_id(match), part + 1) if series.dynasty else None
        yield Record(series.rules, series.names, tuple(events), dynasty), state
