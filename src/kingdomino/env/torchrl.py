"""TorchRL: the fast games as an environment of its own kind, a batch of them at once.

It needs ``torchrl``. The mask of what is legal is an observation, and the action's spec follows it,
so that ``rollout`` and ``check_env_specs`` take legal actions only.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from ..fast.against.cpu import Against
from ..fast.learning.cpu import get_num_threads
from ..fast.learning.episode import Reward
from ..fast.rules.action import ACTIONS
from ..games.catalogue import rules
from .opponent import Opponent, seated

torch: Any = import_module("torch")
tensordict: Any = import_module("tensordict")
data: Any = import_module("torchrl.data")
envs: Any = import_module("torchrl.envs")


class KingdominoTorchEnv(envs.EnvBase):  # type: ignore[misc, name-defined, unused-ignore]
    """*n* games against opponents, batch size [n]; one that has ended waits to be reset.

    Keys: ``observation`` uint8[n, bytes], ``action_mask`` bool[n, actions], ``action`` int64[n],
    ``reward`` float32[n, 1], ``done`` and ``terminated`` bool[n, 1].
    """

    def __init__(
        self,
        n: int = 64,
        game: str = "kingdomino",
        players: int = 2,
        variants: Iterable[str] = (),
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        seat: int = 0,
        reward: Reward = "win",
        shaping: float = 0.0,
        threads: bool = False,
        seed: int | None = None,
    ) -> None:
        super().__init__(device="cpu", batch_size=[n])
        made = rules(game, players, variants)
        first = secrets.randbits(63) if seed is None else seed
        self.games = Against(
            made,
            n,
            seed=first,
            opponents=seated(opponents, made, threads=get_num_threads() if threads else 1),
            seat=seat,
            reward=reward,
            shaping=shaping,
            illegal="raise",
            threads=threads,
        )
        size = self.games.view.bytes
        self.observation_spec = data.Composite(
            observation=data.Unbounded((n, size), dtype=torch.uint8),
            action_mask=data.Binary(ACTIONS, (n, ACTIONS), dtype=torch.bool),
            shape=(n,),
        )
        self.action_spec = data.Categorical(ACTIONS, shape=(n,), dtype=torch.int64)
        self.reward_spec = data.Unbounded((n, 1), dtype=torch.float32)
        flag = data.Binary(1, (n, 1), dtype=torch.bool)
        self.full_done_spec = data.Composite(done=flag, terminated=flag.clone(), shape=(n,))

    def _reset(self, given: Any = None, **_: Any) -> Any:
        asked = None if given is None else given.get("_reset", None)
        self.games.reset(rows=None if asked is None else asked.reshape(-1).numpy())
        return self._seen()

    def _step(self, given: Any) -> Any:
        games = self.games
        over = games.player < 0
        games.step(np.where(over, -1, given["action"].numpy()))
        seen = self._seen()
        rewards = torch.from_numpy(games.rewards[:, games.seat].copy())
        seen["reward"] = rewards[:, None]
        return seen

    def _seen(self) -> Any:
        games = self.games
        mask = torch.from_numpy(games.mask.astype(np.bool_))
        done = torch.from_numpy(games.done.copy())[:, None]
        # After an end nothing is legal, and a spec must allow something.
        self.action_spec.update_mask(mask | ~mask.any(1, keepdim=True))
        seen = {
            "observation": torch.from_numpy(games.observation.copy()),
            "action_mask": mask,
            "done": done,
            "terminated": done.clone(),
        }
        return tensordict.TensorDict(seen, batch_size=self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        if seed is not None:
            self.games.reset(seed=seed)
