"""A stream of a dataset for the loader of PyTorch: the one module here that needs ``torch``."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from .read import Stream, tensors_of

data: Any = import_module("torch.utils.data")


class Tensors(data.IterableDataset):  # type: ignore[misc, name-defined, unused-ignore]
    """Give it to a DataLoader with ``batch_size=None``: the stream says how large batches are.

    Items are tensors by the names of a Batch; workers share the parts out.
    """

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def __iter__(self) -> Iterator[dict[str, Any]]:
        me = data.get_worker_info()
        return map(tensors_of, self.stream.for_worker(me) if me else self.stream)
