"""What a search works on: rules, states, its tree, and how it is to be done."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..board.compile import Floats, Ints, Words, address, inner
from ..judge.mind import Mind, mind_addresses
from .settings import Settings

# A node of the tree: int32[NODE] and float64[SUMS].
FIRST, COUNT, ACTION, VISITS, SEAT, ACTIVE = range(6)
NODE = 6
VALUE, POINTS, SHARE, WORTH = range(4)
SUMS = 4
UNKNOWN = -1
"""The COUNT of a node whose children have not been listed."""


class Workspace(NamedTuple):
    """Python makes it of arrays, compiled functions work on their addresses.

    ``state`` and ``spare`` are for states under way, ``path`` for the nodes on the way to one,
    ``table`` for what LEARNED players go by, see ``policy.potential``, ``mind`` for what the judge
    knows, ``verdict`` for what an end or the judge says of each seat: of this look, summed up over
    all looks, and room to put one aside.
    """

    p: Words
    state: Words
    spare: Words
    work: Words
    sheet: Ints
    keys: Ints
    actions: Ints
    path: Ints
    nodes: Ints
    sums: Floats
    table: Ints
    verdict: Floats
    mind: Mind
    most_nodes: int
    settings: Settings


@inner
def addresses(w: Any) -> Workspace:
    """The same workspace by the addresses of its arrays."""
    return Workspace(
        address(w.p),
        address(w.state),
        address(w.spare),
        address(w.work),
        address(w.sheet),
        address(w.keys),
        address(w.actions),
        address(w.path),
        address(w.nodes),
        address(w.sums),
        address(w.table),
        address(w.verdict),
        mind_addresses(w.mind),
        w.most_nodes,
        w.settings,
    )
