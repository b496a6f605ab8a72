"""``kingdomino simulate``: bots play whole games, and what it came to."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Annotated, TextIO

import typer

from ....bots import BOTS, Bot, bot_named, play_game
from ....core.action import Event
from ....core.interchange import format_json
from ....core.record import Dynasty, Record
from ....core.score import Sheet, dynasty_winners, ranking, score_sheets
from ....core.state import State
from ....games.catalogue import DYNASTY, rules
from ...show.glyph import open_console
from ...show.progress import compiling, counting
from ...show.sentence import listed
from ...show.tally import Seat, Series, add_match, add_matches, document, report
from ...tool.failure import Failure
from ...tool.files import STDIO, replacing
from ...tool.option import (
    GameArgument,
    JsonOption,
    PlayersOption,
    SeedOption,
    VariantOption,
    bot_names,
    seed_asked,
    variant_names,
)

AT_ONCE = 20_000
"""Matches on the compiled engine between two looks at the bar."""
EXAMPLES = """\b
Examples:
  kingdomino simulate kingdomino --games 1000
  kingdomino simulate giants --players 3 --bots greedy,random,random
  kingdomino simulate kingdomino -v mighty_duel --bots greedy --seed 7
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
    readable: Annotated[
        bool,
        typer.Option(
            "--readable", help="Play on the readable engine, even where the compiled one is there."
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Let bots play whole games and see how they fare.

    The variant dynasty plays matches of three games, their points added up. Games of random bots
    are played on the compiled engine where it is installed; the same seed gives other games there.
    """
    series = _series(game, players, variant_names(variant), games, seed_asked(seed), bots)
    if not readable and {*series.names} == {"random"}:
        series = replace(series, compiled=_has_compiled())
    if as_json and records == STDIO:
        raise Failure("--json and --records - cannot both print to standard output")
    seats = [Seat(name) for name in series.names]
    console = open_console(stderr=records == STDIO)
    began = time.perf_counter()
    with ExitStack() as stack:
        stream = stack.enter_context(replacing(records)) if records is not None else None
        done = stack.enter_context(counting("playing", series.matches))
        (_play_compiled if series.compiled else _play)(series, seats, stream, done)
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


def _has_compiled() -> bool:
    try:
        with compiling("the compiled engine"):
            from ....arena.simulation import random_games

            random_games(rules("kingdomino"), 1, seed=0)
    except ModuleNotFoundError as missing:
        if missing.name not in ("numba", "numpy"):
            raise
        return False
    return True


def _play(
    series: Series, seats: Sequence[Seat], stream: TextIO | None, done: Callable[[int], None]
) -> None:
    bots = [bot_named(name) for name in series.names]
    for match in range(series.matches):
        games: list[tuple[Sheet, ...]] = []
        for events, state, part in _match(series, bots, match):
            games.append(score_sheets(state))
            if stream:
                stream.write(format_json(_record(series, events, match, part)) + "\n")
        add_match(seats, games, _winners(series, games))
        done(1)


def _winners(series: Series, games: list[tuple[Sheet, ...]]) -> tuple[int, ...]:
    if series.dynasty:
        return dynasty_winners(games)
    return tuple(seat for seat, place in enumerate(ranking(games[0])) if place == 1)


def _match(
    series: Series, bots: Sequence[Bot], match: int
) -> Iterator[tuple[list[Event], State, int]]:
    for part in range(series.length):
        events, state = play_game(
            series.rules, bots, seed=series.seed, game=match * series.length + part
        )
        yield events, state, part


def _record(series: Series, events: Sequence[Event], match: int, part: int) -> Record:
    dynasty = Dynasty(series.match_id(match), part + 1) if series.dynasty else None
    return Record(series.rules, series.names, tuple(events), dynasty)


def _play_compiled(
    series: Series, seats: Sequence[Seat], stream: TextIO | None, done: Callable[[int], None]
) -> None:
    from ....arena.simulation import random_game, random_games

    for first in range(0, series.matches, AT_ONCE):
        matches = min(AT_ONCE, series.matches - first)
        numbers = range(first * series.length, (first + matches) * series.length)
        played = random_games(series.rules, len(numbers), seed=series.seed, first=numbers.start)
        add_matches(series, seats, played)
        for number in numbers if stream else ():
            assert stream
            events, _ = random_game(series.rules, seed=series.seed, game=number)
            record = _record(series, events, *divmod(number, series.length))
            stream.write(format_json(record) + "\n")
        done(matches)
