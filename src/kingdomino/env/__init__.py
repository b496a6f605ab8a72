"""Standard environments for learning: PettingZoo, Gymnasium, and plain arrays for self-play.

Importing this registers the names of ``registration.NAMES`` with Gymnasium where that is
installed; everything else is imported when it is asked for. Self-play needs the fast engine only,
and while that is compiled, a line says so.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aec import KingdominoAEC, env, raw_env
    from .opponent import ByBots, ByNet
    from .plain import against, batch, planes_and_table, self_play
    from .single import KingdominoEnv
    from .vector import KingdominoVectorEnv

__all__ = [
    "ByBots",
    "ByNet",
    "KingdominoAEC",
    "KingdominoEnv",
    "KingdominoVectorEnv",
    "against",
    "batch",
    "env",
    "planes_and_table",
    "raw_env",
    "self_play",
]

_HOMES = {
    "KingdominoAEC": "aec",
    "env": "aec",
    "raw_env": "aec",
    "KingdominoEnv": "single",
    "KingdominoVectorEnv": "vector",
    "ByBots": "opponent",
    "ByNet": "opponent",
    "against": "plain",
    "batch": "plain",
    "planes_and_table": "plain",
    "self_play": "plain",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if find_spec("numba"):
    import_module(".compiling", __name__).tell()
if find_spec("gymnasium"):
    import_module(".registration", __name__).register_all()
