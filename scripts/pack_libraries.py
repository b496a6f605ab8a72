"""The libraries of a lock in one file, for a GPU that has Python, JAX and NumPy, and no network.

``python scripts/pack_libraries.py build/libraries.tar.xz --python 3.12``; there, beside a copy of
the repository: ``mkdir site && tar -xf libraries.tar.xz -C site``, and then
``PYTHONPATH=site:src:. python3 -m kingdomino learn …`` or any command of bench. What is packed is
checked by the hashes of the lock; tests and symbols are left out.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "dev.txt"
USUAL = (
    "llvmlite", "numba", "numba-cuda", "cuda-bindings", "cuda-core", "cuda-pathfinder", "msgspec",
    "rich", "markdown-it-py", "mdurl", "pygments", "typer", "click", "shellingham",
    "annotated-doc", "typing-extensions", "starlette", "anyio", "idna",
)  # fmt: skip
"""What learning, contests and environments import there."""
PLATFORMS = ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux2014_x86_64")


def locked(lock: str, names: Iterable[str]) -> str:
    """The part of a lock that has some libraries; raises ValueError for one that it lacks."""
    blocks = {
        found[1]: found[0] for found in re.finditer(r"^([a-z0-9.-]+)==(?:.*\\\n)*.*$", lock, re.M)
    }
    missing = [name for name in names if name not in blocks]
    if missing:
        raise ValueError(f"not in the lock: {', '.join(missing)}")
    return "".join(f"{blocks[name]}\n" for name in names)


def fetch(wanted: str, python: str, folder: Path) -> None:
    """The wheels of a part of a lock, for such a Python on Linux."""
    (folder / "wanted.txt").write_text(wanted)
    where = [word for name in PLATFORMS for word in ("--platform", name)]
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
         "--no-deps", "--only-binary=:all:", "--require-hashes", "--python-version", python,
         *where, "--dest", folder, "--requirement", folder / "wanted.txt"],
        check=True,
    )  # fmt: skip


def pack(wheels: Path, site: Path, out: Path) -> None:
    """Unpack wheels, take out what nobody imports, and make one file of it."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(site)
    for tests in [path for path in site.rglob("tests") if path.is_dir()]:
        shutil.rmtree(tests)
    if strip := shutil.which("strip"):
        for library in site.rglob("*.so*"):
            subprocess.run([strip, "--strip-unneeded", library], check=True)
    with tarfile.open(out, "w:xz") as whole:
        for path in sorted(site.iterdir()):
            whole.add(path, path.name)


def main() -> None:
    """Fetch and pack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", metavar="OUT", type=Path, help="the file, a .tar.xz")
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"usually {' '.join(USUAL)}")
    parser.add_argument("--python", default="3.12", help="of the other machine (%(default)s)")
    parser.add_argument("--lock", type=Path, default=LOCK, help="usually requirements/dev.txt")
    asked = parser.parse_args()
    try:
        wanted = locked(asked.lock.read_text(encoding="utf-8"), asked.names or USUAL)
    except (OSError, ValueError) as wrong:
        parser.error(str(wrong))
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        wheels, site = Path(folder) / "wheels", Path(folder) / "site"
        wheels.mkdir()
        fetch(wanted, asked.python, wheels)
        pack(wheels, site, asked.out)
    print(f"{asked.out}: {asked.out.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
