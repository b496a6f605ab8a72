"""The authoritative game server: the log is the game, and nobody hears what is not on disk."""

from __future__ import annotations

from .app import CannotStart, create_app, run
from .settings import Limits, Rate, Retention, Settings, default_data

__all__ = [
    "CannotStart",
    "Limits",
    "Rate",
    "Retention",
    "Settings",
    "create_app",
    "default_data",
    "run",
]
