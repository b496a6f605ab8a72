"""Stable-Baselines3: the fast games as its VecEnv, with the masks that MaskablePPO asks for.

It needs ``stable-baselines3``; with ``sb3-contrib`` beside it MaskablePPO takes it as it is.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from ..fast.against.cpu import Against
from ..fast.learning.cpu import get_num_threads
from ..fast.learning.episode import Reward
from ..games.catalogue import rules
from .opponent import Opponent, seated
from .space import action_space

_vec_env: Any = import_module("stable_baselines3.common.vec_env")


class KingdominoVecEnv(_vec_env.VecEnv):  # type: ignore[misc, name-defined, unused-ignore]
    """Many games against opponents; one that ends begins anew in the same step.

    Observations are uint8[n, bytes]. The last one of a game is ``terminal_observation`` of its
    info, beside ``points``. What is legal is asked by ``env_method("action_masks")``. Rewards are
    multiplied by *scale*.
    """

    def __init__(
        self,
        num_envs: int = 64,
        game: str = "kingdomino",
        players: int = 2,
        variants: Iterable[str] = (),
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        seat: int = 0,
        reward: Reward = "win",
        shaping: float = 0.0,
        scale: float = 1.0,
        threads: bool = False,
    ) -> None:
        made = rules(game, players, variants)
        self.games = Against(
            made,
            num_envs,
            opponents=seated(opponents, made, threads=get_num_threads() if threads else 1),
            seat=seat,
            seed=secrets.randbits(63),
            reward=reward,
            shaping=shaping,
            illegal="raise",
            threads=threads,
        )
        self.scale, self.render_mode = scale, None
        seen = Box(0, 255, (self.games.view.bytes,), np.uint8)
        super().__init__(num_envs, seen, action_space())

    def reset(self) -> NDArray[np.uint8]:
        """New games, of the seed that ``seed`` was told last."""
        self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self.games.observation.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        """The actions of the next ``step_wait``."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Take them; raises IllegalAction before any is taken."""
        games = self.games
        games.step(self._actions)
        rewards = games.rewards[:, games.seat] * np.float32(self.scale)
        done, found = games.done.copy(), [dict[str, Any]() for _ in range(self.num_envs)]
        if done.any():
            for i in np.flatnonzero(done):
                found[i]["terminal_observation"] = games.observation[i].copy()
                found[i]["points"] = games.points[i].tolist()
                found[i]["TimeLimit.truncated"] = False
            games.reset(rows=done)
        return games.observation.copy(), rewards, done, found

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[n, actions]: what is legal in each game."""
        return self.games.mask.astype(np.bool_)

    def close(self) -> None:
        """Holds nothing open; here because Stable-Baselines3 calls it."""

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **named: Any
    ) -> list[Any]:
        """One answer a game; ``action_masks`` is what there is to ask."""
        if method_name != "action_masks":
            raise AttributeError(f"a game has no method {method_name!r}; there is action_masks")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """The same for every game."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(
        self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None
    ) -> None:
        """For all games at once, which are one thing here."""
        setattr(self, attr_name, value)

    def env_is_wrapped(
        self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None
    ) -> Sequence[bool]:
        """No game wears a wrapper."""
        return [False for _ in self._get_indices(indices)]
