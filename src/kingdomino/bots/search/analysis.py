"""A game looked at again: every decision beside the best one, and what it cost."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...core.action import HALF_MOVES, Action, Chance
from ...core.engine import legal_actions
from ...core.notation import format_action
from ...core.record import Record
from ...core.rules import Rules
from ...core.state import State
from ...fast.board.compile import IntArray
from ...fast.bridge.action import action_from, action_number
from ...fast.bridge.state import from_core
from ...fast.learning.layer import FloatArray
from ...fast.search import settings as on
from ...fast.search.searcher import Searcher
from ..bot import Opinion
from ..budget import Budget
from ..grade import Grade, grade
from .player import Search, ours


@dataclass(frozen=True, slots=True)
class Verdict:
    """One decision of a game."""

    event: int
    """Where in the record, from 0."""
    player: int
    phase: str
    played: Opinion
    best: Opinion
    options: int
    """How many legal actions there were."""

    @property
    def points_lost(self) -> float:
        """What the best action would have brought more."""
        return max(0.0, self.best.points - self.played.points)

    @property
    def share_lost(self) -> float:
        """The part of the victory given away."""
        return max(0.0, self.best.share - self.played.share)

    @property
    def grade(self) -> Grade:
        if self.played.action == self.best.action:
            return Grade.BEST
        return grade(share_lost=self.share_lost, points_lost=self.points_lost)

    def document(self) -> dict[str, object]:
        return {
            "event": self.event,
            "player": self.player,
            "phase": self.phase,
            "options": self.options,
            "grade": self.grade.value,
            "points_lost": round(self.points_lost, 2),
            "share_lost": round(self.share_lost, 4),
            "played": option_document(self.played),
            "best": option_document(self.best),
        }


def option_document(option: Opinion) -> dict[str, object]:
    """An option for programs."""
    return {
        "action": format_action(option.action),
        "points": round(option.points, 2),
        "share": round(option.share, 4),
        "playouts": option.playouts,
        "exact": option.exact,
    }


class Analyst:
    """Looks for the best action, then gives it and the one played as many playouts again.

    It searches by its own *settings* and what was learned for the rules, if they are given.
    """

    def __init__(
        self,
        rules: Rules,
        budget: Budget,
        settings: on.Settings | None = None,
        *,
        table: IntArray | None = None,
        weights: Mapping[str, FloatArray] | None = None,
    ) -> None:
        settings = settings or ours(rules)
        self._search = Search(budget, settings, table=table, weights=weights)
        self._playouts = budget.playouts
        evenly = settings._replace(at_root=on.UNIFORM)
        self._pair = Searcher(rules, evenly, table=table, weights=weights)

    def judge(self, state: State, played: Action, rng: random.Random) -> tuple[Opinion, Opinion]:
        """What was played, and what would have been best."""
        options = self._search.options(state, rng)
        best = options[0]
        mine = next(option for option in options if option.action == played)
        if best.action == played or best.exact:
            return mine, best
        numbers = [action_number(state, option.action) for option in (mine, best)]
        again = self._pair.compare(
            from_core(state), numbers, seed=rng.getrandbits(63), playouts=self._playouts
        )
        found = {
            f.action: Opinion(action_from(state, f.action), f.points, f.share, f.visits, f.value)
            for f in again
        }
        mine, best = (found[number] for number in numbers)
        # On a second look what was played may be as good.
        return (mine, best) if best.value > mine.value else (mine, mine)


def decisions(record: Record) -> Iterator[tuple[int, State, Action]]:
    """Where in the record there was a choice, and what was chosen."""
    number = 0
    for state, event in zip(record.states(), record.events, strict=False):
        if not isinstance(event, Chance) and len(legal_actions(state)) > 1:
            yield number, state, event
        # In records these are part of the event that ends the move.
        number += not isinstance(event, HALF_MOVES)


def analyse(record: Record, budget: Budget, rng: random.Random) -> Iterator[Verdict]:
    """Every decision of a game in which there was a choice."""
    analyst = Analyst(record.rules, budget)
    for number, state, action in decisions(record):
        played, best = analyst.judge(state, action, rng)
        phase, player = state.agenda[0].phase, state.agenda[0].player
        options = len(legal_actions(state))
        yield Verdict(number, player, phase.name.lower(), played, best, options)
