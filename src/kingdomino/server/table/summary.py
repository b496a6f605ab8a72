"""A table in other words: a line for lists, and the game on record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.notation import parse_action
from ...core.record import Dynasty, Record
from .fold import encode
from .position import Charter, Position


@dataclass(slots=True)
class Summary:
    """Where a table stands, for lists."""

    game: str
    at: int
    seq: int
    over: bool
    document: str

    def row(self) -> tuple[Any, ...]:
        """The summary as a row."""
        return (self.game, self.at, self.seq, int(self.over), self.document)


def summarise(charter: Charter, position: Position) -> Summary:
    """Where a table stands, for lists."""
    state = position.state
    document = {
        "game": charter.setup.game,
        "variants": charter.setup.variants,
        "names": [seat.name for seat in position.seats],
        "levels": [seat.level for seat in position.seats],
        "round": state.round,
        "rounds": charter.rules.rounds,
        "turn": state.player if position.started else None,
        "owing": position.owing,
        "started": position.started,
        "over": state.over,
        "winners": position.winners,
        "updated": position.at,
    }
    body = encode(document).decode()
    return Summary(charter.id, position.at, position.seq, state.over, body)


def described(charter: Charter, now: Position) -> str:
    """A table that waits for anybody, for those who do not know it yet."""
    setup, taken = charter.setup, [seat for seat in now.seats if seat.kind != "open"]
    document = {
        "game": setup.game,
        "variants": setup.variants,
        "dynasty": setup.dynasty is not None,
        "players": setup.players,
        "free": len(now.free),
        "names": [seat.name for seat in taken],
        "levels": [seat.level for seat in taken],
        "hints": setup.hints,
        "clock": setup.clock,
        "game_clock": setup.game_clock,
        "since": now.offered,
    }
    return encode(document).decode()


def recorded(charter: Charter, position: Position, actions: Sequence[str]) -> Record:
    """The game on record."""
    dynasty = charter.setup.dynasty
    return Record(
        charter.rules,
        tuple(seat.name or seat.level or "" for seat in position.seats),
        tuple(parse_action(text) for text in actions),
        Dynasty(dynasty.id, dynasty.game) if dynasty else None,
    )
