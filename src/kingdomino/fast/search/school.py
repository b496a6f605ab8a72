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
from ..judge.verdict import VERDICT
from ..policy.playout import random_move
from ..rules.action import id_move, legal_actions
from ..rules.chance import ROW, draw, resolve, start, to_decision
from ..rules.option import CHOOSE
from ..rules.score import rank_keys
from ..rules.step import take
from . import workspace as at
from .policy import policy_move
from .searcher import Searcher
from .tree import grow
from .workspace import Workspace, addresses

U = np.uint64
CALM_URGE = 0.1
"""What is left of the urge to explore when verdicts add up."""
MOST_DECISIONS = 8
"""Of one king in one round, with room to spare."""
WIDE, CALM, BEYOND, ASIDE, CALM_ASIDE = range(5)
STAGES = 5
"""Of a search: of its own state first with the urge to explore and then with little; one look
further for its own sake, where that ends the round: it is what a judge will be asked about; and
then the same two of the round that would follow."""


class Notes(NamedTuple):
    """What is written down of games."""

    states: WordArray
    """Every state between two rounds, one after the other."""
    games: IntArray
    """Which game each of them is of; -1 for those that only a search has seen."""
    hints: NDArray[np.float32]
    """[states, players, VERDICT]: the mean of what the search that followed saw; 0 without one."""


class Games(NamedTuple):
    """Finished games: what ``Notes`` has of them, and how they ended."""

    states: WordArray
    games: IntArray
    hints: NDArray[np.float32]
    keys: IntArray
    """[games, players]: the rank keys at the end."""


class Ways(NamedTuple):
    """One search by different settings: its workspace as arrays or as addresses."""

    wide: Any
    calm: Any
    bare: Any
    """Goes by nothing but the judge."""


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
def hush(w: Workspace) -> None:
    """Forget the verdicts so far, so that they add up only when the best is looked at most."""
    for i in range(2 * VERDICT * param(w.p, PLAYERS)):
        w.verdict[i] = 0.0


@inner
def write_hint(w: Workspace, looks: int, out: Floats) -> None:
    """What the search has just seen of every seat, on average."""
    spoken = VERDICT * param(w.p, PLAYERS)
    for i in range(spoken):
        out[i] = w.verdict[spoken + i] / (looks // 4)


@inner
def search_on(
    ways: Ways, s: Words, aside: Words, looks: int, slips: int, notes: Notes, fresh: int,
    written: int,
) -> tuple[int, int]:  # fmt: skip
    """The action taken after a search, and how many states are written down then. What it sees is
    the hint of the state *fresh*, if that is one."""
    w, root, action, used = ways.wide, s, 0, 1
    # A loop, so that compiled code has the search once.
    for stage in range(STAGES):
        if stage in (WIDE, ASIDE):
            how, first, n = ways.wide, 0, looks - looks // 4
            w.nodes[at.FIRST], w.nodes[at.COUNT], w.nodes[at.VISITS] = 0, at.UNKNOWN, 0
            root[RNG] += STEP
            used = 1
        elif stage == BEYOND:
            how, first, n = ways.bare, looks, 1
        else:
            how, first, n = ways.calm, looks - looks // 4, looks // 4
            hush(w)
        used = grow(how, root, root[RNG], first, n, used)
        if stage == CALM:
            if fresh >= 0:
                write_hint(w, looks, row_address(notes.hints, fresh))
            action = num(w.nodes[at.NODE * chosen(w, s, slips) + at.ACTION])
        elif stage == BEYOND:
            if phase(w.state) != ROW:
                break
            copy_state(w.p, w.state, aside)
            copy_state(w.p, aside, row_address(notes.states, written))
            to_decision(w.p, aside)
            root = aside
        elif stage == CALM_ASIDE:
            write_hint(w, looks, row_address(notes.hints, written))
            notes.games[written] = -1
            written += 1
    return action, written


@jit
def play_searching(
    given: Any, game: WordArray, spare: WordArray, seed: int, first: int, games: int, looks: int,
    slips: int, notes: Notes, keys: IntArray,
) -> int:  # fmt: skip
    """Play the games numbered from *first*; how many states were written down."""
    ways = Ways(addresses(given.wide), addresses(given.calm), addresses(given.bare))
    w, s, aside, written = ways.wide, address(game), address(spare), 0
    p = w.p
    for number in range(games):
        start(p, s, stream(U(seed), U(first + number)))
        laid, fresh = 0, -1
        while phase(s) != OVER:
            if phase(s) < CHOOSE:
                if phase(s) == ROW:
                    # The first row is laid before anybody has chosen anything.
                    if laid:
                        copy_state(p, s, row_address(notes.states, written))
                        notes.games[written], fresh = number, written
                        written += 1
                    laid = 1
                resolve(p, s, draw(p, s))
                continue
            n = legal_actions(p, s, w.actions)
            if n == 1:
                move = id_move(num(w.actions[0]))
            elif looks == 0:
                # Without any search, as a playout goes on.
                slipping = below(s, 256) < slips
                move = random_move(p, s) if slipping else policy_move(w, s, w.settings.own)
            else:
                action, written = search_on(ways, s, aside, looks, slips, notes, fresh, written)
                move, fresh = id_move(action), -1
            take(p, s, move)
        rank_keys(p, s, 0, param(p, PLAYERS), w.sheet, row_address(keys, number))
    return written


def play(
    searcher: Searcher, rules: Rules, *, seed: int, first: int, games: int, looks: int, slips: int
) -> Games:
    """Games of a search against itself."""
    turns = rules.rounds * rules.players * rules.kings_each
    room = games * (rules.rounds + (MOST_DECISIONS * turns if looks else 0))
    notes = Notes(
        np.zeros((room, words(rules)), np.uint64),
        np.zeros(room, np.int32),
        np.zeros((room, rules.players, VERDICT), np.float32),
    )
    keys = np.zeros((games, rules.players), np.int32)
    game, spare = np.zeros((2, words(rules)), np.uint64)
    w = searcher.workspace
    calm = w.settings._replace(explore=CALM_URGE * w.settings.explore)
    ways = Ways(w, w._replace(settings=calm), w._replace(settings=calm._replace(judged=1.0)))
    n = play_searching(ways, game, spare, seed, first, games, looks, slips, notes, keys)
    return Games(notes.states[:n], notes.games[:n], notes.hints[:n], keys)
