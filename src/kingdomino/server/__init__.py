"""The authoritative game server: the log is the game, and nobody hears what is not on disk.

What serves is imported when it is asked for: a table and its messages need none of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .settings import Limits, Rate, Retention, Settings, default_data

if TYPE_CHECKING:
    from .app import CannotStart, create_app, run

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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(".app", __name__), name)
