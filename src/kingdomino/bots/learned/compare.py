"""Actions compared by the champion's playouts, as many for each."""

from __future__ import annotations

from ...core.rules import Rules
from ...fast.search.searcher import Searcher
from ...fast.search.settings import UNIFORM
from ..search.mining import comparing
from .champion import learned_settings
from .table import table_for
from .weights import CheckpointError


def by_table(made: Rules) -> Searcher:
    """Playouts by what regions promise; by the search alone where no table serves the rules."""
    try:
        table = table_for(made)
    except CheckpointError:
        return comparing(made)
    settings = learned_settings(made, table=True, mind=False)
    return Searcher(made, settings._replace(at_root=UNIFORM), table=table)
