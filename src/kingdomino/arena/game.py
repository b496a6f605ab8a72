"""One game of a contest, wherever it is played."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from ..bots import SEARCHING, Bot, bot_named, parse_budget
from ..bots.levels import LEVELS
from ..bots.table import stream
from ..bots.wire import WireError
from ..core.engine import advance, draw, start
from ..core.rules import Rules
from ..core.score import Sheet, dynasty_winners, ranking, score_sheets
from ..games.catalogue import DYNASTY_GAMES
from .plan import Pairing, Plan, plan_of


class TimeOver(Exception):
    """The game was given up, because the time for the whole contest is over."""


class Result(NamedTuple):
    """How one game, or dynasty, went, by seat."""

    deal: int
    lineup: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """From 1; equals share a place."""
    decisions: int = 0
    slowest: float = 0.0
    """Seconds of the longest decision."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's part of the victory."""
        return tuple((place == 1) / self.places.count(1) for place in self.places)


@lru_cache(maxsize=64)
def _bot(name: str, budget: str | None) -> Bot:
    ready((name,))
    return bot_named(name, budget=None if budget is None else parse_budget(budget))


def ready(bots: Iterable[str]) -> None:
    """Compile, or load, what searching bots call, so that no decision has to wait for it."""
    if any(name.partition(":")[0] in {*SEARCHING, *LEVELS} for name in bots):
        try:
            from ..bots.search import warm_bots
        except ModuleNotFoundError:
            return
        warm_bots()


def play(plan: Plan, pairing: Pairing, *, until: float | None = None) -> Result:
    """Play one game, or the three of a dynasty; raises TimeOver at *until*."""
    budget = None if plan.budget is None else str(plan.budget)
    bots = [_bot(name, budget) for name in pairing.lineup]
    games: list[tuple[Sheet, ...]] = []
    decisions, slowest = 0, 0.0
    for part in range(DYNASTY_GAMES if plan.dynasty else 1):
        sheets, asked, longest = _play_one(
            plan.rules, bots, f"{plan.seed} {pairing.deal} {part}", pairing.lineup, until
        )
        games.append(sheets)
        decisions, slowest = decisions + asked, max(slowest, longest)
    scores = tuple(sum(game[seat].total for game in games) for seat in range(len(bots)))
    places = ranking(games[0])
    if plan.dynasty:
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        assert {i for i, place in enumerate(places) if place == 1} == {*dynasty_winners(games)}
    return Result(pairing.deal, pairing.lineup, scores, places, decisions, slowest)


def _play_one(
    rules: Rules, bots: list[Bot], seed: str, lineup: tuple[str, ...], until: float | None
) -> tuple[tuple[Sheet, ...], int, float]:
    chance = stream(seed, 0, "chance")
    streams = [
        stream(seed, seat, f"{name} of {'/'.join(lineup)}") for seat, name in enumerate(lineup)
    ]
    state, decisions, slowest = start(rules), 0, 0.0
    while not state.over:
        seat = state.player
        if seat is None:
            state = advance(state, draw(state, chance))
            continue
        if until is not None and time.time() >= until:
            raise TimeOver
        began = time.perf_counter()
        try:
            action = bots[seat].act(state, streams[seat])
        except WireError as problem:
            raise WireError(f"{lineup[seat]}: {problem}") from None
        slowest = max(slowest, time.perf_counter() - began)
        decisions += 1
        state = advance(state, action)
    return score_sheets(state), decisions, slowest


def play_documents(
    plan: dict[str, Any], pairings: list[tuple[int, list[str]]], until: float | None = None
) -> list[list[Any]]:
    """As ``play`` for another process or machine: plain data in, plain data out.

    What could not be played in time is left out.
    """
    made, rows = _plan(repr(plan), plan), list[list[Any]]()
    for deal, lineup in pairings:
        try:
            rows.append([*play(made, Pairing(deal, tuple(lineup)), until=until)])
        except TimeOver:
            break
    return rows


_PLANS: dict[str, Plan] = {}


def _plan(key: str, document: dict[str, Any]) -> Plan:
    if key not in _PLANS:
        _PLANS[key] = plan_of(document)
    return _PLANS[key]


def result_of(row: list[Any]) -> Result:
    """The result that ``play_documents`` or a line of a file describes."""
    deal, lineup, scores, places, decisions, slowest = row
    return Result(deal, tuple(lineup), tuple(scores), tuple(places), decisions, slowest)
