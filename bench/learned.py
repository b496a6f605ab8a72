"""What has been learned at work, on one core: how much it sees a second, how long ``policy`` takes
and how soon it is ready."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from statistics import mean

import numpy as np

from bench.bots import BONUSES, GAMES, decision_times, playout_rate, positions
from bench.figure import Figure
from kingdomino.bots import bot_named
from kingdomino.bots.learned.champion import warm_learned
from kingdomino.bots.learned.judge import net_for
from kingdomino.core.rules import Rules
from kingdomino.fast.bridge.state import from_core
from kingdomino.fast.learning.practice import Practice
from kingdomino.games.catalogue import rules

COMMAND = "make bench ARGS='--only learned'"
STATES = 32
"""As many as a tree of the net gathers."""
MOST_MS, MOST_START = 3.0, 0.3
TRIES = 5
FIRST_DECISION = """
import random, sys, time
sys.modules["scipy"] = None  # who plays does not have it, and Numba would look at it
began = time.perf_counter()
from kingdomino import advance, draw, rules, start
from kingdomino.bots.learned.policy import Policy
from kingdomino.fast import engine
from kingdomino.fast.bridge.state import from_core
state, rng = start(rules("kingdomino", 2)), random.Random(1)
while state.chance:
    state = advance(state, draw(state, rng))
imported = time.perf_counter()
engine.phase(from_core(state))
answered = time.perf_counter()
Policy().act(state, rng)
print(imported - began, answered - imported, time.perf_counter() - answered)
"""
"""Says how long imports took, the engine to its first answer, and the bot to its first action."""


def evaluations(made: Rules, seconds: float) -> float:
    """States a second that the net looks at, kingdoms never seen before, on one core."""
    states = np.stack([from_core(state) for state in islice(positions(made, 1), STATES)])
    net, seen = net_for(made), Practice(made, 1).features(states)
    net.answer(seen)
    spent, done = 0.0, 0
    while spent < seconds:
        began = time.process_time()
        net.answer(seen)
        spent += time.process_time() - began
        done += STATES
    return done / spent


def start_up() -> list[float]:
    """Seconds of imports, until the engine answers, and from then on from making ``policy`` to its
    first action: the best of some fresh processes, all compiled before."""
    warm_learned()
    command = [sys.executable, "-c", FIRST_DECISION]
    ran = (subprocess.run(command, capture_output=True, check=True) for _ in range(TRIES))
    return min(([float(word) for word in one.stdout.split()] for one in ran), key=sum)


def measure(seconds: float) -> Iterator[Figure]:
    """Yields all figures."""
    for players, variants in ((2, ()), (2, ("mighty_duel",)), (4, BONUSES)):
        made = rules("kingdomino", players, variants)
        rate = evaluations(made, seconds)
        yield Figure(f"net on one core, {made}", rate, "states/s", COMMAND)
    for game in GAMES:
        made = rules(*game)
        rate = playout_rate(made, seconds=seconds, bot="champion")
        yield Figure(f"champion on one core, {made}", rate, "looks/s", COMMAND)
        times = decision_times(bot_named("policy"), made, seconds=seconds, clock=time.process_time)
        what = f"decision of policy, {made}"
        yield Figure(what, 1000 * mean(times), "ms", COMMAND, MOST_MS)
        yield Figure(f"longest {what}", 1000 * max(times), "ms", COMMAND)
    imports, engine, first = start_up()
    name = "policy from its making to its first action, all compiled before"
    yield Figure(name, first, "s", COMMAND, MOST_START)
    yield Figure("the engine's first answer before it", engine, "s", COMMAND)
    yield Figure("imports before both", imports, "s", COMMAND)
