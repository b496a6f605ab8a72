"""What never changes, as pages want it: the games and the levels."""

from __future__ import annotations

from functools import cache

from ...bots.levels import LEVELS, Level
from ...games.catalogue import DYNASTY_GAMES, GAME, GAMES, rules
from ..message import LONGEST_NAME
from ..site.language import english
from ..table.patch import Json
from ..thinking.bots import Bots


def catalogue(bots: Bots, *, open_tables: bool = True) -> Json:
    """Games, players, variants, why combinations are refused, the bots' levels, and limits."""
    return {
        "games": [_game(game.name) for game in GAMES],
        "levels": [_level(level, bots) for level in LEVELS.values()],
        "usual_level": bots.stand_in,
        "longest_name": LONGEST_NAME,
        "dynasty": DYNASTY_GAMES,
        "open_tables": open_tables,
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
