"""Work on a real Ray cluster of two nodes, both on this machine: it comes to the same."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kingdomino.arena.plan import Plan
from kingdomino.arena.run import Job, hired, play_here
from kingdomino.games.catalogue import rules
from tests.cli.command import output, run

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        utils: Any = importlib.import_module("ray.cluster_utils")
    nodes = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        nodes.add_node(num_cpus=1)
        nodes.wait_for_nodes()
        assert len(nodes.list_all_nodes()) == 2
        yield nodes.address
    finally:
        nodes.shutdown()


def test_two_nodes_play_the_same_games(address: str) -> None:
    plan = Plan(rules("kingdomino", 2), ("greedy", "random"), 5)
    with hired(1, address) as crew:
        jobs = [Job(plan, pairing) for pairing in plan.pairings(8)]
        apart = {result.timeless for _, result in crew(jobs)}
    assert apart == {r.timeless for r in play_here(plan, plan.pairings(8))}


def test_two_nodes_make_the_same_dataset(address: str, tmp_path: Path) -> None:
    asked = ["kingdomino", "--bots", "search:20", "--games", "3", "--seed", "4"]
    output("dataset", "make", tmp_path / "here", *asked, "--jobs", "1")
    done = run("dataset", "make", tmp_path / "apart", *asked, "--ray", address)
    assert done.exit_code == 0, done.output
    for file in (tmp_path / "here").iterdir():
        assert (tmp_path / "apart" / file.name).read_bytes() == file.read_bytes()
