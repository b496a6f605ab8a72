"""OpenSpiel's own consistency tests on every game, and chance that is told as it is."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from kingdomino import legal_actions, rules, start, winners
from kingdomino.core.engine import draw_with
from kingdomino.fast.bridge.action import action_number
from kingdomino.games.catalogue import GAMES
from tests.env.oracle import observe

pyspiel: Any = import_module("pyspiel")
import_module("kingdomino.env.openspiel")
TABLES = [(game.name, players) for game in GAMES for players in game.players]


def loaded(game: str, players: int, variants: str = "") -> Any:
    return pyspiel.load_game(f"kingdomino(game={game},players={players},variants={variants})")


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_openspiel_takes_every_game(game: str, players: int) -> None:
    pyspiel.random_sim_test(loaded(game, players), num_sims=1, serialize=False, verbose=False)


def test_a_game_of_openspiel_is_a_game_of_core() -> None:
    state, rng = loaded("kingdomino", 3, "harmony").new_initial_state(), Random(4)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            state.apply_action(rng.choice(outcomes)[0])
            continue
        core = state.core
        assert state.current_player() == core.player
        legal = state.legal_actions()
        assert legal == sorted(action_number(core, action) for action in legal_actions(core))
        assert state.observation_tensor() == observe(core, core.player).tolist()
        state.apply_action(rng.choice(legal))
    won = [seat for seat, worth in enumerate(state.returns()) if worth > 0]
    assert won == [*winners(state.core)]
    assert sum(state.returns()) == pytest.approx(0)


def test_chance_comes_thing_by_thing() -> None:
    """Two players have four kings, drawn one after the other; the last one is no choice."""
    state = loaded("kingdomino", 2).new_initial_state()
    asked = []
    while state.is_chance_node() and state.core == start(rules("kingdomino", 2)):
        asked.append(len(state.chance_outcomes()))
        state.apply_action(0)
    things: list[int] = []

    def pick(given: Any, count: int, /) -> list[Any]:
        held = [*given]
        things.extend(range(len(held), len(held) - count, -1))
        return held[:count]

    draw_with(start(rules("kingdomino", 2)), pick)
    assert asked == [n for n in things if n > 1]
