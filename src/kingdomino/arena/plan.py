"""What is to be played: one deal again and again until every bot has sat on every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..bots.budget import Budget, parse_budget
from ..bots.outside.asking import PATIENCE, Patience
from ..core.rules import Rules
from ..games.catalogue import rules


class PlanError(ValueError):
    """A contest that cannot be held."""


class Pairing(NamedTuple):
    """One game, or dynasty, of a contest."""

    deal: int
    """Decides all chance."""
    lineup: tuple[str, ...]
    """The bots by seat."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A contest. Everything in it follows from the seed, if the bots' budgets are playouts."""

    rules: Rules
    bots: tuple[str, ...]
    """One a seat."""
    seed: int
    budget: Budget | None = None
    dynasty: bool = False
    patience: Patience = PATIENCE
    """With bots that live outside."""
    moves: bool = False
    """Whether results hold every decision, so that games can be played again without the bots."""

    @property
    def lineups(self) -> list[tuple[str, ...]]:
        """All rotations of the bots around the table, each once."""
        n = len(self.bots)
        turned = [self.bots[n - i :] + self.bots[: n - i] for i in range(n)]
        return list(dict.fromkeys(turned))

    def deals(self, games: int) -> int:
        """How many deals give at least so many games."""
        return -(-games // len(self.lineups))

    def pairings(self, games: int) -> Iterator[Pairing]:
        """The games in order, whole deals only."""
        for deal in range(self.deals(games)):
            for lineup in self.lineups:
                yield Pairing(deal, lineup)

    def document(self) -> dict[str, Any]:
        """The plan for programs, and for the head of a file of results."""
        made: dict[str, Any] = {
            "rules": {
                "game": self.rules.game,
                "players": self.rules.players,
                "variants": [*self.rules.variants],
            },
            "bots": [*self.bots],
            "seed": self.seed,
            "budget": None if self.budget is None else str(self.budget),
            "dynasty": self.dynasty,
        }
        if self.patience != PATIENCE:
            made["patience"] = self.patience._asdict()
        if self.moves:
            made["moves"] = True
        return made


def plan_of(document: dict[str, Any]) -> Plan:
    """The plan that a document describes."""
    asked, budget = document["rules"], document["budget"]
    return Plan(
        rules(asked["game"], asked["players"], asked["variants"]),
        tuple(document["bots"]),
        document["seed"],
        None if budget is None else parse_budget(budget),
        document["dynasty"],
        Patience(**document.get("patience", {})),
        document.get("moves", False),
    )


def seated(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for each seat: the last one named sits on all seats that are left."""
    if not names or len(names) > players:
        raise PlanError(f"{players} players need 1 to {players} bots, not {len(names)}")
    return (*names, *[names[-1]] * (players - len(names)))
