"""Ratings from many games by the Plackett–Luce model, on the scale of chess.

A game is a race: the winner is drawn first, each bot as likely as its strength, then the second
among those left, and so on. For two players this is the model behind Elo.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, permutations, product
from math import factorial, log10, prod

from .game import Result
from .statistics import Interval, by_deal, percentile_interval

ROUNDS, PRECISION = 2000, 1e-7
PRIOR = 0.5
"""Half a game won and half a game lost against a bot of middle strength keeps ratings finite."""
RESAMPLES = 100


@dataclass(frozen=True, slots=True)
class Rung:
    """A bot and its rating; the weakest one has 0."""

    bot: str
    rating: float
    rating_ci: Interval
    games: int

    def document(self) -> dict[str, object]:
        """The figures by name, as ``--json`` prints them."""
        return {name: getattr(self, name) for name in self.__slots__}


def lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """All pairings: every choice of bots for the seats, repeated where there are too few."""
    size = min(players, len(bots))
    return [tuple(chosen[i % size] for i in range(players)) for chosen in combinations(bots, size)]


def orders(result: Result) -> list[tuple[float, tuple[str, ...]]]:
    """The finish of a game, best first; equals in every order, each counting for a part."""
    seats = sorted(range(len(result.lineup)), key=result.places.__getitem__)
    groups = [[*group] for _, group in groupby(seats, key=result.places.__getitem__)]
    weight = 1 / prod(factorial(len(group)) for group in groups)
    return [
        (weight, tuple(result.lineup[seat] for part in order for seat in part))
        for order in product(*(permutations(group) for group in groups))
    ]


def strengths(races: Iterable[tuple[float, tuple[str, ...]]]) -> dict[str, float]:
    """The most likely strengths, one on average, by minorization and maximization (Hunter 2004)."""
    counted: dict[tuple[str, ...], float] = {}
    for weight, order in races:
        counted[order] = counted.get(order, 0.0) + weight
    bots = sorted({bot for order in counted for bot in order})
    won = dict.fromkeys(bots, PRIOR)
    for order, weight in counted.items():
        for bot in order[:-1]:
            won[bot] += weight
    found = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        better = _improved(found, won, counted)
        change = max(abs(log10(better[bot] / found[bot])) for bot in bots)
        found = better
        if change < PRECISION:
            break
    return found


def _improved(
    found: dict[str, float], won: dict[str, float], counted: dict[tuple[str, ...], float]
) -> dict[str, float]:
    due = {bot: 2 * PRIOR / (strength + 1.0) for bot, strength in found.items()}
    for order, weight in counted.items():
        left = sum(found[bot] for bot in order)
        passed = 0.0
        for i, bot in enumerate(order):
            if i < len(order) - 1:
                passed += weight / left
                left -= found[bot]
            due[bot] += passed
    return {bot: won[bot] / due[bot] for bot in found}


def ratings(results: Iterable[Result]) -> dict[str, float]:
    """Rating points above the weakest."""
    found = strengths(race for result in results for race in orders(result))
    floor = min(found.values())
    return {bot: 400 * log10(strength / floor) for bot, strength in found.items()}


def ladder(contests: Sequence[Sequence[Result]], *, seed: int) -> list[Rung]:
    """The bots with their ratings, the best first; intervals by resampling the deals.

    *contests* are the results of each pairing.
    """
    rng = random.Random(f"{seed} ladder")
    found = ratings(result for contest in contests for result in contest)
    samples: dict[str, list[float]] = {bot: [] for bot in found}
    deals = [[*by_deal(contest).values()] for contest in contests]
    for _ in range(RESAMPLES):
        drawn = [deal for group in deals for deal in rng.choices(group, k=len(group))]
        for bot, rating in ratings(result for deal in drawn for result in deal).items():
            samples[bot].append(rating)
    games = {
        bot: sum(bot in result.lineup for contest in contests for result in contest)
        for bot in found
    }
    rungs = [
        Rung(bot, rating, percentile_interval(sorted(samples[bot])), games[bot])
        for bot, rating in found.items()
    ]
    return sorted(rungs, key=lambda rung: -rung.rating)
