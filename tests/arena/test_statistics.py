"""The arena's statistics against closed forms."""

from __future__ import annotations

import random
from math import log10, sqrt

import pytest

from kingdomino.arena.game import Result
from kingdomino.arena.ladder import lineups, orders, ratings, strengths
from kingdomino.arena.statistics import (
    Sprt,
    bootstrap,
    deal_means,
    elo,
    expected,
    margins,
    resampled,
    standings,
)


def result(deal: int, lineup: str, scores: tuple[int, ...]) -> Result:
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return Result(deal, tuple(lineup.split(",")), scores, places)


def test_a_shared_victory_is_split() -> None:
    assert result(0, "a,b,c", (30, 30, 10)).shares == (0.5, 0.5, 0.0)


def test_margin_is_the_lead_over_the_best_other() -> None:
    assert margins((50, 42, 30)) == [8, -8, -20]


def test_figures_are_those_of_a_seat() -> None:
    games = [result(0, "a,b,b", (9, 6, 3)), result(0, "b,a,b", (4, 2, 0))]
    assert deal_means(games, "a") == (0.5, 5.5, 0.5, 1.5)
    share, score, _, rank = deal_means(games, "b")
    assert (share, score, rank) == (0.25, 3.25, 2.25)


def test_every_game_has_one_victory() -> None:
    rng = random.Random(1)
    games = [result(i, "a,b,c", tuple(rng.choices(range(5), k=3))) for i in range(50)]
    found = standings(games, seed=1)
    assert sum(one.win_rate for one in found) == pytest.approx(1)
    assert all(one.win_rate_ci.low <= one.win_rate <= one.win_rate_ci.high for one in found)
    assert [one.games for one in found] == [50, 50, 50]


def test_bootstrap_agrees_with_the_normal_law() -> None:
    rng = random.Random(2)
    values = [float(rng.random() < 0.3) for _ in range(400)]
    mean = sum(values) / 400
    low, high = bootstrap(values, resampled(400, rng))
    error = 1.96 * sqrt(mean * (1 - mean) / 400)
    assert low == pytest.approx(mean - error, abs=0.012)
    assert high == pytest.approx(mean + error, abs=0.012)


def test_pairing_takes_the_luck_of_the_deal_out() -> None:
    """A deal that is won by the seat and not by the bot says that both are equal, surely."""
    games = [
        result(deal, lineup, (10, 5) if deal % 2 else (5, 10))
        for deal in range(40)
        for lineup in ("a,b", "b,a")
    ]
    first = standings(games, seed=1)[0]
    assert (first.win_rate, *first.win_rate_ci) == (0.5, 0.5, 0.5)


def test_rating_and_share_are_inverse() -> None:
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)
    assert elo(expected(123)) == pytest.approx(123)


def test_two_bots_are_rated_by_their_odds() -> None:
    """Plackett–Luce for two is Elo: 400 log10 of the odds, but for the prior."""
    games = [result(i, "a,b", (1, 0) if i % 4 else (0, 1)) for i in range(40_000)]
    found = ratings(games)
    assert found["b"] == 0
    assert found["a"] == pytest.approx(400 * log10(3), abs=0.1)


def test_strengths_are_found_again() -> None:
    rng, true = random.Random(3), {"a": 4.0, "b": 2.0, "c": 1.0}
    races = []
    for _ in range(6000):
        left, order = dict(true), []
        while left:
            (bot,) = rng.choices([*left], [*left.values()])
            order.append(bot)
            del left[bot]
        races.append((1.0, tuple(order)))
    found = strengths(races)
    assert found["a"] / found["b"] == pytest.approx(2, rel=0.08)
    assert found["b"] / found["c"] == pytest.approx(2, rel=0.08)


def test_equals_count_in_every_order() -> None:
    assert orders(result(0, "a,b,c", (5, 5, 1))) == [
        (0.5, ("a", "b", "c")),
        (0.5, ("b", "a", "c")),
    ]


def test_all_play_all() -> None:
    assert lineups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups("ab", 4) == [("a", "b", "a", "b")]


def test_sprt_is_right_as_often_as_it_says() -> None:
    """With a lead of 100 in truth, 0 against 100 ends well in 95 % of all tests or more."""
    rng, test = random.Random(4), Sprt(0, 100)
    verdicts = []
    for _ in range(60):
        shares: list[float] = []
        while (verdict := test.verdict(shares)) is None:
            shares.append(sum(rng.random() < expected(100) for _ in range(2)) / 2)
        verdicts.append(verdict)
    assert verdicts.count("high") >= 54
    assert test.verdict([0.5] * 400 + [0.0] * 40) == "low"


def test_sprt_ratio_is_that_of_two_normal_laws() -> None:
    shares = [0.0, 1.0] * 50 + [1.0] * 20
    mean, n = sum(shares) / 120, 120
    variance = (sum((s - mean) ** 2 for s in shares) + 0.25) / n
    low, high = expected(0), expected(50)
    by_hand = sum(((s - low) ** 2 - (s - high) ** 2) / (2 * variance) for s in shares)
    assert Sprt(0, 50).ratio(shares) == pytest.approx(by_hand)
