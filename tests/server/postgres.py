"""A real PostgreSQL for tests and measurements, in a folder of its own, reached by its socket.

``initdb`` refuses root, so root lets the user ``postgres`` do it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from tests.process import started

USER = "kingdomino"
PATIENCE = 60.0


def program(name: str) -> str:
    """Where a program of PostgreSQL is; raises where there is none."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = debian[-1] if debian else shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is missing: apt-get install postgresql")
    return str(found)


def _as_whom() -> dict[str, Any]:
    return {"user": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


def at_once(work: Coroutine[Any, Any, Any]) -> Any:
    """Do it here and now, whether or not an event loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Cluster:
    """A server of databases; durable only where that is asked for."""

    def __init__(
        self, *, durable: bool = False, lazy: bool = False, disk: Path | None = None
    ) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="kingdomino-postgres-", dir=disk))
        sync = "on" if durable else "off"
        self._settings = [f"fsync={sync}", "max_connections=200", "listen_addresses="]
        # After a crash it would sync every file by itself.
        self._settings += ["recovery_init_sync_method=syncfs"]
        if lazy:
            # What is not synced by who commits stays unsynced for long.
            self._settings += ["wal_writer_delay=10s", "wal_writer_flush_after=1GB"]
        self._numbers = count(1)
        self._child: Any = None
        self._running = ExitStack()
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
        command = [program("initdb"), "-D", self._data, "-A", "trust", "-U", USER]
        command += ["-E", "UTF8", "--locale=C", "--no-sync"]
        if disk is not None:
            # A log of small files, so that a small disk is soon full of it.
            command += ["--wal-segsize=1"]
            self._settings += ["min_wal_size=2MB", "max_wal_size=8MB"]
        subprocess.run(command, check=True, capture_output=True, cwd="/", **_as_whom())
        self.start()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def url(self, database: str = "postgres") -> str:
        """Where a database is."""
        return f"postgresql://{USER}@/{database}?host={self._folder}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [program("postgres"), "-D", self._data, "-k", str(self._folder)]
        command += [word for setting in self._settings for word in ("-c", setting)]
        with (self._folder / "log").open("ab") as log:
            run_it = started(command, stderr=log, cwd="/", **_as_whom())
            self._child = self._running.enter_context(run_it)
        deadline = time.monotonic() + PATIENCE
        while not at_once(self._answers()):
            if self._child.poll() is not None or time.monotonic() > deadline:
                raise AssertionError((self._folder / "log").read_text())
            time.sleep(0.02)

    async def _answers(self) -> bool:
        try:
            await (await asyncpg.connect(self.url())).close()
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it: at once as a crash would, or with SIGINT in an orderly way."""
        self._child.send_signal(how)
        self._child.wait(PATIENCE)
        self._running.close()

    def revive(self) -> None:
        """Wait until it answers; where it has ended by itself start it again, as a unit would."""
        deadline = time.monotonic() + PATIENCE
        while not at_once(self._answers()):
            assert time.monotonic() < deadline
            if self._child.poll() is not None:
                self._running.close()
                self.start()
            time.sleep(0.02)

    @property
    def _processes(self) -> list[int]:
        around = Path(f"/proc/{self._child.pid}/task/{self._child.pid}/children")
        return [self._child.pid, *map(int, around.read_text().split())]

    @property
    def processor_seconds(self) -> float:
        """What all of its processes that still run have used of the processor."""
        ticks = 0
        for pid in self._processes:
            with suppress(FileNotFoundError, ProcessLookupError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def limit_files(self, size: int | str) -> None:
        """Nothing is written beyond so many bytes of a file from now on: there is no more room."""
        for pid in self._processes:
            # One that has just ended needs no limit.
            command = ["prlimit", "--pid", str(pid), f"--fsize={size}:"]
            subprocess.run(command, check=False, capture_output=True, **_as_whom())

    def close(self) -> None:
        """Leave nothing behind."""
        self.stop()
        shutil.rmtree(self._folder)

    def database(self) -> str:
        """A new, empty database; returns where it is."""
        name = f"games{next(self._numbers)}"
        at_once(run(self.url(), f"CREATE DATABASE {name}"))
        return self.url(name)


async def run(url: str, sql: str, *values: object) -> list[Any]:
    """The rows that a statement gives."""
    connection = await asyncpg.connect(url)
    try:
        found: list[Any] = await connection.fetch(sql, *values)
        return found
    finally:
        await connection.close()


async def run_script(url: str, sql: str) -> None:
    """Several statements, as a step of the database's shape is."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    # Whether there is one that can be used.
    Cluster().close()
