"""PettingZoo's and Gymnasium's own tests, on every rule set and player count."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kingdomino.env
from kingdomino.bots import UnknownBot
from kingdomino.core.error import IllegalAction, RulesError
from kingdomino.env.registration import NAMES, register_all
from kingdomino.games.catalogue import GAMES

contract: Any = import_module("pettingzoo.test")
TABLES = [(game.name, players) for game in GAMES for players in game.players]
IDS = [f"{game}-{players}" for game, players in TABLES]


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    """The contract tests advise against dictionaries for all games but those they know."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_pettingzoo_takes_every_game(game: str, players: int) -> None:
    made = kingdomino.env.env(game=game, players=players)
    contract.api_test(made, num_cycles=40)
    contract.seed_test(lambda: kingdomino.env.env(game=game, players=players), num_cycles=8)


@pytest.mark.parametrize("game", ["kingdomino", "giants", "origins-tribe"])
def test_pettingzoo_draws(game: str) -> None:
    def make(**settings: Any) -> Any:
        return kingdomino.env.env(game=game, players=3, **settings)

    drawn = {"svg": lambda svg: svg.startswith("<svg") and svg.endswith("</svg>\n")}
    contract.render_test(make, custom_tests=drawn)


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_gymnasium_takes_every_game(game: str, players: int) -> None:
    name = next(name for name, known in NAMES.items() if known == game)
    settings: dict[str, Any] = {"opponents": "random", "version": players % 2}
    made = gymnasium.make(name, players=players, render_mode="ansi", **settings)
    check_env(made.unwrapped, skip_render_check=True)


def test_gymnasium_draws() -> None:
    check_env(gymnasium.make("kingdomino/Giants-v0", render_mode="rgb_array").unwrapped)
    svg: Any = gymnasium.make("kingdomino/Kingdomino-v0", render_mode="svg").unwrapped
    svg.reset(seed=1)
    assert svg.render().count("<circle") >= 2


def test_a_whole_game_against_bots_ends_with_a_share_of_the_win() -> None:
    made: Any = gymnasium.make(
        "kingdomino/Kingdomino-v0", players=3, opponents=["random", "greedy"]
    )
    seen, found = made.reset(seed=5)
    over, steps, reward = False, 0, 0.0
    while not over:
        assert np.array_equal(seen["action_mask"], found["action_mask"])
        assert reward == 0
        action = int(np.flatnonzero(seen["action_mask"])[0])
        seen, reward, over, cut, found = made.step(action)
        steps += 1
        assert not cut
    # Three players lay 12 dominoes each and choose as many times.
    assert steps == 24
    best = max(found["points"])
    assert reward == (1.0 if found["points"][0] == best else 0.0)
    assert seen["action_mask"].sum() == 0


def test_an_illegal_action_loses_or_raises() -> None:
    single: Any = gymnasium.make("kingdomino/Kingdomino-v0").unwrapped
    single.reset(seed=1)
    _, reward, over, _, found = single.step(0)
    assert (reward, over, found["illegal"]) == (-1.0, True, True)
    strict: Any = gymnasium.make("kingdomino/Kingdomino-v0", illegal="raise").unwrapped
    strict.reset(seed=1)
    state = strict.match.state
    with pytest.raises(IllegalAction, match="action 0 is none of"):
        strict.step(0)
    assert strict.match.state is state
    raw = kingdomino.env.raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalAction, match="action 0 of 0 to 855 is none of"):
        raw.step(0)


def test_what_learners_ask_for_beside_the_observation() -> None:
    """Masks as sb3-contrib takes them; points in everybody's infos; rewards by choice."""
    single: Any = gymnasium.make("kingdomino/Kingdomino-v0", reward="zero_sum", shaping=0.01)
    single = single.unwrapped
    seen, found = single.reset(seed=3)
    assert single.action_masks().dtype == np.bool_
    paid, over = 0.01 * found["points"][0], False
    while not over:
        assert np.array_equal(single.action_masks(), seen["action_mask"] == 1)
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        seen, reward, over, _, found = single.step(action)
        paid += reward
    ahead = np.sign(found["points"][0] - found["points"][1])
    assert paid == pytest.approx(0.01 * found["points"][0] + ahead)
    raw = kingdomino.env.raw_env(players=3, reward="zero_sum")
    raw.reset(seed=2)
    while raw.agents and not any(raw.terminations.values()):
        raw.step(int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"])[0]))
    points: Any = raw.infos["player_0"]["points"]
    assert [raw.infos[agent]["points"] for agent in raw.agents] == [points] * 3
    assert sum(raw.rewards.values()) == pytest.approx(0)
    assert raw.rewards[f"player_{points.index(max(points))}"] == 1


def test_wrong_settings_say_what_is_possible() -> None:
    with pytest.raises(RulesError, match="for 2 to 4 players"):
        kingdomino.env.raw_env(players=5)
    with pytest.raises(ValueError, match="there are win, margin"):
        kingdomino.env.raw_env(reward="glory")
    with pytest.raises(ValueError, match="seats 0 to 1, not 2"):
        kingdomino.env.KingdominoEnv(seat=2)
    with pytest.raises(ValueError, match="leave 2 seats, not 1"):
        kingdomino.env.KingdominoEnv(players=3, opponents=["random"])
    with pytest.raises(UnknownBot):
        kingdomino.env.KingdominoEnv(opponents="nobody")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        kingdomino.env.nothing  # noqa: B018


def test_names_are_registered_once_and_found_by_module() -> None:
    register_all()
    for name, game in NAMES.items():
        assert gymnasium.spec(name).kwargs == {"game": game}
    gymnasium.make("kingdomino.env:kingdomino/Kingdomino-v0", opponents="random")


def test_the_game_itself_needs_none_of_it() -> None:
    code = (
        "import sys, kingdomino;"
        "assert not {'numpy', 'numba', 'gymnasium', 'pettingzoo'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
