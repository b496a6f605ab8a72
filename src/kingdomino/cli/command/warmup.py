"""``kingdomino warmup``: compile the fast engine before it is needed."""

from __future__ import annotations

import time

from rich.progress import BarColumn, Progress, TextColumn

from ..show.glyph import open_console
from ..tool.failure import Failure


def warmup() -> None:
    """Compile the fast engine and its bots now, so that nobody waits later.

    It takes about a minute once; afterwards the machine code is on disk.
    """
    try:
        from ...bots.learned.champion import warm_learned
        from ...bots.search.player import warm_bots
        from ...fast import warmup as warm_engine
    except ModuleNotFoundError as missing:
        raise Failure(f"the fast engine needs {missing.name}: install kingdomino[fast]") from None
    console, began = open_console(stderr=True), time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task("compiling", total=None)

        def report(done: int, parts: int, what: str) -> None:
            bar.update(task, description=what, completed=done, total=parts + 2)

        warm_engine(report)
        bar.update(task, description="search")
        warm_bots()
        bar.update(task, description="nets")
        warm_learned()
    print(f"ready after {time.perf_counter() - began:.1f} s")
