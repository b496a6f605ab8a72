"""Tests of pages that failed beside others are run once more, one after the other.

``python -m tests.again CODE FOLDER``, where CODE is what pytest ended with. A real browser beside
two more on a small machine now and then shows a thing later than any test would wait for. A fault
fails again; what passes alone is named at the very end, because it is a fault of the test, or of
a page on a slow machine, that is still to be found. More than MOST of them are no accident.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

MOST = 3
LAST_FAILED = Path(".pytest_cache/v/cache/lastfailed")


def passed_again(test: str) -> bool:
    """Whether a test passes when nothing runs beside it."""
    alone = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test]
    return subprocess.run(alone, check=False).returncode == pytest.ExitCode.OK


def main(code: int, folder: str) -> int:
    """What the tests in *folder*, which ended with *code*, come to."""
    # Any other code: not every test was run.
    if code != pytest.ExitCode.TESTS_FAILED:
        return code
    failed = [test for test in json.loads(LAST_FAILED.read_text()) if test.startswith(folder)]
    if not failed or len(failed) > MOST:
        return code
    if not all(passed_again(test) for test in failed):
        return code
    heading = "WAVERING: failed beside others and passed alone, to be mended:"
    sys.stdout.write("\n  ".join([heading, *failed]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2]))
