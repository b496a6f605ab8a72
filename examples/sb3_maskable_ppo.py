"""Stable-Baselines3: MaskablePPO learns two-player Kingdomino against greedy, and beats it.

``python examples/sb3_maskable_ppo.py --steps 300000``; docs/env/adapters.md says how long that
takes and how well it plays then. It needs ``[env]`` and ``pip install sb3-contrib``.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from kingdomino.env.sb3 import KingdominoVecEnv

SIDE, CHANNELS, SLOT = 9, 8, 24
TABLE = 2 * SIDE * SIDE * CHANNELS
"""Where the table begins in an observation, see docs/env/README.md."""
MAPS, OFFERS, SUMMARY = 7, 8, 42


def around(maps: Tensor) -> Tensor:
    """The sum over the four neighbours of each square, [n, c, 9, 9]."""
    wide = nn.functional.pad(maps, (1, 1, 1, 1))
    return wide[..., :-2, 1:-1] + wide[..., 2:, 1:-1] + wide[..., 1:-1, :-2] + wide[..., 1:-1, 2:]


def lots(kingdom: Tensor) -> tuple[Tensor, Tensor]:
    """Squares and crowns by terrain of a kingdom, [n, 6] each."""
    terrain, crowns = kingdom[:, :6], kingdom[:, 6:7]
    return terrain.sum((2, 3)), (terrain * crowns).sum((2, 3))


class Seen(nn.Module):
    """What there is to know of each legal action, out of the bytes of an observation.

    For a placement: how each half meets its own terrain and crowns, lone gaps, how far out it
    lies. For a domino of the row: its crowns, and what the kingdom has of its terrains.
    """

    def __init__(self) -> None:
        super().__init__()
        line = torch.arange(SIDE) - SIDE // 2
        far = torch.maximum(line.abs()[:, None], line.abs()[None]) / 4
        self.register_buffer("far", far.float())

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        n = len(seen)
        kingdoms = seen[:, :TABLE].reshape(n, 2, SIDE, SIDE, CHANNELS).permute(0, 1, 4, 2, 3)
        own, table = kingdoms[:, 0], seen[:, TABLE:]
        near = around(torch.cat([own[:, :6], own[:, :6] * own[:, 6:7], own[:, 7:8]], 1))
        halves = [self.half(near, table[:, at : at + 8]) for at in (152, 160)]
        squares, kept = lots(own)
        others = torch.cat(lots(kingdoms[:, 1]), 1)
        offer = table[:, 32:152].reshape(n, 5, SLOT)
        brings = [
            part for at in (0, 8) for part in self.brings(offer[..., at : at + 8], squares, kept)
        ]
        order = torch.arange(5.0).expand(n, 5) / 4
        offers = torch.stack([*brings, order, offer[..., 16] / 48], -1)
        rest = torch.cat([table[:, :16], table[:, 16:17] / 30, table[:, 24:25] / 30], 1)
        counted = torch.cat([squares / 5, kept / 3, others / 5], 1)
        return self.pairs(*halves), offers, torch.cat([counted, rest], 1)

    def half(self, near: Tensor, half: Tensor) -> Tensor:
        kind, crowns = half[:, :6, None, None], half[:, 6, None, None]
        meets, crowned = (near[:, :6] * kind).sum(1), (near[:, 6:12] * kind).sum(1)
        alone = (near[:, 12] == 0).float()
        far = self.far.expand_as(meets)
        own = crowns.expand_as(meets)
        return torch.stack(
            [meets, (meets > 0).float(), crowns * meets, crowned, alone, far, own], 1
        )

    def brings(self, half: Tensor, squares: Tensor, kept: Tensor) -> tuple[Tensor, ...]:
        kind, crowns = half[..., :6], half[..., 6]
        has = (kind * squares[:, None]).sum(-1)
        return crowns, crowns * has / 5, (kind * kept[:, None]).sum(-1) / 2

    def pairs(self, left: Tensor, right: Tensor) -> Tensor:
        """[n, 4, 2 * MAPS, 9, 9]: the left half here, the right one east, south, west, north."""
        moved = (right.roll(-1, 3), right.roll(-1, 2), right.roll(1, 3), right.roll(1, 2))
        return torch.stack([torch.cat([left, there], 1) for there in moved], 1)


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


class Scores(nn.Module):
    """The same small net scores every placement, and another one every domino of the row."""

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.place = nn.Sequential(nn.Conv2d(2 * MAPS, width, 1), nn.ReLU(), nn.Conv2d(width, 1, 1))
        self.offer = nn.Sequential(nn.Linear(OFFERS, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, parts: tuple[Tensor, Tensor]) -> Tensor:
        places, offers = parts
        n = len(places)
        worth = self.place(places.flatten(0, 1)).reshape(n, 4, SIDE, SIDE)
        # Ids count the squares of a window of 13 × 13; no game of two needs those for squares.
        ids = nn.functional.pad(worth, (2, 2, 2, 2)).reshape(n, 676)
        nothing = ids.new_zeros(n, 169)
        rest = ids.new_zeros(n, 6)
        return torch.cat([ids, nothing, self.offer(offers)[..., 0], rest], 1)


class Policy(MaskableActorCriticPolicy):
    """Scores each action by what it is, instead of learning 856 outputs one by one."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Trunk()

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Scores()
        self.value_net = nn.Sequential(nn.Linear(SUMMARY, 64), nn.ReLU(), nn.Linear(64, 1))
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
