"""Games without any ceremony: plain arrays over the fast engine. They need no Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias, get_args

from ..fast.against.cpu import Against
from ..fast.learning.batch import Batch
from ..fast.learning.cpu import SelfPlay, get_num_threads, planes_and_table
from ..fast.learning.episode import Illegal, Reward
from ..games.catalogue import rules
from .opponent import Opponent, seated

__all__ = ["against", "batch", "planes_and_table", "self_play"]

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


def against(
    game: str = "kingdomino",
    n: int = 256,
    *,
    players: int = 2,
    variants: Iterable[str] = (),
    opponents: Opponent | Sequence[Opponent] = "greedy",
    seat: int = 0,
    seed: int = 0,
    reward: Reward = "win",
    shaping: float = 0.0,
    illegal: Illegal = "lose",
    version: int = 0,
    device: Device = "cpu",
    threads: bool = False,
) -> Any:
    """*n* games of which one seat is the caller's and *opponents* play the others:
    ``fast.vector.Against``, or its twin on a GPU, which raises NoGpuError when there is none."""
    made, bots = rules(game, players, variants), get_num_threads() if threads else 1
    how: dict[str, Any] = {
        "opponents": seated(opponents, made, threads=bots),
        "seat": seat,
        "seed": seed,
        "reward": reward,
        "shaping": shaping,
        "illegal": illegal,
        "version": version,
    }
    if _is_gpu(device):
        from ..fast.against import cuda as against_cuda

        return against_cuda.Against(made, n, **how)
    return Against(made, n, threads=threads, **how)


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
