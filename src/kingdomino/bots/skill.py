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
    "kingdomino": ("hasty:20", "hasty:46", "hasty:95", "search:28", "search:300"),
    "kingdomino 7×7": ("hasty:20", "hasty:40", "hasty:67", "search:14", "search:100"),
    "giants": ("hasty:20", "hasty:45", "hasty:70", "search:62", "search:600"),
    "origins-discovery": ("hasty:26", "hasty:48", "hasty:86", "search:50", "search:230"),
    "origins-totem": ("hasty:20", "hasty:46", "hasty:80", "search:35", "search:140"),
    "origins-tribe": ("hasty:25", "hasty:42", "hasty:63", "search:28", "search:150"),
}
"""Page to duke, for two players; at larger tables the same bots play."""


def kind_of(rules: Rules) -> str:
    """The row that stands for these rules."""
    return f"{rules.game} 7×7" if rules.size >= LARGE else rules.game


def skill(rules: Rules, rank: str) -> str:
    """The bot that plays for a rank below the king."""
    row = SKILLS.get(kind_of(rules)) or SKILLS[rules.game]
    return row[RANKS.index(rank)]
