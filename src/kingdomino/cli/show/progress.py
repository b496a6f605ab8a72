"""A bar for what takes a while, where somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .glyph import open_console


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A function to call when one more is done."""
    console = open_console(stderr=True)
    columns = (TextColumn(what, markup=False), BarColumn(), MofNCompleteColumn(),
               TimeRemainingColumn())  # fmt: skip
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
