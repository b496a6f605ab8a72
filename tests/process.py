"""Processes that tests start: each ends with its block, with all that it has started itself."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

QUIET = 10.0
"""Seconds until somebody who was killed is gone; more only where the disk hangs."""


@contextlib.contextmanager
def started(command: Sequence[str | os.PathLike[str]], **options: Any) -> Iterator[Any]:
    """A process with a group of its own; what is left of the group at the end is killed."""
    with usual_signals():
        child = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield child
    finally:
        end_group(child)


def end_group(child: subprocess.Popen[Any]) -> None:
    """Kill a process and all that it has started, and close the pipes to it."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    else:
        subprocess.run(
            ["taskkill", "/t", "/f", "/pid", str(child.pid)], capture_output=True, check=False
        )
    child.wait(QUIET)
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        # One that has ended, but that nobody has asked for, is still listed.
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def all_ended(pids: Sequence[int], *, patience: float = QUIET) -> bool:
    """Whether none is left soon; a kill returns before the one who was killed is gone."""
    deadline = time.monotonic() + patience
    while any(alive(pid) for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


@contextlib.contextmanager
def usual_signals() -> Iterator[None]:
    """Whoever is started now hears an interrupt, even where these tests do not.

    Under ``nohup``, and as a background job of a script, they run with signals ignored, which a
    process hands on to its children.
    """
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGHUP)}
    ignored = [number for number, handler in before.items() if handler is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
