"""What a bot may spend on one decision: so many playouts, or so many seconds."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BUDGET = re.compile(r"(\d+)|(\d+(?:\.\d+)?)(ms|s)")
ENDLESS = 10_000_000
"""More playouts than any time allows."""


class BudgetError(ValueError):
    """Not a budget."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Playouts make a bot repeatable; seconds make it punctual."""

    playouts: int = ENDLESS
    seconds: float | None = None

    def __str__(self) -> str:
        return f"{self.playouts}" if self.seconds is None else f"{self.seconds:g}s"


def parse_budget(text: str) -> Budget:
    """``500`` is playouts, ``0.5s`` or ``100ms`` time; raises BudgetError.

    >>> parse_budget("100ms")
    Budget(playouts=10000000, seconds=0.1)
    """
    match = _BUDGET.fullmatch(text.strip())
    if not match or not float(match[1] or match[2]):
        raise BudgetError(f"not a budget: {text!r} (such as 500 playouts, 0.5s or 100ms)")
    playouts, time, unit = match.groups()
    if playouts:
        return Budget(int(playouts))
    return Budget(seconds=float(time) * (0.001 if unit == "ms" else 1))
