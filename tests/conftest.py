"""How the suite runs: no clock for Hypothesis, limits, what is measured and what comes first."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tests.harness"]

settings.register_profile("suite", derandomize=True, deadline=None, database=None)
settings.load_profile("suite")

# JAX compiles a thing once for all processes of a run, and not as well as it can: most is computed
# once, and compiled for longer. A cache with a limit is a cache with a lock.
os.environ |= {
    "JAX_COMPILATION_CACHE_DIR": str(Path(__file__).parents[1] / ".pytest_cache" / "jax"),
    "JAX_COMPILATION_CACHE_MAX_SIZE": str(100_000_000),
    "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    "XLA_FLAGS": "--xla_backend_optimization_level=1",
}

# These cover every branch of core and games, without what is marked no_cover among them. Counting
# in all others too, which play thousands of games, makes them take two to three times as long and
# proves nothing more.
COUNTED = [
    Path(__file__).parent / name
    for name in (
        "contract/test_chance.py", "contract/test_outcomes.py", "contract/test_setups.py",
        "golden", "outside", "perft", "property/test_gain.py", "property/test_text.py", "records",
        "rules", "server/test_fair.py", "server/test_promise.py", "server/test_vectors.py",
    )
]  # fmt: skip
# What asks for compiled code comes first: the first third of all tests is one process's share, so
# that it compiles what warmup leaves out while the others do something else, and not with it.
COMPILED = {"arena", "bots", "dataset", "differential", "env", "learn"}
# Single tests of a minute: at the end all other processes would wait for them.
LONG = {"test_devices.py", "test_judge.py", "test_ray.py", "test_train.py", "test_vector.py"}
LONG |= {"test_guide.py", "test_offline.py"}
# What is made once for all tests of a file would be made again by who takes over half of them.
LONG |= {"test_packaging.py", "test_site.py", "test_tutor.py"}


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Three processes for two cores: a third of their time tests wait, for others and for disks."""
    cores = yield
    return cores * 3 // 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first, then compiled code, and coverage only where it belongs."""
    items.sort(key=lambda item: (item.path.name not in LONG, item.path.parent.name not in COMPILED))
    for item in items:
        if not any(item.path.is_relative_to(counted) for counted in COUNTED):
            item.add_marker("no_cover")


def pytest_collection_finish() -> None:
    """Thousands of tests and their libraries stay: Python need not look again which of them do,
    nor so often for what tests leave behind."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
