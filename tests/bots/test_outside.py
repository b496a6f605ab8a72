"""Bots that live outside: nothing is lost on the wire, and what is wrong is said."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kingdomino import (
    Event,
    Rules,
    State,
    apply,
    every_rules,
    legal_actions,
    parse_action,
    rules,
    start,
)
from kingdomino.bots import bot_named, play_game
from kingdomino.bots.outside.answering import reply, serve_lines
from kingdomino.bots.outside.asking import Patience, visiting
from kingdomino.bots.outside.wire import (
    FORMAT,
    OLDER,
    WireError,
    full_request,
    greeting,
    request,
    state_asked,
    state_document,
    state_of,
)
from kingdomino.core.notation import format_action
from kingdomino.core.record import format_move
from tests.bots.position import states
from tests.bots.program import DEAF, EXAMPLE, EXAMPLES, HELLO, STAY, program
from tests.cli.command import run
from tests.process import alive, all_ended, started

PLAIN = [made for made in every_rules() if not made.variants]


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


def test_our_bots_answer_in_the_format_that_they_are_asked_in() -> None:
    state = next(s for s in states(rules("kingdomino"), 2) if not s.chance and s.round == 2)
    rng = random.Random(3)
    assert reply(bot_named("greedy"), greeting(state, 1.0), rng) == {"id": 0, "format": FORMAT}
    for spoken, words in ((OLDER, 3), (FORMAT, 4)):
        asked = (
            request(state, 5, 1.0)
            if spoken == OLDER
            else full_request(state, 5, 1.0, game="x", told=())
        )
        answer = reply(bot_named("greedy"), json.loads(json.dumps(asked)), rng)
        assert answer["action"] in asked["options"]
        assert len(answer["action"].split()) == words


SCRIPT = ("kings 0 1 1 0", "row 3 14 22 40", "choose 22", "choose 3", "choose 14", "choose 40",
          "row 5 6 7 8", "place e1 e2", "choose 5")  # fmt: skip


def test_a_question_says_what_a_bot_needs_to_know() -> None:
    """The frame, what is printed, and the round: who acts when, and what was done so far."""
    state, told, asked = start(rules("kingdomino")), list[tuple[State, Event]](), list[Any]()
    for text in SCRIPT:
        event = parse_action(text)
        told.append((state, event))
        state = apply(state, event)
        asked.append(None if state.chance else full_request(state, 1, 2.0, game="g", told=told))
    opening, last = asked[2], asked[-1]
    assert opening["round"] == {
        "number": 0,
        "order": [0, 1, 1, 0],
        "events": ["kings 0 1 1 0", "row 3 14 22 40", "0 choose 22"],
    }
    assert last["round"] == {
        "number": 1,
        "order": [1, 1, 0, 0],
        "events": ["row 5 6 7 8", "1 place 3 e1 e2", "1 choose 5"],
    }
    assert last["options"][0].startswith("place 14 ")
    assert last["options"] == [format_move(state, action) for action in legal_actions(state)]
    assert (last["game_id"], last["rules"]["size"], last["seconds"]) == ("g", 5, 2.0)
    assert last["state"]["kingdoms"][1]["box"] == {"west": 0, "north": 0, "east": 2, "south": 0}
    assert last["state"]["claims"] == [1, None, None, None]
    assert last["dominoes"].keys() == {str(number) for number in range(1, 49)}
    assert full_request(state, 1, 2.0, game="g", told=())["round"] is None


def test_faces_are_in_the_words_of_drawings() -> None:
    state = next(s for s in states(rules("origins-totem"), 1) if not s.chance)
    faces = full_request(state, 1, 1.0, game="g", told=())["dominoes"]
    printed = {domino.name: domino for domino in state.rules.dominoes}
    volcano = next(d for d in printed.values() if d.left.craters or d.right.craters)
    assert any(f"V{c}" in faces[volcano.name] for c in (1, 2, 3))
    token = next(d for d in printed.values() if d.left.resource is not None)
    assert faces[token.name][0].endswith("+")
    giants = full_request(
        next(s for s in states(rules("giants", 3), 1) if not s.chance), 1, 1.0, game="", told=()
    )["dominoes"]
    assert {face[2] for face in giants.values() if len(face) == 3} == {"giant", "footprints"}


def test_a_broken_request_is_answered_with_an_error() -> None:
    bot = bot_named("greedy")
    assert "not a request" in reply(bot, [], random.Random(1))["error"]
    for spoken in (OLDER, FORMAT):
        assert "broken" in reply(bot, {"format": spoken}, random.Random(1))["error"]


def test_the_example_is_sound() -> None:
    done = run("bot", "check", f"{sys.executable} {EXAMPLE}", "--seed", "1")
    assert done.exit_code == 0, done.output
    assert done.stdout.count(": ok, ") == len(PLAIN)
    assert "nothing wrong" in done.stdout


def test_an_example_in_another_language_is_sound() -> None:
    one = run("bot", "check", f"node {EXAMPLES / 'line_bot.mjs'}", "-g", "giants", "-p", "3")
    assert one.exit_code == 0, one.output
    assert one.stdout.startswith("giants for 3: ok, ")
    assert one.stdout.count("\n") == 2


def test_a_check_can_be_limited() -> None:
    three = run("bot", "check", f"{sys.executable} {EXAMPLE}", "-p", "5")
    assert three.stdout.startswith("giants for 5: ok, ")
    duel = run("bot", "check", f"{sys.executable} {EXAMPLE}", "-g", "kingdomino", "-v", "harmony")
    assert duel.stdout.count("with harmony: ok, ") == 3
    assert "is for 2 to 4" in run("bot", "check", "sh", "-p", "5", "-g", "kingdomino").stderr
    assert "no such game" in run("bot", "check", "sh", "-p", "9").stderr


def test_our_bots_can_be_asked_line_by_line(tmp_path: Path) -> None:
    state = next(s for s in states(rules("kingdomino"), 2) if not s.chance)
    lines = [greeting(state, 1.0), full_request(state, 1, 1.0, game="g", told=())]
    asked, answers = tmp_path / "asked", tmp_path / "answers"
    asked.write_text("".join(f"{json.dumps(line)}\n\n" for line in lines) + "nonsense\n")
    with asked.open() as given, answers.open("w") as said:
        serve_lines(bot_named("greedy"), given, said, random.Random(1))
    hello, answer, wrong = (json.loads(line) for line in answers.read_text().splitlines())
    assert hello["format"] == FORMAT
    assert answer["action"] in lines[1]["options"]
    assert "not a request" in wrong["error"]


def opening() -> State:
    return next(state for state in states(rules("kingdomino"), 1) if not state.chance)


PROGRAMS = {
    "the program has ended with status 3": "sys.exit(3)",
    "the answer is no JSON: 'hello'": "print('hello', flush=True); ask()",
    "the answer is not an object: 7": "print(7, flush=True); ask()",
    "the answer's id is '7', not 1": "say({'id': 7}, action='choose 3'); ask()",
    "'choose 99' is not one of the options": "say(question, action='choose 99'); ask()",
    "the answer's action is 'None', not a text": "say(question); ask()",
    "it says: I give up": "say(question, error='I give up'); ask()",
    "no answer within 0.5 s": "time.sleep(30)",
    "the answer is no JSON: 'xxx": "sys.stdout.write('x' * 1000000); sys.stdout.flush(); ask()",
    "the answer is no JSON: '.ufffd": "os.write(1, b'\\xff\\n'); ask()",
}


@pytest.mark.parametrize("said", PROGRAMS)
def test_what_is_wrong_is_said(said: str, tmp_path: Path) -> None:
    command = program(tmp_path, HELLO + PROGRAMS[said])
    with visiting(command, patience=Patience(0.5, 20)) as bot:
        bot.begin(rules("kingdomino"))
        with pytest.raises(WireError) as wrong:
            bot.act(opening(), random.Random(1))
    assert (
        str(wrong.value)
        .encode("ascii", "backslashreplace")
        .decode()
        .startswith(said.replace(".ufffd", "\\ufffd"))
    )


def test_a_format_that_nobody_speaks_is_refused(tmp_path: Path) -> None:
    with (
        visiting(program(tmp_path, HELLO.replace("bot/2", "bot/9"))) as bot,
        pytest.raises(WireError, match="it speaks 'kingdomino-bot/9'"),
    ):
        bot.act(opening(), random.Random(1))


def test_starting_takes_nothing_off_the_time_for_an_answer(tmp_path: Path) -> None:
    slow = HELLO.replace("say(ask()", "time.sleep(0.8); say(ask()", 1)
    command = program(tmp_path, slow + "say(question, action=question['options'][0])")
    with visiting(command, patience=Patience(0.4, 20)) as bot:
        assert bot.act(opening(), random.Random(1)) == legal_actions(opening())[0]
    with (
        visiting(command, patience=Patience(0.4, 0.3)) as bot,
        pytest.raises(WireError, match=r"no answer within 0\.3 s"),
    ):
        bot.act(opening(), random.Random(1))


OLD = """\
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    assert question["format"] == "kingdomino-bot/1"
    print(json.dumps({"id": question["id"], "action": question["options"][-1]}), flush=True)
"""


def test_programs_of_the_first_version_still_play(tmp_path: Path) -> None:
    with visiting(program(tmp_path, OLD)) as bot:
        events, state = play_game(rules("giants", 3), [bot, bot_named("greedy"), bot], seed=1)
    assert state.over
    assert len(events) > 60


SH = r"""
game=none
while read -r line; do
    id=$(expr "$line" : '.*"id": \([0-9]*\)')
    case $line in
        *'"speaks"'*) echo "{\"id\": $id, \"format\": \"kingdomino-bot/2\"}";;
        *) option=$(expr "$line" : '.*"options": \["\([^"]*\)"')
           echo "{\"id\": $id, \"action\": \"$option\"}";;
    esac
done
"""


def test_a_bot_can_be_a_shell_script_behind_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "bot.sh"
    file.write_text(SH)
    asked = tmp_path / "asked.jsonl"
    with visiting(f"cmd=tee {asked} | sh {file}") as bot:
        _, state = play_game(rules("kingdomino"), [bot, bot], seed=1)
    assert state.over
    questions = [json.loads(line) for line in asked.read_text().splitlines()]
    assert len({question["game_id"] for question in questions[1:]}) == 1
    assert questions[5]["round"]["events"][0].startswith(("row", "kings"))


def test_a_program_is_ended_that_ignores_the_end_of_its_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program itself, one behind a pipe, and a child that it has left behind."""
    pids = tmp_path / "pids"
    monkeypatch.setenv("PIDS", str(pids))
    answering = HELLO + "say(question, action=question['options'][0])"
    deaf = program(tmp_path, DEAF + answering + STAY)
    leaves = tmp_path / "leaves.py"
    child = "import subprocess, os, sys\nchild = subprocess.Popen(['sleep', '600'])\n"
    note = "open(os.environ['PIDS'], 'a').write(f'{child.pid}\\n')\n"
    leaves.write_text(child + note + answering)
    for command in (deaf, f"cat | {deaf.removeprefix('cmd=')}", f"{sys.executable} {leaves}"):
        with visiting(command) as bot:
            bot.act(opening(), random.Random(1))
    found = [int(line) for line in pids.read_text().split()]
    assert len(found) == 3
    assert all_ended(found)


def test_a_program_that_does_not_read_holds_up_nobody(tmp_path: Path) -> None:
    """It knows what it will be asked: after a while nothing more fits into the pipe."""
    body = HELLO + "i = 1\nwhile True: say({'id': i}, action='choose 3'); i += 1; time.sleep(0.001)"
    state = opening()
    choose = format_action(legal_actions(state)[0])
    with visiting(program(tmp_path, body.replace("choose 3", choose))) as bot:
        for _ in range(60):
            bot.act(state, random.Random(1))


def test_a_program_is_started_when_it_is_asked_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = tmp_path / "pids"
    monkeypatch.setenv("PIDS", str(pids))
    command = program(tmp_path, DEAF + EXAMPLE.read_text())
    bot = bot_named(command)
    assert not pids.exists()
    for seed in (1, 2):
        play_game(rules("kingdomino"), [bot, bot], seed=seed)
    (pid,) = pids.read_text().split()
    assert alive(int(pid))
    del bot
    assert all_ended([int(pid)])


def test_after_a_fault_a_program_begins_anew(tmp_path: Path) -> None:
    once = tmp_path / "once"
    late = f"""
if not os.path.exists({str(once)!r}):
    open({str(once)!r}, "w").close()
    time.sleep(0.6)
say(question, action=question['options'][0])
"""
    with visiting(program(tmp_path, HELLO + late), patience=Patience(0.4, 20)) as bot:
        with pytest.raises(WireError, match="no answer"):
            bot.act(opening(), random.Random(1))
        assert bot.act(opening(), random.Random(1)) == legal_actions(opening())[0]


def test_an_outside_bot_sits_at_a_table() -> None:
    name = f"cmd={sys.executable} {EXAMPLE}"
    with visiting(name) as bot:
        events, state = play_game(rules("kingdomino"), [bot, bot_named("greedy")], seed=1)
    assert state.over
    assert len(events) > 30


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("/nowhere", "/nowhere cannot be started: there is no such program"),
        ("", "an empty command is no bot"),
        ("sh 'x", "not a command"),
    ],
)
def test_a_command_that_cannot_be_is_refused(command: str, why: str) -> None:
    with pytest.raises(WireError, match=why):
        bot_named(f"cmd={command}")


def test_a_bot_behind_an_address_is_asked_the_same(tmp_path: Path) -> None:
    with (
        served("greedy") as address,
        visiting(address, patience=Patience(5, 20)) as bot,
    ):
        _, state = play_game(rules("kingdomino"), [bot, bot_named("random")], seed=1)
    assert state.over
    with visiting(address) as bot, pytest.raises(WireError, match="does not answer"):
        bot.act(opening(), random.Random(1))


@contextmanager
def served(name: str) -> Iterator[str]:
    """One of our bots over HTTP, in a process of its own."""
    command = [sys.executable, "-m", "kingdomino.cli", "bot", "serve", name, "--port", "0"]
    with started(command, stdout=subprocess.PIPE, text=True) as server:
        yield server.stdout.readline().strip()


def test_the_documented_question_is_a_question() -> None:
    """It has the keys that are sent, no more and no less, wherever it shows an object."""
    page = (EXAMPLES.parent / "docs" / "outside-bots.md").read_text("utf-8")
    shown = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", page, re.M | re.S)]
    hello, question, answer = shown
    assert hello == {"id": 0, "format": FORMAT}
    assert answer == {"id": question["id"], "action": question["options"][0]}
    told = [(start(rules("kingdomino")), parse_action("kings 0 1 1 0"))]
    real = full_request(opening(), 1, 10.0, game="g", told=told)
    for name in ("rules", "state", "round"):
        assert question[name].keys() == real[name].keys()
    assert question.keys() == real.keys()
    assert question["state"]["kingdoms"][0].keys() == real["state"]["kingdoms"][0].keys()
    explained = question.keys() - {"format", "state"}
    for name in explained | question["state"].keys():
        assert f"`{name}`" in page or f"`state.{name}`" in page, name
