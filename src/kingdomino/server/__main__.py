"""``python -m kingdomino.server``: the server without the rest of the command line."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import CannotStart, Settings, default_data, run


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="python -m kingdomino.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, default=default_data())
    given = parser.parse_args()
    try:
        run(Settings(data=given.data), host=given.host, port=given.port)
    except CannotStart as problem:
        parser.exit(1, f"{problem}\n")


if __name__ == "__main__":
    main()
