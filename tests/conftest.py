"""How the suite runs: no clock for Hypothesis, limits, what is measured and what comes first."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tests.harness"]

settings.register_profile("suite", derandomize=True, deadline=None, database=None)
settings.load_profile("suite")

# The tests of core and games cover every branch of them. Counting in these too, which play
# thousands of games, makes them take two to three times as long and proves nothing more.
UNCOUNTED = [
    Path(__file__).parent / name
    for name in ("arena", "bots", "dataset", "differential", "env", "learn")
]
# Single tests of a minute: at the end all other processes would wait for them.
LONG = {"test_devices.py", "test_ray.py", "test_train.py"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first, and coverage only where it belongs."""
    items.sort(key=lambda item: item.path.name not in LONG)
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in UNCOUNTED):
            item.add_marker("no_cover")
