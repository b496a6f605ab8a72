"""What the games add up to, with error bars.

The games of one deal belong together, so deals are what is resampled, never single games.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, log10
from typing import NamedTuple

from .game import Clock, Result

RESAMPLES = 1000
CONFIDENCE = 0.95


class Interval(NamedTuple):
    """The two ends of a confidence interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's figures, a seat's on average where it has several."""

    bot: str
    games: int
    win_rate: float
    win_rate_ci: Interval
    mean_score: float
    mean_score_ci: Interval
    mean_margin: float
    """Points ahead of the best other seat."""
    mean_margin_ci: Interval
    mean_rank: float
    mean_rank_ci: Interval
    seconds: float
    """What a decision took on average."""
    slowest: float
    """Seconds of the longest decision."""
    faults: int
    """Games lost because the bot could not go on; they count like all others."""

    def document(self) -> dict[str, object]:
        """The figures by name, as ``--json`` prints them."""
        return {name: getattr(self, name) for name in self.__slots__}


def margins(scores: Sequence[int]) -> list[int]:
    """How far each seat is ahead of the best other one."""
    return [
        own - max((s for i, s in enumerate(scores) if i != seat), default=0)
        for seat, own in enumerate(scores)
    ]


def by_deal(results: Iterable[Result]) -> dict[int, list[Result]]:
    """The games of each deal."""
    deals: dict[int, list[Result]] = {}
    for result in results:
        deals.setdefault(result.deal, []).append(result)
    return deals


def deal_means(games: Sequence[Result], bot: str) -> tuple[float, float, float, float]:
    """Win share, score, margin and rank of a bot over the games of one deal."""
    rows = [
        (game.shares[seat], game.scores[seat], margins(game.scores)[seat], game.places[seat])
        for game in games
        for seat, name in enumerate(game.lineup)
        if name == bot
    ]
    share, score, margin, rank = (sum(column) / len(rows) for column in zip(*rows, strict=True))
    return share, score, margin, rank


def standings(results: Sequence[Result], *, seed: int) -> list[Standing]:
    """Every bot's figures, the best first."""
    deals = by_deal(results)
    bots = list(dict.fromkeys(name for result in results for name in result.lineup))
    draws = resampled(len(deals), random.Random(f"{seed} bootstrap"))
    found = [_standing(bot, deals, draws) for bot in bots]
    return sorted(found, key=lambda one: -one.win_rate)


def _standing(bot: str, deals: dict[int, list[Result]], draws: list[list[int]]) -> Standing:
    played = [games for games in deals.values() if any(bot in g.lineup for g in games)]
    columns = list(zip(*(deal_means(games, bot) for games in played), strict=True))
    means = [sum(column) / len(column) for column in columns]
    spans = [bootstrap(column, draws) for column in columns]
    games = sum(bot in game.lineup for group in played for game in group)
    clock = Clock()
    for seat in (seat for group in played for game in group for seat in _clocks(game, bot)):
        clock = clock.plus(seat)
    return Standing(
        bot, games, means[0], spans[0], means[1], spans[1], means[2], spans[2], means[3], spans[3],
        clock.seconds / max(1, clock.decisions), clock.slowest,
        sum(len(faults(group, bot)) for group in played),
    )  # fmt: skip


def _clocks(game: Result, bot: str) -> list[Clock]:
    # Results of files from before there were clocks have none.
    return [clock for name, clock in zip(game.lineup, game.clocks, strict=False) if name == bot]


def faults(results: Iterable[Result], bot: str) -> list[str]:
    """Why a bot could not go on, each time."""
    return [r.fault.why for r in results if r.fault and r.lineup[r.fault.seat] == bot]


def resampled(n: int, rng: random.Random) -> list[list[int]]:
    """Which of *n* deals each resample holds."""
    return [rng.choices(range(n), k=n) for _ in range(RESAMPLES)]


def bootstrap(values: Sequence[float], draws: list[list[int]]) -> Interval:
    """The confidence interval of a mean by resampling."""
    n = len(values)
    means = sorted(
        sum(map(values.__getitem__, (i % n for i in draw))) / len(draw) for draw in draws
    )
    return percentile_interval(means)


def percentile_interval(ordered: Sequence[float]) -> Interval:
    """The middle part of sorted resampled figures."""
    tail = (1 - CONFIDENCE) / 2
    last = len(ordered) - 1
    return Interval(ordered[round(tail * last)], ordered[round((1 - tail) * last)])


def elo(share: float) -> float:
    """The lead in rating that makes one win this part of all duels."""
    return 400 * log10(share / (1 - share))


def expected(lead: float) -> float:
    """The part of all duels that a lead in rating wins."""
    return 1 / (1 + 10 ** (-lead / 400))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that goes on until it knows whether A leads B by *low* rating points or by *high*."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, shares: Sequence[float]) -> float:
        """The log-likelihood ratio after these deals, each a mean win share of A."""
        n = len(shares)
        if n < 2:
            return 0.0
        mean = sum(shares) / n
        # A prior game keeps a perfect start from looking like certainty.
        variance = (sum((s - mean) ** 2 for s in shares) + 0.25) / n
        s0, s1 = expected(self.low), expected(self.high)
        return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)

    def verdict(self, shares: Sequence[float]) -> str | None:
        """``high``, ``low``, or None while it is open."""
        ratio = self.ratio(shares)
        if ratio >= log((1 - self.beta) / self.alpha):
            return "high"
        return "low" if ratio <= log(self.beta / (1 - self.alpha)) else None
