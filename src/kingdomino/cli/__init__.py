"""The command ``kingdomino``."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line; the entry point of the package."""
    try:
        # Kept off `import kingdomino.cli`: terminal libraries take longer to load than the rules.
        from ..games.outside import load_games

        load_games()
        from .app import app
    except KeyboardInterrupt:
        sys.exit(130)
    app(prog_name="kingdomino")
