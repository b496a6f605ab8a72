"""Reads a dataset as arrays, for NumPy and for PyTorch."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..fast import engine
from ..fast.board.layout import SHEET
from ..fast.bridge.params import params
from ..fast.learning.observe import observe, view
from ..fast.rules.action import ACTIONS
from .make import ABOUT, FORMAT, order_of
from .position import Arrays, joined


class DatasetError(ValueError):
    """Not a dataset, or not a whole one."""


class Batch(NamedTuple):
    """Positions as a learner wants them, one a row."""

    observations: NDArray[np.uint8]
    """[n, bytes], what the player to decide sees, as the environments show it."""
    masks: NDArray[np.bool_]
    """[n, ACTIONS], what is legal."""
    policies: NDArray[np.float32]
    """[n, ACTIONS], how the search spread its playouts, or the best where it was solved."""
    values: NDArray[np.float32]
    """[n], the part of the victory that the search expected."""
    outcomes: NDArray[np.float32]
    """[n], the part of the victory that it became."""
    scores: NDArray[np.float32]
    """[n], the points in the end."""


class Dataset:
    """A folder that ``kingdomino dataset make`` has made.

    ``arrays`` are as stored; an index, a slice or a list of them gives a Batch, so that a loader of
    PyTorch takes it as it is.
    """

    def __init__(self, folder: str | Path) -> None:
        about, files = _about(Path(folder)), sorted(Path(folder).glob("part-*.npz"))
        self.order = order_of(about)
        self.rules = self.order.rules
        self.arrays: Arrays = joined([_loaded(file) for file in files])
        if len(self) != about["positions"]:
            raise DatasetError(f"{folder}: {len(self)} positions of {about['positions']}")
        self._ends = np.append(self.arrays["starts"][1:], len(self.arrays["actions"]))

    def __len__(self) -> int:
        return len(self.arrays["states"])

    def __getitem__(self, index: int | slice | Sequence[int]) -> Batch:
        if isinstance(index, int):
            return Batch(*(array[0] for array in self.batch([range(len(self))[index]])))
        chosen = range(len(self))[index] if isinstance(index, slice) else index
        return self.batch([*chosen])

    def __getitems__(self, indices: list[int]) -> list[Batch]:
        """What a loader of PyTorch asks for a whole batch at once."""
        batch = self.batch(indices)
        return [Batch(*row) for row in zip(*batch, strict=True)]

    def batch(self, indices: Sequence[int]) -> Batch:
        """The positions of these numbers, a row each in every array."""
        masks = np.zeros((len(indices), ACTIONS), np.bool_)
        policies = np.zeros((len(indices), ACTIONS), np.float32)
        for row, i in enumerate(indices):
            legal = self.arrays["actions"][self.arrays["starts"][i] : self._ends[i]]
            masks[row, legal] = True
            policies[row, legal] = self._policy(i)
        rows = np.asarray(indices, np.int64)
        players = self.arrays["players"][rows]
        return Batch(
            self._observed(rows),
            masks,
            policies,
            self.arrays["values"][rows],
            self.arrays["shares"][rows, players],
            self.arrays["scores"][rows, players].astype(np.float32),
        )

    def _policy(self, i: int) -> NDArray[np.float32]:
        span = slice(self.arrays["starts"][i], self._ends[i])
        visits = self.arrays["visits"][span].astype(np.float32)
        if self.arrays["exact"][i] or not visits.sum():
            visits = (self.arrays["actions"][span] == self.arrays["chosen"][i]).astype(np.float32)
        policy: NDArray[np.float32] = visits / visits.sum()
        return policy

    def _observed(self, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
        p, sizes = params(self.rules), view(self.rules)
        out = np.zeros((len(rows), sizes.words), np.uint64)
        sheets = np.zeros((self.rules.players, SHEET), np.int32)
        for row, i in enumerate(rows):
            state = self.arrays["states"][i]
            engine.score(p, state, sheets)
            points = np.ascontiguousarray(sheets[:, 0])
            observe(p, state, points, int(self.arrays["players"][i]), out[row])
        return out.view(np.uint8)

    def batches(self, size: int) -> Iterator[Batch]:
        """All positions in order, so many at a time."""
        for first in range(0, len(self), size):
            yield self[first : first + size]

    def tensors(self, indices: Sequence[int]) -> dict[str, Any]:
        """These positions as tensors of PyTorch, by the names of a Batch."""
        torch: Any = import_module("torch")
        return {name: torch.from_numpy(a) for name, a in self.batch(indices)._asdict().items()}


def _about(folder: Path) -> dict[str, Any]:
    file = folder / ABOUT
    if not file.exists():
        raise DatasetError(f"{folder}: there is no {ABOUT}, so this is no dataset, or half of one")
    about: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if about.get("format") != FORMAT:
        raise DatasetError(f"{folder}: its format is {about.get('format')!r}, not {FORMAT}")
    return about


def _loaded(file: Path) -> Arrays:
    with np.load(file, allow_pickle=False) as part:
        return {name: part[name] for name in part.files}
