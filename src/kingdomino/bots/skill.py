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
    "kingdomino": ("hasty:20", "hasty:46", "hasty:85", "search:24", "search:200"),
    "kingdomino 7×7": ("hasty:30", "hasty:54", "hasty:84", "search:48", "search:450"),
    "giants": ("hasty:20", "hasty:41", "hasty:63", "search:20", "search:100"),
    "origins-discovery": ("hasty:26", "hasty:48", "hasty:86", "search:50", "search:400"),
    "origins-totem": ("hasty:22", "hasty:50", "hasty:86", "search:28", "search:300"),
    "origins-tribe": ("hasty:32", "hasty:50", "hasty:68", "search:48", "search:360"),
}
"""Page to duke, for two players; at larger tables the same bots play."""


def kind_of(rules: Rules) -> str:
    """The row that stands for these rules."""
    return f"{rules.game} 7×7" if rules.size >= LARGE else rules.game


def skill(rules: Rules, rank: str) -> str:
    """The bot that plays for a rank below the king."""
    row = SKILLS.get(kind_of(rules)) or SKILLS[rules.game]
    return row[RANKS.index(rank)]
