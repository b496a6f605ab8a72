"""A record as a first view and the events that follow, or as one moment to think about."""

from __future__ import annotations

import msgspec

from ...core.error import RecordError
from ...core.notation import format_action
from ...games.records import parse_any
from .fold import opened, step
from .option import Option, options
from .patch import Json
from .position import Charter, Entry, SeatSetup, Setup


def replay(text: str) -> Json:
    """The replay of a record in either form; raises RecordError."""
    record = parse_any(text)
    rules = record.rules
    seats = tuple(SeatSetup(name, "human") for name in record.players)
    charter = Charter(
        "replay", Setup(rules.game, rules.players, rules.variants, seats, hints=False), b""
    )
    now = opened(charter)
    first, events = now.view, list[msgspec.Raw]()
    for seq, event in enumerate(record.events, 1):
        player = now.state.player
        kind = "chance" if player is None else "move"
        now, encoded = step(charter, now, Entry(seq, 0, kind, player, format_action(event)))
        events.append(msgspec.Raw(encoded))
    return {"views": first | {"fair": None}, "events": events}


class Paused(msgspec.Struct):
    """A moment of a record: its rules, what has happened, and what may be done with what gain."""

    game: str
    players: int
    variants: tuple[str, ...]
    actions: list[str]
    options: list[Option]


def paused(text: str, at: int) -> Paused:
    """A record after *at* events; raises RecordError, also when nobody decides then."""
    record = parse_any(text)
    if at > len(record.events):
        raise RecordError(f"the record has {len(record.events)} events, not {at}")
    state, made = record.state(at), record.rules
    if state.player is None:
        raise RecordError(f"after {at} events nobody is to decide")
    actions = [format_action(event) for event in record.events[:at]]
    return Paused(made.game, made.players, made.variants, actions, options(state))
