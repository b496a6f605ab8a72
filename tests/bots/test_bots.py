"""Bots: legal in every game, the same again from the same seed, and greedy is no fool."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from kingdomino import advance, apply, draw, every_rules, legal_actions, rules, start, winners
from kingdomino.bots import BOTS, UnknownBot, bot_named, play_game
from kingdomino.core.action import Action
from kingdomino.core.rules import Rules
from kingdomino.core.state import State

EVERY_RULES = [*every_rules()]


@pytest.mark.parametrize("made", EVERY_RULES, ids=str)
def test_greedy_plays_every_game_legally(made: Rules) -> None:
    greedy, chance, rng = bot_named("greedy"), random.Random(1), random.Random(2)
    state = start(made)
    while not state.over:
        state = apply(state, draw(state, chance) if state.chance else greedy.act(state, rng))


def test_random_may_do_anything() -> None:
    state = start(rules("kingdomino"))
    while state.chance:
        state = advance(state, draw(state, random.Random(3)))
    chosen = {bot_named("random").act(state, random.Random(seed)) for seed in range(60)}
    assert chosen == {*legal_actions(state)}


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    made = rules("origins-tribe", 3)
    bots = [bot_named(name) for _ in range(3)]
    assert play_game(made, bots, seed=5, game=2) == play_game(made, bots, seed=5, game=2)
    assert play_game(made, bots, seed=5, game=2) != play_game(made, bots, seed=5, game=3)
    assert play_game(made, bots, seed=5, game=2) != play_game(made, bots, seed=6, game=2)


def test_chance_does_not_depend_on_what_the_bots_draw() -> None:
    @dataclass
    class Fidgety:
        def act(self, state: State, rng: random.Random) -> Action:
            rng.random()
            return legal_actions(state)[0]

    @dataclass
    class Calm:
        def act(self, state: State, rng: random.Random) -> Action:
            return legal_actions(state)[0]

    made = rules("giants", 2)
    games = [play_game(made, [one, Calm()], seed=1) for one in (Calm(), Fidgety())]
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("kingdomino", 2),
        ("kingdomino", 4),
        ("giants", 3),
        ("origins-discovery", 3),
        ("origins-totem", 3),
        ("origins-tribe", 3),
    ],
)
def test_greedy_beats_random(game: str, players: int) -> None:
    made, won = rules(game, players), 0
    for number in range(20):
        seat = number % players
        bots = [bot_named("greedy" if other == seat else "random") for other in range(players)]
        _, state = play_game(made, bots, seed="beats", game=number)
        won += seat in winners(state)
    assert won >= 15


def test_an_unknown_bot_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnknownBot, match=r"there is no bot 'alphazero'; there are random, greedy"):
        bot_named("alphazero")
