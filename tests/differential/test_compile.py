"""What is kept on disk, and compiling ahead."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import kingdomino
from kingdomino.fast import engine, warmup
from kingdomino.fast.board import compile as compiling
from kingdomino.fast.learning import kernel
from kingdomino.fast.many import cpu, cuda

ASK_THE_PHASE = """
import numpy as np
from kingdomino.fast import engine
engine.phase(np.zeros(64, np.uint64))
print("from disk" if engine.phase.stats.cache_hits else "compiled")
"""


def test_one_stamp_covers_all_sources() -> None:
    """Numba alone would keep callers of a changed function as they were."""
    names = {path.name for path in compiling.sources(Path(kingdomino.__file__).parent)}
    assert {"engine.py", "torus.py", "state.py", "quest.py", "giants.csv"} <= names
    for made in (engine.advance, cpu.begin, cuda._games):
        compiled: Any = made
        assert compiled._cache._cache_file._source_stamp == compiling.source_stamp()


def test_changed_rule_is_compiled_anew(tmp_path: Path) -> None:
    """A constant of the rules is frozen into machine code: another one makes the code stale; and
    what is stale is not read, since it may name what is no more."""
    copy = tmp_path / "kingdomino"
    shutil.copytree(Path(kingdomino.__file__).parent, copy, ignore=shutil.ignore_patterns("web"))

    def asked() -> str:
        return subprocess.run(
            [sys.executable, "-c", ASK_THE_PHASE],
            env={**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "c")},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()

    assert asked() == "compiled"
    assert asked() == "from disk"
    constants = copy / "core" / "state.py"
    constants.write_text(constants.read_text("utf-8") + "\nMOST_ROUNDS = 13\n", "utf-8")
    indices = [*(tmp_path / "c").rglob("*.nbi")]
    assert indices
    for path in indices:
        with path.open("rb") as file:
            version = pickle.load(file)
        path.write_bytes(pickle.dumps(version) + b"ckingdomino.gone\nThing\n.")
    assert asked() == "compiled"


def test_warming_up_reports_its_parts() -> None:
    told: list[tuple[int, int, str]] = []
    warmup(lambda done, parts, what: told.append((done, parts, what)), environments=True)
    assert [done for done, _, _ in told] == list(range(len(told)))
    assert told[-1][0] == told[-1][1] == len(told) - 1
    assert all(what for _, _, what in told[:-1])
    assert {"legal actions", "games for self-play"} < {what for _, _, what in told}
    assert compiling.is_compiled(kernel.step_some)


SIMULATED = """
from numba.core.dispatcher import Dispatcher
from kingdomino import rules
from kingdomino.arena.simulation import random_game, random_games
from kingdomino.fast import engine, warmup
from kingdomino.fast.many import cpu

def ways():
    parts = {**vars(engine), "scores": cpu.score, "begin": cpu.begin, "play": cpu._play}
    return {name: len(f.overloads) for name, f in parts.items() if isinstance(f, Dispatcher)}

warmup()
before, made = ways(), rules("giants", 3)
random_games(made, 2, seed=1)
random_game(made, seed=1, game=1)
print(before["scores"], {name for name, n in ways().items() if n > before[name]})
"""


def test_after_warming_up_nothing_is_compiled_to_simulate() -> None:
    """A line about it fell among the answers: it was the score sheets of many games, and chance."""
    ran = subprocess.run(
        [sys.executable, "-c", SIMULATED], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "1 set()\n"
