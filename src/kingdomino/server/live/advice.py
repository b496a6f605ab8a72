"""What the bot would do, at a table or at a moment of a record."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

from ...bots.worker import MOST, Advice
from ..table.option import Option
from .bots import Bots, Moment
from .queue import Kind

Hinted: TypeAlias = tuple[str, int | None, float | None, float | None, int]
"""An action, its gain at once, the points and the part of the victory to be expected, playouts."""


async def advice(
    bots: Bots,
    asked: Moment,
    found: Sequence[Option],
    rng: random.Random,
    kind: Kind = Kind.HINT,
) -> list[Hinted]:
    """The best of the options *found*, and what is to be expected of them.

    Where nobody can search they are the simple bot's choice, then what brings most points at once,
    and nothing is said of the end of the game.
    """
    best, gains = await bots.advise(asked, rng, kind), dict(found)
    if not (best and best[0].playouts):
        first = [advised.action for advised in best]
        others = sorted((a for a in gains if a not in first), key=lambda a: -(gains[a] or 0))
        best = tuple(Advice(action) for action in (*first, *others)[:MOST])
    return [(a.action, gains[a.action], a.points, a.share, a.playouts) for a in best]
