"""Running the command as a user does: in this process, or in one of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from kingdomino import Record, rules
from kingdomino.bots import bot_named, play_game
from kingdomino.cli.app import app


def run(*args: str | Path, given: str | bytes | None = None, columns: int = 100) -> Result:
    """The command in this process."""
    env = {"COLUMNS": str(columns), "NO_COLOR": "1", "TERM": "dumb", "FORCE_COLOR": None}
    return CliRunner(env=env).invoke(
        app, [str(arg) for arg in args], input=given, prog_name="kingdomino"
    )


def output(*args: str | Path, given: str | bytes | None = None, columns: int = 100) -> str:
    """What a command prints that works."""
    result = run(*args, given=given, columns=columns)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def document(*args: str | Path, given: str | None = None) -> Any:
    """The JSON that a command prints."""
    return json.loads(output(*args, "--json", given=given))


def error(*args: str | Path, given: str | bytes | None = None) -> str:
    """The reason that a command gives for not working: one line, exit status 2, nothing else."""
    result = run(*args, given=given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("kingdomino: ").rstrip("\n")


def process(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "kingdomino.cli", *args]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        encoding="utf-8",
        **options,
    )


def game(name: str = "kingdomino", players: int = 2, *variants: str, seed: int = 1) -> Record:
    """A finished game between random bots."""
    made = rules(name, players, variants)
    events, _ = play_game(made, [bot_named("random")] * players, seed=seed)
    return Record(made, tuple(f"Bot {seat}" for seat in range(players)), tuple(events))
