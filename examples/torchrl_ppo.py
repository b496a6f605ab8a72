"""TorchRL: PPO out of its parts learns two-player Kingdomino against greedy.

``python examples/torchrl_ppo.py --rounds 100``; docs/env/adapters.md says how long that takes and
how well it plays then. It needs ``[env]`` and ``pip install torchrl``.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torch_net import Scores, Seen, value_net
from torchrl.envs import RewardScaling, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from kingdomino.env.torchrl import KingdominoTorchEnv
from kingdomino.fast.vector import Against
from kingdomino.games.catalogue import rules

GAMES, DECISIONS = 128, 24
"""Games side by side, and the decisions of one seat in each."""
EPOCHS, MINIBATCH = 4, 1024


class Logits(nn.Module):
    """Scores each action by what it is."""

    def __init__(self) -> None:
        super().__init__()
        self.seen, self.scores = Seen(), Scores()

    def forward(self, observation: Tensor) -> Tensor:
        *front, size = observation.shape
        places, offers, _ = self.seen(observation.reshape(-1, size).float())
        return self.scores((places, offers)).reshape(*front, -1)


class Value(nn.Module):
    """What a position is worth."""

    def __init__(self) -> None:
        super().__init__()
        self.seen, self.value = Seen(), value_net()

    def forward(self, observation: Tensor) -> Tensor:
        *front, size = observation.shape
        summary = self.seen(observation.reshape(-1, size).float())[2]
        return self.value(summary).reshape(*front, 1)


def new_actor() -> Any:
    """Draws from the legal actions; ``action_mask`` is one of the environment's observations."""
    return ProbabilisticActor(
        TensorDictModule(Logits(), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )


def train(rounds: int, *, games: int = GAMES, seed: int = 1) -> Any:
    """So many rounds of a whole game in every row; a lead of 20 points counts as 1."""
    torch.manual_seed(seed)
    table = KingdominoTorchEnv(games, opponents="greedy", reward="margin", seed=seed)
    env = TransformedEnv(table, RewardScaling(0.0, 1 / 20))
    actor, critic = new_actor(), ValueOperator(Value(), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.005)
    adam = torch.optim.Adam(loss.parameters(), lr=3e-3)
    pace = torch.optim.lr_scheduler.LinearLR(adam, 1.0, 0.05, rounds)
    for _ in range(rounds):
        with torch.no_grad():
            kept = env.rollout(DECISIONS, actor)
            advantage(kept)
        learn(loss, adam, kept.reshape(-1))
        pace.step()
    return actor


def learn(loss: Any, adam: Any, kept: Any) -> None:
    """Several passes over what was just played."""
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(kept)).split(MINIBATCH):
            parts = loss(kept[chosen])
            total = parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]
            adam.zero_grad()
            total.backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            adam.step()


def win_share(actor: Any, n: int = 1000, *, opponent: Any = "greedy", seed: int = 9) -> float:
    """The share of *n* games that the likeliest actions win."""
    games = Against(rules("kingdomino", 2), n, opponents=opponent, seed=seed)
    (net, *_) = actor
    while not games.done.any():
        with torch.no_grad():
            logits = net.module(torch.from_numpy(games.observation.copy()))
        illegal = torch.from_numpy(games.mask.copy()) == 0
        games.step(logits.masked_fill(illegal, -torch.inf).argmax(1).numpy())
    return float(games.rewards[:, 0].mean())


def main() -> None:
    """Train, measure, say so."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=100)
    asked.add_argument("--games", type=int, default=1000)
    given = asked.parse_args()
    began = time.process_time()
    actor = train(given.rounds)
    took = time.process_time() - began
    share = win_share(actor, given.games)
    spread = 1.96 * (share * (1 - share) / given.games) ** 0.5
    print(f"{given.rounds * GAMES * DECISIONS:,} decisions in {took:.0f} s of processor time")
    print(f"wins {share:.1%} ± {spread:.1%} of {given.games:,} games against greedy")


if __name__ == "__main__":
    main()
