"""What a search works on: rules, states, its tree, and how it is to be done."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from ..board.compile import Ints, Words, address, inner
from .settings import Settings

# A node of the tree: int32[NODE] and float64[SUMS].
FIRST, COUNT, ACTION, VISITS, SEAT, ACTIVE = range(6)
NODE = 6
VALUE, POINTS, SHARE, WORTH = range(4)
SUMS = 4
UNKNOWN = -1
"""The COUNT of a node whose children have not been listed."""


class Floats(Protocol):
    """The address of fractions."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class Workspace(NamedTuple):
    """Python makes it of arrays, compiled functions work on their addresses.

    ``state`` and ``spare`` are for states under way, ``path`` for the nodes on the way to one,
    ``table`` for what LEARNED players go by, see ``policy.potential``.
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
        w.most_nodes,
        w.settings,
    )
