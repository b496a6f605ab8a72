"""A real server process for tests: a free port of its own, bots that do not pretend to think.

Run as ``python -m tests.server.serving DATA [KEY=VALUE …]``; the first line it prints is its port.
"""

from __future__ import annotations

import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from kingdomino.server import Limits, Rate, Settings, create_app
from kingdomino.server.app import SWITCH_SECONDS, uvicorn_server
from kingdomino.server.live.bots import Bots
from kingdomino.server.log import log_to_stderr

PLENTY = Rate(1e6, 1e6)
GENEROUS = Limits(
    socket_messages=PLENTY,
    requests=PLENTY,
    changes=PLENTY,
    new_tables=PLENTY,
    sockets_per_address=10_000,
    connections_per_address=20_000,
)


def _strange(kind: str) -> Bots:
    command = (sys.executable, "-m", "tests.server.strange_bots", kind)
    return Bots(command=command, fast=False, patience=60.0)


def main() -> None:
    """Serve on a free port of the loopback until ended."""
    options: dict[str, Any] = {"bot_pause": (0.0, 0.0), "limits": GENEROUS, "fast": False}
    bots: Bots | None = None
    for word in sys.argv[2:]:
        name, _, value = word.partition("=")
        if name == "bots":
            bots = _strange(value)
        elif name in Limits.__dataclass_fields__:
            options["limits"] = replace(options["limits"], **{name: float(value)})
        else:
            options[name] = float(value)
    log_to_stderr()
    sys.setswitchinterval(SWITCH_SECONDS)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    app = create_app(Settings(data=Path(sys.argv[1]), **options), bots)
    server = uvicorn_server(app, host="127.0.0.1", port=0)
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    server.run(sockets=[listener])


if __name__ == "__main__":
    main()
