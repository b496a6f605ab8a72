"""How much the bots think: playouts a second on one core, and how long the levels take."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from bench.figure import Figure
from kingdomino.bots import Budget
from kingdomino.bots.levels import LEVELS
from kingdomino.bots.search import Search, warm_bots
from kingdomino.core.engine import advance, draw, legal_actions, start
from kingdomino.core.rules import Rules
from kingdomino.core.state import State
from kingdomino.games.catalogue import rules

COMMAND = "make bench ARGS='--only bots'"
PLAYOUTS = 500
GAMES = (
    ("kingdomino", 2, ()),
    ("kingdomino", 2, ("mighty_duel",)),
    ("kingdomino", 4, ("harmony", "middle_kingdom")),
    ("giants", 3, ()),
    ("origins-totem", 3, ()),
    ("origins-tribe", 4, ()),
)


def _positions(made: Rules, seed: int) -> Iterator[State]:
    """Endless positions of random games in which somebody has a choice."""
    rng = random.Random(seed)
    while True:
        state = start(made)
        while not state.over:
            if not state.chance and len(legal_actions(state)) > 1:
                yield state
            event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
            state = advance(state, event)


def measure(seconds: float) -> Iterator[Figure]:
    """Playouts by game, then the slowest answer of each level in so many seconds."""
    warm_bots()
    rng = random.Random(1)
    for game, players, variants in GAMES:
        made = rules(game, players, variants)
        bot, done, began = Search(Budget(PLAYOUTS)), 0, time.process_time()
        for state in _positions(made, 1):
            bot.act(state, rng)
            done += PLAYOUTS
            if time.process_time() - began > seconds:
                break
        rate = done / (time.process_time() - began)
        yield Figure(f"search, {made}", rate, "playouts/s", COMMAND)
    for level in LEVELS.values():
        slowest, began, player = 0.0, time.perf_counter(), level.make()
        for state in _positions(rules("origins-tribe", 4), 2):
            asked = time.perf_counter()
            player.act(state, rng)
            slowest = max(slowest, time.perf_counter() - asked)
            if time.perf_counter() - began > 2 * seconds:
                break
        name = f"slowest answer of the {level.name}"
        yield Figure(name, slowest, "s", COMMAND, level.seconds, at_most=True)
