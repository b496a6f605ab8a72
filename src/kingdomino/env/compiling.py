"""Say that the fast engine is being compiled, which takes up to a minute, once on a machine."""

from __future__ import annotations

import sys
import time
from typing import Any

from numba.core.event import Event, Listener, register

PAUSE = 10.0
"""Seconds between two lines."""


def tell() -> None:
    """From now on a line goes to standard error when something of ours is compiled, and another
    every few seconds; what is only loaded from disk is not told."""
    listener = Teller(__name__.partition(".")[0])
    register("numba:compile", listener)  # type: ignore[no-untyped-call, unused-ignore]


class Teller(Listener):  # type: ignore[misc, unused-ignore]
    """Hears of everything that Numba compiles in this process, and tells what is of *package*."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.depth = 0  # what is compiled may need something that is compiled first
        self.began = self.told = self.spent = 0.0

    def on_start(self, event: Event) -> None:
        if not self.is_ours(event.data):
            return
        if not self.depth:
            self.began = time.monotonic()
        if not self.told:
            self.told = self.began
            self.say("compiling the fast engine; that takes up to a minute, the first time only")
        self.depth += 1

    def on_end(self, event: Event) -> None:
        if not self.is_ours(event.data):
            return
        self.depth -= 1
        now = time.monotonic()
        if now > self.told + PAUSE:
            self.told = now
            self.say(f"still compiling, after {self.spent + now - self.began:.0f} s")
        if not self.depth:
            self.spent += now - self.began

    def is_ours(self, data: dict[str, Any] | None) -> bool:
        if data is None:
            return False
        home: str = data["dispatcher"].py_func.__module__
        return home.startswith(f"{self.package}.")

    def say(self, what: str) -> None:
        sys.stderr.write(f"{self.package}: {what}\n")
        sys.stderr.flush()
