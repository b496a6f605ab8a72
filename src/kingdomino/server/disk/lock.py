"""One server a folder: two would each think that they know where the tables stand."""

from __future__ import annotations

import sys
from pathlib import Path


class FolderInUse(Exception):
    """Another server works in this folder."""


class FolderLock:
    """Held until released or until the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / "server.lock").open("w")
        if sys.platform == "win32":
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise FolderInUse(f"another server is already using {folder}") from None

    def release(self) -> None:
        """Let another server have the folder."""
        self._file.close()
