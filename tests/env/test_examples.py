"""The examples that train: shortened, they already play far better than chance."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return import_module("ppo")


def test_ppo_in_one_file_learns(ppo: Any) -> None:
    told = list[int]()
    params = ppo.train(5, rows=48, report=lambda number, params: told.append(number))
    assert told == [0, 1, 2, 3, 4]
    # 400 games: chance is 50 % give or take 2.5 %.
    assert ppo.win_share(params, 400, opponent="random") > 0.8


def test_games_inside_jax_teach_the_same(ppo: Any) -> None:
    """One round of the scan is a lesson of whole games, of the same shapes as the plain one."""
    teach = import_module("jax_scan").teacher(8)
    params, key = ppo.new_params(ppo.Random(1)), ppo.jax.random.key(1)
    plain = ppo.play(ppo.self_play("kingdomino", 8, reward="margin"), params, key)
    scanned = teach(params, key)
    assert [a.shape for a in scanned] == [a.shape for a in plain]
    outcomes = scanned[-1].reshape(ppo.DECISIONS, 8)
    assert (abs(outcomes).max(0) > 0).sum() > 4
