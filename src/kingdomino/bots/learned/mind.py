"""Judges between rounds: which of them serves which rules, and how they are kept on disk.

A file has one judge for each number of players and size of kingdom, in one byte a number where it
has many: ``2 players 5x5.facts`` and so on. All variants of such a game share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.rules import Rules
from ...fast.judge.verdict import SHAPES
from ...fast.learning.layer import FloatArray
from .table import table_name
from .weights import NETS, CheckpointError, in_bytes, load

Weights = Mapping[str, FloatArray]
MANY, SCALE = "facts", "scale"
"""What has many numbers, and what each of its columns is counted in."""


def mind_file(game: str, folder: Path = NETS) -> Path:
    """Where the judges of a game are."""
    return folder / f"{game}-judge.npz"


def mind_for(rules: Rules, folder: Path = NETS) -> Weights:
    """What the judge of such rules has learned; raises CheckpointError."""
    path = mind_file(rules.game, folder)
    minds, why = _loaded(path)
    if why:
        raise CheckpointError(why)
    if table_name(rules) not in minds:
        raise CheckpointError(f"{path} has no judge for {table_name(rules)}")
    return minds[table_name(rules)]


def packed(minds: Mapping[str, Weights]) -> dict[str, NDArray[Any]]:
    """Judges as the arrays of a file."""
    arrays = dict[str, NDArray[Any]]()
    for name, weights in minds.items():
        arrays[f"{name}.{MANY}"], arrays[f"{name}.{SCALE}"] = in_bytes(weights[MANY])
        for part in SHAPES:
            if part != MANY:
                arrays[f"{name}.{part}"] = weights[part].astype(np.float16)
    return arrays


def unpacked(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Weights]:
    """The judges of a file; raises KeyError or ValueError where it holds something else."""
    minds = dict[str, Weights]()
    for name in sorted({key.rpartition(".")[0] for key in arrays}):
        found = {part: arrays[f"{name}.{part}"].astype(np.float32) for part in (*SHAPES, SCALE)}
        found[MANY] = found[MANY] * found.pop(SCALE)
        if any(found[part].shape != shape for part, shape in SHAPES.items()):
            raise ValueError("it was learned for other facts")
        minds[name] = found
    return minds


@cache
def _loaded(path: Path) -> tuple[Mapping[str, Weights], str]:
    """The judges of a file, or why there are none; each file is read once."""
    try:
        return unpacked(load(path)[0]), ""
    except CheckpointError as wrong:
        return {}, str(wrong)
    except (KeyError, ValueError) as wrong:
        return {}, f"{path} holds no judge: {wrong}"
