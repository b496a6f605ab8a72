"""``kingdomino ladder``: all bots against all, and how far apart they are."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ....arena.game import Result
from ....arena.ladder import Rung, lineups
from ....arena.ladder import ladder as rate
from ....arena.ledger import Ledger, whole_deals
from ....arena.page import rating_lines, replace_section
from ....arena.plan import Plan, PlanError
from ....arena.run import runner
from ....bots import bot_named, parse_budget
from ....bots.outside.asking import PATIENCE, Patience
from ....core.rules import Rules
from ....games.catalogue import GAME
from ...show.glyph import open_console
from ...show.layout import plain_table
from ...tool.contest import hold, seed_kept
from ...tool.failure import Failure
from ...tool.files import room_for
from ...tool.option import (
    AnswerOption,
    BudgetOption,
    GameArgument,
    JobsOption,
    JsonOption,
    PlayersOption,
    RayOption,
    SeedOption,
    StartOption,
    VariantOption,
    bot_names,
    rules_asked,
    seed_asked,
)

EXAMPLES = """\b
Examples:
  kingdomino ladder kingdomino --games 40 --jobs 4
  kingdomino ladder giants -p 3 --bots random,greedy,fg,search:200 --seed 1
  kingdomino ladder kingdomino --seed 1 --page docs/ladder.md"""
DEFAULT = "random,greedy,fg,mce-tr:500,uct:500,mce-fg:200,search:100,search:1000"


def ladder(
    game: GameArgument,
    players: PlayersOption = 2,
    variant: VariantOption = None,
    bots: Annotated[
        str, typer.Option("--bots", "-b", metavar="A,B,…", help="Who takes part.")
    ] = DEFAULT,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, help="Games of each pairing.")
    ] = 20,
    budget: BudgetOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = 1,
    ray: RayOption = None,
    folder: Annotated[
        str | None,
        typer.Option(
            "--folder",
            metavar="DIR",
            help="Keep every result there; what is there already is not played again.",
            show_default=False,
        ),
    ] = None,
    page: Annotated[
        str | None,
        typer.Option(
            "--page",
            metavar="FILE",
            help="Write the ladder into this Markdown page, and its picture beside it.",
            show_default=False,
        ),
    ] = None,
    seconds: AnswerOption = PATIENCE.answer,
    start: StartOption = PATIENCE.start,
    as_json: JsonOption = False,
) -> None:
    """Rate bots by games of all against all.

    The ratings are those of the Plackett–Luce model, which for two players is that of Elo: 400
    points more mean ten times the chance. The weakest bot has 0. The intervals are 95 %.
    """
    made = rules_asked(game, players, variant)
    names = list(dict.fromkeys(bot_names(bots)))
    if len(names) < 2:
        raise PlanError("a ladder needs two bots at least")
    allowed = parse_budget(budget) if budget else None
    for name in names:
        bot_named(name, budget=allowed)
    files = {lineup: _file(folder, lineup) for lineup in lineups(names, players)}
    if seed is None:
        # What is there is gone on with.
        seeds = (seed_kept(file) for file in files.values() if file)
        seed = next((found for found in seeds if found is not None), None)
    chosen = seed_asked(seed)
    room_for(Path(page) if page else None)
    contests: list[list[Result]] = []
    whole = True
    with runner(jobs, ray) as run:
        for lineup, file in files.items():
            plan = Plan(made, lineup, chosen, allowed, patience=Patience(seconds, start))
            ledger = Ledger(plan, file)
            whole = hold(ledger, games, run)
            wanted = {*plan.pairings(games)}
            played = [r for r in ledger.results if (r.deal, r.lineup) in wanted]
            contests.append(whole_deals(plan, played))
            if not whole:
                break
    if not any(contests):
        raise Failure("no deal was played to its end")
    rungs = rate(contests, seed=chosen)
    total = sum(map(len, contests))
    if page and whole:
        again = _command(made, names, games, budget, chosen)
        _write_page(Path(page), made, rungs, total, again)
    if as_json:
        print(json.dumps(_document(made, rungs, total, chosen), indent=2))
    else:
        open_console().print(f"{_title(made)} · {total:,} games · seed {chosen}", _table(rungs))


def _file(folder: str | None, lineup: tuple[str, ...]) -> Path | None:
    if folder is None:
        return None
    Path(folder).mkdir(parents=True, exist_ok=True)
    return Path(folder) / f"{re.sub(r'[^a-z0-9.+-]', '_', '+'.join(lineup))}.jsonl"


def _title(rules: Rules) -> str:
    extras = f" with {', '.join(rules.variants)}" if rules.variants else ""
    return f"{GAME[rules.game].title} for {rules.players}{extras}"


def _table(rungs: list[Rung]) -> Table:
    table = plain_table()
    table.add_column("bot")
    for head in ("rating", "from", "to", "games"):
        table.add_column(head, justify="right")
    for rung in rungs:
        figures = (rung.rating, *rung.rating_ci)
        table.add_row(rung.bot, *(f"{value:.0f}" for value in figures), f"{rung.games:,}")
    return table


def _document(rules: Rules, rungs: list[Rung], games: int, seed: int) -> dict[str, object]:
    return {
        "ladder": [rung.document() for rung in rungs],
        "rules": {"game": rules.game, "players": rules.players, "variants": [*rules.variants]},
        "games": games,
        "seed": seed,
    }


def _command(rules: Rules, bots: list[str], games: int, budget: str | None, seed: int) -> str:
    words = [f"kingdomino ladder {rules.game} -p {rules.players}"]
    words += [f"-v {name}" for name in rules.variants]
    words += [f"--bots {','.join(bots)} --games {games} --seed {seed}"]
    return " ".join([*words, f"--budget {budget}"] if budget else words)


def _write_page(page: Path, rules: Rules, rungs: list[Rung], games: int, again: str) -> None:
    """Put the ladder between its marks, or at the end of the page."""
    name = "-".join([rules.game, str(rules.players), *rules.variants])
    lines = [
        f"## {_title(rules)}",
        "",
        *rating_lines(page, rungs, name=f"ladder-{name}", title=_title(rules)),
        "",
        f"{games:,} games, {datetime.now(UTC).date().isoformat()}: `{again}`",
    ]
    replace_section(page, f"ladder {name}", "\n".join(lines))
