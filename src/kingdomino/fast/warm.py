"""Compile ahead what bots and learners need, so that no first move waits for the compiler."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from ..games.catalogue import rules
from . import engine
from .board.layout import SHEET
from .bridge.params import params, words
from .many import cpu
from .policy.gain import WORK
from .policy.playout import RANDOM
from .rules.action import ACTIONS

U = np.uint64
Part: TypeAlias = tuple[str, Callable[[], object]]


def warmup(
    report: Callable[[int, int, str], None] = lambda done, parts, what: None,
    *,
    environments: bool = False,
) -> None:
    """Compile what bots call, or load it from disk where it has been compiled before; and what
    *environments* for learning call.

    *report* is told, before each part and after the last, how many parts are done, how many there
    are, and what comes next: half a minute on a cold machine, a minute with the environments, a
    second afterwards.
    """
    parts = [*_engine_parts(), *(_environment_parts() if environments else ())]
    for done, (what, compile_part) in enumerate(parts):
        report(done, len(parts), what)
        compile_part()
    report(len(parts), len(parts), "")


def _engine_parts() -> list[Part]:
    game = rules("kingdomino", 2)
    p, states = params(game), np.zeros((2, words(game)), np.uint64)
    s, keys = states[0], np.zeros((2, game.players), np.int32)
    steps = np.zeros(2, np.int32)
    out, mask = np.zeros(ACTIONS, np.int32), np.zeros(ACTIONS, np.uint8)
    many = np.zeros((2, game.players, SHEET), np.int32)
    sheets, work = many[0], np.zeros(WORK, np.uint64)
    # In this order: a part is called with the state that those before it have left.
    return [
        ("new games", lambda: cpu.begin(p, states, U(0), U(0))),
        ("start", lambda: engine.start(p, s, U(0), U(0))),
        ("chance", lambda: engine.resolve(p, s, U(engine.draw(p, s)))),
        ("chance up to a decision", lambda: engine.to_decision(p, s)),
        ("phases", lambda: (engine.phase(s), engine.player(s))),
        ("number of actions", lambda: engine.legal_count(p, s)),
        ("legal actions", lambda: engine.legal_actions(p, s, out)),
        ("action masks", lambda: engine.legal_mask(p, s, mask)),
        ("random actions", lambda: engine.random_action(p, s)),
        ("greedy actions", lambda: engine.greedy_action(p, s, work)),
        ("moves", lambda: engine.advance(p, s, engine.kth_action(p, s, 0))),
        ("score sheets", lambda: engine.score(p, s, sheets)),
        ("copies", lambda: cpu.clone(p, states.copy(), states, U(0))),
        ("playouts", lambda: cpu.play(p, states, keys, steps, policy=RANDOM)),
        ("score sheets of many", lambda: cpu.score(p, states, many)),
    ]


def _environment_parts() -> list[Part]:
    from .against.cpu import Against
    from .learning.batch import Batch
    from .learning.cpu import SelfPlay

    game = rules("kingdomino", 2)

    def ask() -> None:
        batch = Batch(game)
        states = batch.clone(batch.start(1), reseed=0)
        batch.observe(states)
        batch.legal(states)

    return [
        ("games for self-play", lambda: SelfPlay(game, 1).step([-1])),
        ("games against opponents", lambda: Against(game, 1, opponents="greedy").step([-1])),
        ("answers about states", ask),
    ]
