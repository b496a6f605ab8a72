"""What somebody who looked after something has found, and what would help."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from enum import Enum
from typing import NamedTuple

SLACK_MS = 60_000


class Verdict(Enum):
    """How serious it is."""

    GOOD = "ok"
    LOOK = "look"
    BAD = "bad"


class Finding(NamedTuple):
    """One line: what was looked at, what was seen, and what would help."""

    what: str
    verdict: Verdict
    seen: str
    remedy: str = ""


def judge_clock(last: int) -> Finding:
    """Whether the clock has come to where the last move was, in milliseconds since 1970."""
    now = int(time.time() * 1000)
    seen = datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    if last > now + SLACK_MS:
        ahead = (last - now) / 1000
        remedy = "set the clock (timedatectl set-ntp true)"
        return Finding("clock", Verdict.BAD, f"{seen}, {ahead:.0f} s before the last move", remedy)
    return Finding("clock", Verdict.GOOD, seen)
