"""A thinking process with bots that nobody should have: ``python -m … KIND THREADS [fast]``."""

from __future__ import annotations

import os
import random
import sys
import time
from dataclasses import replace
from typing import cast

from kingdomino import State
from kingdomino.bots import Bot, levels, worker
from kingdomino.core.action import Action


class Broken:
    """Raises an error."""

    def act(self, state: State, rng: random.Random) -> Action:
        """No idea."""
        raise RuntimeError("no idea")


class Cheat:
    """Does what is not allowed."""

    def act(self, state: State, rng: random.Random) -> Action:
        """Something else."""
        return object()  # type: ignore[return-value]


class Stuck:
    """Never comes back."""

    def act(self, state: State, rng: random.Random) -> Action:
        """Sleeps."""
        time.sleep(1e6)
        raise AssertionError


class Deadly:
    """Takes the process with it, as compiled code may."""

    def act(self, state: State, rng: random.Random) -> Action:
        """The end."""
        os._exit(1)


class SlowWorker(worker.Worker):
    """Takes half a second for a hint, as the search does."""

    def _advice(self, state: State, rng: random.Random) -> tuple[worker.Advice, ...]:
        time.sleep(0.5)
        return super()._advice(state, rng)


def main() -> None:
    """Let the squire be a strange one, or hints slow."""
    if sys.argv[1] == "slow-hints":
        sys.argv.pop(1)
        worker.Worker = SlowWorker  # type: ignore[misc]
        worker.main()
    bots: dict[str, type[Bot]] = {
        "broken": Broken, "cheat": Cheat, "stuck": Stuck, "deadly": Deadly
    }  # fmt: skip
    squire = replace(levels.LEVELS["squire"], make=bots[sys.argv.pop(1)])
    cast(dict[str, levels.Level], levels.LEVELS)["squire"] = squire
    worker.main()


if __name__ == "__main__":
    main()
