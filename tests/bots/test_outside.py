"""Bots that live outside: nothing is lost on the wire, and what is wrong is said."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdomino import Rules, State, advance, draw, every_rules, legal_actions, rules, start
from kingdomino.bots import bot_named, play_game
from kingdomino.bots.outside import reply, visiting
from kingdomino.bots.wire import WireError, request, state_asked, state_document, state_of
from kingdomino.core.notation import format_action
from tests.cli.command import run

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"
PLAIN = [made for made in every_rules() if not made.variants]


def states(made: Rules, seed: int) -> Iterator[State]:
    rng, state = random.Random(seed), start(made)
    while not state.over:
        yield state
        event = draw(state, rng) if state.chance else rng.choice(legal_actions(state))
        state = advance(state, event)


@pytest.mark.parametrize("made", PLAIN, ids=str)
def test_nothing_is_lost_on_the_wire(made: Rules) -> None:
    for state in states(made, 1):
        assert state_of(made, json.loads(json.dumps(state_document(state)))) == state


def test_our_bots_answer_requests() -> None:
    for state in states(rules("giants", 3), 2):
        if state.chance:
            continue
        asked = json.loads(json.dumps(request(state, 5, 1.0)))
        assert state_asked(asked) == state
        answer = reply(bot_named("greedy"), asked, random.Random(3))
        assert answer["id"] == 5
        assert answer["action"] in [format_action(action) for action in legal_actions(state)]


def test_a_broken_request_is_answered_with_an_error() -> None:
    bot = bot_named("greedy")
    assert "not a request" in reply(bot, [], random.Random(1))["error"]
    assert "broken" in reply(bot, {"format": "kingdomino-bot/1"}, random.Random(1))["error"]


def test_the_example_is_sound() -> None:
    done = run("bot", "check", f"{sys.executable} {EXAMPLE}", "--seed", "1")
    assert done.exit_code == 0, done.output
    assert done.stdout.count(": ok, ") == len(PLAIN)
    assert "nothing wrong" in done.stdout


PROGRAMS = {
    "the program has ended": "pass",
    "the answer is no JSON": "print('hello', flush=True); input(); input()",
    "the answer's id is 7": "print('{\"id\": 7}', flush=True); input(); input()",
    "not one of the options": (
        'print(\'{"id": 1, "action": "choose 99"}\', flush=True); input(); input()'
    ),
    "no answer within 0.5 s": "input(); input()",
}


@pytest.mark.parametrize("said", PROGRAMS)
def test_what_is_wrong_is_said(said: str) -> None:
    state = next(state for state in states(rules("kingdomino"), 1) if not state.chance)
    command = f'{sys.executable} -c "{PROGRAMS[said]}"'
    if '"' in PROGRAMS[said]:
        escaped = PROGRAMS[said].replace('"', '\\"')
        command = f'{sys.executable} -c "{escaped}"'
    with visiting(command, seconds=0.5) as bot, pytest.raises(WireError, match=said):
        bot.act(state, random.Random(1))


def test_an_outside_bot_sits_at_a_table() -> None:
    name = f"cmd={sys.executable} {EXAMPLE}"
    with visiting(name) as bot:
        events, state = play_game(rules("kingdomino"), [bot, bot_named("greedy")], seed=1)
    assert state.over
    assert len(events) > 30


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(WireError, match="nowhere cannot be started"):
        bot_named("cmd=/nowhere")
