"""A record as a first view and the events that follow, for the replay page."""

from __future__ import annotations

import msgspec

from ...core.notation import format_action
from ...games.records import parse_any
from .fold import opened, step
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
