"""``kingdomino simulate``."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kingdomino import GAMES, parse_json, score_sheets, winners
from tests.cli.command import document, error, output, process, run
from tests.process import started


def simulated(*args: str | Path, seed: int = 7) -> dict[str, object]:
    """The figures without those that time decides."""
    told = document("simulate", *args, "--seed", str(seed))
    del told["seconds"], told["games_per_second"]
    return dict(told)


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_every_game_can_be_simulated(name: str) -> None:
    text = output("simulate", name, "--games", "3", "--seed", "1")
    assert "3 games" in text
    assert "seed 1" in text
    assert "games/s" in text


def test_the_same_seed_gives_the_same_figures() -> None:
    args = ("giants", "--players", "3", "--games", "4", "--bots", "greedy,random,random")
    assert simulated(*args) == simulated(*args)
    assert simulated(*args) != simulated(*args, seed=8)


def test_game_seven_is_the_same_however_many_are_played(tmp_path: Path) -> None:
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    simulated("origins-totem", "--games", "3", "--records", few)
    simulated("origins-totem", "--games", "5", "--records", many)
    assert many.read_text().startswith(few.read_text())


def test_figures_are_those_of_the_records(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    args = ("kingdomino", "--games", "8", "--bots", "greedy,random", "--variant", "harmony")
    told = document("simulate", *args, "--records", file)
    games = [parse_json(line) for line in file.read_text().splitlines()]
    assert len(games) == 8
    assert {game.players for game in games} == {("greedy", "random")}
    ends = [game.state() for game in games]
    for seat, entry in enumerate(told["seats"]):
        sheets = [score_sheets(end)[seat] for end in ends]
        totals = [sheet.total for sheet in sheets]
        assert entry["mean"] == sum(totals) / 8
        assert (entry["min"], entry["max"]) == (min(totals), max(totals))
        assert entry["wins"] == sum((seat in winners(end)) / len(winners(end)) for end in ends)
        regions = [dict(sheet.lines)["regions"] for sheet in sheets]
        assert entry["lines"]["regions"] == {"mean": sum(regions) / 8, "games": 8}
    assert sum(entry["wins"] for entry in told["seats"]) == 8
    assert "8 games" not in run("record", "verify", file).stdout
    assert run("record", "verify", file).exit_code == 0


def test_a_dynasty_is_three_games_summed(tmp_path: Path) -> None:
    file = tmp_path / "dynasties.jsonl"
    args = ("kingdomino", "--variant", "dynasty", "--games", "2", "--seed", "3")
    told = document("simulate", *args, "--records", file)
    games = [parse_json(line) for line in file.read_text().splitlines()]
    numbers = [game.dynasty.game for game in games if game.dynasty]
    assert numbers == [1, 2, 3, 1, 2, 3]
    assert len({game.dynasty.id for game in games if game.dynasty}) == 2
    assert all(game.rules.variants == () for game in games)
    sums = [sum(score_sheets(g.state())[0].total for g in games[i : i + 3]) for i in (0, 3)]
    first = told["seats"][0]
    assert (first["min"], first["max"]) == (min(sums), max(sums))
    assert (told["dynasty"], told["matches"], told["games"]) == (True, 2, 6)
    assert sum(entry["wins"] for entry in told["seats"]) == 2
    assert "6 games in 2 dynasties" in output("simulate", *args)
    assert run("record", "verify", file).exit_code == 0
    again = run("record", "verify", file, file)
    assert again.exit_code == 1
    assert "has two records of game 1" in again.stdout


def test_a_single_bot_plays_every_seat() -> None:
    seats = document("simulate", "kingdomino", "-p", "4", "-n", "1", "-b", "greedy")["seats"]
    assert [entry["bot"] for entry in seats] == ["greedy"] * 4


def test_a_seed_is_drawn_and_told() -> None:
    seed = document("simulate", "kingdomino", "--games", "2")["seed"]
    text = output("simulate", "kingdomino", "--games", "2", "--seed", str(seed))
    assert f"seed {seed}" in text


def test_records_can_be_printed() -> None:
    result = run("simulate", "kingdomino", "-n", "2", "--records", "-")
    assert result.exit_code == 0
    assert [json.loads(line)["format"] for line in result.stdout.splitlines()] == [
        "kingdomino-record/1"
    ] * 2
    assert "2 games" in result.stderr


def test_a_file_that_is_there_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("old")
    file.chmod(0o640)
    output("simulate", "kingdomino", "-n", "1", "--records", file)
    assert file.read_text().startswith('{"format"')
    assert file.stat().st_mode & 0o777 == 0o640
    assert [*tmp_path.iterdir()] == [file]


def test_what_a_killed_run_leaves_goes_with_the_next_one(tmp_path: Path) -> None:
    """And not while it is being written: two runs may have the same target."""
    file = tmp_path / "games [1].jsonl"
    command = [sys.executable, "-m", "kingdomino.cli", "simulate", "kingdomino"]
    with started([*command, "--games", "1000000", "--records", file]) as running:
        deadline = time.monotonic() + 30
        while not [*tmp_path.iterdir()] and time.monotonic() < deadline:
            time.sleep(0.01)
        (part,) = tmp_path.iterdir()
        output("simulate", "kingdomino", "-n", "1", "--records", file)
        assert {*tmp_path.iterdir()} == {file, part}
        running.kill()
        running.wait(30)
    assert part.exists()
    output("simulate", "kingdomino", "-n", "1", "--records", file)
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--bots", "greedy,alphazero"], "there is no bot 'alphazero'; there are random, greedy"),
        (["--bots", ""], "there is no bot ''"),
        (["--bots", "greedy,random,greedy"], "2 players need 2 bots, or one for all of them"),
        (["-v", "dynasty", "-v", "dynasty"], "ask for it once"),
        (["--json", "--records", "-"], "cannot both print"),
        (["--records", "no/such/folder/games.jsonl"], "games.jsonl: no such file or directory"),
        (["--records", "."], ".: is a directory"),
    ],
    ids=str,
)
def test_what_cannot_be_simulated(args: list[str], why: str) -> None:
    assert why in error("simulate", "kingdomino", "--games", "1", *args)


def test_no_progress_bar_where_nobody_looks() -> None:
    done = process("simulate", "kingdomino", "--games", "5", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "5 games" in done.stdout


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_compiled_figures_are_those_of_the_records(name: str, tmp_path: Path) -> None:
    """What the compiled engine counts, the readable one counts again from the records."""
    file = tmp_path / "games.jsonl"
    told = document("simulate", name, "-p", "3", "--games", "12", "--seed", "3", "--records", file)
    assert told["compiled"]
    ends = [parse_json(line).state() for line in file.read_text().splitlines()]
    assert len(ends) == 12
    assert all(end.over for end in ends)
    for seat, entry in enumerate(told["seats"]):
        sheets = [score_sheets(end)[seat] for end in ends]
        assert entry["mean"] == sum(sheet.total for sheet in sheets) / 12
        won = sum((seat in winners(end)) / len(winners(end)) for end in ends)
        assert entry["wins"] == pytest.approx(won)
        lines: dict[str, list[int]] = {}
        for line, points in (line for sheet in sheets for line in sheet.lines):
            lines.setdefault(line, []).append(points)
        assert entry["lines"] == {
            line: {"mean": sum(points) / len(points), "games": len(points)}
            for line, points in lines.items()
        }


def test_both_engines_come_to_the_same() -> None:
    """Means of independent games: their difference is within five standard errors."""
    args = ("simulate", "giants", "-p", "3", "--seed", "1")
    plain = document(*args, "--games", "300", "--readable")
    fast = document(*args, "--games", "20000")
    assert (plain["compiled"], fast["compiled"]) == (False, True)
    for slow, quick in zip(plain["seats"], fast["seats"], strict=True):
        error = (slow["deviation"] ** 2 / 300 + quick["deviation"] ** 2 / 20000) ** 0.5
        assert abs(slow["mean"] - quick["mean"]) < 5 * error
        assert slow["deviation"] == pytest.approx(quick["deviation"], rel=0.25)
        assert slow["lines"].keys() == quick["lines"].keys()


def test_many_at_once_are_the_same_as_few(monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("kingdomino", "-v", "dynasty", "--games", "30")
    whole = simulated(*args)
    monkeypatch.setattr("kingdomino.cli.command.contest.simulate.AT_ONCE", 7)
    assert simulated(*args) == whole


def test_only_random_bots_are_played_on_the_compiled_engine() -> None:
    assert not document("simulate", "kingdomino", "-n", "2", "-b", "greedy,random")["compiled"]


def test_without_the_fast_engine_the_readable_one_plays() -> None:
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from kingdomino.cli import main\n"
        "sys.argv = ['kingdomino', 'simulate', 'kingdomino', '-n', '3', '--json']\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout)["compiled"] is False
