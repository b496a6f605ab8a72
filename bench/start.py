"""How long a fresh machine takes to a playable page: a clone, its own ``make play``, then again.

Needs a network to the package registries; a second start needs nothing.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure

COMMAND = "make bench ARGS='--only start'"
ROOT = Path(__file__).parent.parent
MOST_SECONDS = 600.0


class Play:
    """A running ``make play``."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"
        self.began = time.monotonic()
        self._log = (folder.parent / "log.txt").open("ab")
        # In a session of its own, so that make and what it has started end together.
        self._make = subprocess.Popen(
            ["make", "play", f"ARGS=--port {self.url.rpartition(':')[2]}"],
            cwd=folder,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={name: os.environ[name] for name in os.environ if name != "MAKEFLAGS"},
        )

    def until(self, path: str, word: bytes) -> float:
        """Seconds since the start until a page says *word*."""
        while time.monotonic() < self.began + MOST_SECONDS:
            try:
                with urllib.request.urlopen(self.url + path, timeout=5) as answer:
                    if word in answer.read():
                        return time.monotonic() - self.began
            except (urllib.error.URLError, OSError):
                pass
            if self._make.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError(f"make play did not come up: {Path(self._log.name).read_text()[-2000:]}")

    def until_warm(self) -> float:
        """Seconds since the start until the strongest bots play."""
        while time.monotonic() < self.began + MOST_SECONDS:
            with urllib.request.urlopen(self.url + "/api/catalogue", timeout=30) as answer:
                levels = json.load(answer)["levels"]
            if all(level["state"] == "ready" for level in levels):
                return time.monotonic() - self.began
            time.sleep(0.2)
        raise RuntimeError("the strongest bots are not ready")

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        os.killpg(self._make.pid, 2)
        self._make.wait(30)
        self._log.close()


def measure(seconds: float) -> Iterator[Figure]:
    """Yields all figures; they take as long as they take, whatever *seconds* says."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "kingdomino"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        page = "make play to a playable page"
        for which, bar in (("on a fresh clone", 90.0), ("second start", 3.0)):
            play = Play(clone)
            try:
                up = play.until("/", b"<html")
                yield Figure(f"{page}, {which}", up, "s", COMMAND, bar)
                warm = play.until_warm()
                yield Figure(f"… and until the strongest bots play, {which}", warm, "s", COMMAND)
            finally:
                play.stop()
