"""All that needs a GPU, in one go of a few minutes: which limits are best, figures, then proofs.

``PYTHONPATH=src:. python3 bench/gpu_session.py --seconds 280 --out FOLDER`` on a machine with an
NVIDIA GPU that is lent for a short time. What the proofs need compiles beside the measuring.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

ENVIRONMENTS, GAMES = "tests.env.devices", "tests.differential.devices"
SHARES = 10
"""Processes that prove the environments side by side."""
LEAST = 0.5
ROOT = Path(__file__).parent.parent


class Session:
    """Commands with their logs in a folder, none of which outlives the session."""

    def __init__(self, out: Path, seconds: float) -> None:
        out.mkdir(parents=True, exist_ok=True)
        self._out, self._began, self._seconds = out, time.monotonic(), seconds

    @property
    def left(self) -> float:
        """Seconds, and always some."""
        return max(LEAST, self._seconds - (time.monotonic() - self._began))

    def begin(self, log: str, *command: str) -> subprocess.Popen[bytes]:
        """Start a Python program of ours."""
        with (self._out / log).open("wb") as file:
            return subprocess.Popen(
                [sys.executable, "-u", *command], cwd=ROOT, stdout=file, stderr=subprocess.STDOUT
            )

    def end(self, log: str, process: subprocess.Popen[bytes], most: float) -> None:
        """Wait for it, as long as there is time, and say how it went."""
        try:
            process.wait(min(most, self.left))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        said = (self._out / log).read_text("utf-8", errors="replace")
        last = said.rstrip().rpartition("\n")[2]
        print(
            f"{time.monotonic() - self._began:4.0f} s  {log}: rc {process.returncode}, "
            f"{said.count(': the same')} the same, last line: {last}",
            flush=True,
        )


def main() -> None:
    """Run them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=280.0, help="for all of it")
    parser.add_argument("--out", type=Path, required=True, help="a folder for what was said")
    given = parser.parse_args()
    session = Session(given.out, given.seconds)
    few = ("--games", "4", "--depth", "3")
    compiling = {
        "compile-env.log": session.begin(
            "compile-env.log", "-m", ENVIRONMENTS, *few, "--part", "0", "30"
        ),
        "compile-games.log": session.begin("compile-games.log", "-m", GAMES, *few, "--plain"),
    }
    session.end("limits.log", session.begin("limits.log", "bench/env_gpu.py", "--limits"), 75)
    print((given.out / "limits.log").read_text("utf-8"))
    session.end("bench.log", session.begin("bench.log", "bench/run.py", "--only", "gpu"), 130)
    shutil.copy(ROOT / "bench" / "results.json", given.out)
    for log, process in compiling.items():
        session.end(log, process, given.seconds)
    proofs = {
        f"env-{k}.log": session.begin(
            f"env-{k}.log", "-m", ENVIRONMENTS, "--games", "300", "--depth", "64",
            "--part", str(k), str(SHARES),
        )
        for k in range(SHARES)
    }  # fmt: skip
    proofs["games.log"] = session.begin("games.log", "-m", GAMES, "--games", "500", "--depth", "60")
    for log, process in proofs.items():
        session.end(log, process, given.seconds)


if __name__ == "__main__":
    main()
