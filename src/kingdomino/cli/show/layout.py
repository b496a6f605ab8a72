"""How our tables look."""

from __future__ import annotations

from rich import box
from rich.table import Table


def plain_table() -> Table:
    """A table without walls: a line below the heads and narrow gaps, fit for 60 columns."""
    return Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=(0, 1, 0, 0))
