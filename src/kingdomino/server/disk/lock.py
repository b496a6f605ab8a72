"""One server a folder: two would each think that they know where the tables stand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO


class FolderInUse(Exception):
    """Another server works in this folder."""


class FolderLock:
    """Held until released or until the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = (folder / "server.lock").open("w")
        try:
            _hold(self._file)
        except OSError:
            self._file.close()
            raise FolderInUse(f"another server is already using {folder}") from None

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
