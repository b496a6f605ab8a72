"""Players that need no chair: the bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .bot import Bot
from .greedy import Greedy
from .table import play_game
from .uniform import Uniform

__all__ = ["BOTS", "Bot", "UnknownBot", "bot_named", "play_game"]

BOTS: Mapping[str, Callable[[], Bot]] = {"random": Uniform, "greedy": Greedy}
"""How each bot is made."""


class UnknownBot(ValueError):
    """There is no bot of this name."""


def bot_named(name: str) -> Bot:
    """A new bot; raises UnknownBot, in one sentence."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]()
