"""One game of a contest, wherever it is played."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from ..bots import LEARNED, SEARCHING, Bot, bot_named, parse_budget
from ..bots.levels import LEVELS
from ..bots.outside.asking import Patience
from ..bots.table import Fault, play_turns, stream
from ..core.engine import start
from ..core.notation import format_action
from ..core.rules import Rules
from ..core.score import Sheet, score_sheets
from ..core.state import NOBODY, State
from ..games.catalogue import DYNASTY_GAMES
from .plan import Pairing, Plan, plan_of


class TimeOver(Exception):
    """The game was given up, because the time for the whole contest is over."""


class Clock(NamedTuple):
    """What a seat spent."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """Seconds of the longest decision."""

    def after(self, seconds: float) -> Clock:
        """With one more decision."""
        return Clock(self.decisions + 1, self.seconds + seconds, max(self.slowest, seconds))

    def plus(self, other: Clock) -> Clock:
        """What two seats, or one in two games, spent together."""
        decisions, seconds = self.decisions + other.decisions, self.seconds + other.seconds
        return Clock(decisions, seconds, max(self.slowest, other.slowest))


class Failing(NamedTuple):
    """The bot that could not go on, and why."""

    seat: int
    why: str


class Result(NamedTuple):
    """How one game, or dynasty, went, by seat."""

    deal: int
    lineup: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """From 1; equals share a place."""
    clocks: tuple[Clock, ...] = ()
    fault: Failing | None = None
    """Ends a game: that bot has no points and comes last, the others stand as they stood."""
    moves: tuple[str, ...] = ()
    """The decisions of each game with semicolons between them, if the plan keeps them."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's part of the victory."""
        return tuple((place == 1) / self.places.count(1) for place in self.places)

    @property
    def decisions(self) -> int:
        """Of all seats."""
        return sum(clock.decisions for clock in self.clocks)

    @property
    def slowest(self) -> float:
        """Seconds of the longest decision."""
        return max((clock.slowest for clock in self.clocks), default=0.0)

    @property
    def timeless(self) -> Result:
        """What the same seed gives again, on any machine."""
        return self._replace(clocks=())


@lru_cache(maxsize=64)
def _bot(name: str, budget: str | None, patience: Patience) -> Bot:
    ready((name,))
    allowed = None if budget is None else parse_budget(budget)
    return bot_named(name, budget=allowed, patience=patience)


def bot_for(plan: Plan, name: str) -> Bot:
    """A bot of a contest; the same one for all its games in this process."""
    return _bot(name, None if plan.budget is None else str(plan.budget), plan.patience)


def seat_streams(seed: str, lineup: tuple[str, ...]) -> list[random.Random]:
    """The random stream of each bot in a game."""
    return [stream(seed, s, f"{name} of {'/'.join(lineup)}") for s, name in enumerate(lineup)]


def dismiss() -> None:
    """Let all bots of this process go: programs that live outside are ended."""
    _bot.cache_clear()


def ready(bots: Iterable[str]) -> None:
    """Compile, or load, what searching bots call, so that no decision has to wait for it."""
    names = {name.partition(":")[0] for name in bots}
    try:
        if names.intersection((*SEARCHING, *LEVELS)):
            from ..bots.search.player import warm_bots

            warm_bots()
        if names.intersection((*LEARNED, *(name for name in LEVELS if LEVELS[name].learned))):
            from ..bots.learned.champion import warm_learned

            warm_learned()
    except ModuleNotFoundError:
        return


class _Game(NamedTuple):
    """One game, as far as it came."""

    end: State
    clocks: tuple[Clock, ...]
    fault: Failing | None
    moves: str


def play(plan: Plan, pairing: Pairing, *, until: float | None = None) -> Result:
    """Play one game, or the three of a dynasty; raises TimeOver at *until*."""
    bots = [bot_for(plan, name) for name in pairing.lineup]
    games: list[_Game] = []
    for part in range(DYNASTY_GAMES if plan.dynasty else 1):
        games.append(_play_one(plan.rules, bots, game_seed(plan, pairing, part), pairing, until))
        if games[-1].fault:
            break
    fault = games[-1].fault
    scores, places = outcome([game.end for game in games], fault, dynasty=plan.dynasty)
    clocks = games[0].clocks
    for game in games[1:]:
        clocks = tuple(a.plus(b) for a, b in zip(clocks, game.clocks, strict=True))
    moves = tuple(game.moves for game in games) if plan.moves else ()
    return Result(pairing.deal, pairing.lineup, scores, places, clocks, fault, moves)


def outcome(
    ends: list[State], fault: Failing | None, *, dynasty: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Scores and places after a game, or after those of a dynasty."""
    sheets = [score_sheets(end) for end in ends]
    gone = None if fault is None else fault.seat
    seats = range(len(sheets[0]))
    scores = tuple(0 if s == gone else sum(game[s].total for game in sheets) for s in seats)
    keys = [_rank_key(sheets, seat, dynasty=dynasty) if seat != gone else () for seat in seats]
    return scores, tuple(1 + sum(other > own for other in keys) for own in keys)


def _rank_key(sheets: list[tuple[Sheet, ...]], seat: int, *, dynasty: bool) -> tuple[int, ...]:
    """A dynasty knows no tie-breaks."""
    if dynasty:
        return (sum(game[seat].total for game in sheets),)
    return sheets[0][seat].rank_key


def game_seed(plan: Plan, pairing: Pairing, part: int) -> str:
    """What decides the chance of a game."""
    return f"{plan.seed} {pairing.deal} {part}"


def _play_one(
    rules: Rules, bots: list[Bot], seed: str, pairing: Pairing, until: float | None
) -> _Game:
    lineup = pairing.lineup
    streams = seat_streams(seed, lineup)
    state, clocks, moves = start(rules), [Clock() for _ in lineup], list[str]()
    fault = None
    try:
        for turn in play_turns(rules, bots, chance=stream(seed, 0, "chance"), streams=streams):
            state, seat = turn.after, turn.before.agenda[0].player
            if seat != NOBODY:
                clocks[seat] = clocks[seat].after(turn.seconds)
                moves.append(format_action(turn.event))
            if until is not None and state.agenda and time.time() >= until:
                raise TimeOver
    except Fault as problem:
        fault = Failing(problem.seat, str(problem))
    return _Game(state, tuple(clocks), fault, ";".join(moves))


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
    deal, lineup, scores, places, clocks, fault, *moves = row
    # Before there were clocks a line had the number of decisions and the slowest here.
    if isinstance(clocks, int):
        clocks, fault = [], None
    return Result(
        deal,
        tuple(lineup),
        tuple(scores),
        tuple(places),
        tuple(Clock(*clock) for clock in clocks),
        None if fault is None else Failing(*fault),
        tuple(moves[0]) if moves else (),
    )
