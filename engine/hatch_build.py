"""Which files of the tree are in kingdomino-engine, and where they lie in its sdist and wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PARTS = (
    "__init__.py",
    "py.typed",
    "core",
    "games",
    "fast",
    "bots",
    "arena",
    "picture",
    "env",
    "learn",
    "dataset",
)


class Parts(BuildHookInterface[Any]):
    """An sdist brings its own copy of what the repository has beside this folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        here = Path(self.root)
        tree = here if (here / "PKG-INFO").exists() else here.parent
        package = "src/kingdomino" if self.target_name == "sdist" else "kingdomino"
        build_data["force_include"] |= {
            str(tree / "src/kingdomino" / part): f"{package}/{part}" for part in PARTS
        }
