"""How fast the readable engine is, on one core, through the public functions."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from bench.figure import Figure, best_rate
from kingdomino import (
    Record,
    Rules,
    State,
    advance,
    draw,
    format_json,
    legal_actions,
    parse_json,
    rules,
    score_sheet,
    start,
)

COMMAND = "make bench ARGS='--only core'"
GAMES = (
    ("kingdomino", 2, ()),
    ("kingdomino", 4, ()),
    ("kingdomino", 2, ("mighty_duel",)),
    ("giants", 2, ()),
    ("giants", 5, ()),
    ("origins-discovery", 3, ()),
    ("origins-totem", 3, ()),
    ("origins-tribe", 2, ()),
    ("origins-tribe", 3, ()),
)
BARS = {("kingdomino", 2, ()): 2500.0, ("kingdomino", 2, ("mighty_duel",)): 1000.0}


def play(made: Rules, rng: random.Random) -> tuple[State, int]:
    """A random game and how many decisions it had."""
    state, decisions = start(made), 0
    choice = rng.random
    while state.agenda:
        if state.agenda[0].player < 0:
            state = advance(state, draw(state, rng))
            continue
        actions = legal_actions(state)
        state = advance(state, actions[int(choice() * len(actions))])
        decisions += 1
    return state, decisions


def _positions(made: Rules, rng: random.Random, games: int) -> list[State]:
    found: list[State] = []
    for _ in range(games):
        state = start(made)
        while state.agenda:
            if not state.chance:
                found.append(state)
            event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
            state = advance(state, event)
    return found


def _games(seconds: float) -> Iterator[Figure]:
    per_decision: dict[tuple[str, int, tuple[str, ...]], float] = {}
    for key in GAMES:
        made, rng, count = rules(*key), random.Random(1), [0, 0]

        def one(made: Rules = made, rng: random.Random = rng, count: list[int] = count) -> int:
            _, decisions = play(made, rng)
            count[0] += 1
            count[1] += decisions
            return 1

        rate = best_rate(one, seconds=seconds)
        per_decision[key] = rate * count[1] / count[0]
        yield Figure(f"{made}: random games", rate, "games/s", COMMAND, BARS.get(key))
        yield Figure(f"{made}: decisions", per_decision[key], "decisions/s", COMMAND)
    base = per_decision["kingdomino", 2, ()]
    slowest = max(base / rate for rate in per_decision.values())
    yield Figure("slowest game, time per decision against Kingdomino", slowest, "×", COMMAND, 3.0,
                 at_most=True)  # fmt: skip


def _each(function: Callable[[State], object], states: list[State]) -> int:
    for state in states:
        function(state)
    return len(states)


def _parts(seconds: float) -> Iterator[Figure]:
    rng = random.Random(2)
    for game in ("kingdomino", "origins-tribe"):
        states = _positions(rules(game, 3), rng, 3)
        rate = best_rate(partial(_each, legal_actions, states), seconds=seconds)
        yield Figure(f"{game}: legal actions", 1e6 / rate, "µs", COMMAND)
    for game in ("kingdomino", "giants", "origins-tribe"):
        ends = [play(rules(game, 3), rng)[0] for _ in range(50)]
        rate = best_rate(partial(_each, lambda end: score_sheet(end, 0), ends), seconds=seconds)
        yield Figure(f"{game}: a full score sheet", 1e6 / rate, "µs", COMMAND, 100.0)


def _records(seconds: float) -> Iterator[Figure]:
    rng, made = random.Random(3), rules("giants", 4)
    state, record = start(made), Record(made, tuple("ABCD"))
    while state.agenda:
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        state, record = advance(state, event), record.then(event)
    text = format_json(record)
    rate = best_rate(lambda: len([record.state()]), seconds=seconds)
    yield Figure("giants for 4: checked replay of a record", rate, "games/s", COMMAND)
    rate = best_rate(lambda: len([parse_json(text)]), seconds=seconds)
    yield Figure("giants for 4: reading and checking JSON", rate, "games/s", COMMAND)


def _import() -> Iterator[Figure]:
    def run(code: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - began

    took = min(run("import kingdomino") for _ in range(7)) - min(run("pass") for _ in range(7))
    yield Figure("import kingdomino", took * 1000, "ms", COMMAND, 150.0)


def measure(seconds: float) -> Iterator[Figure]:
    """Every figure of the engine; about *seconds* for each."""
    yield from _import()
    yield from _games(seconds)
    yield from _parts(seconds)
    yield from _records(seconds)
