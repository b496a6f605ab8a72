"""Who waits for the compiler is told so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core.event import install_listener

from kingdomino.env import compiling
from kingdomino.env.compiling import Teller

COLD = """
import numpy as np
import kingdomino.env
from kingdomino.fast import engine
engine.phase(np.zeros(64, np.uint64))
"""


def compile_one(home: str) -> None:
    def plain(number: int) -> int:
        return number + 1

    plain.__module__ = home
    compiled: Any = numba.njit
    assert compiled(plain)(1) == 2


def test_the_first_thing_that_is_compiled_is_told(tmp_path: Path) -> None:
    """Where nothing is on disk yet, without anything being asked for but an environment."""
    said = subprocess.run(
        [sys.executable, "-c", COLD],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stderr.startswith("kingdomino: compiling the fast engine")
    assert said.stdout == ""


def test_it_goes_on_is_told_from_time_to_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "PAUSE", 0.0)
    with install_listener("numba:compile", Teller("mine")):
        compile_one("somewhere.else")
        assert capsys.readouterr().err == ""
        compile_one("mine.here")
        first, second = capsys.readouterr().err.splitlines()
    assert "the first time only" in first
    assert second.startswith("mine: still compiling, after ")
