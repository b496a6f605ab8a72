"""The leaderboard: what is handed in can be checked, and what is not true is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kingdomino.arena.game import Failing
from kingdomino.arena.leaderboard import SEATINGS, LeaderboardError, check_game, read
from kingdomino.bots.outside.asking import PATIENCE
from tests.bots.program import EXAMPLE, program
from tests.cli.command import error, run

TABLES = ("-t", "kingdomino-2-greedy", "-t", "giants-3-greedy")


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("row")
    bot = program(folder, EXAMPLE.read_text())
    done = run("leaderboard", "run", bot, "-f", folder / "row.json", "-n", "4", *TABLES)
    assert done.exit_code == 0, done.output
    return (folder / "row.json").read_text()


def test_all_games_are_on_it_and_the_settings_are_fixed() -> None:
    assert {seating.game for seating in SEATINGS} == {
        "kingdomino", "giants", "origins-discovery", "origins-totem", "origins-tribe",
    }  # fmt: skip
    plans = [seating.plan("x") for seating in SEATINGS]
    assert {(plan.seed, plan.budget, plan.patience) for plan in plans} == {(1, None, PATIENCE)}
    assert all(plan.bots[0] == "x" and len({*plan.bots[1:]}) == 1 for plan in plans)


def test_what_was_played_passes(handed_in: str, tmp_path: Path) -> None:
    file, page = tmp_path / "row.json", tmp_path / "page.md"
    file.write_text(handed_in)
    done = run("leaderboard", "check", file, "--page", page)
    assert done.exit_code == 0, done.output
    assert "10 games, nothing wrong" in done.stdout
    assert page.read_text().count("| yours | ") == 2
    assert run("leaderboard", "check", file, "--moves-only", "-j", "2").exit_code == 0


def better_score(table: dict[str, Any]) -> None:
    table["mean_score"] += 1


def fewer_deals(table: dict[str, Any]) -> None:
    table["results"] = [row for row in table["results"] if row[0]]


def other_seed(table: dict[str, Any]) -> None:
    table["seed"] = 2


def longer_time(table: dict[str, Any]) -> None:
    table["patience"] = {"answer": 1000.0, "start": 60.0}


def no_results(table: dict[str, Any]) -> None:
    del table["results"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (better_score, "mean_score is .*, but comes to"),
        (fewer_deals, "the first deals, each whole"),
        (other_seed, "seed is 2, not 1"),
        (longer_time, "patience is .*, not None"),
        (no_results, "a broken file: KeyError"),
    ],
)
def test_figures_that_are_not_those_of_the_games_are_refused(
    handed_in: str, change: Callable[[dict[str, Any]], None], why: str
) -> None:
    given = json.loads(handed_in)
    change(given["tables"][0])
    with pytest.raises(LeaderboardError, match=why):
        read(given)


def test_games_that_were_played_otherwise_are_found(handed_in: str) -> None:
    bot, rows = read(json.loads(handed_in))
    plan, game = rows[0].seating.plan(bot), rows[0].results[0]
    check_game(plan, game)
    first, *rest = game.moves[0].split(";")
    seats = [seat for seat, name in enumerate(game.lineup) if name != bot]
    wrong = {
        "was not legal": game._replace(moves=(";".join(["choose 99", *rest]),)),
        "it ends with": game._replace(scores=(game.scores[0] + 1, *game.scores[1:])),
        "not played to its end": game._replace(moves=(";".join([first, *rest[:-1]]),)),
        "it has 0 parts": game._replace(moves=()),
        "an opponent failed": game._replace(fault=Failing(seats[0], "x")),
        "it has an end": game._replace(fault=Failing(1 - seats[0], "x")),
    }
    for why, changed in wrong.items():
        with pytest.raises(LeaderboardError, match=why):
            check_game(plan, changed)


def test_an_opponent_that_was_made_to_play_badly_is_found(handed_in: str) -> None:
    """The same decisions, but said to have been taken on other seats."""
    bot, rows = read(json.loads(handed_in))
    plan = rows[0].seating.plan(bot)
    by_lineup = {result.lineup: result for result in rows[0].results if result.deal == 0}
    one, other = by_lineup.values()
    turned = one._replace(lineup=other.lineup)
    check_game(plan, turned, opponents=False)
    with pytest.raises(LeaderboardError, match="greedy does not"):
        check_game(plan, turned)


def test_what_is_no_row_is_said(tmp_path: Path) -> None:
    file = tmp_path / "row.json"
    file.write_text("{")
    assert "no JSON" in error("leaderboard", "check", file)
    file.write_text("{}")
    assert "not a file of kingdomino-leaderboard/1" in error("leaderboard", "check", file)
    assert "no table 'x'" in error("leaderboard", "run", "greedy", "-f", file, "-t", "x")
    assert "no bot 'y'" in error("leaderboard", "run", "y", "-f", file)


def test_a_wrong_game_is_named_and_fails_the_check(handed_in: str, tmp_path: Path) -> None:
    given = json.loads(handed_in)
    row = given["tables"][0]["results"][0]
    row[6] = [row[6][0].rsplit(";", 1)[0]]
    file = tmp_path / "row.json"
    file.write_text(json.dumps(given))
    done = run("leaderboard", "check", file)
    assert done.exit_code == 1
    assert "it was not played to its end" in done.stdout
    assert "1 wrong" in done.stdout
