"""Reads a dataset as arrays, for NumPy and for PyTorch."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..core.rules import Rules
from ..fast import engine
from ..fast.board.layout import SHEET
from ..fast.bridge.params import params
from ..fast.learning.observe import observe, view
from ..fast.rules.action import ACTIONS
from .make import ABOUT, FORMAT, DatasetError, order_of
from .position import Arrays, joined

T = TypeVar("T")


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


class Positions:
    """Stored arrays of some games, and Batches out of them."""

    def __init__(self, rules: Rules, arrays: Arrays) -> None:
        self.rules, self.arrays = rules, arrays
        self._ends = np.append(arrays["starts"][1:], len(arrays["actions"]))

    def __len__(self) -> int:
        return len(self.arrays["states"])

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


class Dataset(Positions):
    """A folder that ``kingdomino dataset make`` has made, whole in memory.

    ``arrays`` are as stored; an index, a slice or a list of them gives a Batch, so that a loader of
    PyTorch takes it as it is.
    """

    def __init__(self, folder: str | Path) -> None:
        about = _about(Path(folder))
        self.order = order_of(about)
        super().__init__(self.order.rules, joined([_loaded(file) for file in _parts(folder)]))
        if len(self) != about["positions"]:
            raise DatasetError(f"{folder}: {len(self)} positions of {about['positions']}")

    def __getitem__(self, index: int | slice | Sequence[int]) -> Batch:
        if isinstance(index, int):
            return Batch(*(array[0] for array in self.batch([range(len(self))[index]])))
        chosen = range(len(self))[index] if isinstance(index, slice) else index
        return self.batch([*chosen])

    def __getitems__(self, indices: list[int]) -> list[Batch]:
        """What a loader of PyTorch asks for a whole batch at once."""
        batch = self.batch(indices)
        return [Batch(*row) for row in zip(*batch, strict=True)]

    def batches(self, size: int) -> Iterator[Batch]:
        """All positions in order, so many at a time."""
        for first in range(0, len(self), size):
            yield self[first : first + size]

    def tensors(self, indices: Sequence[int]) -> dict[str, Any]:
        """These positions as tensors of PyTorch, by the names of a Batch."""
        return tensors_of(self.batch(indices))


class Stream:
    """A dataset of any size as Batches, one part in memory at a time; every pass has all positions.

    With *rng* the parts come in any order and so do the positions of each; games of one part stay
    together. ``dataset.tensor.Tensors`` hands it to a loader of PyTorch.
    """

    def __init__(
        self, folder: str | Path, *, size: int = 1024, rng: random.Random | None = None
    ) -> None:
        self.order = order_of(_about(Path(folder)))
        self._files, self._size, self._rng = _parts(folder), size, rng

    def __iter__(self) -> Iterator[Batch]:
        return self.share(0, 1, self._rng)

    def share(self, worker: int, workers: int, rng: random.Random | None) -> Iterator[Batch]:
        """What falls to one of several workers, whose streams must be alike: together, a pass."""
        files = _mixed(self._files, rng)
        for file in files[worker::workers]:
            part = Positions(self.order.rules, _loaded(file))
            chosen = _mixed(range(len(part)), rng)
            for first in range(0, len(chosen), self._size):
                yield part.batch(chosen[first : first + self._size])

    def for_worker(self, me: Any) -> Iterator[Batch]:
        """The share of a worker of PyTorch, whose seeds are new in every pass."""
        rng = None if self._rng is None else random.Random(me.seed - me.id)
        return self.share(me.id, me.num_workers, rng)


def _mixed(things: Sequence[T], rng: random.Random | None) -> list[T]:
    return [*things] if rng is None else rng.sample(things, len(things))


def tensors_of(batch: Batch) -> dict[str, Any]:
    """A Batch as tensors of PyTorch, by its names."""
    torch: Any = import_module("torch")
    return {name: torch.from_numpy(array) for name, array in batch._asdict().items()}


def _parts(folder: str | Path) -> list[Path]:
    return sorted(Path(folder).glob("part-*.npz"))


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
