"""What the bot would do: for who is to decide at a table, and for any moment of a record."""

from __future__ import annotations

import random
from typing import TypeAlias

from ...bots.worker import MOST, Advice
from ...core.notation import format_action
from ...games.records import parse_any
from ..error import ServerError
from ..table.option import options
from .bots import Bots, Moment
from .queue import Kind

Hinted: TypeAlias = tuple[str, int | None, float | None, float | None, int]
"""An action, its gain at once, the points and the part of the victory to be expected, playouts."""


async def advice(
    bots: Bots, asked: Moment, rng: random.Random, kind: Kind = Kind.HINT
) -> list[Hinted]:
    """The best actions and what is to be expected of them.

    Where nobody can search they are the simple bot's choice, then what brings most points at once,
    and nothing is said of the end of the game.
    """
    best, gains = await bots.advise(asked, rng, kind), dict(options(asked.state))
    if not (best and best[0].playouts):
        first = [advised.action for advised in best]
        others = sorted((a for a in gains if a not in first), key=lambda a: -(gains[a] or 0))
        best = tuple(Advice(action) for action in (*first, *others)[:MOST])
    return [(a.action, gains[a.action], a.points, a.share, a.playouts) for a in best]


def moment(text: str, at: int, asker: str) -> Moment:
    """A record after *at* events; raises RecordError, ServerError when nobody decides."""
    record = parse_any(text)
    if at > len(record.events):
        raise ServerError("bad_request", f"the record has {len(record.events)} events, not {at}")
    state = record.state(at)
    if state.player is None:
        raise ServerError("bad_request", f"after {at} events nobody is to decide")
    return Moment(state, [format_action(event) for event in record.events[:at]], "replay", asker)
