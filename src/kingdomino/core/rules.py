"""A game as data. A variant is a function from Rules to Rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from .action import Action, Chance, Event, Place
from .chance import Pick
from .domino import Domino, Half, Symbol
from .error import RulesError
from .state import Decision, Phase, State

Scorer: TypeAlias = Callable[[State, int], int]
"""Points of one player."""

Effect: TypeAlias = Callable[[Domino, Place, int], Decision | None]
"""What placing a domino triggers for a player, if anything."""


class Step(NamedTuple):
    """How one phase is decided.

    ``resolve`` takes the decided thing off the agenda and does it. A decision of players has
    ``options``, their actions in a fixed order; one of chance has ``draw``, which picks from what
    there is, in a fixed order, and ``check``, which raises IllegalAction. ``enter`` is asked when
    the phase comes up: it may do what is forced and return the state after it, or None when there
    is something to decide. ``allows`` tells whether an event is one of the options, where that is
    found sooner than all of them.
    """

    resolve: Callable[[State, Decision, Any], State]
    options: Callable[[State, Decision], list[Action]] | None = None
    asks: str = ""
    """What a player is to do, after "you are to": ``place a domino``."""
    draw: Callable[[State, Pick], Chance] | None = None
    check: Callable[[State, Event], None] | None = None
    enter: Callable[[State, Decision], State | None] | None = None
    allows: Callable[[State, Decision, Event], bool] | None = None


@dataclass(frozen=True)
class Rules:
    """Everything that makes one game differ from another."""

    game: str
    players: int
    variants: tuple[str, ...]
    dominoes: tuple[Domino, ...]
    steps: Mapping[Enum, Step]
    """How each phase is decided."""
    size: int = 5
    rounds: int = 12
    row: int = 4
    """Dominoes drawn for a row, before trimming."""
    trim: tuple[int, ...] = ()
    """Positions of a drawn row that leave the game before anybody chooses, from 0."""
    kings_each: int = 1
    kings_drawn: int = 0
    """How many kings are drawn to open the game."""
    opening: Enum = Phase.CHOOSE
    """What the owner of each drawn king decides."""
    setup: tuple[Enum, ...] = (Phase.KINGS, Phase.ROW)
    reveal: tuple[Enum, ...] = (Phase.ROW,)
    """What chance does before each round but the last."""
    turn: tuple[Enum, ...] = (Phase.PLACE, Phase.CHOOSE)
    """A king's turn; in the last round everything from CHOOSE on is left out."""
    effects: tuple[Effect, ...] = ()
    scorers: tuple[tuple[str, Scorer], ...] = ()
    """Bonus lines of the score sheet, in order."""
    quests: tuple[tuple[str, Scorer], ...] = ()
    """The tiles that a game draws its quests from."""
    quests_drawn: int = 0
    cavemen: tuple[str, ...] = ()
    """The caveman tiles, sorted by name."""
    totem_points: tuple[int, ...] = ()
    """What each totem is worth, indexed by Resource; empty where there are none."""
    flames: bool = False
    """Whether crowns are flames, the castle is a hut and kings are chiefs."""
    colours: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        kings = self.players * self.kings_each
        if self.rounds * self.row > len(self.dominoes):
            raise RulesError(
                f"{self.rounds} rounds with rows of {self.row} need {self.rounds * self.row} "
                f"dominoes, but {self.game} has {len(self.dominoes)}"
            )
        if any(not 0 <= position < self.row for position in self.trim):
            raise RulesError(f"a row of {self.row} has no positions {self.trim} to trim")
        if self.row - len(self.trim) < kings:
            raise RulesError(f"rows of {self.row} less {len(self.trim)} cannot seat {kings} kings")

    def __hash__(self) -> int:
        return hash((self.game, self.players, self.variants))

    @cached_property
    def domino(self) -> dict[int, Domino]:
        """The dominoes by number."""
        return {domino.number: domino for domino in self.dominoes}

    @cached_property
    def quest(self) -> dict[str, Scorer]:
        """The quest tiles by id."""
        return dict(self.quests)

    @cached_property
    def last_turn(self) -> tuple[Enum, ...]:
        """A king's turn when there is nothing left to choose."""
        return self.turn[: self.turn.index(Phase.CHOOSE)]

    @cached_property
    def halves(self) -> tuple[Half, ...]:
        """Everything that is printed on the dominoes."""
        return tuple(half for domino in self.dominoes for half in (domino.left, domino.right))

    @cached_property
    def has_resources(self) -> bool:
        """Whether tokens lie on the land."""
        return any(half.resource is not None for half in self.halves)

    @cached_property
    def has_volcanoes(self) -> bool:
        """Whether fire falls on the land."""
        return any(half.craters for half in self.halves)

    @cached_property
    def has_giants(self) -> bool:
        """Whether giants come and cover crowns."""
        return any(domino.symbol is Symbol.GIANT for domino in self.dominoes)

    @property
    def kings(self) -> tuple[int, ...]:
        """The kings in play as the seats of their owners."""
        return tuple(seat for seat in range(self.players) for _ in range(self.kings_each))

    def __str__(self) -> str:
        extras = f" with {', '.join(self.variants)}" if self.variants else ""
        return f"{self.game} for {self.players}{extras}"
