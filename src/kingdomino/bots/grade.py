"""How good a decision was, beside the best one."""

from __future__ import annotations

from enum import Enum


class Grade(Enum):
    """How good a decision was, by what it cost."""

    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_BY_SHARE = ((0.02, Grade.GOOD), (0.06, Grade.INACCURATE), (0.15, Grade.MISTAKE))
_BY_POINTS = ((1.5, Grade.GOOD), (3.5, Grade.INACCURATE), (6.5, Grade.MISTAKE))


def grade(*, share_lost: float | None, points_lost: float) -> Grade:
    """By the part of the victory that a decision cost; where it is not known, by the points."""
    costs, lost = (_BY_POINTS, points_lost) if share_lost is None else (_BY_SHARE, share_lost)
    return next((grade for cost, grade in costs if lost < cost), Grade.BLUNDER)
