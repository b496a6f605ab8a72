"""Weights on disk: plain arrays with a version and a checksum, and what a run needs to go on."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

VERSION = "kingdomino-net/1"
HEAD = "about"
SCALE = ":scale"
"""Follows the name of an array in whole steps: how large a step is in each of its columns."""
MOST_STEPS = 127
NETS = Path(__file__).parent / "nets"
"""The nets that come with the package, one a game."""


class CheckpointError(ValueError):
    """A file that holds no weights of ours, or damaged ones."""


def _checksum(arrays: Mapping[str, NDArray[Any]]) -> str:
    digest = blake2b(digest_size=16)
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def in_bytes(array: NDArray[Any]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """An array in whole steps, one byte a number, and how large a step is in each column."""
    largest = np.abs(array).reshape(-1, array.shape[-1]).max(0)
    scale = (np.maximum(largest, 1e-6) / MOST_STEPS).astype(np.float32)
    return np.rint(array / scale).astype(np.int8), scale


def small(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The same in one byte a number, what has a single column in two; load() makes floats of it."""
    found = dict[str, NDArray[Any]]()
    for name, array in arrays.items():
        if array.ndim < 2:
            found[name] = array.astype(np.float16)
        else:
            found[name], found[name + SCALE] = in_bytes(array)
    return found


def save(path: Path, arrays: Mapping[str, NDArray[Any]], about: Mapping[str, Any]) -> None:
    """Write arrays and facts about them; a file that was there is replaced in one step."""
    head = {**about, "version": VERSION, "checksum": _checksum(arrays)}
    room = io.BytesIO()
    text = np.frombuffer(json.dumps(head, sort_keys=True).encode(), np.uint8)
    everything: dict[str, Any] = {HEAD: text, **arrays}
    np.savez_compressed(room, **everything)
    part = path.with_suffix(".part")
    part.write_bytes(room.getvalue())
    part.replace(path)


def load(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays of a file and the facts about them; raises CheckpointError in one sentence."""
    try:
        # NumPy leaves a file open that turns out to be none of its own.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files if name != HEAD}
            head: dict[str, Any] = json.loads(found[HEAD].tobytes())
    except FileNotFoundError:
        raise CheckpointError(f"there is no {path}") from None
    except (IsADirectoryError, NotADirectoryError, PermissionError) as shut:
        why = str(shut.strerror).lower()
        raise CheckpointError(f"{path} cannot be read: {why}") from None
    except (OSError, BadZipFile, KeyError, ValueError, EOFError) as broken:
        raise CheckpointError(f"{path} holds no weights: {broken}") from None
    if head.get("version") != VERSION:
        raise CheckpointError(f"{path} is {head.get('version')!r}, not {VERSION!r}")
    if head.get("checksum") != _checksum(arrays):
        raise CheckpointError(f"{path} is damaged: its checksum does not fit what it holds")
    wild = [name for name, a in arrays.items() if a.dtype.kind == "f" and not np.isfinite(a).all()]
    if wild:
        raise CheckpointError(f"{path} is poisoned: {wild[0]} holds what is no number")
    scales = {name: arrays.pop(name) for name in [*arrays] if name.endswith(SCALE)}
    for name, scale in scales.items():
        whole = name.removesuffix(SCALE)
        arrays[whole] = arrays[whole] * scale
    return arrays, head
