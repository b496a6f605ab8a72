"""Games of a contest that are still to be played: with a bar, and kept one by one."""

from __future__ import annotations

import json
from pathlib import Path

from ...arena.game import Result, ready
from ...arena.ledger import Ledger, whole_deals
from ...arena.plan import Plan
from ...arena.run import Runner
from ...arena.statistics import Sprt, by_deal, deal_means
from ..show.glyph import open_console
from ..show.progress import compiling, counting
from ..show.sentence import listed
from .failure import Failure, one_line


def hold(ledger: Ledger, games: int, run: Runner, *, test: Sprt | None = None) -> bool:
    """Play what is missing, with a bar; Ctrl-C ends it with what there is: then it is False."""
    plan, due, done = ledger.plan, ledger.missing(games), len(ledger.results)
    with compiling("the search"):
        ready(plan.bots)
    names = listed([one_line(name)[:20] for name in dict.fromkeys(plan.bots)])
    try:
        with ledger.open() as keep, counting(names, done + len(due), done=done) as more:
            for result in run(plan, due):
                keep(result)
                more(1)
                if test and test.verdict(shares(plan, ledger.results)):
                    break
        return True
    except KeyboardInterrupt:
        console = open_console(stderr=True)
        console.print("stopped; these are the games played so far", style="dim")
        return False


def seed_kept(file: Path) -> int | None:
    """The seed of the games in a file that is to be extended, if there is one."""
    if not file.exists() or not file.stat().st_size:
        return None
    with file.open(encoding="utf-8") as stream:
        try:
            return int(json.loads(stream.readline())["seed"])
        except (ValueError, KeyError, TypeError):
            raise Failure(f"{file}: not a file of arena results") from None


def shares(plan: Plan, results: list[Result]) -> list[float]:
    """The first bot's win share in each whole deal."""
    deals = by_deal(whole_deals(plan, results))
    return [deal_means(games, plan.bots[0])[0] for games in deals.values()]
