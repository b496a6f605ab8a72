"""The authoritative game server: the log is the game, and nobody hears what is not on disk."""

from __future__ import annotations

from .app import create_app, run
from .settings import Limits, Rate, Settings, default_data

__all__ = ["Limits", "Rate", "Settings", "create_app", "default_data", "run"]
