"""The door to the vector environments: many games side by side, as learners want them."""

from __future__ import annotations

from .learning.cpu import Against, SelfPlay

__all__ = ["Against", "SelfPlay"]
