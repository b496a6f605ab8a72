"""How much the bots think: playouts a second on one core, and how long their decisions take."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import islice

from bench.figure import Figure
from kingdomino.bots import Adviser, Bot, Budget, bot_named
from kingdomino.bots.levels import LEVELS
from kingdomino.bots.search.player import warm_bots
from kingdomino.core.engine import advance, draw, legal_actions, start
from kingdomino.core.rules import Rules
from kingdomino.core.state import State
from kingdomino.games.catalogue import rules

COMMAND = "make bench ARGS='--only bots'"
PLAYOUTS = 500
BONUSES = ("harmony", "middle_kingdom")
GAMES = (
    ("kingdomino", 2, ()),
    ("kingdomino", 2, ("mighty_duel",)),
    ("kingdomino", 3, ()),
    ("kingdomino", 4, BONUSES),
    *(("giants", players, ()) for players in (2, 3, 5)),
    *((f"origins-{mode}", players, ()) for mode in ("discovery", "totem", "tribe")
      for players in (2, 4)),
)  # fmt: skip
SLOWEST_GAMES = (("kingdomino", 2, ("mighty_duel",)), ("giants", 5, ()), ("origins-tribe", 4, ()))
"""Where the most is to be looked at."""
BUDGETS = {"100": None, "1000": None, "0.1s": 0.1, "1s": 1.0}
"""Budgets of our search, and what a decision may take."""
LATE = 0.05
"""What a decision may take longer than its budget of time, on a busy machine too."""


def positions(made: Rules, seed: int) -> Iterator[State]:
    """Endless positions of greedy games in which somebody has a choice."""
    rng, greedy = random.Random(seed), bot_named("greedy")
    while True:
        state = start(made)
        while not state.over:
            if not state.chance and len(legal_actions(state)) > 1:
                yield state
            event = draw(state, rng) if state.chance else greedy.act(state, rng)
            state = advance(state, event)


def playout_rate(made: Rules, *, seconds: float, bot: str = "search") -> float:
    """Playouts a second, over all moments of a game."""
    warm_bots()
    player, rng = bot_named(bot, budget=Budget(PLAYOUTS)), random.Random(1)
    assert isinstance(player, Adviser)
    spent, done = 0.0, 0
    for state in positions(made, 1):
        began = time.process_time()
        player.options(state, rng)
        spent += time.process_time() - began
        done += PLAYOUTS
        if spent > seconds:
            return done / spent
    raise AssertionError("positions are endless")


def decision_times(
    bot: Bot, made: Rules, *, seconds: float, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """How long each decision takes, for so long; every seventh position, so that all moments come.

    One before them is not counted: it makes room.
    """
    rng, times, began = random.Random(3), list[float](), time.perf_counter()
    for number, state in enumerate(islice(positions(made, 2), 0, None, 7)):
        asked = clock()
        bot.act(state, rng)
        if number:
            times.append(clock() - asked)
        if number and time.perf_counter() - began > seconds:
            return times
    raise AssertionError("positions are endless")


def _levels(seconds: float) -> Iterator[Figure]:
    """The slowest answer of each level, wherever the most is to be looked at."""
    for level in LEVELS.values():
        slowest = max(
            max(decision_times(level.make(), rules(*game), seconds=seconds))
            for game in SLOWEST_GAMES
        )
        name = f"slowest answer of the {level.name}"
        yield Figure(name, slowest, "s", COMMAND, level.seconds)


def _budgets(seconds: float) -> Iterator[Figure]:
    """How long our search takes for a decision at a table of four, by budget."""
    made = rules("kingdomino", 4, BONUSES)
    for budget, limit in BUDGETS.items():
        times = sorted(decision_times(bot_named(f"search:{budget}"), made, seconds=seconds))
        what = f"decision of search:{budget}, {made}"
        yield Figure(f"median {what}", 1000 * times[len(times) // 2], "ms", COMMAND)
        bar = None if limit is None else 1000 * (limit + LATE)
        yield Figure(f"slowest {what}", 1000 * times[-1], "ms", COMMAND, bar)


def measure(seconds: float) -> Iterator[Figure]:
    """Playouts by game and by anchor, decisions by budget, and the levels' slowest answers."""
    for game in GAMES:
        made = rules(*game)
        rate = playout_rate(made, seconds=seconds / 2)
        yield Figure(f"search, {made}", rate, "playouts/s", COMMAND)
    four = rules("kingdomino", 4, BONUSES)
    for anchor in ("mce-tr", "mce-pg", "mce-fg", "uct"):
        rate = playout_rate(four, seconds=seconds / 2, bot=anchor)
        yield Figure(f"{anchor}, {four}", rate, "playouts/s", COMMAND)
    yield from _budgets(seconds)
    yield from _levels(seconds)
