"""``kingdomino warmup``: compile the fast engine before it is needed."""

from __future__ import annotations

import time
from importlib.util import find_spec

from rich.progress import BarColumn, Progress, TextColumn

from ...show.glyph import open_console
from ...tool.failure import Failure

EXAMPLES = """\b
Examples:
  kingdomino warmup"""


def warmup() -> None:
    r"""Compile the fast engine and its bots now, so that nobody waits later.

    Where what kingdomino\[env] needs is installed, the environments for learning too. It takes a
    minute or two once; afterwards the machine code is on disk.
    """
    try:
        from ....bots.learned.champion import warm_learned
        from ....bots.search.player import warm_bots
        from ....fast import warmup as warm_engine
    except ModuleNotFoundError as missing:
        raise Failure(f"the fast engine needs {missing.name}: install kingdomino[fast]") from None
    console, began = open_console(stderr=True), time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task("compiling", total=None)

        def report(done: int, parts: int, what: str) -> None:
            bar.update(task, description=what, completed=done, total=parts + 2)
            say(what)

        def say(what: str) -> None:
            # Where no bar can be drawn a log or a notebook shows that it goes on.
            if what and not console.is_terminal:
                console.print(f"compiling: {what}")

        warm_engine(report, environments=find_spec("gymnasium") is not None)
        for what, warm in (("search", warm_bots), ("nets", warm_learned)):
            bar.update(task, description=what)
            say(what)
            warm()
    print(f"ready after {time.perf_counter() - began:.1f} s")
