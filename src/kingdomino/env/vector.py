"""Gymnasium's vector environment over the fast engine."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ..fast.against.cpu import Against
from ..fast.learning.cpu import get_num_threads
from ..fast.learning.episode import Illegal, Reward
from ..games.catalogue import rules
from .match import Seen
from .opponent import Opponent, seated
from .space import action_space, observation_space


class KingdominoVectorEnv(VectorEnv[Seen, Any, NDArray[Any]]):
    """Many games against opponents; one begins anew in the step after its end.

    *opponents* are one for all other seats or a list by seat: ``random`` and ``greedy``, which are
    compiled, other names of ``kingdomino.bots``, bots, or functions that are handed a batch.
    *threads* shares games and bots out among the cores. An illegal action ends its game with -1,
    or raises IllegalAction before anything is done if *illegal* says so; -1 stands for a random
    legal one. With ``copy=False`` the arrays are overwritten by the next step.
    """

    autoreset_mode = AutoresetMode.NEXT_STEP
    metadata: dict[str, Any] = {"autoreset_mode": autoreset_mode}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "kingdomino",
        players: int = 2,
        variants: Iterable[str] = (),
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        seat: int = 0,
        reward: Reward = "win",
        shaping: float = 0.0,
        illegal: Illegal = "lose",
        threads: bool = False,
        copy: bool = True,
        version: int = 0,
    ) -> None:
        made = rules(game, players, variants)
        self.num_envs, self.copy = num_envs, copy
        self.games = Against(
            made,
            num_envs,
            opponents=seated(opponents, made, threads=get_num_threads() if threads else 1),
            seat=seat,
            seed=secrets.randbits(63),
            reward=reward,
            shaping=shaping,
            illegal=illegal,
            threads=threads,
            version=version,
            fresh=copy,
        )
        self.single_observation_space = observation_space(made, version)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """New games: one seed decides them all, or a list has one for each.

        Those without a seed follow from the last one. The option ``reset_mask``, bool[n], says
        which games begin anew; the others stay as they are.
        """
        self.games.reset(seed=seed, rows=(options or {}).get("reset_mask"))
        return self._seen()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """The agent's actions, int[n], then the opponents' up to its next decisions."""
        self.games.step(actions)
        seen, found = self._seen()
        rewards = self._own(self.games.rewards[:, self.games.seat])
        return seen, rewards, self._own(self.games.done), self._own(self._never), found

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done, bool[n, actions], as sb3-contrib asks for it."""
        return self.games.mask.astype(np.bool_)

    def _seen(self) -> tuple[Seen, dict[str, Any]]:
        games = self.games
        # These two are new with each step where copies are asked for.
        seen = {"observation": games.observation, "action_mask": games.mask}
        points, finals = self._own(games.points), self._own(games.final_points)
        return seen, {"action_mask": games.mask, "points": points, "final_points": finals}

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array
