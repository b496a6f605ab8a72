"""The adapters for PyTorch's libraries: their own checkers over every game, then short trainings.

``make adapters PYTHON=…`` with a Python that has ``[env]``, ``sb3-contrib``, ``torchrl`` and
``ray[rllib]``. It is no part of the suite, because PyTorch's ordinary wheel brings gigabytes for
GPUs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import warnings
from importlib.util import find_spec
from pathlib import Path

from kingdomino.arena.run import spread_over
from kingdomino.dataset import Dataset, Stream
from kingdomino.dataset.make import Order, make
from kingdomino.env import KingdominoEnv
from kingdomino.games.catalogue import GAMES, rules

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
STEPS = 30_000
NEEDED = ("torch", "stable_baselines3", "sb3_contrib", "torchrl", "ray")


def main() -> None:
    """Raise what a checker raises; otherwise say how well a short training plays."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    asked = parser.parse_args()
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        parser.error(f"this Python lacks {', '.join(missing)}: see --help for what it needs")
    warnings.simplefilter("ignore")
    for name in asked.only:
        PARTS[name]()


def check_every_game() -> None:
    from stable_baselines3.common.env_checker import check_env
    from torchrl.envs.utils import check_env_specs

    from kingdomino.env.torchrl import KingdominoTorchEnv

    for game in GAMES:
        for players in game.players:
            check_env(KingdominoEnv(game.name, players, opponents="random"))
            check_env_specs(KingdominoTorchEnv(3, game.name, players, opponents="random", seed=1))
            print(f"{game.name} for {players}: Stable-Baselines3 and TorchRL take it")


def read_dataset() -> None:
    """A loader with two workers gives every position once."""
    from torch.utils.data import DataLoader

    from kingdomino.dataset.tensor import Tensors

    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "made"
        with spread_over(1) as spread:
            make(Order(rules("kingdomino", 2), ("search:20", "search:20"), 2, 1), folder, spread)
        loader = DataLoader(Tensors(Stream(folder, size=16)), batch_size=None, num_workers=2)
        found = sum(len(batch["values"]) for batch in loader)
        assert found == len(Dataset(folder)), found
    print(f"a loader of PyTorch reads all {found} positions of a dataset")


def learn_with_rllib() -> None:
    """One round, to see that it takes legal actions and learns from them."""
    import rllib_ppo

    made = rllib_ppo.train(1, games=32)
    share = rllib_ppo.win_share(made, 200)
    made.stop()
    print(f"RLlib: {share:.0%} wins against greedy after one round")


def learn_with_torchrl() -> None:
    import torchrl_ppo

    share = torchrl_ppo.win_share(torchrl_ppo.train(2, games=64), 500)
    print(f"TorchRL: {share:.0%} wins against greedy after two rounds")


def learn_with_sb3() -> None:
    from sb3_maskable_ppo import train, win_share

    before, after = (win_share(train(steps), 500) for steps in (1, STEPS))
    print(f"MaskablePPO: {before:.0%} wins against greedy, {after:.0%} after {STEPS:,}")


PARTS = {
    "games": check_every_game,
    "dataset": read_dataset,
    "rllib": learn_with_rllib,
    "torchrl": learn_with_torchrl,
    "sb3": learn_with_sb3,
}

if __name__ == "__main__":
    main()
