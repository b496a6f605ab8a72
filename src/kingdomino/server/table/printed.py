"""What is printed on dominoes, as pages want it."""

from __future__ import annotations

from functools import cache

from ...core.domino import Symbol, format_domino
from ...core.drawing import format_half
from ...games.catalogue import GAMES, rules
from .patch import Json


@cache
def printed_dominoes(game: str) -> Json:
    """What is printed on the dominoes of a game."""
    found = next(entry for entry in GAMES if entry.name == game)
    return {
        format_domino(domino.number): {
            "left": {"cell": format_half(domino.left)},
            "right": {"cell": format_half(domino.right)},
            "symbol": None if domino.symbol is Symbol.NONE else domino.symbol.name.lower(),
        }
        for domino in rules(game, found.players[0]).dominoes
    }
