"""Fair chance: one stream for a game, checkable by anybody."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kingdomino import GAMES, Record, advance, apply, format_json, legal_actions, rules, start
from kingdomino.cli.app import app
from kingdomino.core.action import Event, Row
from kingdomino.games.fair import commitment, fair_document, verify_fair
from kingdomino.games.fair_stream import LATEST, STREAMS, FirstStream, LatestStream

SECRET = bytes(range(32))
NONCES = ["ab" * 16, "", "cd" * 16]


def fair_game(game: str, *, players: int = 3, events: int | None = None) -> dict[str, Any]:
    """A random game with fair chance, as a record with ``fair``."""
    made, rng = rules(game, players), random.Random(game)
    stream, state, happened = LatestStream(SECRET, NONCES[:players]), start(made), list[Event]()
    while not state.over and len(happened) != events:
        event = stream.draw(state) if state.chance else rng.choice(legal_actions(state))
        happened.append(event)
        state = advance(state, event)
    record = Record(made, ("A", "B", "C")[:players], tuple(happened))
    fair = fair_document(SECRET, NONCES[:players], revealed=True)
    return {**json.loads(format_json(record)), "fair": fair}


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_fair_game_is_found_fair(game: str) -> None:
    assert verify_fair(json.dumps(fair_game(game))) is None


@pytest.mark.parametrize("version", STREAMS)
def test_a_stream_goes_on_where_it_stopped(version: str) -> None:
    """A server that is started again draws what it would have drawn."""
    state, events = start(rules("kingdomino", 3)), list[tuple[Event, int]]()
    stream, used = STREAMS[version](SECRET, NONCES), 0
    while state.chance:
        again = STREAMS[version](SECRET, NONCES, used=used)
        events.append((stream.draw(state), stream.used))
        assert (again.draw(state), again.used) == events[-1]
        state, used = advance(state, events[-1][0]), stream.used
    assert len(events) == 2


def test_other_nonces_give_other_bytes() -> None:
    """Also when they only sit elsewhere, or there is one seat more."""
    one = "ab" * 16
    seatings = [[one, ""], ["", one], ["", ""], [one, "", ""], ["", "", ""], []]
    assert len({LatestStream(SECRET, nonces).read(16) for nonces in seatings}) == len(seatings)


def test_bytes_do_not_depend_on_how_they_are_read() -> None:
    whole, parts = LatestStream(SECRET, NONCES).read(100), LatestStream(SECRET, NONCES)
    assert b"".join(parts.read(size) for size in (1, 30, 2, 0, 66, 1)) == whole
    assert parts.used == 100


def test_bytes_are_even() -> None:
    counts = Counter(byte >> 4 for byte in LatestStream(SECRET, NONCES).read(8000))
    assert all(400 < counts[part] < 600 for part in range(16))


def test_the_first_version_passes_over_what_is_left_of_its_numbers() -> None:
    """Once in so many years: a number that would make small ones likelier."""

    class Scripted(FirstStream):
        def number(self) -> int:
            return next(numbers)

    numbers = iter([2**53 - 1, 2**53 - 2, 7])
    assert Scripted(SECRET, NONCES).below(48) == 7


def test_a_row_that_was_not_drawn_is_found() -> None:
    made = rules("kingdomino", 2)
    state = start(made)
    stream = LatestStream(SECRET, ["", ""])
    kings = stream.draw(state)
    state = apply(state, kings)
    due = stream.draw(state)
    assert isinstance(due, Row)
    other = next(n for n in range(1, 49) if n not in due.dominoes)
    wrong = Row(tuple(sorted((other, *due.dominoes[1:]))))
    document = json.loads(format_json(Record(made, ("A", "B"), (kings, wrong))))
    document["fair"] = fair_document(SECRET, [], revealed=True)
    assert str(verify_fair(json.dumps(document))).startswith("event 1: row")


def test_the_event_is_counted_as_in_the_file() -> None:
    """Moves of several steps are one event in JSON."""
    document = fair_game("origins-tribe")
    events = document["events"]
    settled = next(i for i, event in enumerate(events) if event["type"] == "settle")
    row = next(i for i in range(settled, len(events)) if events[i]["type"] == "row")
    drawn = {name for e in events[: row + 1] if e["type"] == "row" for name in e["dominoes"]}
    unseen = next(str(number) for number in range(1, 49) if str(number) not in drawn)
    dominoes = sorted([unseen, *events[row]["dominoes"][1:]], key=int)
    events[row] = {"type": "row", "dominoes": dominoes, "trimmed": []}
    unfinished = {k: v for k, v in document.items() if k not in ("scores", "winners")}
    wrong = verify_fair(json.dumps(unfinished | {"events": events[: row + 1]}))
    assert str(wrong).startswith(f"event {row}: row")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"fair": None}, "record: fair is an object"),
        ({"fair": {"commitment": "", "nonces": {}, "secret": None}}, "record: fair.secret is reve"),
        ({"fair": {"commitment": "", "nonces": {}, "secret": "12"}}, "record: fair.secret is 64"),
        (
            {"fair": {"commitment": "", "nonces": {}, "secret": "0" * 64}},
            "record: fair.secret does",
        ),
        (
            {"fair": {"commitment": commitment(SECRET), "nonces": [], "secret": SECRET.hex()}},
            "record: fair.nonces is an object",
        ),
        (
            {
                "fair": {
                    "commitment": commitment(SECRET),
                    "nonces": {"7": "ab" * 16},
                    "secret": SECRET.hex(),
                }
            },
            "record: fair.nonces has 32",
        ),
        (
            {
                "fair": {
                    "commitment": commitment(SECRET),
                    "nonces": {"0": "xy"},
                    "secret": SECRET.hex(),
                }
            },
            "record: fair.nonces has 32",
        ),
        (
            {"fair": {"version": 2, "commitment": "", "nonces": {}, "secret": None}},
            "record: fair.version is a text",
        ),
        (
            {
                "fair": {
                    "version": "kingdomino-fair/3",
                    "commitment": "",
                    "nonces": {},
                    "secret": "",
                }
            },
            "record: fair.version 'kingdomino-fair/3' is not known",
        ),
        ({"fair": {"commitment": "", "secret": None}}, "record: fair has no 'nonces'"),
        (
            {
                "fair": {
                    "commitment": commitment(SECRET),
                    "nonces": {"0": "ab" * 16 + "\n"},
                    "secret": SECRET.hex(),
                }
            },
            "record: fair.nonces has 32",
        ),
        ({"events": [{"type": "pass", "player": 0}]}, "event 0:"),
    ],
)
def test_what_cannot_be_checked_says_why(change: dict[str, Any], why: str) -> None:
    document = fair_game("kingdomino", events=2) | change
    assert str(verify_fair(json.dumps(document))).startswith(why)


def test_a_record_without_fair_says_so() -> None:
    document = fair_game("kingdomino", events=2)
    del document["fair"]
    assert "there is no 'fair'" in str(verify_fair(json.dumps(document)))


def test_a_secret_is_shown_only_when_revealed() -> None:
    shown = fair_document(SECRET, NONCES, revealed=False)
    assert shown["version"] == LATEST
    assert shown["secret"] is None
    assert SECRET.hex() not in json.dumps(shown)
    assert shown["nonces"] == {"0": NONCES[0], "2": NONCES[2]}


def test_the_command_checks_chance_too(tmp_path: Path, capfdbinary: Any) -> None:
    """``kingdomino record verify --fair``: ok, unfair, and a record that cannot be checked."""
    fair = fair_game("giants")
    nonces = dict.fromkeys(fair["fair"]["nonces"], "00" * 16)
    unfair = fair | {"fair": fair["fair"] | {"nonces": nonces}}
    unknown = {key: value for key, value in fair.items() if key != "fair"}
    for name, document in (("a", fair), ("b", unfair), ("c", unknown)):
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    lines = tmp_path / "d.jsonl"
    lines.write_text(f"{json.dumps(fair)}\n{json.dumps(unfair)}\n")
    files = [str(tmp_path / f"{name}.json") for name in "abc"]
    with pytest.raises(SystemExit) as ended:
        app(["record", "verify", "--fair", *files, str(lines)])
    assert ended.value.code == 1
    said = capfdbinary.readouterr().out.decode().splitlines()
    verdicts = [line.removeprefix(str(tmp_path)) for line in said]
    assert verdicts[0] == "/a.json: ok"
    assert verdicts[1].startswith("/b.json: event ")
    assert "should be" in verdicts[1]
    assert verdicts[2].startswith("/c.json: record: there is no 'fair'")
    assert verdicts[3] == "/d.jsonl:1: ok"
    assert verdicts[4].startswith("/d.jsonl:2: event ")
