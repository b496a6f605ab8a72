"""Puzzles as pages show them: the table at that moment, the answers, and what each would bring."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ...bots.reason import reason
from ...core.error import RecordError
from ...core.notation import format_action
from ...games.puzzle import Puzzle, found_by, kinds, of_the_day, puzzle
from ..error import ServerError
from ..table.fold import opened, step
from ..table.option import options
from ..table.patch import Json
from ..table.position import Charter, Entry, SeatSetup, Setup

KEPT = 256
"""Puzzles that are not made again when somebody asks for them."""


def listed(game: str, day: int) -> Json:
    """Of each puzzle of a game how many levels find it and its kind, and the one of the day."""
    found = found_by(game)
    today = of_the_day(game, day) if found else None
    return {"found": [*found], "kinds": [*kinds(game)], "today": today}


@lru_cache(KEPT)
def shown(game: str, number: int) -> bytes:
    """A puzzle without its solution, encoded; raises ServerError."""
    asked = _puzzle(game, number)
    rules = asked.rules
    seats = tuple(SeatSetup("", "human") for _ in range(rules.players))
    setup = Setup(rules.game, rules.players, rules.variants, seats, hints=False)
    charter = Charter("puzzle", setup, b"")
    now = opened(charter)
    for seq, event in enumerate(asked.events, 1):
        player = now.state.player
        kind = "chance" if player is None else "move"
        now, _ = step(charter, now, Entry(seq, 0, kind, player, format_action(event)))
    gains = dict(options(now.state))
    answers = [(answer, gains[answer]) for answer in asked.answers]
    view = now.view | {"fair": None}
    return msgspec.json.encode({"view": view, "answers": answers, "found": asked.found})


def solved(game: str, number: int, answer: int) -> Json:
    """Whether an answer is the best, what each is expected to bring, and why; or ServerError."""
    asked = _puzzle(game, number)
    if answer >= len(asked.answers):
        raise ServerError("bad_request", f"there are answers 0 to {len(asked.answers) - 1}")
    state = asked.state
    why = reason(state, asked.actions(state)[asked.best])
    return {
        "best": asked.best,
        "points": [*asked.points],
        "shares": [*asked.shares],
        "why": why,
    }


def _puzzle(game: str, number: int) -> Puzzle:
    try:
        return puzzle(game, number)
    except RecordError as none:
        raise ServerError("not_found", str(none.why)) from None
