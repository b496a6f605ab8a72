"""``kingdomino record``: show, export, verify."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kingdomino import GAMES, Record, format_json, format_record, parse_json, parse_record
from kingdomino.core.record import Dynasty
from tests.cli.command import document, error, game, output, process, run

Json = dict[str, Any]


def saved(path: Path, record: Record) -> Path:
    text = format_record(record) if path.suffix == ".txt" else format_json(record)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", [each.name for each in GAMES])
def test_a_game_is_told_to_its_end(name: str, tmp_path: Path) -> None:
    record = game(name, 3)
    text = output("record", "show", saved(tmp_path / "game.txt", record), columns=60)
    assert "Round 12 of 12" in text
    assert "The kings are drawn" in text
    assert text.count(" places ") == sum("Place(" in repr(event) for event in record.events)
    assert "total" in text
    assert "points" in text.splitlines()[-1]


def test_events_are_numbered_as_in_the_json(tmp_path: Path) -> None:
    record = game("origins-tribe", 2)
    last = len(json.loads(format_json(record))["events"]) - 1
    text = output("record", "show", saved(tmp_path / "game.json", record))
    numbers = [line.split()[0] for line in text.splitlines() if line[:4].strip().isdigit()]
    assert numbers[-1] == str(last)


def test_the_table_after_an_event(tmp_path: Path) -> None:
    file = saved(tmp_path / "game.txt", game())
    text = output("record", "show", file, "--at", "6")
    assert "row to choose from" in text
    assert "dominoes to place, in turn" in text
    assert "The end" in output("record", "show", file, "--at", "54")


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (game(), "there is no event 99: the last one is 54"),
        (Record(game().rules, ("A", "B")), "there is no event 99: nothing has happened yet"),
    ],
)
def test_an_event_that_there_is_not(record: Record, why: str, tmp_path: Path) -> None:
    assert why in error("record", "show", saved(tmp_path / "game.txt", record), "--at", "99")


def test_an_unfinished_game_says_who_is_next(tmp_path: Path) -> None:
    record = game()
    begun = replace(record, events=record.events[:8])
    text = output("record", "show", saved(tmp_path / "game.txt", begun))
    assert text.splitlines()[-1].startswith("The game is not over: Bot ")
    unmoved = replace(record, events=())
    text = output("record", "show", saved(tmp_path / "game.txt", unmoved))
    assert "chance is next" in text


def test_stepping_waits_and_stops(tmp_path: Path) -> None:
    file = saved(tmp_path / "game.txt", game())
    assert output("record", "show", file, "--step", given="\n\nq\n").count("Enter goes on") == 3
    assert output("record", "show", file, "--step", given="").count("Enter goes on") == 1
    assert "The end" in output("record", "show", file, "--step", given="\n" * 99)
    why = error("record", "show", "-", "--step", given=format_record(game()))
    assert "--step needs the keyboard" in why


def test_one_record_of_many(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    both = [format_json(game()), format_json(game("giants", 3))]
    file.write_text("\n".join(["", both[0], "", both[1]]))
    assert "Age of Giants" in output("record", "show", file, "--line", "4")
    first = output("record", "show", file)
    assert "the first of 2 records; --line shows another, such as 4" in first
    assert "no record begins on line 3" in error("record", "show", file, "--line", "3")


def test_names_cannot_hurt_the_terminal(tmp_path: Path) -> None:
    record = replace(game(), players=("A\x1b[31m\nB", "[bold]\ud800"))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(json.loads(format_json(record))))
    text = output("record", "show", file)
    assert "\x1b" not in text
    assert "A [31m B" in text
    assert "[bold]" in text


@pytest.mark.parametrize("name", [each.name for each in GAMES])
def test_export_and_back(name: str, tmp_path: Path) -> None:
    record = game(name, 2)
    text = saved(tmp_path / "game.txt", record)
    exported = output("record", "export", text)
    assert exported == format_json(record) + "\n"
    assert parse_json(exported) == record
    assert output("record", "export", "-", "--to", "text", given=exported) == text.read_text()


def test_export_many_to_lines_and_texts(tmp_path: Path) -> None:
    games = [replace(game(seed=seed), dynasty=Dynasty("žába", seed)) for seed in (1, 2, 3)]
    files = [saved(tmp_path / f"{i}.txt", each) for i, each in enumerate(games)]
    lines, texts = tmp_path / "all.jsonl", tmp_path / "all.txt"
    assert output("record", "export", *files, "--output", lines) == ""
    assert [parse_json(line) for line in lines.read_text("utf-8").splitlines()] == games
    assert output("record", "export", lines, "--to", "text", "-o", texts) == ""
    assert texts.read_text("utf-8") == "".join(file.read_text("utf-8") for file in files)
    begins = [1, *(1 + sum(f.read_text().count("\n") for f in files[:i]) for i in (1, 2))]
    checked = output("record", "verify", texts)
    assert checked == "".join(f"{texts}:{line}: ok\n" for line in begins)


def test_half_a_surrogate_survives(tmp_path: Path) -> None:
    record = replace(game(), players=("\ud800", "ž"))
    file, out = tmp_path / "game.json", tmp_path / "out.json"
    file.write_text(json.dumps(json.loads(format_json(record))))
    assert parse_json(output("record", "export", file)) == record
    output("record", "export", file, "-o", out)
    assert parse_json(out.read_text("utf-8")) == record
    assert parse_record(output("record", "export", file, "--to", "text")) == record


def test_nothing_is_written_when_one_record_is_broken(tmp_path: Path) -> None:
    good, bad, out = tmp_path / "good.txt", tmp_path / "bad.txt", tmp_path / "out.jsonl"
    saved(good, game())
    bad.write_text("kingdomino-game 1\nrules kingdomino 2\n")
    out.write_text("kept")
    why = error("record", "export", good, bad, "--output", out)
    assert why == f"{bad}: record: expected a line 'variants …', found the end"
    assert out.read_text() == "kept"
    assert len([*tmp_path.iterdir()]) == 3


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no/such/out.json", "no such file or directory"),
        ("/dev/null/out.json", "not a directory"),
        (".", "is a directory"),
    ],
)
def test_outputs_that_cannot_be_written(name: str, why: str, tmp_path: Path) -> None:
    file = saved(tmp_path / "game.txt", game())
    assert error("record", "export", file, "--output", name) == f"{name}: {why}"


def test_a_name_need_not_be_text(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"g\xff.json")).write_text(format_json(game()))
    name = os.fsdecode(b"g\xff.json")
    command = [sys.executable, "-m", "kingdomino.cli", "record", "verify", name]
    done = subprocess.run(command, capture_output=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"g\xff.json: ok\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    file = saved(tmp_path / "game.txt", game())
    why = error("record", "export", file, "--output", "/dev/full")
    assert why == "/dev/full: no space left on device"


def test_verify_says_ok(tmp_path: Path) -> None:
    text = saved(tmp_path / "a.txt", game("giants", 5))
    document = saved(tmp_path / "b.json", game("origins-tribe", 4))
    assert output("record", "verify", text, document) == f"{text}: ok\n{document}: ok\n"


def test_verify_names_the_lines_of_a_file_of_lines(tmp_path: Path) -> None:
    file, line = tmp_path / "games.jsonl", format_json(game())
    file.write_text(f"\ufeff\n{line}\r\n\n  \nnonsense\n{line[:99]}\n{line}", encoding="utf-8")
    result = run("record", "verify", file)
    assert result.exit_code == 1
    told = [entry.removeprefix(f"{file}:") for entry in result.stdout.splitlines()]
    assert told[0] == "2: ok"
    assert told[1].startswith("5: record: no JSON: ")
    assert told[2].startswith("6: record: no JSON: ")
    assert told[3] == "7: ok"
    assert len(told) == 4


def test_verify_reads_standard_input() -> None:
    one, two = format_json(game()), format_json(game(seed=2))
    assert output("record", "verify", "-", given=one) == "-: ok\n"
    assert output("record", "verify", "-", given=f"{one}\n{two}\n") == "-:1: ok\n-:2: ok\n"
    pretty = json.dumps(json.loads(one), indent=1)
    assert output("record", "verify", "-", given=pretty) == "-: ok\n"
    assert output("record", "verify", "-", given=format_record(game())) == "-: ok\n"


def test_verify_as_json(tmp_path: Path) -> None:
    good = saved(tmp_path / "good.json", game())
    assert document("record", "verify", good) == [
        {"name": str(good), "line": None, "ok": True, "event": None, "why": None}
    ]
    result = run("record", "verify", good, "missing", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)[1] == {
        "name": "missing",
        "line": None,
        "ok": False,
        "event": None,
        "why": "no such file or directory",
    }


def test_games_of_a_dynasty_must_agree(tmp_path: Path) -> None:
    first = saved(tmp_path / "1.json", replace(game(), dynasty=Dynasty("d", 1)))
    other = saved(tmp_path / "2.json", replace(game("giants"), dynasty=Dynasty("d", 2)))
    result = run("record", "verify", first, other)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{first}: ok",
        f"{other}: record: the games of dynasty 'd' differ in rules or players",
    ]


def _changed(change: Callable[[Json], None]) -> bytes:
    entry: Json = json.loads(format_json(game()))
    change(entry)
    return json.dumps(entry).encode()


def _set(*path: str | int, to: object) -> bytes:
    def change(entry: Any) -> None:
        for key in path[:-1]:
            entry = entry[key]
        entry[path[-1]] = to

    return _changed(change)


_TEXT = format_record(game())

BROKEN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "record: "),
    "binary garbage": (bytes(range(256)) * 9, "record: not UTF-8 text (byte 128)"),
    "no UTF-8": (b"kingdomino-game 1\n\xff\xfe", "record: not UTF-8 text (byte 18)"),
    "zeros": (b"\0" * 999, "record: "),
    "truncated JSON": (format_json(game()).encode()[:700], "record: no JSON: "),
    "truncated text": (_TEXT[: _TEXT.index("variants")].encode(), "record: expected a line"),
    "text cut in its scores": (
        _TEXT[: _TEXT.rindex("winners")].encode(),
        "record: the game is over",
    ),
    "newer JSON": (
        _set("format", to="kingdomino-record/2"),
        "record: the format is 'kingdomino-record/2', and only 'kingdomino-record/1' is known",
    ),
    "newer text": (
        _TEXT.replace("kingdomino-game 1", "kingdomino-game 2").encode(),
        "record: this is a text of version '2', and only 1 is known here",
    ),
    "unknown game": (_set("rules", "game", to="chess"), "record: there is no game 'chess'"),
    "unknown variant": (
        _set("rules", "variants", to=["chaos"]),
        "record: Kingdomino has no variant 'chaos'",
    ),
    "too many players": (_set("rules", "players", to=9), "record: Kingdomino is for 2 to 4"),
    "a huge number": (_set("rules", "players", to=10**4000), "record: Kingdomino is for 2 to 4"),
    "a number too long": (
        format_json(game()).replace('"players": 2', f'"players": {"9" * 9999}').encode(),
        "record: ",
    ),
    "a number too long in a text": (
        f"kingdomino-game 1\nrules kingdomino {'9' * 9999}\nvariants\n".encode(),
        "record: ",
    ),
    "deep nesting": (b'{"format":' * 99999, "record: no JSON: nested too deeply"),
    "deep values": (_TEXT.encode() + b"[" * 99999, "record: nothing follows the winners"),
    "an illegal action": (
        _set("events", 7, "squares", to=[[4, 4], [4, 5]]),
        "event 7: player 1 is to place a domino and cannot place e4s4 e4s5; possible: ",
    ),
    "a seat that there is not": (_set("events", 2, "player", to=5), "event 2: player 5 cannot"),
    "a wrong score": (_set("scores", 0, "total", to=999), "record: the score of player 0 has"),
    "control characters": (_set("rules", "game", to="\x1b[31m\n\r\u2028"), "record: there is no"),
    "half a surrogate": (_set("rules", "game", to="\udc80"), "record: there is no game"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_records(kind: str, tmp_path: Path) -> None:
    raw, why = BROKEN[kind]
    file, out = tmp_path / "game.json", tmp_path / "out"
    file.write_bytes(raw)
    result = run("record", "verify", file)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith(f"{file}: {why}")
    assert result.stdout.count("\n") == 1
    assert result.stdout.rstrip("\n").isprintable()
    assert len(result.stdout) < len(str(file)) + 400
    assert error("record", "show", file).startswith(f"{file}: {why}")
    assert error("record", "export", file, "--output", out).startswith(f"{file}: {why}")
    assert not out.exists()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n\n")
    result = run("record", "verify", tmp_path, missing, empty)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{tmp_path}: record: is a directory",
        f"{missing}: record: no such file or directory",
        f"{empty}: record: no records",
    ]
    assert error("record", "show", tmp_path) == f"{tmp_path}: record: is a directory"
    assert error("record", "show", empty) == f"{empty}: record: no records"


def test_verify_in_a_process_of_its_own(tmp_path: Path) -> None:
    saved(tmp_path / "good.json", game())
    (tmp_path / "bad.json").write_bytes(BROKEN["an illegal action"][0])
    done = process("record", "verify", "good.json", "bad.json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    good, bad = done.stdout.splitlines()
    assert good == "good.json: ok"
    assert bad.startswith("bad.json: event 7: player 1 is to place")
    assert process("record", "verify", "good.json", cwd=tmp_path).returncode == 0
