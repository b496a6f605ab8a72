"""``kingdomino dataset``: positions out of games by strong bots, for learners."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ....arena.game import ready
from ....arena.plan import seated
from ....arena.run import spread_over
from ...show.glyph import open_console
from ...show.progress import compiling, counting, stopped
from ...tool.failure import Commands, Failure
from ...tool.option import (
    GameArgument,
    JobsOption,
    PlayersOption,
    RayOption,
    SeedOption,
    VariantOption,
    bot_names,
    help_when_alone,
    rules_asked,
    seed_asked,
)

app = typer.Typer(cls=Commands, rich_markup_mode="rich", invoke_without_command=True)


@app.callback()
def dataset(context: typer.Context) -> None:
    """Positions, what a search thought of them, and how the games ended; see docs/dataset.md."""
    help_when_alone(context)


@app.command(
    epilog="\b\nExamples:\n"
    "  kingdomino dataset make positions kingdomino --games 500 --jobs 0\n"
    "  kingdomino dataset make big giants -p 3 --bots search:1000 --ray auto"
)
def make(
    folder: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER",
            help="A folder that is not there yet, or one in which this was stopped: it goes on.",
        ),
    ],
    game: GameArgument,
    players: PlayersOption = 2,
    variant: VariantOption = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="A searching bot for each seat, the last one for all seats left.",
        ),
    ] = "search:400",
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games to play.")
    ] = 100,
    seed: SeedOption = None,
    jobs: JobsOption = 0,
    ray: RayOption = None,
) -> None:
    """Let strong bots play, and keep every position in which there was a choice."""
    try:
        from ....dataset import make as making
    except ModuleNotFoundError as missing:
        raise Failure(f"a dataset needs {missing.name}: install kingdomino[fast]") from None
    made, target = rules_asked(game, players, variant), Path(folder)
    names, began = seated(bot_names(bots), players), time.perf_counter()
    begun = making.ordered(target)
    if seed is None and begun:
        seed = begun.seed
    order = making.Order(made, names, games, seed_asked(seed))
    kept = making.games_kept(order, target)
    with compiling("the search"):
        ready(names)
    try:
        with spread_over(jobs, ray) as spread, counting("playing", games, done=kept) as done:
            positions = making.make(order, target, spread, report=partial(done, 1))
    except KeyboardInterrupt:
        stopped(f"{making.games_kept(order, target):,} of {games:,} games are in {folder}")
        raise
    size = sum(file.stat().st_size for file in target.iterdir())
    seconds = time.perf_counter() - began
    open_console().print(
        f"{games:,} games, {positions:,} positions, {size / 1e6:,.1f} MB in {folder} · "
        f"{seconds:,.0f} s · seed {order.seed}",
        soft_wrap=True,
    )
