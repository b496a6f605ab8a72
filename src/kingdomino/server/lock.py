"""One server a folder: two would each think that they know where the tables stand."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TextIO

RETRY = 0.05


class FolderInUse(Exception):
    """Another server works in this folder."""


class FolderLock:
    """Held until released or until the process ends, however it ends."""

    def __init__(self, folder: Path, *, patience: float = 0.0) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = (folder / "server.lock").open("w")
        deadline = time.monotonic() + patience
        while True:
            try:
                _hold(self._file)
                return
            except OSError:
                if time.monotonic() >= deadline:
                    self._file.close()
                    raise FolderInUse(f"another server is already using {folder}") from None
                time.sleep(RETRY)

    def release(self) -> None:
        """Let another server have the folder."""
        self._file.close()


def _hold(file: TextIO) -> None:
    """Lock a file until it is closed; raises OSError where another process has."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
