"""What goes on with nets and judges: which commands it gives, and what becomes of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.main import get_command

from bench import champion, versus
from kingdomino.bots.learned.mind import unpacked
from kingdomino.bots.learned.weights import NETS, load
from kingdomino.cli.app import app


def planned(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str
) -> list[list[tuple[str, list[str]]]]:
    found: list[list[tuple[str, list[str]]]] = []

    def noted(commands: Any, *_: Any) -> None:
        found.append([*commands])

    monkeypatch.setattr(champion, "side_by_side", noted)
    champion.main([str(folder), *words])
    return found


def test_each_stage_is_commands_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studies = ("giants:2,5", "kingdomino:4:harmony")
    nets, judges, matches = planned(tmp_path, monkeypatch, *studies, "--jobs", "8")
    assert [name for name, _ in nets] == ["giants-net", "kingdomino-net"]
    learn: Any = get_command(app)
    for _, words in nets + judges:
        assert words[:3] == ["-m", "kingdomino", "learn"]
        learn.commands["learn"].make_context("learn", [*words[3:]])
    # All variants of as many players and as large kingdoms share a judge.
    (_, giants), (_, base) = judges
    assert [giants[i + 1] for i, word in enumerate(giants) if word == "-s"] == ["2", "5"]
    assert giants[giants.index("--workers") + 1] == "4"
    assert base[base.index("-s") + 1] == "4:harmony"
    assert base.count("-s") == 4
    assert [name for name, _ in matches] == ["giants-2", "giants-5", "kingdomino-4-harmony"]
    for _, words in matches:
        assert words[:2] == ["-m", "bench.versus"]
        versus.way(words[words.index("--one") + 1])
    # It begins with what the package has, and goes on with what is there.
    assert (tmp_path / "giants-run.npz").read_bytes() == (NETS / "giants.npz").read_bytes()
    (tmp_path / "giants-run.npz").write_bytes(b"later")
    planned(tmp_path, monkeypatch, "giants:2")
    assert (tmp_path / "giants-run.npz").read_bytes() == b"later"


@pytest.mark.parametrize(
    ("study", "why"),
    [
        ("giants", "not a study: 'giants'"),
        ("chess:2", "not a study: 'chess:2'"),
        ("giants:7", "2 to 5 players"),
        ("giants:two", "not a setting: 'two'"),
    ],
)
def test_what_is_no_study_is_refused_before_anything_is_copied(
    study: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        champion.main([str(tmp_path / "new"), study])
    assert why in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_who_fails_is_named_and_the_others_are_done(tmp_path: Path) -> None:
    commands = [("good", ["-c", "print('done')"]), ("bad", ["-c", "raise SystemExit('no')"])]
    with pytest.raises(SystemExit, match="bad: see the logs in"):
        champion.side_by_side(commands, tmp_path, 1, "cpu")
    assert (tmp_path / "good.log").read_text() == "done\n"
    assert (tmp_path / "bad.log").read_text() == "no\n"


def test_a_judge_is_taught_and_the_others_stay(tmp_path: Path) -> None:
    """The stage of judges as it is, in a setting whose games need no net to play them."""
    words = [str(tmp_path), "giants:2:mighty_duel", "--stages", "judge", "--games", "1000"]
    command = [sys.executable, "-m", "bench.champion", *words, "--jobs", "1", "--device", "cpu"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "giants-judge: " in done.stdout
    (arrays, about), (before, _) = (
        load(folder / "giants-judge.npz") for folder in (tmp_path, NETS)
    )
    told = about["courses"]["2 players 7x7"]
    assert told["tutor"] == "giants-run.npz"
    assert told["settings"] == ["giants for 2 with mighty_duel"]
    taught, packaged = unpacked(arrays), unpacked(before)
    assert not np.array_equal(taught["2 players 7x7"]["own"], packaged["2 players 7x7"]["own"])
    assert np.array_equal(taught["3 players 5x5"]["facts"], packaged["3 players 5x5"]["facts"])
