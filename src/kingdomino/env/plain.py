"""Self-play without any ceremony: plain arrays over the fast engine. It needs no Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from ..fast.learning.cpu import SelfPlay, planes_and_table
from ..fast.learning.episode import Reward
from ..games.catalogue import rules

__all__ = ["planes_and_table", "self_play"]


def self_play(
    game: str = "kingdomino",
    n: int = 256,
    *,
    players: int = 2,
    variants: Iterable[str] = (),
    seed: int = 0,
    reward: Reward = "win",
    device: Literal["cpu", "cuda"] = "cpu",
    threads: bool = False,
) -> Any:
    """*n* games of which every decision is the caller's: ``fast.vector.SelfPlay``, or its twin on
    a GPU, which raises NoGpuError when there is none."""
    made = rules(game, players, variants)
    if device == "cuda":
        from ..fast.learning import cuda as vector_cuda

        return vector_cuda.SelfPlay(made, n, seed=seed, reward=reward)
    return SelfPlay(made, n, seed=seed, reward=reward, threads=threads)
