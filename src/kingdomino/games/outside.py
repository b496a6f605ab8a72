"""Rule sets that other packages bring: each an entry point of the group ``kingdomino.games``.

Looking for them takes as long as importing the rules, so the command, the server and the bots'
process do it when they start, and a program that only wants our games does not.
"""

from __future__ import annotations

import warnings
from functools import cache

from .catalogue import Game, add_game

GROUP = "kingdomino.games"


@cache
def load_games() -> None:
    """Enter every installed rule set in the catalogue, once; one that is broken is left out."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
            if not isinstance(game, Game):
                raise TypeError(f"{entry.value} is no Game")
            add_game(game)
        except Exception as broken:
            warnings.warn(f"the rule set {entry.name!r} is left out: {broken}", stacklevel=2)
