"""What a judge knows, see ``verdict``: numbers that were learned, and room to think."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..board.compile import Floats, Ints, Words, address, inner


class Mind(NamedTuple):
    """What was learned, and room to think; arrays for Python, addresses for compiled code."""

    facts: Floats
    """[FACTS, HIDDEN]"""
    fractions: Floats
    """[FRACTIONS, HIDDEN]"""
    own: Floats
    """[HIDDEN, UNITS]"""
    others: Floats
    """[HIDDEN, UNITS]"""
    table: Floats
    """[TABLE_FACTS, UNITS]"""
    second: Floats
    """[UNITS + 1, UNITS], the last row on its own"""
    last: Floats
    """[UNITS + 1, VERDICT], the last row on its own"""
    keys: Words
    kept: Floats
    """[KEPT, 2 * UNITS]: what a kingdom brings as one's own and as another's"""
    room: Floats
    bag: Ints
    most: int
    """KEPT, or 0 where there is nothing to judge with"""


@inner
def mind_addresses(m: Any) -> Mind:
    """The same mind by the addresses of its arrays."""
    return Mind(
        address(m.facts), address(m.fractions), address(m.own), address(m.others),
        address(m.table), address(m.second), address(m.last), address(m.keys), address(m.kept),
        address(m.room), address(m.bag), m.most,
    )  # fmt: skip
