"""One measured figure, with all that is needed to measure it again."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def hardware() -> str:
    """The processor in words, and how many cores this process may use."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [
            line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")
        ]
        name = models[0].partition(":")[2].strip() if models else name
    return f"{_gpu()}{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _gpu() -> str:
    """The NVIDIA GPU in words, if there is one."""
    if not shutil.which("nvidia-smi"):
        return ""
    asked = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return f"{found}, " if found else ""


COSTS = ("ns", "µs", "ms", "s", "bytes", "kB", "MB")
"""Units of what is better when it is less."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A name, a value and its unit; the bar it should reach, if there is one."""

    name: str
    value: float
    unit: str
    command: str
    bar: float | None = None
    at_most: bool = False
    """Whether less is better of a unit that does not say it, such as a share."""

    @classmethod
    def of(cls, entry: dict[str, Any]) -> Figure:
        """The figure that results.json keeps."""
        return cls(**{name: entry[name] for name in cls.__match_args__ if name in entry})

    @property
    def less_is_better(self) -> bool:
        return self.at_most or self.unit in COSTS

    @property
    def reached(self) -> bool | None:
        """Whether the bar is reached; None without a bar."""
        if self.bar is None:
            return None
        return self.value <= self.bar if self.less_is_better else self.value >= self.bar

    def document(self) -> dict[str, object]:
        """The figure as results.json keeps it."""
        stamp = {"hardware": hardware(), "date": datetime.now(UTC).date().isoformat()}
        return {**asdict(self), "reached": self.reached, **stamp}


def best_rate(work: Callable[[], int], *, seconds: float, repeats: int = 5) -> float:
    """Units of work a second: the best of several stretches, since other programs only slow down.

    *work* does a small piece and returns how many units it was.
    """
    best = 0.0
    for _ in range(repeats):
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds / repeats:
            done += work()
        best = max(best, done / (time.perf_counter() - began))
    return best


def rates_in_turn(*works: Callable[[], int], rounds: int = 7) -> list[float]:
    """Units of work a second of this thread's processor time, the best stretch of each.

    They take turns, so that a ratio of two says something on a machine that others use.
    """
    found = [[_one_core_rate(work) for work in works] for _ in range(rounds)]
    return [max(each) for each in zip(*found, strict=True)]


def _one_core_rate(work: Callable[[], int]) -> float:
    began = time.thread_time()
    done = work()
    return done / (time.thread_time() - began)
