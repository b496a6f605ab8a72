"""A real server process for tests: a free port of its own, bots that do not pretend to think.

Run as ``python -m tests.server.serving DATA [KEY=VALUE …]``; the first line it prints is its port.
With ``--nurse`` it starts servers as it is told to.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kingdomino.server import Limits, Rate, Settings, create_app
from kingdomino.server.app import tune_process, uvicorn_server
from kingdomino.server.log import log_to_stderr
from kingdomino.server.thinking.bots import Bots

PLENTY = Rate(1e6, 1e6)
GENEROUS = Limits(
    socket_messages=PLENTY,
    requests=PLENTY,
    changes=PLENTY,
    pace=PLENTY,
    new_tables=PLENTY,
    new_connections=PLENTY,
    sockets_per_address=10_000,
    connections_per_address=20_000,
    rename_seconds=0.0,
    refusal_seconds=0.0,
    open_tables=10_000,
)


def _strange(kind: str) -> Bots:
    command = (sys.executable, "-m", "tests.server.strange_bots", kind)
    return Bots(command=command, fast=False, patience=60.0)


def _cut_power(data: Path, cuts: str, seed: str) -> object:
    from tests.server.disk import Disk, PowerCuts

    # Whatever is written under a name that nobody chose is found beside the data.
    os.chdir(data.parent)
    return PowerCuts(Disk(), data, int(cuts), int(seed))


def _clock(file: Path) -> float:
    """The time, and what a file says it is wrong by."""
    return time.time() + (float(file.read_text()) if file.exists() else 0.0)


def serve(settings: Settings, bots: Bots | None = None) -> None:
    """Serve on a free port of the loopback until ended."""
    log_to_stderr()
    tune_process()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn_server(create_app(settings, bots), host="127.0.0.1", port=0)
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    server.run(sockets=[listener])


def main(words: Sequence[str]) -> None:
    """Serve as the words of the command line say."""
    folder = Path(words[0])
    options: dict[str, Any] = {"bot_pause": (0.0, 0.0), "limits": GENEROUS, "fast": False}
    bots: Bots | None = None
    kept: object = None
    for word in words[1:]:
        name, _, value = word.partition("=")
        if name == "bots":
            bots = _strange(value)
        elif name == "power":
            kept = _cut_power(folder, *value.split(":"))
        elif name == "limits":
            options[name] = Limits()
        elif name in ("synchronous", "database"):
            options[name] = value
        elif name == "clock":
            options[name] = partial(_clock, Path(value))
        elif name in Limits.__dataclass_fields__:
            options["limits"] = replace(options["limits"], **{name: float(value)})
        else:
            options[name] = float(value)
    serve(Settings(data=folder, **options), bots)
    # SQLite has been writing to it all the time.
    del kept


def nurse() -> None:
    """Start a server for each line of words: what is imported once need not be again.

    It says its number, then its port.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        log, *words = json.loads(line)
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), sys.stderr.fileno())
            sys.stdout.write(f"{os.getpid()}\n")
            try:
                main(words)
            except BaseException:
                # Whoever waits for the port must not wait for ever.
                traceback.print_exc()
                sys.stdout.write("no port: see the log\n")
                sys.stdout.flush()
            os._exit(0)


if __name__ == "__main__":
    if sys.argv[1:] == ["--nurse"]:
        nurse()
    else:
        main(sys.argv[1:])
