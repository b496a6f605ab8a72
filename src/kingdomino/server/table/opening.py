"""How a new table is set up: as somebody asks for it, or as the one before it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from ...bots.levels import LEVELS
from ...core.error import RulesError
from ...games.catalogue import DYNASTY_GAMES, rules
from ..error import ServerError
from ..message import NewTable, SeatWish, clean_name
from .position import DynastySetup, Position, SeatSetup, Setup, dynasty_totals


class Levels(Protocol):
    """Which bots can be had."""

    @property
    def stand_in(self) -> str:
        """The level where nobody has chosen one."""
        ...

    def state_of(self, level: str) -> str:
        """``missing`` where it cannot be had."""
        ...


def checked_setup(asked: NewTable, levels: Levels) -> Setup:
    """The setup of a table that somebody asks for, but for its dynasty; raises ServerError."""
    players = asked.players if asked.players is not None else len(asked.seats)
    if players != len(asked.seats):
        raise ServerError("bad_request", f"{players} players need {players} seats")
    try:
        made = rules(asked.game, players, asked.variants)
    except RulesError as refusal:
        raise ServerError("bad_request", str(refusal)) from None
    if asked.offered and all(wish.kind != "link" for wish in asked.seats):
        raise ServerError("bad_request", "a table for anybody needs a seat by link")
    seats = tuple(_checked_seat(wish, number, levels) for number, wish in enumerate(asked.seats))
    return Setup(
        made.game,
        made.players,
        made.variants,
        seats,
        asked.hints,
        asked.clock,
        game_clock=asked.game_clock,
    )


def _checked_seat(wish: SeatWish, number: int, levels: Levels) -> SeatSetup:
    name = clean_name(wish.name)
    if wish.kind == "link":
        return SeatSetup(name, "open")
    if wish.kind == "me":
        return SeatSetup(name, "human", colour=wish.colour, emblem=wish.emblem)
    level = wish.level or levels.stand_in
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        raise ServerError("bad_request", f"seat {number}: there is no level {level!r} ({known})")
    if levels.state_of(level) == "missing":
        why = f"seat {number}: the {level} needs the fast engine: install kingdomino[fast]"
        raise ServerError("bad_request", why)
    return SeatSetup(name, "bot", level)


def rematch_setup(old: Setup, now: Position, new_id: Callable[[], str]) -> Setup:
    """The same seats again, as the next game of a dynasty where there was one."""
    if old.daily:
        return replace(old, daily=replace(old.daily, kind="practice"), hints=True)
    seats = tuple(
        SeatSetup(seat.name, seat.kind, seat.level, colour=seat.colour, emblem=seat.emblem)
        for seat in now.seats
    )
    return replace(old, seats=seats, dynasty=_next_dynasty(old, now, new_id))


def _next_dynasty(setup: Setup, now: Position, new_id: Callable[[], str]) -> DynastySetup | None:
    old = setup.dynasty
    if old is None:
        return None
    if old.game == DYNASTY_GAMES:
        return new_dynasty(new_id(), setup.players)
    return DynastySetup(old.id, old.game + 1, dynasty_totals(old, now))


def new_dynasty(name: str, players: int) -> DynastySetup:
    """The first game of a dynasty."""
    return DynastySetup(name, 1, (0,) * players)
