"""A game looked at again."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kingdomino import Record, format_record, rules
from kingdomino.bots import bot_named, play_game
from kingdomino.bots.worker import Question, Worker
from tests.cli.command import run


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object]]:
    made = rules("kingdomino", 2)
    events, _ = play_game(made, [bot_named("greedy"), bot_named("random")], seed=1)
    file = tmp_path_factory.mktemp("games") / "game.txt"
    file.write_text(format_record(Record(made, ("Ana", "Bo"), tuple(events))))
    done = run("analyse", file, "--playouts", "150", "--json")
    assert done.exit_code == 0, done.output
    return file, json.loads(done.stdout)


def lost(report: dict[str, object], player: int) -> float:
    decisions = report["decisions"]
    assert isinstance(decisions, list)
    return sum(float(one["points_lost"]) for one in decisions if one["player"] == player)


def test_random_play_costs_more_than_greedy(report: tuple[Path, dict[str, object]]) -> None:
    _, found = report
    assert lost(found, 1) > lost(found, 0) + 5


def test_every_decision_is_graded(report: tuple[Path, dict[str, object]]) -> None:
    _, found = report
    decisions = found["decisions"]
    assert isinstance(decisions, list)
    assert len(decisions) > 20
    for one in decisions:
        assert one["options"] > 1
        assert (one["grade"] == "best") == (one["played"]["action"] == one["best"]["action"])
        assert one["best"]["playouts"] > 0 or one["best"]["exact"]


def test_the_table_names_players_and_better_actions(
    report: tuple[Path, dict[str, object]],
) -> None:
    file, _ = report
    done = run("analyse", file, "--playouts", "50", "--all")
    assert done.exit_code == 0, done.output
    assert "Bo" in done.stdout
    assert "brought more" in done.stdout


def test_one_decision_shows_all_its_options(report: tuple[Path, dict[str, object]]) -> None:
    file, found = report
    decisions = found["decisions"]
    assert isinstance(decisions, list)
    one = decisions[5]
    asked = ("analyse", file, "--playouts", "50", "--event", str(one["event"]))
    options = json.loads(run(*asked, "--json").stdout)["options"]
    assert len(options) == one["options"]
    assert sum(option["playouts"] for option in options) == 50
    table = run(*asked).stdout
    assert "played" in table
    assert all(option["action"] in table for option in options)
    assert "no decision" in run("analyse", file, "--event", "0").stderr


def test_a_server_is_told_what_the_search_thinks_of_a_move() -> None:
    """Domino 48 has three crowns; who takes 1 instead gives points and chances away."""
    desk = Worker(io.BytesIO(), threads=0)
    desk.warm = True
    before = ("kings 0 1 1 0", "row 1 2 3 48")
    asked = Question(1, "kingdomino", 2, (), before, seed=1, played="choose 1")
    mine, best = desk.answer(asked).best
    assert (mine.action, best.action) == ("choose 1", "choose 48")
    assert mine.points is not None
    assert best.points is not None
    assert mine.share is not None
    assert best.share is not None
    assert best.points > mine.points
    assert best.share > mine.share
    assert best.playouts > 0
