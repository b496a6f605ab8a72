"""The command as a whole: help that teaches, errors on one line, quiet ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from kingdomino import __version__
from kingdomino.cli.app import app
from tests.cli.command import error, output, process, run
from tests.process import all_ended, started

WITH_DOTS = {"A,B,…", "FILE…", "{FILE…}", "[FILE…]", "http://…"}
"""Words of ours, and one long default that is cut off."""
WITH_DOTS |= {"random,greedy,fg,mce-tr:500,uct:500,mce-fg:…"}


def commands(
    command: Any, *path: str, shown: str = ""
) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    """Every command with all words that name it, and the examples of it or of its group."""
    shown = command.epilog or shown
    yield path, command, shown
    for name, one in getattr(command, "commands", {}).items():
        yield from commands(one, *path, name, shown=shown if path else "")


@pytest.mark.parametrize(("path", "command", "shown"), [*commands(get_command(app))], ids=str)
def test_help_teaches_on_a_narrow_screen(path: tuple[str, ...], command: Any, shown: str) -> None:
    """Paragraphs broke where the code breaks, and long names of options left no room for words."""
    screen = {"COLUMNS": "80"}
    text = CliRunner().invoke(app, [*path, "--help"], env=screen, prog_name="kingdomino").output
    lines = [line.rstrip() for line in text.splitlines()]
    assert max(map(len, lines)) <= 80
    said = cleandoc(command.help or "").replace("\\[", "[")
    # The mark of what was cut off.
    cut = {word for word in text.split() if word.endswith("…")}
    assert cut <= WITH_DOTS | {*said.split(), *shown.split()}
    for paragraph in said.split("\n\n"):
        assert " ".join(paragraph.split()) in " ".join(text.split())
        assert "\n" not in paragraph or not path
    title, *examples = shown.strip("\b\n").partition("\n\n")[0].splitlines() or [""]
    assert title == ("Examples:" if path else "Start here:") or hasattr(command, "commands")
    for example in examples:
        assert f" {example}" in lines or not command.epilog, "it is on one line, to be copied"
        assert f"kingdomino {' '.join(path)}".strip() in example or not command.epilog


@pytest.mark.parametrize("group", [(), ("record",), ("data",), ("puzzles",)])
def test_a_group_alone_shows_its_help(group: tuple[str, ...]) -> None:
    assert output(*group).strip() == output(*group, "--help").strip()
    assert "Commands" in output(*group)


def test_version() -> None:
    assert output("--version") == f"kingdomino {__version__}\n"


def test_the_command_is_a_module_too() -> None:
    """Where nothing is on the path, as in a checkout on a machine that is lent."""
    command = [sys.executable, "-m", "kingdomino", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.stdout == f"kingdomino {__version__}\n"
    assert said.returncode == 0


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["fly"], "no such command 'fly' (see kingdomino --help)"),
        (["--fly"], "no such option: --fly (see kingdomino --help)"),
        (["record", "shew"], "no such command 'shew'. Did you mean 'show'?"),
        (["simulate"], "missing argument 'GAME' (see kingdomino simulate --help)"),
        (["simulate", "kingdomino", "--games", "many"], "'many' is not a valid int"),
        (["simulate", "kingdomino", "--games", "0"], "0 is not in the range x>=1"),
        (["simulate", "kingdomino", "--players"], "'--players' requires an argument"),
        (["simulate", "kingdomino", "giants"], "unexpected extra argument"),
        (["perft", "kingdomino", "--depth", "-1"], "-1 is not in the range x>=0"),
        (["record", "export", "x", "--to", "xml"], "'xml' is not one of 'json', 'text'"),
    ],
    ids=str,
)
def test_a_command_that_is_typed_wrong_says_so_on_one_line(args: list[str], why: str) -> None:
    assert why in error(*args)


@pytest.mark.parametrize("command", ["simulate", "perft"])
@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["chess"], "there is no game 'chess'; there are kingdomino, giants, "),
        (["kingdomino", "--players", "5"], "Kingdomino is for 2 to 4 players, not 5"),
        (["giants", "--players", "99999999999999999999"], "is for 2 to 5 players, not 9999"),
        (["kingdomino", "--players", "-3"], "is for 2 to 4 players, not -3"),
        (["kingdomino", "--variant", "chaos"], "Kingdomino has no variant 'chaos'; it has "),
        (["giants", "-v", "harmony"], "Age of Giants has Harmony among its quests"),
        (["kingdomino", "-p", "3", "-v", "mighty_duel"], "Mighty Duel is for 2 players, not 3"),
        (["kingdomino", "-v", "harmony,harmony"], "each variant can be asked for once"),
    ],
    ids=str,
)
def test_rules_that_there_are_not(command: str, args: list[str], why: str) -> None:
    assert why in error(command, *args)


def test_a_process_fails_like_the_function() -> None:
    done = process("rules", "chess")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("kingdomino: there is no game 'chess'; there are ")
    assert done.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    with started(
        [sys.executable, "-m", "kingdomino.cli", "rules", "giants"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        running.stdout.close()
        assert running.stderr.read() == b""


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    args = ["simulate", "kingdomino", "--games", "1000000", "--records", str(records)]
    with started(
        [sys.executable, "-m", "kingdomino.cli", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        # In the midst of its games: while code is compiled or loaded, Python may lose an interrupt.
        began, enough = time.monotonic(), 100_000
        while (
            sum(file.stat().st_size for file in tmp_path.iterdir()) < enough
            and time.monotonic() < began + 240
        ):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, out, err) == (130, b"", b"")
    assert [*tmp_path.iterdir()] == []


def wait_for_lines(file: Path, enough: int) -> None:
    """Until a command has compiled what it needs and written so many lines."""
    deadline = time.monotonic() + 240
    while not file.exists() or len(file.read_bytes().splitlines()) < enough:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def interrupted(file: Path, enough: int, *args: str | Path) -> tuple[int, str, str]:
    """A command whose whole group of processes gets a Ctrl-C, as from a terminal, once a file has
    so many lines."""
    command = [sys.executable, "-m", "kingdomino.cli", *args, "--jobs", "2"]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        wait_for_lines(file, enough)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=30)
    return running.returncode, out, err


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupted_contest_says_what_was_played_and_no_more(tmp_path: Path) -> None:
    """Not where each of its processes was, and it does not begin with the next pairing."""
    file = tmp_path / "search_300+greedy.jsonl"
    asked = ("kingdomino", "--games", "100000", "--seed", "1", "--bots", "search:300,greedy,random")
    code, out, err = interrupted(file, 4, "ladder", *asked, "--folder", tmp_path)
    assert (code, err) == (0, "stopped; these are the games played so far\n")
    assert "search:300" in out
    assert [*tmp_path.iterdir()] == [file]


def workers_of(pid: int) -> list[int]:
    """The processes that one has started, as Linux tells."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # gone by now
            name, _, rest = file.read_text().rpartition(")")
            if int(rest.split()[1]) == pid:
                found.append(int(name.split()[0]))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_who_works_for_a_contest_ends_with_it(tmp_path: Path) -> None:
    """Two processes stayed for ever, a quarter of a gigabyte each, waiting for their next game."""
    file = tmp_path / "games.jsonl"
    args = ("arena", "kingdomino", "--bots", "greedy,random", "--games", "1000000")
    command = [sys.executable, "-m", "kingdomino.cli", *args, "--jobs", "2", "--file", str(file)]
    with started(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        wait_for_lines(file, 4)
        workers = workers_of(running.pid)
        assert len(workers) >= 2
        running.kill()
        running.wait(10)
        assert all_ended(workers)


def test_an_old_terminal_gets_plain_signs() -> None:
    done = process("rules", "giants", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "mighty_duel" in done.stdout


@pytest.mark.parametrize("columns", [60, 100])
def test_nothing_is_wider_than_the_terminal(columns: int) -> None:
    for args in (["rules"], ["rules", "giants"], ["rules", "origins-tribe"], ["--help"]):
        result = run(*args, columns=columns)
        assert max(len(line) for line in result.stdout.splitlines()) <= columns
        assert "…" not in result.stdout
