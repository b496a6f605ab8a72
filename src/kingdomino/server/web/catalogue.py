"""What never changes, as pages want it: the games, the levels, and what is printed on dominoes."""

from __future__ import annotations

from functools import cache

from ...bots.levels import LEVELS, Level
from ...core.domino import Half, Symbol, format_domino
from ...games.catalogue import DYNASTY_GAMES, GAME, GAMES, rules
from ..message import LONGEST_NAME
from ..site.language import english
from ..table.patch import Json
from ..thinking.bots import Bots


def catalogue(bots: Bots) -> Json:
    """Games, players, variants, why combinations are refused, the bots' levels, and limits."""
    return {
        "games": [_game(game.name) for game in GAMES],
        "levels": [_level(level, bots) for level in LEVELS.values()],
        "usual_level": bots.stand_in,
        "longest_name": LONGEST_NAME,
        "dynasty": DYNASTY_GAMES,
    }


def _level(level: Level, bots: Bots) -> Json:
    return {
        "name": level.name,
        "title": english().get(f"level.{level.name}", level.name),
        "what": english().get(f"level.{level.name}.what", ""),
        "seconds": level.seconds,
        "state": bots.state_of(level.name),
    }


@cache
def _game(name: str) -> Json:
    game = GAME[name]
    most = rules(name, game.players[-1])
    return {
        "name": game.name,
        "title": game.title,
        "what": game.what,
        "players": [*game.players],
        "variants": [
            {
                "name": variant.name,
                "title": variant.title,
                "what": variant.what,
                "players": sorted(variant.players),
            }
            for variant in game.variants
        ],
        "refused": {
            name: {"code": refusal.code, "why": refusal.why}
            for name, refusal in game.refused.items()
        },
        "colours": [*most.colours],
        "quests": [name for name, _ in most.quests],
        "cavemen": [*most.cavemen],
    }


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
