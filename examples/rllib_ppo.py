"""RLlib: PPO with masked actions learns two-player Kingdomino against greedy.

``python examples/rllib_ppo.py --rounds 30``; docs/env/adapters.md says how long that takes and how
well it plays then. It needs ``[env]``, ``pip install "ray[rllib]"`` and PyTorch.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from gymnasium.envs.registration import VectorizeMode
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from torch_net import Scores, Seen, value_net

from kingdomino.env import KingdominoVectorEnv
from kingdomino.fast.vector import Against
from kingdomino.games.catalogue import rules

GAMES, DECISIONS = 128, 24
"""Games side by side, and the decisions of one seat in each."""
NEVER = -1e9


class Games(KingdominoVectorEnv):
    """All games of a runner in one environment, a lead of 20 points counting as 1."""

    def __init__(self, context: dict[str, Any]) -> None:
        # A runner asks for so many; the algorithm itself asks for one, to see the spaces.
        super().__init__(context.get("num_envs", 1), opponents="greedy", reward="margin")

    def reset(self, **named: Any) -> Any:
        return super().reset(**named)[0], {}

    def step(self, actions: Any) -> Any:
        seen, rewards, done, never, _ = super().step(actions)
        return seen, rewards / np.float32(20), done, never, {}


class Module(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """Scores each action by what it is, and never takes an illegal one."""

    def setup(self) -> None:
        self.seen, self.scores, self.value = Seen(), Scores(), value_net()

    def answer(self, seen: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of all actions and the values."""
        places, offers, summary = self.seen(seen["observation"].float())
        logits = self.scores((places, offers))
        return logits.masked_fill(seen["action_mask"] == 0, NEVER), self.value(summary)[:, 0]

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {Columns.ACTION_DIST_INPUTS: self.answer(batch[Columns.OBS])[0]}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        return self.answer(batch[Columns.OBS])[1]


def learner(*, games: int = GAMES, seed: int = 1) -> Algorithm:
    """PPO on one core; ``env_runners(num_env_runners=8)`` would be eight more."""
    config = (
        PPOConfig()
        .environment(Games)
        .env_runners(
            num_env_runners=0,
            num_envs_per_env_runner=games,
            gym_env_vectorize_mode=VectorizeMode.VECTOR_ENTRY_POINT,
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=Module))
        .training(
            train_batch_size_per_learner=games * 2 * DECISIONS,
            minibatch_size=1024,
            num_epochs=4,
            gamma=1.0,
            lambda_=0.95,
            lr=1e-3,
            entropy_coeff=0.005,
            kl_coeff=0.0,
            grad_clip=0.5,
        )
        .debugging(seed=seed, log_level="ERROR")
    )
    return config.build_algo()


def train(rounds: int, *, games: int = GAMES, seed: int = 1) -> Algorithm:
    """So many rounds of two games in every row; end it with ``stop()``."""
    made = learner(games=games, seed=seed)
    for _ in range(rounds):
        made.train()
    return made


def win_share(made: Algorithm, n: int = 1000, *, opponent: Any = "greedy", seed: int = 9) -> float:
    """The share of *n* games that the likeliest actions win."""
    module = made.get_module()
    games = Against(rules("kingdomino", 2), n, opponents=opponent, seed=seed)
    while not games.done.any():
        seen = {"observation": games.observation, "action_mask": games.mask}
        with torch.no_grad():
            logits, _ = module.answer({k: torch.from_numpy(v.copy()) for k, v in seen.items()})
        games.step(logits.argmax(1).numpy())
    return float(games.rewards[:, 0].mean())


def main() -> None:
    """Train, measure, say so."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=30)
    asked.add_argument("--games", type=int, default=1000)
    given = asked.parse_args()
    began = time.process_time()
    made = train(given.rounds)
    took = time.process_time() - began
    share = win_share(made, given.games)
    made.stop()
    spread = 1.96 * (share * (1 - share) / given.games) ** 0.5
    print(f"{given.rounds * GAMES * 2 * DECISIONS:,} decisions in {took:.0f} s of processor time")
    print(f"wins {share:.1%} ± {spread:.1%} of {given.games:,} games against greedy")


if __name__ == "__main__":
    main()
