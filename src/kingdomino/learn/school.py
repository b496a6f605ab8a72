"""Games against oneself for a judge to learn from, on several cores. Needs no JAX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bots.learned.champion import learned_searcher
from ..bots.learned.weights import load
from ..core.rules import Rules
from ..fast.board.compile import WordArray
from ..fast.bridge.params import params
from ..fast.judge.verdict import POINTS, VERDICT, facts
from ..fast.learning.layer import FloatArray
from ..fast.learning.practice import round_ends
from ..fast.rules.score import POINTS_SHIFT
from ..fast.search.school import play
from ..fast.search.searcher import Searcher
from ..fast.search.settings import Settings

Shorts = NDArray[np.int16]
Crew = ProcessPoolExecutor
"""Processes that play; none where one's own does."""
SLIPS, SEARCHED_SLIPS = 12, 24
"""How many of 256 moves are others than the best, so that the worse is seen as well."""
BLOCK, SEARCHED_BLOCK = 500, 4
"""Games that are played in one go."""
OUTCOME = 0.5
"""How much of what is learned of a state is how its game ended; the rest is what a search saw."""


class Seen(NamedTuple):
    """States between two rounds, and what is to be learned of them."""

    bags: Shorts
    """[n, players, facts]"""
    fractions: FloatArray
    """[n, players, FRACTIONS]"""
    tables: Shorts
    """[n, facts]"""
    verdicts: FloatArray
    """[n, players, VERDICT], points counted in POINTS"""

    def only(self, which: NDArray[Any]) -> Seen:
        """Some of them, by number or by sign."""
        return Seen(
            self.bags[which], self.fractions[which], self.tables[which], self.verdicts[which]
        )


class Job(NamedTuple):
    """Some games of one rule set."""

    rules: Rules
    mind: Path | None
    """Weights of a judge for the search that plays; without it nobody searches."""
    seed: int
    first: int
    games: int
    looks: int


class Taught(NamedTuple):
    """Ends of rounds in games that somebody else played: the last decision of the round before."""

    rules: Rules
    states: WordArray
    slots: NDArray[np.int32]
    """What was taken in each state."""
    finals: NDArray[np.int32]
    """[n, players]: how the game ended."""
    shares: FloatArray


def in_turn(group: Sequence[Rules], i: int) -> Rules:
    """Whose turn the *i*-th is: every other one is that of the first rules of the group."""
    others = group[1:] or group
    return group[0] if i % 2 == 0 else others[i // 2 % len(others)]


def jobs(
    group: Sequence[Rules], mind: Path | None, *, seed: int, games: int, looks: int
) -> list[Job]:
    """So many games in all, block by block in turn."""
    block = SEARCHED_BLOCK if mind else BLOCK
    looks = looks if mind else 0
    return [
        Job(in_turn(group, i), mind, seed, i * block, block, looks)
        for i in range(-(-games // block))
    ]


def verdicts_of(keys: NDArray[np.int32], settings: Settings) -> FloatArray:
    """What ends are worth to each seat, its share and its points, from their rank keys."""
    best = keys == keys.max(1, keepdims=True)
    return _verdicts(keys >> POINTS_SHIFT, best / best.sum(1, keepdims=True), settings)


def _verdicts(finals: NDArray[Any], share: NDArray[Any], settings: Settings) -> FloatArray:
    points, own = finals.astype(np.float32), np.eye(finals.shape[1], dtype=bool)
    other = np.where(own, -np.inf, points[:, None, :]).max(2)
    lead = np.clip(0.5 + (points - other) / (2 * settings.margin), 0, 1)
    worth = settings.win_weight * share + (1 - settings.win_weight) * lead
    found: FloatArray = np.stack([worth, share, points / POINTS], 2).astype(np.float32)
    return found


@lru_cache(64)
def _searcher(rules: Rules, mind: Path | None) -> Searcher:
    return learned_searcher(rules, load(mind)[0] if mind else None)


def seen_in(job: Job) -> Seen:
    """Play, and write down what was seen."""
    searcher = _searcher(job.rules, job.mind)
    found = play(
        searcher, job.rules, seed=job.seed, first=job.first, games=job.games, looks=job.looks,
        slips=SEARCHED_SLIPS if job.looks else SLIPS,
    )  # fmt: skip
    bags, fractions, tables = facts(params(job.rules), found.states)
    ends = verdicts_of(found.keys, searcher.settings)
    # States that only a search has seen have no end, and those that nobody searched no hint.
    hints = found.hints.reshape(len(bags), -1, VERDICT) / np.array([1, 1, POINTS], np.float32)
    ended, hinted = found.games >= 0, hints.any((1, 2))
    part = np.where(ended, np.where(hinted, OUTCOME, 1.0), 0.0)[:, None, None]
    verdicts = part * ends[found.games] + (1 - part) * hints
    seen = Seen(
        bags.astype(np.int16), fractions, tables.astype(np.int16), verdicts.astype(np.float32)
    )
    return seen.only(ended | hinted)


def taught_in(taught: Taught) -> Seen:
    """What a judge learns of such states."""
    ends = round_ends(params(taught.rules), taught.states, taught.slots)
    bags, fractions, tables = facts(params(taught.rules), ends)
    settings = _searcher(taught.rules, None).settings
    verdicts = _verdicts(taught.finals, taught.shares, settings)
    return Seen(bags.astype(np.int16), fractions, tables.astype(np.int16), verdicts)


def all_seen(work: Sequence[Job], crew: Crew | None) -> Iterator[Seen]:
    """What was seen in all games, in the order of the jobs whoever does them."""
    return map(seen_in, work) if crew is None else crew.map(seen_in, work, chunksize=4)


def all_taught(lessons: Iterable[Taught], crew: Crew | None) -> Iterator[Seen]:
    """What is learned of all of them, in their order; while others write it down, lessons go on."""
    return map(taught_in, lessons) if crew is None else crew.map(taught_in, lessons)
