"""Kingdomino: the base game for two to four, and its variants."""

from __future__ import annotations

from dataclasses import replace

from ..core.kingdom import Kingdom
from ..core.rules import Rules
from ..core.state import State
from ..core.turn import steps
from .tiles import dominoes

COLOURS = ("pink", "yellow", "green", "blue")
MIDDLE_KINGDOM, HARMONY = 10, 5


def kingdomino(players: int) -> Rules:
    """The base game: rows as long as there are kings, 12 dominoes for each player."""
    kings_each = 2 if players == 2 else 1
    return Rules(
        game="kingdomino",
        players=players,
        variants=(),
        dominoes=dominoes("kingdomino"),
        steps=steps({}),
        rounds=12 // kings_each,
        row=players * kings_each,
        kings_each=kings_each,
        kings_drawn=players * kings_each,
        colours=COLOURS[:players],
    )


def is_centred(kingdom: Kingdom) -> bool:
    """Whether no square lies farther from the castle than the frame's edge from its centre."""
    reach = kingdom.size // 2
    west, north, east, south = kingdom.box
    return max(-west, -north, east, south) <= reach


def score_middle_kingdom(state: State, player: int) -> int:
    """10 points for a castle in the centre, holes or not."""
    return MIDDLE_KINGDOM if is_centred(state.kingdoms[player]) else 0


def score_harmony(state: State, player: int) -> int:
    """5 points for a player who discarded nothing."""
    return 0 if state.kingdoms[player].discarded else HARMONY


def middle_kingdom(rules: Rules) -> Rules:
    """The castle's place counts."""
    return replace(rules, scorers=(*rules.scorers, ("middle_kingdom", score_middle_kingdom)))


def harmony(rules: Rules) -> Rules:
    """Completeness counts."""
    return replace(rules, scorers=(*rules.scorers, ("harmony", score_harmony)))


def mighty_duel(rules: Rules) -> Rules:
    """Two players, all dominoes that make whole rows, 7×7."""
    return replace(rules, size=7, rounds=len(rules.dominoes) // rules.row)


def wider_offer(rules: Rules) -> Rules:
    """Rows with one domino more than kings; the one left over leaves the game."""
    return replace(rules, row=rules.row + 1)
