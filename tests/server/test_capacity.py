"""The model of what a service carries foresees what was measured."""

from __future__ import annotations

import msgspec
import pytest

from bench.capacity import COSTS, IN_TIME, THINKING, Costs, Measured, foreseen_of_two, simulate

NEAR = 0.25
KNOWN = msgspec.json.decode(COSTS.read_bytes(), type=Measured)


def error(known: Measured) -> float:
    """How far what is foreseen of two processes is from what they carried."""
    return abs(foreseen_of_two(known) - known.two) / known.two


def test_what_two_processes_carry_is_foreseen() -> None:
    """From costs that were measured with one."""
    assert error(KNOWN) < NEAR


@pytest.mark.parametrize("cost", ["plan", "row"])
def test_a_wrong_cost_is_found_out(cost: str) -> None:
    """The test above can fail."""
    wrong = msgspec.structs.replace(KNOWN.costs, **{cost: getattr(KNOWN.costs, cost) + 0.0005})
    assert error(msgspec.structs.replace(KNOWN, costs=wrong)) > NEAR


def test_acks_wait_where_there_are_too_many_tables() -> None:
    """A core is busy for a millisecond with each move: a thousand a second, and no more."""
    costs = Costs(plan=0.001, gather=0, row=0, commit=0, sync=0.002, hint=0)
    few, many = (
        simulate(costs, servers=1, tables=tables, thinking=THINKING) for tables in (5_000, 20_000)
    )
    assert few.moves == pytest.approx(500, rel=0.1)
    assert few.ack(0.99) < IN_TIME
    assert many.moves == pytest.approx(1000, rel=0.1)
    assert many.ack(0.99) > IN_TIME


def test_commits_of_one_database_wait_for_each_other() -> None:
    """Sixteen processes with a table each: one commit after the other, so many milliseconds."""
    costs = Costs(plan=0, gather=0, row=0, commit=0, sync=0.002, hint=0)
    assert simulate(costs, servers=16, tables=1).ack(0.5) == pytest.approx(0.032, rel=0.1)
