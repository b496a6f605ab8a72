"""What is kept on disk, and compiling ahead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kingdomino.fast import compile as compiling
from kingdomino.fast import cpu, cuda, engine, torus, warmup


def stems(module: Any) -> set[str]:
    return {path.stem for path in compiling.built_on(Path(module.__file__))}


def test_code_on_disk_is_good_for_all_sources_that_went_into_it() -> None:
    """Numba alone would keep callers of a changed function as they were."""
    assert {"engine", "action", "step", "torus", "compile"} <= stems(engine)
    assert stems(torus) == {"torus", "compile"}
    for module, made in ((engine, engine.advance), (cpu, cpu.start), (cuda, cuda._games)):
        compiled: Any = made
        stamp = compiling.source_stamp(Path(str(module.__file__)))
        assert compiled._cache._cache_file._source_stamp == stamp


def test_warming_up_reports_its_parts() -> None:
    told: list[tuple[int, int, str]] = []
    warmup(lambda done, parts, what: told.append((done, parts, what)))
    assert [done for done, _, _ in told] == list(range(len(told)))
    assert told[-1][0] == told[-1][1] == len(told) - 1
    assert all(what for _, _, what in told[:-1])
