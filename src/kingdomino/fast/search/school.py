"""Games against oneself by search, written down between rounds for a judge to learn from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.rules import Rules
from ..board.compile import (
    Floats,
    IntArray,
    WordArray,
    Words,
    address,
    inner,
    jit,
    num,
    row_address,
)
from ..board.layout import OVER, PLAYERS, RNG, copy_state, param, phase
from ..board.rng import STEP, below, stream
from ..bridge.params import words
from ..policy.playout import random_move
from ..rules.action import id_move, legal_actions
from ..rules.chance import ROW, draw, resolve, start, to_decision
from ..rules.option import CHOOSE
from ..rules.score import rank_keys
from ..rules.step import take
from . import workspace as at
from .judge import VERDICT
from .policy import policy_move
from .searcher import Searcher
from .tree import grow
from .workspace import Workspace, addresses

U = np.uint64
CALM = 0.1
"""What is left of the urge to explore when verdicts add up."""
MOST_DECISIONS = 8
"""Of one king in one round, with room to spare."""


class Games(NamedTuple):
    """Finished games."""

    states: WordArray
    """Every state between two rounds, one after the other."""
    games: IntArray
    """Which game each of them is of; -1 for those that only a search has seen."""
    hints: NDArray[np.float32]
    """[states, players, VERDICT]: the mean of what the search that followed saw; 0 without one."""
    keys: IntArray
    """[games, players]: the rank keys at the end."""


@inner
def chosen(w: Workspace, s: Any, slips: int) -> int:
    """The child of the root that is taken: the one visited most, now and then another by lot."""
    nodes = w.nodes
    first, count = num(nodes[at.FIRST]), num(nodes[at.COUNT])
    best, total = first, 0
    for child in range(first, first + count):
        total += num(nodes[at.NODE * child + at.VISITS])
        if nodes[at.NODE * child + at.VISITS] > nodes[at.NODE * best + at.VISITS]:
            best = child
    if below(s, 256) < slips:
        ticket = below(s, total)
        for child in range(first, first + count):
            ticket -= num(nodes[at.NODE * child + at.VISITS])
            if ticket < 0:
                return child
    return best


@inner
def consider(w: Workspace, calm: Workspace, s: Words, looks: int) -> int:
    """Search, and let the verdicts add up only at the end, when the best is looked at most; how
    many nodes are used then."""
    spoken = VERDICT * param(w.p, PLAYERS)
    w.nodes[at.FIRST], w.nodes[at.COUNT], w.nodes[at.VISITS] = 0, at.UNKNOWN, 0
    s[RNG] += STEP
    used = grow(w, s, s[RNG], 0, looks - looks // 4, 1)
    for i in range(2 * spoken):
        w.verdict[i] = 0.0
    return grow(calm, s, s[RNG], looks - looks // 4, looks // 4, used)


@inner
def write_hint(w: Workspace, looks: int, out: Floats) -> None:
    """What the search has just seen of every seat, on average."""
    spoken = VERDICT * param(w.p, PLAYERS)
    for i in range(spoken):
        out[i] = w.verdict[spoken + i] / (looks // 4)


@jit
def play_searching(
    workspace: Any, calmly: Any, barely: Any, game: WordArray, aside: WordArray, seed: int,
    first: int, games: int, looks: int, slips: int, states: WordArray, which: IntArray,
    hints: NDArray[np.float32], keys: IntArray,
) -> int:  # fmt: skip
    """Play the games numbered from *first*; how many states were written down."""
    w, calm, bare = addresses(workspace), addresses(calmly), addresses(barely)
    p, s, other, written = w.p, address(game), address(aside), 0
    for number in range(games):
        start(p, s, stream(U(seed), U(first + number)))
        laid, fresh = 0, -1
        while phase(s) != OVER:
            if phase(s) < CHOOSE:
                if phase(s) == ROW:
                    # The first row is laid before anybody has chosen anything.
                    if laid:
                        copy_state(p, s, row_address(states, written))
                        which[written], fresh = number, written
                        written += 1
                    laid = 1
                resolve(p, s, draw(p, s))
                continue
            n = legal_actions(p, s, w.actions)
            if n == 1:
                take(p, s, id_move(num(w.actions[0])))
                continue
            if looks == 0:
                # Without any search, as a playout goes on.
                slipping = below(s, 256) < slips
                take(p, s, random_move(p, s) if slipping else policy_move(w, s, w.settings.own))
                continue
            used = consider(w, calm, s, looks)
            if fresh >= 0:
                write_hint(w, looks, row_address(hints, fresh))
                fresh = -1
            node = chosen(w, s, slips)
            # Where one more look ends the round is looked at for its own sake: that is what a judge
            # will be asked about.
            grow(bare, s, s[RNG], looks, 1, used)
            take(p, s, id_move(num(w.nodes[at.NODE * node + at.ACTION])))
            if phase(w.state) == ROW:
                copy_state(p, w.state, other)
                copy_state(p, other, row_address(states, written))
                to_decision(p, other)
                consider(w, calm, other, looks)
                write_hint(w, looks, row_address(hints, written))
                which[written] = -1
                written += 1
        rank_keys(p, s, 0, param(p, PLAYERS), w.sheet, row_address(keys, number))
    return written


def play(
    searcher: Searcher, rules: Rules, *, seed: int, first: int, games: int, looks: int, slips: int
) -> Games:
    """Games of a search against itself."""
    turns = rules.rounds * rules.players * rules.kings_each
    room = games * (rules.rounds + (MOST_DECISIONS * turns if looks else 0))
    states = np.zeros((room, words(rules)), np.uint64)
    which, keys = np.zeros(room, np.int32), np.zeros((games, rules.players), np.int32)
    hints = np.zeros((room, rules.players, VERDICT), np.float32)
    game, aside = np.zeros((2, words(rules)), np.uint64)
    w = searcher.workspace
    calm = w.settings._replace(explore=CALM * w.settings.explore)
    n = play_searching(
        w, w._replace(settings=calm), w._replace(settings=calm._replace(judged=1.0)), game, aside,
        seed, first, games, looks, slips, states, which, hints, keys,
    )  # fmt: skip
    return Games(states[:n], which[:n], hints[:n], keys)
