"""``kingdomino arena``: bots against each other, measured with error bars."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ....arena.game import Result
from ....arena.ledger import Ledger, whole_deals
from ....arena.plan import Plan, seated
from ....arena.run import runner
from ....arena.statistics import Sprt, Standing, by_deal, elo, faults, standings
from ....bots import BOTS, HASTY, LEARNED, SEARCHING, bot_named, parse_budget
from ....bots.levels import LEVELS
from ....bots.outside.asking import PATIENCE, Patience
from ....games.catalogue import DYNASTY, GAME, rules
from ...show.figure import duration, number, percent
from ...show.glyph import open_console
from ...show.layout import plain_table
from ...show.sentence import line_title, listed
from ...tool.contest import hold, seed_kept, shares
from ...tool.failure import Failure, one_line
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
    seed_asked,
    variant_names,
)

EXAMPLES = """\b
Examples:
  kingdomino arena kingdomino --bots search:0.1s,fg --games 100
  kingdomino arena kingdomino -p 4 -v harmony --bots fg,tr --jobs 4
  kingdomino arena giants -p 3 --bots search,fg --budget 500 --file g.jsonl
  kingdomino arena kingdomino --bots search:400,search:200 --sprt 0,15"""


def arena(
    game: GameArgument,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="A bot for each seat, the last one for all seats left, each with a budget if it "
            f"likes, as search:500: {listed([*BOTS, HASTY, *SEARCHING, *LEARNED], 'or')}; or the "
            f"levels {listed([*LEVELS])}; or your own, as cmd=./my-bot or http://… (a comma in a "
            "command stands between quotes)",
        ),
    ],
    players: PlayersOption = 2,
    variant: VariantOption = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", metavar="N", min=1, help="At least so many games, in whole deals."
        ),
    ] = 100,
    budget: BudgetOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = 1,
    ray: RayOption = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--file",
            "-f",
            metavar="FILE",
            help="Keep every result in FILE; what is there already is not played again.",
            show_default=False,
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="LOW,HIGH",
            help="Two bots, two players: stop when it is clear whether the first leads the second "
            "by LOW rating points or by HIGH.",
            show_default=False,
        ),
    ] = None,
    seconds: AnswerOption = PATIENCE.answer,
    start: StartOption = PATIENCE.start,
    as_json: JsonOption = False,
) -> None:
    """Let bots play each other and say who is stronger, and how sure that is.

    Every deal is played with all rotations of the bots around the table. A shared victory counts
    in equal parts. The intervals are 95 %, by resampling whole deals. The variant dynasty plays
    matches of three games. A bot of yours that answers wrong, late or not at all loses that game.
    """
    plan = replace(
        _plan(game, players, variant_names(variant), bots, budget, _seed(seed, file)),
        patience=Patience(seconds, start),
    )
    test = _sprt(sprt, plan)
    ledger = Ledger(plan, Path(file) if file else None)
    began = time.perf_counter()
    with runner(jobs, ray) as run:
        hold(ledger, games, run, test=test)
    took = time.perf_counter() - began
    results = whole_deals(plan, ledger.results)
    if not results:
        raise Failure("no deal was played to its end")
    found = standings(results, seed=plan.seed)
    if as_json:
        print(json.dumps(document(plan, results, found, took, test), indent=2))
    else:
        open_console().print(*_report(plan, results, found, took, test), sep="\n")


def _seed(seed: int | None, file: str | None) -> int:
    """The seed given, or that of the file that is to be extended, or a new one."""
    return seed_asked(seed_kept(Path(file)) if seed is None and file else seed)


def _plan(
    game: str, players: int, variants: list[str], bots: str, budget: str | None, seed: int
) -> Plan:
    plain = [name for name in variants if name != DYNASTY]
    names = seated(bot_names(bots), players)
    allowed = parse_budget(budget) if budget else None
    for name in names:
        bot_named(name, budget=allowed)
    return Plan(rules(game, players, plain), names, seed, allowed, DYNASTY in variants)


def _sprt(text: str | None, plan: Plan) -> Sprt | None:
    if text is None:
        return None
    if plan.rules.players != 2 or len({*plan.bots}) != 2:
        raise Failure("--sprt compares two bots at a table for two")
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError:
        raise Failure(f"--sprt needs two ratings such as 0,15, not {text!r}") from None
    if low >= high:
        raise Failure(f"--sprt needs the lower rating first: {text!r}")
    return Sprt(low, high)


def document(
    plan: Plan,
    results: list[Result],
    found: list[Standing],
    seconds: float,
    test: Sprt | None = None,
) -> dict[str, Any]:
    """The figures for programs."""
    made: dict[str, Any] = {
        "results": [standing.document() for standing in found],
        **plan.document(),
        "games": len(results),
        "deals": len(by_deal(results)),
        "seconds": round(seconds, 3),
    }
    if test:
        made["sprt"] = _sprt_document(plan, results, test)
    return made


def _sprt_document(plan: Plan, results: list[Result], test: Sprt) -> dict[str, Any]:
    won = shares(plan, results)
    return {
        "low": test.low,
        "high": test.high,
        "ratio": round(test.ratio(won), 3),
        "verdict": test.verdict(won),
    }


def _report(
    plan: Plan,
    results: list[Result],
    found: list[Standing],
    seconds: float,
    test: Sprt | None,
) -> list[RenderableType]:
    lines: list[RenderableType] = [_title(plan, results, seconds), standing_table(found)]
    if plan.rules.players == 2 and len(found) == 2 and 0 < found[0].win_rate < 1:
        first = found[0]
        low, high = (elo(min(max(end, 1e-3), 1 - 1e-3)) for end in first.win_rate_ci)
        lead = f"{elo(first.win_rate):+.0f} rating points ({low:+.0f} to {high:+.0f})"
        lines.append(Text(f"{first.bot} leads {found[1].bot} by {lead}", "dim"))
    lines += [Text(line, "red") for one in found for line in fault_lines(results, one.bot)]
    if test:
        lines.append(Text(_sprt_sentence(plan, results, test)))
    return lines


def fault_lines(results: list[Result], bot: str) -> list[str]:
    """How many games a bot lost because it could not go on, and why, a line a reason."""
    why = Counter(faults(results, bot))
    return [
        one_line(f"{bot} lost {times:,} game{'s'[: times > 1]}: {reason}")
        for reason, times in why.most_common()
    ]


def _sprt_sentence(plan: Plan, results: list[Result], test: Sprt) -> str:
    made = _sprt_document(plan, results, test)
    a, b = list(dict.fromkeys(plan.bots))
    says = {
        "high": f"{a} is better than {b}: rather {test.high:+g} than {test.low:+g}",
        "low": f"{a} is no better than {b}: rather {test.low:+g} than {test.high:+g}",
        None: "still open: more games would tell",
    }[made["verdict"]]
    return f"SPRT: {says} (log-likelihood ratio {made['ratio']:+.2f})"


def _title(plan: Plan, results: list[Result], seconds: float) -> Text:
    title = Text().append(f"{GAME[plan.rules.game].title} for {plan.rules.players}", "bold")
    if plan.rules.variants:
        title.append(f" with {listed([line_title(name) for name in plan.rules.variants])}")
    what = "dynasties" if plan.dynasty else "games"
    deals = len(by_deal(results))
    budget = f" · {plan.budget} a decision" if plan.budget else ""
    slowest = max(result.slowest for result in results)
    return title.append(
        f"\n{len(results):,} {what}, {deals:,} deals · {seconds:,.0f} s · "
        f"slowest decision {slowest:.2f} s{budget} · seed {plan.seed}",
        "dim",
    )


def standing_table(found: list[Standing]) -> Table:
    """Each bot with its figures and their intervals."""
    table = plain_table()
    table.add_column("bot")
    for head in ("games", "wins", "score", "margin", "rank", "time"):
        table.add_column(head, justify="right")
    for one in found:
        table.add_row(
            one.bot,
            f"{one.games:,}",
            percent(one.win_rate, one.win_rate_ci),
            number(one.mean_score, one.mean_score_ci),
            number(one.mean_margin, one.mean_margin_ci),
            f"{one.mean_rank:.2f}",
            duration(one.seconds),
        )
    return table
