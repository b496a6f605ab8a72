"""The door to the vector environments: many games side by side, as learners want them."""

from __future__ import annotations

from .against.cpu import Against
from .learning.cpu import SelfPlay

__all__ = ["Against", "SelfPlay"]
