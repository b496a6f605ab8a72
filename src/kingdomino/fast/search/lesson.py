"""Learning what regions promise, from games against oneself.

After every placement the final points are guessed as a sum: the promises of the regions, what lone
gaps cost, and a number for how many dominoes are still to be laid. At the end of a game each guess
was off by something, and every number in it moves towards making up for that; those that were seen
often move less.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.error import RulesError
from ...core.rules import Rules
from ..board import layout as at
from ..board.compile import IntArray, Ints, Words, inner, jit, num, row_address
from ..board.layout import kingdom, param, phase, player, smaller
from ..board.rng import below, stream
from ..board.torus import CASTLE
from ..bridge.params import params
from ..policy.gain import INDEX, REGION, list_regions
from ..policy.playout import random_move
from ..policy.potential import (
    AREAS,
    CROWNS,
    POINT,
    STAGE,
    STAGES,
    TABLE,
    TERRAINS,
    entry,
    placements_left,
    stage,
)
from ..rules.chance import draw, resolve, start
from ..rules.option import CHOOSE, PLACE, land
from ..rules.placing import reachable
from ..rules.score import POINTS_SHIFT, score
from ..rules.step import take
from .policy import lone, policy_move
from .searcher import Searcher
from .settings import LEARNED, NEAT, Settings
from .workspace import Workspace, addresses

U = np.uint64
GAPS, LEFTS = 8, 32
"""Numbers for so many lone gaps at each stage, and for so many dominoes still to be laid."""
GAP_BASE = TABLE
LEFT_BASE = GAP_BASE + STAGES * GAPS
NUMBERS = LEFT_BASE + LEFTS
MOST_PARTS = 64
"""More than a kingdom has regions, and two."""
BLOCK = 5_000
"""Games between two looks at what has been learned."""
WATCHING = 1 / 3
"""The part of the games that are played neatly, before one goes by one's own numbers."""
SLIPS, OWN_SLIPS = 24, 12
"""How many of 256 moves are random, so that the worse is seen as well."""
RATE, OWN_RATE = 0.3, 0.2


class Notes(NamedTuple):
    """What was seen in one game: arrays, a row for each placement."""

    parts: IntArray
    counts: IntArray
    seats: IntArray


class Progress(NamedTuple):
    """How a block of games went."""

    games: int
    points: float
    """The mean of all players."""
    error: float
    """The mean of what the guesses were off by, squared."""


@inner
def note(p: Words, s: Words, seat: int, work: Words, out: Ints) -> int:
    """Write which numbers the guess for a kingdom is the sum of; how many they are."""
    k, left = kingdom(p, seat), placements_left(p, s, seat)
    begin, n = stage(left), 2
    list_regions(p, s, seat, work)
    for code in range(1, TERRAINS + 1):
        first = num((work[INDEX] >> U(8 * code)) & U(255))
        last = num((work[INDEX] >> U(8 * code + 8)) & U(255))
        for i in range(first, last):
            region = work[REGION + 2 * i + 1]
            out[n] = begin + entry(code, num(region & U(0xFFFF)), num(region >> U(32)))
            n += 1
    gaps = lone(reachable(p, s, k) & ~(land(s, k) | CASTLE))
    out[0] = GAP_BASE + GAPS * (begin // STAGE) + smaller(gaps, GAPS - 1)
    out[1] = LEFT_BASE + smaller(left, LEFTS - 1)
    return n


@inner
def play_noting(w: Workspace, notes: Notes, policy: int, slips: int) -> int:
    """Play the game in ``w.state`` to its end; how many placements were noted."""
    p, s, n = w.p, w.state, 0
    while phase(s) != at.OVER:
        if phase(s) < CHOOSE:
            resolve(p, s, draw(p, s))
            continue
        seat, placing = player(s), phase(s) == PLACE
        slipping = below(s, 256) < slips
        take(p, s, random_move(p, s) if slipping else policy_move(w, s, policy))
        if placing:
            notes.counts[n] = note(p, s, seat, w.work, row_address(notes.parts, n))
            notes.seats[n] = seat
            n += 1
    return n


@jit
def practise(
    workspace: Workspace, values: NDArray[np.float64], often: NDArray[np.float64], notes: Notes,
    seed: int, first: int, games: int, policy: int, slips: int, rate: float,
) -> tuple[float, float]:  # fmt: skip
    """Learn from the games numbered from *first*; the sums of squared errors and of points."""
    w = addresses(workspace)
    p, players, error, total = w.p, param(w.p, at.PLAYERS), 0.0, 0.0
    for game in range(first, first + games):
        start(p, w.state, stream(U(seed), U(game)))
        n = play_noting(w, notes, policy, slips)
        for seat in range(players):
            points = float(num(score(p, w.state, seat, w.sheet, 0)) >> POINTS_SHIFT)
            total += points
            for i in range(n):
                if notes.seats[i] != seat:
                    continue
                off = points
                for j in range(notes.counts[i]):
                    off -= float(values[notes.parts[i, j]])
                error += off * off / n
                for j in range(notes.counts[i]):
                    part = notes.parts[i, j]
                    often[part] += off * off
                    values[part] += rate * off / sqrt(often[part] + 1.0)
    return error, total


class Lesson:
    """One rule set of the base game, and what was learned of it; the same seed learns the same."""

    def __init__(self, rules: Rules, *, games: int, seed: int = 1) -> None:
        if params(rules)[at.STRIDE] != at.BOX + 1:
            raise RulesError(f"a table is learned for Kingdomino only, not for {rules.game}")
        self.rules, self.games, self.done, self._seed = rules, games, 0, seed
        self.table = np.zeros(TABLE, np.int32)
        self._searcher = Searcher(rules, Settings(), nodes=1, table=self.table)
        self._values = np.zeros(NUMBERS, np.float64)
        # To begin with a region promises what it is worth.
        worth = np.arange(AREAS)[:, None] * np.arange(CROWNS)
        self._values[:TABLE] = np.tile(worth.ravel(), STAGES * TERRAINS)
        self._often = np.zeros(NUMBERS, np.float64)
        most = rules.rounds * rules.kings_each * rules.players
        room: Any = (np.zeros((most, MOST_PARTS), np.int32), *np.zeros((2, most), np.int32))
        self._notes = Notes(*room)

    def go_on(self) -> Progress:
        """Learn from the next block of games."""
        watching = self.done < WATCHING * self.games
        if self.done and not watching and self.done - BLOCK < WATCHING * self.games:
            self._often[:] = 0
        n = min(BLOCK, self.games - self.done)
        error, points = practise(
            self._searcher.workspace, self._values, self._often, self._notes, self._seed, self.done,
            n, NEAT if watching else LEARNED, SLIPS if watching else OWN_SLIPS,
            RATE if watching else OWN_RATE,
        )  # fmt: skip
        self.done += n
        self.table[:] = np.rint(POINT * self._values[:TABLE])
        return Progress(n, points / n / self.rules.players, error / n)
