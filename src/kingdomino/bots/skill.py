"""How strong each level is in each game, as bots by name: measured by ``python -m bench.levels``.

A playout is worth more in one game than in another, so every game has a row of its own. The king
has no row: it thinks as long as it may.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..core.rules import Rules

RANKS = ("page", "squire", "knight", "baron", "duke")
LARGE = 7
"""The squares of a side from which a kingdom counts as large."""

SKILLS: Mapping[str, tuple[str, ...]] = {
    "kingdomino": ("hasty:20", "hasty:46", "hasty:88", "search:54", "search:370"),
    "kingdomino 7×7": ("hasty:20", "hasty:39", "hasty:63", "search:12", "search:223"),
    "giants": ("hasty:20", "hasty:48", "hasty:76", "search:56", "search:609"),
    "origins-discovery": ("hasty:20", "hasty:37", "hasty:58", "search:38", "search:280"),
    "origins-totem": ("hasty:20", "hasty:40", "hasty:66", "search:66", "search:362"),
    "origins-tribe": ("hasty:20", "hasty:36", "hasty:53", "search:8", "search:125"),
}
"""Page to duke, for two players; at larger tables the same bots play."""


def kind_of(rules: Rules) -> str:
    """The row that stands for these rules."""
    return f"{rules.game} 7×7" if rules.size >= LARGE else rules.game


def skill(rules: Rules, rank: str) -> str:
    """The bot that plays for a rank below the king."""
    row = SKILLS.get(kind_of(rules)) or SKILLS[rules.game]
    return row[RANKS.index(rank)]
