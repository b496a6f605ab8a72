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
    "kingdomino": ("hasty:30", "hasty:70", "search:40", "search:250", "search:2000"),
    "kingdomino 7×7": ("hasty:30", "hasty:70", "search:40", "search:250", "search:2000"),
    "giants": ("hasty:30", "hasty:70", "search:40", "search:250", "search:2000"),
    "origins-discovery": ("hasty:30", "hasty:70", "search:40", "search:250", "search:2000"),
    "origins-totem": ("hasty:30", "hasty:70", "search:40", "search:250", "search:2000"),
    "origins-tribe": ("hasty:30", "hasty:70", "search:40", "search:250", "search:2000"),
}
"""Page to duke, for two players; at larger tables the same bots play."""


def kind_of(rules: Rules) -> str:
    """The row that stands for these rules."""
    return f"{rules.game} 7×7" if rules.size >= LARGE else rules.game


def skill(rules: Rules, rank: str) -> str:
    """The bot that plays for a rank below the king."""
    row = SKILLS.get(kind_of(rules)) or SKILLS[rules.game]
    return row[RANKS.index(rank)]
