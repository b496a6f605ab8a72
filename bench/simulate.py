"""What ``kingdomino simulate`` loses to the engines that play its games.

Command and engine take turns, so that other programs move both figures and the ratio hardly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from typer.testing import CliRunner

from bench.core import play
from bench.fast import Table
from bench.figure import Figure, rates_in_turn
from kingdomino.cli.app import app
from kingdomino.core.rules import Rules
from kingdomino.fast.policy.playout import RANDOM
from kingdomino.games.catalogue import rules

COMMAND = "make bench ARGS='--only simulate'"
GAMES = (("kingdomino", 2), ("giants", 3), ("origins-tribe", 4))
LEAST = 0.8
"""What the command keeps of the readable engine's speed."""
READABLE, COMPILED = 600, 100_000
"""Games of a stretch."""


def _simulated(made: Rules, games: int, *options: str) -> int:
    args = ["simulate", made.game, "-p", str(made.players), "-n", str(games), "--seed", "1"]
    done = CliRunner().invoke(app, [*args, "--json", *options], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return games


def _played(made: Rules, rng: random.Random) -> int:
    for _ in range(READABLE):
        play(made, rng)
    return READABLE


def _compiled(table: Table) -> int:
    return sum(table.play() for _ in range(20))


def measure(seconds: float) -> Iterator[Figure]:
    """Games a second of the command and of the engine alone; *seconds* do not matter here."""
    del seconds
    for name, players in GAMES:
        made, rng = rules(name, players), random.Random(1)
        table = Table(made, RANDOM)
        _simulated(made, 1)
        plain, engine, fast, alone = rates_in_turn(
            partial(_simulated, made, READABLE, "--readable"),
            partial(_played, made, rng),
            partial(_simulated, made, COMPILED),
            partial(_compiled, table),
        )
        yield Figure(f"simulate {made}, readable", plain, "games/s", COMMAND)
        yield Figure(f"simulate {made}, readable, beside the engine alone", plain / engine, "×",
                     COMMAND, LEAST)  # fmt: skip
        yield Figure(f"simulate {made}, compiled", fast, "games/s", COMMAND)
        yield Figure(f"simulate {made}, compiled, beside the engine alone", fast / alone, "×",
                     COMMAND)  # fmt: skip
