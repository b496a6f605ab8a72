"""How strong each level is in each game, as bots by name: measured by ``python -m bench.levels``.

A playout is worth more in one game than in another, so every game has a row of its own. The king
has no row: it thinks as long as it may.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..core.rules import Rules

RANKS = ("page", "squire", "knight", "baron", "duke", "prince")
LARGE = 7
"""The squares of a side from which a kingdom counts as large."""


def _row(seen: tuple[int, int, int], playouts: tuple[int, int, int]) -> tuple[str, ...]:
    """Three that see so many percent of what they could do, and three that search so long."""
    return (*(f"hasty:{part}" for part in seen), *(f"search:{number}" for number in playouts))


SKILLS: Mapping[str, tuple[str, ...]] = {
    "kingdomino": _row((22, 50, 80), (14, 90, 620)),
    "kingdomino 7×7": _row((36, 65, 100), (32, 145, 680)),
    "giants": _row((28, 48, 72), (12, 44, 320)),
    "origins-discovery": _row((30, 50, 79), (34, 138, 700)),
    "origins-totem": _row((30, 60, 100), (38, 185, 1000)),
    "origins-tribe": _row((34, 51, 70), (38, 150, 620)),
}
"""Page to prince, for two players; at larger tables the same bots play."""
UNMEASURED = (*(f"hasty:{part}" for part in (20, 50, 75)), "greedy", "greedy", "greedy")
"""What plays a game that nobody has measured, and that the fast engine need not know."""


def kind_of(rules: Rules) -> str:
    """The row that stands for these rules."""
    return f"{rules.game} 7×7" if rules.size >= LARGE else rules.game


def skill(rules: Rules, rank: str) -> str:
    """The bot that plays for a rank below the king."""
    row = SKILLS.get(kind_of(rules)) or SKILLS.get(rules.game, UNMEASURED)
    return row[RANKS.index(rank)]
