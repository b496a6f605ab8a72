"""Measured figures in a handful of characters, with the interval they are good for."""

from __future__ import annotations

from ...arena.statistics import Interval

WIDE = 3.0
"""The ends of a wider interval need no decimals."""


def duration(seconds: float) -> str:
    """What a decision takes, in a handful of characters."""
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def percent(value: float, span: Interval) -> str:
    """``74.2 % (70–78)``."""
    return f"{100 * value:.1f} % ({_ends(Interval(100 * span.low, 100 * span.high))})"


def number(value: float, span: Interval) -> str:
    """``55.7 (54.9–56.5)``."""
    return f"{value:.1f} ({_ends(span)})"


def _ends(span: Interval) -> str:
    """An interval as precise as it deserves, so that a table fits a narrow terminal."""
    digits = 1 if span.high - span.low < WIDE else 0
    return f"{span.low:.{digits}f}–{span.high:.{digits}f}"
