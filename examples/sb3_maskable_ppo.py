"""Stable-Baselines3: MaskablePPO learns two-player Kingdomino against greedy, and beats it.

``python examples/sb3_maskable_ppo.py --steps 300000``; docs/env/adapters.md says how long that
takes and how well it plays then. It needs ``[env]`` and ``pip install sb3-contrib``.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn
from torch_net import Scores, Seen, value_net

from kingdomino.env.sb3 import KingdominoVecEnv


class Trunk(nn.Module):
    """Hands each head its part; Stable-Baselines3 asks for the two forms of it."""

    latent_dim_pi = latent_dim_vf = 1

    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()

    def forward(self, features: Tensor) -> tuple[Any, Any]:
        places, offers, summary = self.seen(features)
        return (places, offers), summary

    def forward_actor(self, features: Tensor) -> Any:
        return self(features)[0]

    def forward_critic(self, features: Tensor) -> Any:
        return self(features)[1]


class Policy(MaskableActorCriticPolicy):
    """Scores each action by what it is, instead of learning 856 outputs one by one."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Trunk()

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Scores()
        self.value_net = value_net()
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )


def train(steps: int, *, envs: int = 128, seed: int = 1) -> MaskablePPO:
    """Learn from so many decisions against greedy; a lead of 20 points counts as 1."""
    games = KingdominoVecEnv(envs, opponents="greedy", reward="margin", scale=1 / 20)
    model = MaskablePPO(
        Policy,
        games,
        n_steps=48,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.005,
        learning_rate=lambda left: 3e-3 * left + 1e-4,
        policy_kwargs={"normalize_images": False},
        seed=seed,
        device="cpu",
    )
    return model.learn(steps)


def win_share(
    model: MaskablePPO, n: int = 1000, *, opponent: str = "greedy", seed: int = 9
) -> float:
    """The share of *n* games that the likeliest actions win."""
    games = KingdominoVecEnv(n, opponents=opponent)  # type: ignore[arg-type]
    games.seed(seed)
    seen, won, left = games.reset(), np.zeros(n), np.ones(n, bool)
    while left.any():
        actions, _ = model.predict(seen, action_masks=games.action_masks(), deterministic=True)
        seen, rewards, done, _ = games.step(actions)
        won[left & done] = rewards[left & done]
        left &= ~done
    return float(won.mean())


def main() -> None:
    """Train, measure, say so."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--steps", type=int, default=300_000)
    asked.add_argument("--games", type=int, default=1000)
    given = asked.parse_args()
    began = time.process_time()
    model = train(given.steps)
    took = time.process_time() - began
    share = win_share(model, given.games)
    spread = 1.96 * (share * (1 - share) / given.games) ** 0.5
    print(f"{model.num_timesteps:,} decisions in {took:.0f} s of processor time")
    print(f"wins {share:.1%} ± {spread:.1%} of {given.games:,} games against greedy")


if __name__ == "__main__":
    main()
