"""The command ``kingdomino``."""

from __future__ import annotations


def main() -> None:
    """Runs the command line; the entry point of the package."""
    # Kept off `import kingdomino.cli`: the terminal libraries take longer to load than the rules.
    from .app import app

    app(prog_name="kingdomino")
