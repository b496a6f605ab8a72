"""How fast the environments are on one core: observation, mask and step of every game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from bench.figure import Figure, best_rate, rates_in_turn
from kingdomino.core.rules import Rules
from kingdomino.env import KingdominoVectorEnv, raw_env
from kingdomino.fast.against.cpu import Against
from kingdomino.fast.board.compile import jit
from kingdomino.fast.learning.cpu import SelfPlay
from kingdomino.fast.learning.episode import ANY, OPPONENTS
from kingdomino.games.catalogue import rules

COMMAND = "make bench ARGS='--only env'"
BATCH, STRETCH = 256, 200
GAMES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("kingdomino", 2, ()),
    ("kingdomino", 4, ()),
    ("kingdomino", 2, ("mighty_duel",)),
    ("giants", 4, ()),
    ("origins-tribe", 4, ()),
)
BARS: dict[tuple[str, int, tuple[str, ...]], float] = {("kingdomino", 2, ()): 1.5e6}


@jit
def _pick(mask: Any, turn: int, actions: Any) -> None:
    """A stand-in for a policy: the legal action nearest to some number."""
    for i in range(mask.shape[0]):
        a = (i * 7919 + turn * 40503) % mask.shape[1]
        while mask[i, a] == 0:
            a = a + 1 if a + 1 < mask.shape[1] else 0
        actions[i] = a


def _outside_rate(rows: SelfPlay, seconds: float) -> float:
    """Steps a second with actions from outside; choosing them is not counted."""
    actions, best = np.zeros(rows.n, np.int32), 0.0
    for stretch in range(5):
        inside, began, done = 0.0, time.perf_counter(), 0
        while time.perf_counter() - began < seconds / 5:
            _pick(rows.mask, stretch + done, actions)
            start = time.perf_counter()
            rows.step(actions)
            inside += time.perf_counter() - start
            done += rows.n
        best = max(best, done / inside)
    return best


def _self_play(made: Rules, seconds: float, bar: float | None) -> Iterator[Figure]:
    rows, anything = SelfPlay(made, BATCH, seed=1), np.full(BATCH, ANY, np.int32)

    def step() -> int:
        for _ in range(20):
            rows.step(anything)
        return 20 * BATCH

    step()
    name = f"{made}: vector environment, batch {BATCH}"
    rate = best_rate(step, seconds=seconds)
    yield Figure(f"{name}, random actions", rate, "steps/s", COMMAND, bar)
    yield Figure(f"{name}, actions from outside", _outside_rate(rows, seconds), "steps/s", COMMAND,
                 bar)  # fmt: skip


def _against() -> Iterator[Figure]:
    """The compiled games alone, and the Gymnasium class that people use."""
    for opponent in OPPONENTS:
        made: list[Against | KingdominoVectorEnv] = [
            Against(rules("kingdomino", 2), BATCH, opponents=opponent),
            KingdominoVectorEnv(BATCH, opponents=opponent, copy=False),
            KingdominoVectorEnv(BATCH, opponents=opponent),
        ]
        inner, shared, copied = rates_in_turn(*(partial(_steps, games) for games in made))
        name = f"kingdomino for 2: vector environment against {opponent}"
        yield Figure(name, inner, "steps/s", COMMAND)
        name = f"kingdomino for 2: Gymnasium's vector environment against {opponent}"
        yield Figure(name, copied, "steps/s", COMMAND)
        yield Figure(f"{name}, beside the compiled games alone", copied / inner, "×", COMMAND, 0.9)
        yield Figure(f"{name} and without copies", shared / inner, "×", COMMAND, 0.9)


def _steps(games: Against | KingdominoVectorEnv) -> int:
    anything = np.full(BATCH, ANY, np.int32)
    for _ in range(STRETCH):
        games.step(anything)
    return STRETCH * BATCH


def _pettingzoo(seconds: float) -> Iterator[Figure]:
    env = raw_env()
    env.reset(seed=1)

    def step() -> int:
        seen, _, over, _, _ = env.last()
        if over:
            env.reset()
        else:
            env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        return 1

    rate = best_rate(step, seconds=seconds)
    yield Figure("kingdomino for 2: PettingZoo, one game", rate, "steps/s", COMMAND)


def measure(seconds: float) -> Iterator[Figure]:
    """Every figure of the environments; about *seconds* for each."""
    for key in GAMES:
        yield from _self_play(rules(*key), seconds, BARS.get(key))
    yield from _against()
    yield from _pettingzoo(seconds)
