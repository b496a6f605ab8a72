"""Self-play without any ceremony: plain arrays over the fast engine. It needs no Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, get_args

from ..fast.learning.batch import Batch
from ..fast.learning.cpu import SelfPlay, planes_and_table
from ..fast.learning.episode import Illegal, Reward
from ..games.catalogue import rules

__all__ = ["batch", "planes_and_table", "self_play"]

Device: TypeAlias = Literal["cpu", "cuda"]
DEVICES = get_args(Device)


def self_play(
    game: str = "kingdomino",
    n: int = 256,
    *,
    players: int = 2,
    variants: Iterable[str] = (),
    seed: int = 0,
    reward: Reward = "win",
    shaping: float = 0.0,
    illegal: Illegal = "lose",
    version: int = 0,
    device: Device = "cpu",
    threads: bool = False,
) -> Any:
    """*n* games of which every decision is the caller's: ``fast.vector.SelfPlay``, or its twin on
    a GPU, which raises NoGpuError when there is none."""
    made = rules(game, players, variants)
    if _is_gpu(device):
        from ..fast.learning import cuda as vector_cuda

        return vector_cuda.SelfPlay(
            made, n, seed=seed, reward=reward, shaping=shaping, illegal=illegal, version=version
        )
    return SelfPlay(
        made,
        n,
        seed=seed,
        reward=reward,
        shaping=shaping,
        illegal=illegal,
        version=version,
        threads=threads,
    )


def batch(
    game: str = "kingdomino",
    *,
    players: int = 2,
    variants: Iterable[str] = (),
    version: int = 0,
    device: Device = "cpu",
) -> Any:
    """What may be asked of any states of a game, many at once: ``fast.learning.batch.Batch``, or
    its twin on a GPU."""
    made = rules(game, players, variants)
    if _is_gpu(device):
        from ..fast.learning import cuda as vector_cuda

        return vector_cuda.Batch(made, version=version)
    return Batch(made, version=version)


def _is_gpu(device: str) -> bool:
    if device not in DEVICES:
        raise ValueError(f"there is no device {device!r}; there are {', '.join(DEVICES)}")
    return device == "cuda"
