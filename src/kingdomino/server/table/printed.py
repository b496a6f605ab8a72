"""What is printed on dominoes, as pages want it."""

from __future__ import annotations

from functools import cache

from ...core.domino import Half, Symbol, format_domino
from ...games.catalogue import GAMES, rules
from .patch import Json


@cache
def printed_dominoes(game: str) -> Json:
    """What is printed on the dominoes of a game."""
    found = next(entry for entry in GAMES if entry.name == game)
    return {
        format_domino(domino.number): {
            "left": {"cell": _cell(domino.left)},
            "right": {"cell": _cell(domino.right)},
            "symbol": None if domino.symbol is Symbol.NONE else domino.symbol.name.lower(),
        }
        for domino in rules(game, found.players[0]).dominoes
    }


def _cell(half: Half) -> str:
    """A printed square as drawings spell it."""
    printed = half.crowns or half.craters
    token = "+" if half.resource is not None else ""
    return half.terrain.name[0] + (str(printed) if printed else "") + token
