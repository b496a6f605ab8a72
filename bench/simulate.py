"""What ``kingdomino simulate`` loses to the engines that play its games.

Command and engine take turns, so that other programs move both figures and the ratio hardly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO

from bench.core import play
from bench.fast import Table
from bench.figure import Figure, rates_in_turn
from kingdomino.cli.command.contest.simulate import simulate
from kingdomino.core.rules import Rules
from kingdomino.fast.policy.playout import RANDOM
from kingdomino.games.catalogue import rules

COMMAND = "make bench ARGS='--only simulate'"
GAMES = (("kingdomino", 2, 1500), ("giants", 3, 600), ("origins-tribe", 4, 200))
"""With the games of a stretch on the readable engine."""
LEAST = 0.8
"""What the command keeps of the readable engine's speed."""
COMPILED = 100_000
"""Games of a stretch on the compiled one."""


def _simulated(made: Rules, games: int, *, readable: bool) -> int:
    """The whole command, but for reading what was typed."""
    with redirect_stdout(StringIO()):
        simulate(
            made.game, made.players, games=games, seed=1, readable=readable, as_json=True
        )  # fmt: skip
    return games


def _played(made: Rules, games: int, rng: random.Random) -> int:
    for _ in range(games):
        play(made, rng)
    return games


def _compiled(table: Table) -> int:
    return sum(table.play() for _ in range(20))


def measure(seconds: float) -> Iterator[Figure]:
    """Games a second of the command and of the engine alone; *seconds* do not matter here."""
    del seconds
    for name, players, games in GAMES:
        made, rng = rules(name, players), random.Random(1)
        table = Table(made, RANDOM)
        _simulated(made, 1, readable=False)
        plain, engine, fast, alone = rates_in_turn(
            partial(_simulated, made, games, readable=True),
            partial(_played, made, games, rng),
            partial(_simulated, made, COMPILED, readable=False),
            partial(_compiled, table),
        )
        yield Figure(f"simulate {made}, readable", plain, "games/s", COMMAND)
        yield Figure(f"simulate {made}, readable, beside the engine alone", plain / engine, "×",
                     COMMAND, LEAST)  # fmt: skip
        yield Figure(f"simulate {made}, compiled", fast, "games/s", COMMAND)
        yield Figure(f"simulate {made}, compiled, beside the engine alone", fast / alone, "×",
                     COMMAND)  # fmt: skip
