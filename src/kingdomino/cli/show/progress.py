"""Bars and lines for what takes a while, where somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from .glyph import open_console


def _progress(*columns: ProgressColumn) -> Progress:
    console = open_console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def counting(what: str, total: int, *, done: int = 0) -> Iterator[Callable[[int], None]]:
    """A function to call when so many more are done than the *done* at the start."""
    text = TextColumn("{task.description}", markup=False)
    with _progress(text, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield _ignored if bar.disable else lambda more: bar.advance(task, more)


def stopped(what: str) -> None:
    """What Ctrl-C leaves of work that goes on where it was."""
    words = f"stopped: {what}; the same command goes on"
    open_console(stderr=True).print(words, style="dim", soft_wrap=True, markup=False)


def _ignored(more: int) -> None:
    """Nobody looks."""


@contextmanager
def compiling(what: str) -> Iterator[None]:
    """A line while something is compiled, which happens once, or loaded, which takes a moment."""
    text = TextColumn("{task.description}", markup=False)
    with _progress(SpinnerColumn(), text, TimeElapsedColumn()) as bar:
        bar.add_task(f"loading {what}; the first time it is compiled, for up to a minute")
        yield
