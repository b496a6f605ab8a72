"""What the bot would do, at a table or at a moment of a record."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

from ...bots.reason import Reason
from ...bots.simple.advice import MOST
from ...bots.worker import Advice
from ..table.option import Option
from .bots import Bots, Moment
from .queue import Kind

Hinted: TypeAlias = tuple[str, int | None, float | None, float | None, int, Reason | None]
"""An action, its gain at once, the points and the part of the victory to be expected, playouts,
and why."""


async def advice(
    bots: Bots,
    asked: Moment,
    found: Sequence[Option],
    rng: random.Random,
    kind: Kind = Kind.HINT,
) -> list[Hinted]:
    """The best of the options *found*, and what is to be expected of them.

    Where nobody could be asked they are what brings most points at once, and nothing is said of
    the end of the game.
    """
    best, gains = await bots.advise(asked, rng, kind), dict(found)
    if not best:
        most = sorted(gains, key=lambda action: -(gains[action] or 0))[:MOST]
        best = tuple(Advice(action) for action in most)
    return [(a.action, gains[a.action], a.points, a.share, a.playouts, a.why) for a in best]
