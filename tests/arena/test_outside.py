"""Contests with programs that live outside, and that do not always behave."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingdomino import rules
from kingdomino.arena.game import play
from kingdomino.arena.ledger import Ledger
from kingdomino.arena.plan import Plan, PlanError, plan_of
from kingdomino.arena.run import play_here, runner
from kingdomino.arena.statistics import standings
from kingdomino.bots.outside.asking import Patience
from kingdomino.cli.tool.option import bot_names
from tests.bots.program import DEAF, EXAMPLE, program
from tests.cli.command import document, output, run
from tests.process import all_ended

TWO = rules("kingdomino")


def failing(folder: Path, what: str) -> str:
    """The example, which does something else after four decisions of its second game."""
    odd = f"""
    game = question.get("game_id")
    games[game] = games.get(game, 0) + 1
    if len(games) == 3 and games[game] == 5:
        {what}
    print("""
    body = EXAMPLE.read_text().replace("for line", "games = {}\nfor line", 1)
    return program(folder, body.replace("    print(", odd, 1))


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("print('debug', flush=True)", "the answer is no JSON: 'debug'"),
        ("import time; time.sleep(30)", "no answer within 0.5 s"),
        ("sys.exit(1)", "the program has ended with status 1"),
    ],
)
def test_a_fault_loses_that_game_and_not_the_contest(tmp_path: Path, what: str, why: str) -> None:
    """The second of three games; the others are played to their ends."""
    bot = failing(tmp_path, what)
    plan = Plan(TWO, (bot, "random"), 3, patience=Patience(0.5, 20))
    with runner(1) as crew:
        results = [*crew(plan, [*plan.pairings(4)][:3])]
    assert [result.fault is not None for result in results] == [False, True, False]
    lost = results[1]
    assert lost.fault
    assert lost.fault.why == why
    seat = lost.lineup.index(bot)
    assert lost.fault.seat == seat
    assert (lost.scores[seat], lost.places[seat], lost.places[1 - seat]) == (0, 2, 1)
    mine = next(one for one in standings(results, seed=1) if one.bot == bot)
    assert (mine.games, mine.faults) == (3, 1)


def test_others_keep_their_order_when_one_fails(tmp_path: Path) -> None:
    bot = program(tmp_path, "import sys; sys.exit(1)")
    plan = Plan(rules("kingdomino", 3), (bot, "random", "greedy"), 3)
    result = play(plan, next(plan.pairings(1)))
    assert result.fault
    assert result.places == (3, 1, 1)
    assert result.shares == (0.0, 0.5, 0.5)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_programs_are_started_once_and_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    """Once a process, not once a seat or a game, and none is left, whatever it ignores."""
    pids = tmp_path / "pids"
    monkeypatch.setenv("PIDS", str(pids))
    bot = program(tmp_path, DEAF + EXAMPLE.read_text() + "\nwhile True: time.sleep(1)")
    told = document("arena", "kingdomino", "-b", f"{bot},{bot}", "-n", "4", "-j", jobs)
    assert told["games"] == 4
    started = [int(pid) for pid in pids.read_text().split()]
    assert 1 <= len(started) <= int(jobs)
    assert all_ended(started)


def test_the_time_of_each_bot_is_reported(tmp_path: Path) -> None:
    slow = EXAMPLE.read_text().replace("    print(", "    time.sleep(0.01)\n    print(")
    bot = program(tmp_path, f"import time\n{slow}")
    asked = ("arena", "kingdomino", "-b", f"{bot},random", "-n", "2", "--seed", "1")
    mine, other = sorted(document(*asked)["results"], key=lambda one: one["bot"] == "random")
    assert mine["slowest"] >= mine["seconds"] >= 0.01 > other["seconds"]
    assert (mine["faults"], other["faults"]) == (0, 0)
    assert " ms" in output(*asked)


def test_faults_are_told(tmp_path: Path) -> None:
    bot = program(tmp_path, "import sys; sys.exit(4)")
    done = run("arena", "kingdomino", "-b", f"{bot},random", "-n", "4", columns=400)
    assert done.exit_code == 0
    assert f"{bot} lost 4 games: the program has ended with status 4" in done.stdout


def test_the_time_for_an_answer_can_be_set(tmp_path: Path) -> None:
    slow = EXAMPLE.read_text().replace("    print(", "    time.sleep(0.2)\n    print(")
    bot = program(tmp_path, f"import time\n{slow}")
    asked = ("arena", "kingdomino", "-b", f"{bot},random", "-n", "1", "--seconds", "0.1")
    assert document(*asked)["results"][1]["faults"] == 2


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a,b", ["a", "b"]),
        ("cmd=x 'a,b',c", ["cmd=x 'a,b'", "c"]),
        ('cmd=x "a,b" ,c', ['cmd=x "a,b"', "c"]),
        (r"cmd=x a\,b,c", [r"cmd=x a\,b", "c"]),
        ("it's,b", ["it's", "b"]),
        ("", [""]),
    ],
)
def test_a_comma_may_belong_to_a_command(text: str, names: list[str]) -> None:
    assert bot_names(text) == names


def test_a_command_with_a_comma_plays(tmp_path: Path) -> None:
    body = f"import sys\nassert sys.argv[1] == '64,64'\n{EXAMPLE.read_text()}"
    bot = program(tmp_path, body)
    told = document("arena", "kingdomino", "-b", f"{bot} '64,64',random", "-n", "2")
    assert [one["faults"] for one in told["results"]] == [0, 0]
    assert {one["bot"] for one in told["results"]} == {f"{bot} '64,64'", "random"}


def test_patience_belongs_to_a_contest(tmp_path: Path) -> None:
    plan = Plan(TWO, ("greedy", "random"), 5, patience=Patience(2, 30), moves=True)
    assert plan_of(json.loads(json.dumps(plan.document()))) == plan
    file = tmp_path / "results.jsonl"
    with Ledger(plan, file).open() as keep:
        for result in play_here(plan, plan.pairings(2)):
            keep(result)
    assert Ledger(plan, file).results == [*Ledger(plan, file).results]
    with pytest.raises(PlanError, match="its patience is"):
        Ledger(Plan(TWO, ("greedy", "random"), 5), file)


def test_results_from_before_there_were_clocks_are_read(tmp_path: Path) -> None:
    file, plan = tmp_path / "old.jsonl", Plan(TWO, ("greedy", "random"), 5)
    head = {"format": "kingdomino-arena/1", **plan.document()}
    row = [0, ["greedy", "random"], [50, 20], [1, 2], 48, 0.002]
    file.write_text(f"{json.dumps(head)}\n{json.dumps(row)}\n")
    (old,) = Ledger(plan, file).results
    assert (old.scores, old.fault, old.decisions, old.slowest) == ((50, 20), None, 0, 0.0)
