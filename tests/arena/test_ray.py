"""The same contest on a real Ray cluster of two nodes, both on this machine."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import pytest

from kingdomino.arena.plan import Plan
from kingdomino.arena.run import Job, hired, play_here
from kingdomino.games.catalogue import rules


@pytest.mark.filterwarnings("ignore")
def test_two_nodes_play_the_same_games() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        utils: Any = importlib.import_module("ray.cluster_utils")
    nodes = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        nodes.add_node(num_cpus=1)
        nodes.wait_for_nodes()
        assert len(nodes.list_all_nodes()) == 2
        plan = Plan(rules("kingdomino", 2), ("greedy", "random"), 5)
        with hired(1, nodes.address) as crew:
            jobs = [Job(plan, pairing) for pairing in plan.pairings(8)]
            apart = {result.timeless for _, result in crew(jobs)}
    finally:
        nodes.shutdown()
    assert apart == {r.timeless for r in play_here(plan, plan.pairings(8))}
