"""A rule set from outside the package, with a phase, actions and verbs of its own.

It is installed as any package would be, and then played in the core, in the terminal and at a
table of the server, none of which has heard of it.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from kingdomino import (
    IllegalAction,
    Record,
    RecordError,
    Rules,
    RulesError,
    advance,
    apply,
    draw,
    format_action,
    format_record,
    legal_actions,
    parse_action,
    score_sheet,
    start,
)
from kingdomino.bots import bot_named, play_game, worker
from kingdomino.core.action import Action
from kingdomino.core.interchange import format_json, parse_json
from kingdomino.core.interchange.word import read_words, write_words
from kingdomino.core.notation import Verb, Word, add_verb
from kingdomino.core.record import parse_record
from kingdomino.fast.bridge.known import knows
from kingdomino.games.catalogue import GAME, GAMES, Game, add_game, every_rules, rules
from kingdomino.games.outside import load_games
from tests.contract.play import STYLES, steps
from tests.outside.meadow import MEADOW, Bless, Meadow, Refrain
from tests.server.support import PATIENCE, ROOT, nonces, process_at

MADE = MEADOW.make(2)
ENTRY = "[kingdomino.games]\n{}\n"


def meadow_rules(game: str, players: int, variants: Sequence[str]) -> Rules:
    return MEADOW.make(players)


def game_between(*bots: str, seed: int = 1) -> Record:
    events, _ = play_game(MADE, [bot_named(name) for name in bots], seed=seed)
    return Record(MADE, bots, tuple(events))


def install(site: Path, entry: str = "meadow = tests.outside.meadow:MEADOW") -> None:
    """Put a package with an entry point where Python looks for packages."""
    about = site / "meadow_rules-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: meadow-rules\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY.format(entry))


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule set is installed for every process that is started."""
    install(tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'site'}{os.pathsep}{ROOT}")


def kingdomino(*words: str, given: str = "", folder: Path | None = None) -> str:
    """What the command prints that works."""
    done = subprocess.run(
        [sys.executable, "-m", "kingdomino.cli", *words],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        encoding="utf-8",
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_its_phase_is_played_in_the_core() -> None:
    blessed = 0
    for style in STYLES.values():
        for state, event in steps(MADE, style, random.Random(4)):
            blessed += isinstance(event, Bless)
            assert parse_action(format_action(event)) == event
            assert apply(state, event) == advance(state, event)
            if state.agenda[0].phase is Meadow.BLESS:
                assert legal_actions(state)[-1] == Refrain()
    assert blessed > 5


def test_what_is_refused_says_what_is_asked() -> None:
    rng, state = random.Random(1), start(MADE)
    while not state.agenda or state.agenda[0].phase is not Meadow.BLESS:
        state = advance(state, draw(state, rng) if state.chance else legal_actions(state)[0])
    with pytest.raises(IllegalAction, match="is to bless a square with a crown and cannot pass"):
        apply(state, parse_action("pass"))


def test_its_games_are_on_record() -> None:
    record = game_between("greedy", "random")
    text, document = format_record(record), format_json(record)
    assert "bless " in text
    assert parse_record(text, meadow_rules) == record
    assert parse_json(document, meadow_rules) == record
    blessing = next(e for e in json.loads(document)["events"] if e["type"] == "bless")
    assert blessing.keys() == {"type", "player", "square"}
    crooked = document.replace('"type": "bless"', '"type": "cover"', 1)
    with pytest.raises(RecordError, match="is to bless a square with a crown and cannot cover"):
        parse_json(crooked, meadow_rules)


def test_a_bot_that_knows_nothing_of_it_takes_what_scores() -> None:
    record = game_between("greedy", "random", seed=3)
    for state, event in zip(record.states(), record.events, strict=False):
        if state.agenda[0].phase is Meadow.BLESS and state.player == 0:
            totals = {a: score_sheet(advance(state, a), 0).total for a in legal_actions(state)}
            assert totals[event] == max(totals.values())  # type: ignore[index]


def test_the_fast_engine_says_that_it_does_not_know_it() -> None:
    assert all(knows(made) for made in every_rules())
    assert not knows(MADE)
    rng, state = random.Random(1), start(MADE)
    while state.chance:
        state = advance(state, draw(state, rng))
    with pytest.raises(RulesError, match="the fast engine does not know meadow"):
        bot_named("search:10").act(state, rng)
    for level in ("page", "duke"):
        assert bot_named(level).act(state, rng) in legal_actions(state)


def test_at_a_table_the_knight_plays_for_those_who_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "rules", meadow_rules)
    bots = worker.Worker(io.BytesIO(), threads=0)
    bots.warm = True
    happened = [format_action(event) for event in game_between("random", "random").events[:4]]
    asked = worker.Question(1, "meadow", 2, (), happened, seed=1, level="king")
    answer = bots.answer(asked)
    assert (answer.level, answer.failed) == ("knight", False)
    assert answer.why == "the fast engine does not know meadow"
    hints = bots.answer(worker.Question(2, "meadow", 2, (), happened, seed=1)).best
    assert {hint.playouts for hint in hints} == {0}


def test_a_verb_means_one_thing() -> None:
    with pytest.raises(RulesError, match="'bless' cannot be a verb"):
        add_verb("bless", Verb(Refrain))
    with pytest.raises(RulesError, match="'score' cannot be a verb"):
        add_verb("score", Verb(Refrain))


def test_a_game_is_entered_once_and_whole() -> None:
    with pytest.raises(RulesError, match="there is a game 'kingdomino' already"):
        add_game(GAME["kingdomino"])
    crooked = Game("heath", "The Heath", "", (2,), MEADOW.make, (), {})
    with pytest.raises(RulesError, match="heath for 2 makes rules of meadow for 2"):
        add_game(crooked)
    assert MEADOW not in GAMES


@pytest.mark.usefixtures("installed")
def test_it_is_played_in_the_terminal(tmp_path: Path) -> None:
    assert "The Meadow" in kingdomino("rules", "meadow")
    games = tmp_path / "games.jsonl"
    told = kingdomino("simulate", "meadow", "-n", "3", "-b", "greedy,random", "-r", str(games))
    assert "The Meadow for 2" in told
    assert "Grass" in told
    assert kingdomino("record", "verify", str(games)).count(": ok") == 3
    told = kingdomino("play", "meadow", "--quick", "--seed", "5", given="\n" * 200, folder=tmp_path)
    assert "You are to bless a square with a crown:" in told
    assert "The end" in told
    assert "decides: bless " in kingdomino("record", "show", str(games), "--line", "1")


@pytest.mark.usefixtures("installed")
def test_it_is_played_at_a_table(tmp_path: Path) -> None:
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "knight"}]
    with (
        process_at(tmp_path / "data") as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE) as client,
    ):
        names = [game["name"] for game in client.get("/api/catalogue").json()["games"]]
        assert names[-1] == "meadow"
        asked = {"game": "meadow", "seats": seats}
        table = client.post("/api/games", json=asked).json()["id"]
        client.post(f"/api/games/{table}/nonces", json=nonces(0))
        blessed = played(client, table)
        record = client.get(f"/api/games/{table}/record").text
        text = client.get(f"/api/games/{table}/record?form=text").text
        hint = client.post("/api/replay/hint?at=3", content=record).json()
    assert blessed
    assert "bot_failed" not in server.log_text
    assert hint
    assert parse_json(record, meadow_rules) == parse_record(text, meadow_rules)
    assert re.search(r"^1 (bless|refrain)", text, re.MULTILINE)


def played(client: httpx.Client, table: str) -> int:
    """How often somebody was asked for a blessing in a game that is played to its end."""
    seq, made, blessed = 0, 0, 0
    while True:
        tail = client.get(f"/api/games/{table}/events?after={seq}&wait=10").json()
        seq = max([seq, *(event["seq"] for event in tail["events"])])
        if tail["over"]:
            return blessed
        if tail["options"]:
            made += 1
            action, _ = tail["options"][0]
            blessed += action.startswith("bless")
            move = {"move_id": f"move-{made:06d}", "expected_seq": seq, "seat": tail["seat"]}
            answer = client.post(f"/api/games/{table}/moves", json=move | {"actions": [action]})
            assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("meadow = tests.outside.meadow:NOTHING", "has no attribute 'NOTHING'"),
        ("meadow = tests.outside.meadow:Meadow", "tests.outside.meadow:Meadow is no Game"),
    ],
)
def test_a_broken_rule_set_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str, why: str
) -> None:
    install(tmp_path / "site", entry)
    monkeypatch.syspath_prepend(tmp_path / "site")
    with pytest.warns(UserWarning, match=f"the rule set 'meadow' is left out: .*{why}"):
        load_games.__wrapped__()
    assert "meadow" not in GAME


def test_an_installed_rule_set_is_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    load_games.__wrapped__()
    try:
        assert GAMES[-1] is GAME["meadow"] is MEADOW
        assert rules("meadow", 3) == MEADOW.make(3)
    finally:
        del GAME["meadow"], GAMES[-1]


@dataclass(frozen=True, slots=True)
class Wait(Action):
    """So many moons."""

    moons: int


def test_words_of_its_own_are_texts_in_json() -> None:
    verb = Verb(Wait, (Word("MOONS", str, int),))
    add_verb("wait", verb)
    assert write_words(Wait(7)) == {"moons": "7"}
    assert read_words(verb, {"moons": "7"}) == Wait(7)
