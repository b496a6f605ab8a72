"""Two ways to play straight against each other, such as a champion and one that searches otherwise:

``python -m bench.versus kingdomino -s 3 --one looks=800,explore=0.2 --other looks=800 --minutes 5``

*One* sits in each seat in turn, the *other* in all the rest, on the same deals. A way is the
champion's, changed by words: ``looks`` or ``seconds`` a decision, any of the search's settings
(``judged``, ``beyond``, ``width`` …), ``judge`` and ``table`` as folders or ``none``; or any bot by
name, ``bot=search:2000``. With looks the same seed plays the same games. Several settings take
turns, and are counted together, too, where they have as many players. How it stands is told every
half minute, and Ctrl-C ends it with what was played.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import cache
from itertools import chain, product
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple, TypeAlias, TypeVar

from bench.figure import hardware
from kingdomino import Rules, advance, draw, score_sheet, start, winners
from kingdomino.arena.run import Workers
from kingdomino.bots import Bot, Budget, bot_named
from kingdomino.bots.budget import ENDLESS
from kingdomino.bots.learned.champion import learned_settings
from kingdomino.bots.learned.known import known_mind, known_table
from kingdomino.bots.learned.weights import NETS
from kingdomino.bots.search.player import Search
from kingdomino.fast.search.settings import Settings
from kingdomino.games.catalogue import setting

T = TypeVar("T")
Known: TypeAlias = Callable[[Rules, Path], T | None]
TEXTS = ("bot", "judge", "table")
WORDS = (*TEXTS, "looks", "seconds")
EVERY = 30.0
"""Seconds between lines of how it stands."""


class Ended(NamedTuple):
    """A game as *one* sees it."""

    share: float
    points: int
    lead: int
    seconds: float
    """A decision of *one* took."""


def way(text: str) -> dict[str, str]:
    """The words of ``--one`` and ``--other``; raises ValueError in one sentence."""
    found = dict[str, str]()
    for word in filter(None, text.split(",")):
        name, equals, value = word.partition("=")
        if not equals or name not in {*Settings._fields, *WORDS}:
            raise ValueError(f"no such word: {word!r} (expected NAME=VALUE, names as in --help)")
        if name not in TEXTS and not re.fullmatch(r"-?\d+(\.\d+)?", value):
            raise ValueError(f"{word!r} is not a number")
        found[name] = value
    return found


def _from(folder: str | None, known: Known[T], made: Rules, what: str) -> T | None:
    """What was learned, from the package or from a folder that is named; ``none`` is nothing."""
    if folder == "none":
        return None
    found = known(made, Path(folder) if folder else NETS)
    if folder and found is None:
        raise ValueError(f"no {what} for {made} in {folder}")
    return found


@cache
def player(made: Rules, text: str) -> Bot:
    """Who plays in such a way."""
    words = way(text)
    if "bot" in words:
        return bot_named(words["bot"])
    mind = _from(words.get("judge"), known_mind, made, "judge")
    table = _from(words.get("table"), known_table, made, "table")
    settings = learned_settings(made, table=table is not None, mind=mind is not None)
    usual: dict[str, Any] = Settings()._asdict()
    # The search, too, has a setting called judge; here the word is a folder.
    numbers = {name: value for name, value in words.items() if name not in TEXTS}
    changed = {n: type(usual[n])(float(v)) for n, v in numbers.items() if n in usual}
    seconds = float(words["seconds"]) if "seconds" in words else None
    budget = Budget(int(float(words.get("looks", ENDLESS if seconds else 1000))), seconds)
    return Search(budget, settings._replace(**changed), table=table, weights=mind)


def deal(made: Rules, one: str, other: str, number: int) -> list[Ended]:
    """A game with *one* in each seat, all with the same dominoes."""
    found: list[Ended] = []
    for seat in range(made.players):
        luck, rng = random.Random(number), random.Random(number * 31 + seat)
        state, spent, decisions = start(made), 0.0, 0
        while not state.over:
            if state.chance:
                state = advance(state, draw(state, luck))
                continue
            ours, began = state.agenda[0].player == seat, time.perf_counter()
            action = player(made, one if ours else other).act(state, rng)
            if ours:
                spent, decisions = spent + time.perf_counter() - began, decisions + 1
            state = advance(state, action)
        won, points = winners(state), [score_sheet(state, i).total for i in range(made.players)]
        lead = points[seat] - max(p for i, p in enumerate(points) if i != seat)
        share = (seat in won) / len(won)
        found.append(Ended(share, points[seat], lead, spent / max(1, decisions)))
    return found


def deals(
    settings: Sequence[Rules], one: str, other: str, *,
    seed: int, most: int, minutes: float, jobs: int,
) -> Iterator[tuple[Rules, list[Ended]]]:  # fmt: skip
    """As many deals as there is time for, and *most* of each setting at most, in turn."""
    until = time.monotonic() + 60 * minutes
    turns = ((made, number) for number in range(seed, seed + most) for made in settings)
    with Workers(jobs) as pool:
        running = dict[Future[list[Ended]], Rules]()
        while True:
            while len(running) < jobs and time.monotonic() < until and (turn := next(turns, None)):
                made, number = turn
                running[pool.submit(deal, made, one, other, number)] = made
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            yield from ((running.pop(one_deal), one_deal.result()) for one_deal in done)


def said(players: int, found: Sequence[Sequence[Ended]]) -> str:
    """Share of the victory with one standard error, by whole deals."""
    if not found:
        return "no deal was finished in time"
    shares = [mean(game.share for game in games) for games in found]
    games = [game for games in found for game in games]
    error = stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 1.0
    return (
        f"{100 * mean(shares):.1f} ± {100 * error:.1f} % of the victory (even is "
        f"{100 / players:.0f} %, n = {len(games)}), lead {mean(g.lead for g in games):+.1f}, "
        f"{mean(g.points for g in games):.1f} points, "
        f"{1000 * mean(g.seconds for g in games):.1f} ms a decision"
    )


def main(words: list[str] | None = None) -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"settings of the search and their usual values: {Settings()}",
    )  # fmt: skip
    parser.add_argument("game", help="kingdomino, giants, origins-discovery …")
    parser.add_argument(
        "-s",
        "--setting",
        action="append",
        help="as 3 or 4:harmony+middle_kingdom, several times if you like; usually 2",
    )
    parser.add_argument("--one", default="", help="the way to be measured: looks=800,explore=0.2")
    parser.add_argument("--other", default="", help="who sits in all other seats")
    parser.add_argument("--minutes", type=float, default=5.0, help="stop after so long")
    parser.add_argument(
        "--deals", type=int, default=10_000, help="or after so many deals of each setting"
    )
    parser.add_argument("--seed", type=int, default=1, help="the first deal")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    asked = parser.parse_args(words)
    try:
        settings = [setting(asked.game, text) for text in dict.fromkeys(asked.setting or ["2"])]
        for made, text in product(settings, (asked.one, asked.other)):
            player(made, text)
    except ValueError as wrong:
        parser.error(str(wrong))
    found: dict[Rules, list[list[Ended]]] = {made: [] for made in settings}
    match = deals(
        settings, asked.one, asked.other, seed=asked.seed, most=asked.deals,
        minutes=asked.minutes, jobs=asked.jobs,
    )  # fmt: skip
    began = told = time.monotonic()
    try:
        for made, games in match:
            found[made].append(games)
            if (now := time.monotonic()) - told >= EVERY:
                told = now
                for one, so_far in found.items():
                    stands = f"{(now - began) / 60:5.1f} min, {one}: {said(one.players, so_far)}"
                    print(stands, file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped; what was played until then:", file=sys.stderr)
    for made, its_deals in found.items():
        print(f"{made}, {asked.one or 'the champion'} against {asked.other or 'the champion'}")
        print(said(made.players, its_deals))
    if len(found) > 1 and len({made.players for made in found}) == 1:
        print("all together")
        print(said(settings[0].players, [*chain.from_iterable(found.values())]))
    print(f"deals from {asked.seed} on, {hardware()}, {asked.jobs} processes")


if __name__ == "__main__":
    main()
