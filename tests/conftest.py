"""How Hypothesis runs here: the same examples every time, and no clock."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("suite", derandomize=True, deadline=None, database=None)
settings.load_profile("suite")
