"""Players that need no chair: the bots by name."""

from __future__ import annotations

from .bot import Adviser, Bot, Opinion
from .budget import Budget, BudgetError, parse_budget
from .outside.asking import PATIENCE, Patience, is_outside, outside_bot
from .roster import BOTS, HASTY, LEARNED, SEARCHING, MissingExtra, UnknownBot, plain_bot
from .table import play_game

__all__ = [
    "BOTS",
    "HASTY",
    "LEARNED",
    "SEARCHING",
    "Adviser",
    "Bot",
    "Budget",
    "BudgetError",
    "MissingExtra",
    "Opinion",
    "UnknownBot",
    "bot_named",
    "parse_budget",
    "play_game",
]


def bot_named(
    name: str,
    *,
    budget: Budget | None = None,
    seconds: float | None = None,
    threads: int = 1,
    patience: Patience = PATIENCE,
) -> Bot:
    """A new bot: ``greedy``, ``mce-fg:2000``, the level ``duke``, ``cmd=./my-bot``, ``http://…``.

    *budget* is for searching bots whose name holds none; *seconds* is what a searching bot may
    take at most, whatever its budget says; *patience* is for bots that live outside, which start
    when they are first asked. Raises UnknownBot, BudgetError, MissingExtra or WireError, in one
    sentence.
    """
    if is_outside(name):
        return outside_bot(name, patience=patience)
    from .levels import LEVELS

    if name in LEVELS:
        return LEVELS[name].make()
    try:
        return plain_bot(name, budget=budget, seconds=seconds, threads=threads)
    except UnknownBot:
        known = ", ".join((*BOTS, HASTY, *SEARCHING, *LEARNED, *LEVELS))
        raise UnknownBot(f"there is no bot {name!r}; there are {known}") from None
