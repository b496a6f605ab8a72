"""A server of our own for browser tests: bots answer at once, and it can be killed and started.

Its tables have one secret, so what a page gives for the draw decides the deal; its bots do the same
whenever they are asked the same.
"""

from __future__ import annotations

import argparse
import random
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from tests.process import started

PATIENCE = 60.0
SECRET = b"the same deal for the same test."


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A server process with its own data folder; it ends with the block that it is opened for."""

    def __init__(self, data: Path, port: int | None = None, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._life = ExitStack()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.stop()
        finally:
            self._life.close()

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.data.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tests.web.serving", "--data", str(self.data)]
        with (self.data / "log.txt").open("ab") as log:
            self._process = self._life.enter_context(
                started(
                    [*command, "--port", str(self.port), *self.options],
                    cwd=Path(__file__).parents[2],
                    stdout=log,
                    stderr=log,
                )
            )
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                assert self._process is not None
                if self._process.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError(f"the server does not answer: {(self.data / 'log.txt').read_text()}")

    def kill(self) -> None:
        """Pull the plug: no goodbye."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Ask it to stop."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=20)


def token(size: int) -> bytes:
    """As the server makes them, but for the secrets of tables."""
    return SECRET if size == len(SECRET) else secrets.token_bytes(size)


def main() -> None:
    """Run the server in this process."""
    from kingdomino.server import Limits, Rate, Settings, create_app
    from kingdomino.server.app import uvicorn_server
    from tests.server.cheat import CHEATS, cheat

    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cheat", choices=CHEATS)
    parser.add_argument("--absent", type=float, default=60.0)
    parser.add_argument("--push-service", action="append", default=[])
    parser.add_argument("--offline", type=Path)
    parser.add_argument("--bot-pause", type=float, nargs=2, default=(0.0, 0.0))
    given = parser.parse_args()
    if given.cheat:
        cheat(given.cheat)
    often = Rate(10_000, 10_000)
    limits = Limits(
        socket_messages=often,
        requests=often,
        changes=often,
        new_tables=often,
        say_seconds=0.0,
        open_tables=10_000,
    )
    settings = Settings(
        data=given.data,
        bot_pause=tuple(given.bot_pause),
        limits=limits,
        fast=False,
        absent_after=given.absent,
        push_services=tuple(given.push_service),
        offline=given.offline,
        token=token,
        bot_rng=lambda: random.Random("bots"),
    )
    uvicorn_server(create_app(settings), host="127.0.0.1", port=given.port).run()


if __name__ == "__main__":
    main()
