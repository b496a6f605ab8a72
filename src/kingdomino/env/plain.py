"""Self-play without any ceremony: plain arrays over the fast engine. It needs no Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from ..fast.learning.batch import Batch
from ..fast.learning.cpu import SelfPlay, planes_and_table
from ..fast.learning.episode import Illegal, Reward
from ..games.catalogue import rules

__all__ = ["batch", "planes_and_table", "self_play"]

Device: TypeAlias = Literal["cpu", "cuda"]


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
    if device == "cuda":
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
    if device == "cuda":
        from ..fast.learning import cuda as vector_cuda

        return vector_cuda.Batch(made, version=version)
    return Batch(made, version=version)
