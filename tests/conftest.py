"""How Hypothesis runs here: the same examples every time, and no clock. Tests have limits."""

from __future__ import annotations

from hypothesis import settings

pytest_plugins = ["tests.harness"]

settings.register_profile("suite", derandomize=True, deadline=None, database=None)
settings.load_profile("suite")
