"""How good a decision was, by what it cost beside the best one."""

from __future__ import annotations

from enum import Enum


class Grade(Enum):
    """From the best decision to the worst."""

    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_BY_SHARE = ((0.02, Grade.GOOD), (0.06, Grade.INACCURATE), (0.15, Grade.MISTAKE))
_BY_POINTS = ((1.5, Grade.GOOD), (3.5, Grade.INACCURATE), (6.5, Grade.MISTAKE))
"""What costs less than the number gets the grade; what costs more than the last is a blunder."""


def grade(*, share_lost: float | None, points_lost: float) -> Grade:
    """By the part of the victory that a decision cost; where it is not known, by the points."""
    costs, lost = (_BY_POINTS, points_lost) if share_lost is None else (_BY_SHARE, share_lost)
    return next((given for limit, given in costs if lost < limit), Grade.BLUNDER)
