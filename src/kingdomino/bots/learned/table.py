"""Tables of what regions promise: which of them serves which rules, and where they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from ...core.rules import Rules
from ...fast.board.compile import IntArray
from ...fast.policy.potential import TABLE
from .weights import NETS, CheckpointError, load


def table_name(rules: Rules) -> str:
    """The table that serves some rules: bonuses do not change what regions promise much."""
    return f"{rules.players} players {rules.size}x{rules.size}"


def table_file(game: str, folder: Path = NETS) -> Path:
    """Where the tables of a game are."""
    return folder / f"{game}-table.npz"


def table_for(rules: Rules, folder: Path = NETS) -> IntArray:
    """The table that was learned for such rules; raises CheckpointError."""
    path = table_file(rules.game, folder)
    tables, why = _loaded(path)
    if why:
        raise CheckpointError(why)
    if table_name(rules) not in tables:
        raise CheckpointError(f"{path} has no table for {table_name(rules)}")
    return tables[table_name(rules)]


@cache
def _loaded(path: Path) -> tuple[Mapping[str, IntArray], str]:
    """The tables of a file, or why there are none; each file is read once."""
    try:
        arrays, _about = load(path)
    except CheckpointError as wrong:
        return {}, str(wrong)
    if any(table.shape != (TABLE,) or table.dtype != np.int32 for table in arrays.values()):
        return {}, f"{path} was learned for other stages of the game"
    return arrays, ""
