"""What a search has before it: rules, states, its tree, and how it is to be done."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ..board.compile import Ints, Words, inner
from ..board.layout import HEAD, PLAYERS, STRIDE, param

# A node of the tree: int32[NODE] and float64[SUMS].
FIRST, COUNT, ACTION, VISITS, SEAT, ACTIVE = range(6)
NODE = 6
VALUE, POINTS, SHARE, WORTH = range(4)
SUMS = 4
UNKNOWN = -1
"""The COUNT of a node whose children have not been listed."""

# How to search, int64[KNOBS] and float64[SCALES].
OWN, OTHERS, SLIPS, WIDTH, EXPAND, JUDGE, DEPTH, AT_ROOT, LIMIT, SORTED = range(10)
KNOBS = 10
EXPLORE, WIN_WEIGHT, MARGIN, WIDEN, GAP, ALIKE = range(6)
SCALES = 6

RANDOM, GREEDY, NEAT, FITTING, PLACER, FULL = range(6)
"""Who plays (OWN, OTHERS): at random; greedy; greedy and neat; random places and any domino that
fits; greedy places and any domino that fits; full greedy."""
MIXED, RELATIVE, WIN = range(3)
"""JUDGE: a mix of victory and margin, own / (own + best other), or the victory alone."""
UNIFORM, UCB = range(2)
"""AT_ROOT: all active options get as many playouts, or better ones get more."""
PATH = 128
"""Room for the longest way down a tree."""


class Floats(Protocol):
    """The address of fractions."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class Desk(NamedTuple):
    """Addresses; ``state`` and ``spare`` are for states under way."""

    p: Words
    root: Words
    state: Words
    spare: Words
    work: Words
    sheet: Ints
    keys: Ints
    actions: Ints
    path: Ints
    nodes: Ints
    sums: Floats
    knobs: Ints
    scales: Floats


@inner
def copy_state(p: Words, s: Words, out: Words) -> None:
    """Write the same state to *out*."""
    for i in range(HEAD + param(p, PLAYERS) * param(p, STRIDE)):
        out[i] = s[i]
