"""The adapters for PyTorch's libraries: their own checkers over every game, then a short training.

``make adapters PYTHON=…`` with a Python that has ``[env]``, ``sb3-contrib`` and ``torchrl``. It is
no part of the suite, because PyTorch's ordinary wheel brings gigabytes for GPUs.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

from sb3_maskable_ppo import train, win_share
from stable_baselines3.common.env_checker import check_env
from torchrl.envs.utils import check_env_specs

from kingdomino.env import KingdominoEnv
from kingdomino.env.torchrl import KingdominoTorchEnv
from kingdomino.games.catalogue import GAMES


def main() -> None:
    """Raise what a checker raises; otherwise say how well a short training plays."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--steps", type=int, default=30_000)
    given = asked.parse_args()
    warnings.simplefilter("ignore")
    for game in GAMES:
        for players in game.players:
            check_env(KingdominoEnv(game.name, players, opponents="random"))
            check_env_specs(KingdominoTorchEnv(3, game.name, players, opponents="random", seed=1))
            print(f"{game.name} for {players}: Stable-Baselines3 and TorchRL take it")
    before, after = (win_share(train(steps), 500) for steps in (1, given.steps))
    print(f"MaskablePPO: {before:.0%} wins against greedy, {after:.0%} after {given.steps:,}")


if __name__ == "__main__":
    main()
