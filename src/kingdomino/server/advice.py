"""What the bot would do: for who is to decide at a table, and for any moment of a record."""

from __future__ import annotations

import random

from ..core.notation import format_action
from ..core.state import State
from ..games.records import parse_any
from .botroom import BotRoom
from .error import ServerError
from .levels import HINTS_BY
from .option import options

MOST = 3


async def advice(
    bots: BotRoom, state: State, rng: random.Random, *, game: str
) -> list[tuple[str, float]]:
    """Up to three actions with their points: the bot's choice, then what brings most at once."""
    found = dict(options(state))
    first = format_action(await bots.act(HINTS_BY, state, rng, game=game))
    others = sorted((a for a in found if a != first), key=lambda a: -(found[a] or 0))
    return [(text, float(found[text] or 0)) for text in (first, *others[: MOST - 1])]


def moment(text: str, at: int) -> State:
    """A record's state after *at* events; raises RecordError, ServerError when nobody decides."""
    record = parse_any(text)
    if at > len(record.events):
        raise ServerError("bad_request", f"the record has {len(record.events)} events, not {at}")
    state = record.state(at)
    if state.player is None:
        raise ServerError("bad_request", f"after {at} events nobody is to decide")
    return state
