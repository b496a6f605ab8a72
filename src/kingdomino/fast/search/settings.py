"""How to search, and the words for it."""

from __future__ import annotations

from typing import NamedTuple

from ..policy.playout import GREEDY, RANDOM

NEAT, FITTING, PLACER, FULL, LEARNED = range(GREEDY + 1, GREEDY + 6)
"""Who plays, besides RANDOM and GREEDY: greedy and neat; random places and any domino that fits;
the study's greedy places and random draft; its full greedy player; who goes by a table."""
MIXED, RELATIVE, WIN = range(3)
"""Judges: a mix of victory and margin, own / (own + best other), or the victory alone."""
UNIFORM, UCB = range(2)
"""At the root: all active options get as many playouts, or better ones get more."""

__all__ = [
    "FITTING",
    "FULL",
    "GREEDY",
    "LEARNED",
    "MIXED",
    "NEAT",
    "PLACER",
    "RANDOM",
    "RELATIVE",
    "UCB",
    "UNIFORM",
    "WIN",
    "Settings",
]


class Settings(NamedTuple):
    """How to search. Compiled code takes it as it is."""

    own: int = NEAT
    others: int = NEAT
    slips: int = 0
    """How many of 256 moves of a playout are random."""
    width: int = 4
    widen: float = 1.0
    """A node that has been visited n times looks at width + widen * sqrt(n) children."""
    expand: int = 8
    """Visits before a node gets children."""
    judge: int = MIXED
    win_weight: float = 0.7
    margin: float = 60.0
    """The lead that counts in full."""
    explore: float = 0.6
    gap: float = 1.0
    """What a lone gap costs at first sight."""
    alike: float = 0.25
    """What like beside like is worth at first sight."""
    depth: int = 60
    at_root: int = UCB
    ordered: bool = True
    """Whether children are looked at best first, or by lot."""
    common: bool = False
    """Whether the options at the root see the same rows: they then differ by less luck."""
    judged: float = 0.0
    """How much of a look is the judge's verdict at the end of the round; the rest is a playout
    on from there."""
    beyond: int = 0
    """Visits after which a node where chance comes next gets rows of its own, and the tree goes on
    below them; 0 is never."""
    exact: bool = True
    """Whether a last round is solved where it can be."""

    def without_solver(self) -> Settings:
        """The same, with the last round searched like any other."""
        return self._replace(exact=False)

    def typed(self) -> Settings:
        """The same, whole numbers where fractions belong made fractions: else all that takes
        them would be compiled anew."""
        return Settings._make(type(usual)(own) for usual, own in zip(Settings(), self, strict=True))
