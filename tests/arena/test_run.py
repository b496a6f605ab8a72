"""Contests: paired, repeatable, resumed; here and in processes."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from kingdomino.arena.game import play
from kingdomino.arena.ladder import ladder
from kingdomino.arena.ledger import Ledger, head
from kingdomino.arena.plan import Pairing, Plan, PlanError, plan_of, seated
from kingdomino.arena.plot import Share, ladder_svg, shares_svg
from kingdomino.arena.run import Job, hired, play_here, runner
from kingdomino.arena.statistics import Interval
from kingdomino.bots import Budget
from kingdomino.games.catalogue import rules
from tests.cli.command import run as command

TWO = rules("kingdomino", 2)


def test_the_last_bot_fills_the_table() -> None:
    assert seated(["search", "fg"], 4) == ("search", "fg", "fg", "fg")
    with pytest.raises(PlanError, match="need 1 to 2 bots, not 3"):
        seated(["a", "b", "c"], 2)


def test_every_bot_sits_everywhere_once() -> None:
    plan = Plan(rules("kingdomino", 4), ("a", "b", "b", "b"), 1)
    assert plan.lineups == [
        ("a", "b", "b", "b"),
        ("b", "a", "b", "b"),
        ("b", "b", "a", "b"),
        ("b", "b", "b", "a"),
    ]
    assert Plan(TWO, ("a", "a"), 1).lineups == [("a", "a")]
    assert [pairing.deal for pairing in plan.pairings(5)] == [0] * 4 + [1] * 4


def test_a_plan_survives_its_document() -> None:
    plan = Plan(rules("giants", 3), ("a", "b", "c"), 7, Budget(50), dynasty=True)
    assert plan_of(json.loads(json.dumps(plan.document()))) == plan


def test_the_deal_is_the_same_for_all_rotations() -> None:
    """Two like bots on changed seats have the same rows: with equal bots the same game."""
    plan = Plan(TWO, ("greedy", "greedy"), 5)
    one, again = (play(plan, Pairing(3, ("greedy", "greedy"))) for _ in range(2))
    assert one.timeless == again.timeless
    assert one.scores != play(plan, Pairing(4, ("greedy", "greedy"))).scores


def test_dynasties_add_up() -> None:
    plan = Plan(TWO, ("greedy", "random"), 5, dynasty=True)
    long = play(plan, Pairing(0, plan.bots))
    assert long.scores[0] > long.scores[1]
    assert long.places == (1, 2)
    assert long.decisions > 100


def test_a_contest_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    plan = Plan(TWO, ("greedy", "random"), 5)
    for games, missing in ((2, 2), (6, 4), (6, 0)):
        ledger = Ledger(plan, file)
        due = ledger.missing(games)
        assert len(due) == missing
        with ledger.open() as keep:
            for result in play_here(plan, due):
                keep(result)
    whole = [r.timeless for r in play_here(plan, plan.pairings(6))]
    assert [r.timeless for r in Ledger(plan, file).results] == whole
    with pytest.raises(PlanError, match="its seed is 5, not 6"):
        Ledger(Plan(TWO, ("greedy", "random"), 6), file)


def test_a_line_cut_short_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    plan = Plan(TWO, ("greedy", "random"), 5)
    with Ledger(plan, file).open() as keep:
        for result in play_here(plan, plan.pairings(2)):
            keep(result)
    file.write_text(file.read_text()[:-9])
    ledger = Ledger(plan, file)
    assert len(ledger.missing(2)) == 1
    with ledger.open() as keep:
        for result in play_here(plan, ledger.missing(2)):
            keep(result)
    assert not Ledger(plan, file).missing(2)


def test_one_file_keeps_many_contests_and_files_can_be_joined(tmp_path: Path) -> None:
    plans = [Plan(TWO, ("greedy", "random"), 5), Plan(TWO, ("random", "greedy"), 6)]
    parts = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for games, part in zip((2, 4), parts, strict=True):
        for plan in plans * 2:
            with Ledger(plan, part, shared=True).open() as keep:
                for result in play_here(plan, Ledger(plan, part, shared=True).missing(games)):
                    keep(result)
    joined = tmp_path / "joined.jsonl"
    joined.write_text("".join(part.read_text() for part in parts))
    for plan in plans:
        assert len(Ledger(plan, joined, shared=True).results) == 4
        assert not Ledger(plan, joined, shared=True).missing(4)
    assert json.loads(joined.read_text().splitlines()[0]) == head(plans[0])


def test_no_game_goes_on_when_the_time_is_over() -> None:
    plan = Plan(TWO, ("greedy", "random"), 5)
    assert not [*play_here(plan, plan.pairings(2), until=time.time() - 1)]
    with hired(2, until=time.time() - 1) as crew:
        assert not [*crew(Job(plan, pairing) for pairing in plan.pairings(2))]


def test_processes_play_the_same_games() -> None:
    plan = Plan(TWO, ("greedy", "random"), 5)
    other = Plan(rules("giants", 3), ("greedy", "random", "random"), 5)
    with hired(2) as crew:
        jobs = [Job(one, pairing) for one in (plan, other) for pairing in one.pairings(6)]
        both = [(one, r.timeless) for one, r in crew(jobs)]
    apart = {result for one, result in both if one is plan}
    assert {r for one, r in both if one is other} == {
        r.timeless for r in play_here(other, other.pairings(6))
    }
    with runner(1) as run:
        here = {r.timeless for r in run(plan, plan.pairings(6))}
    assert apart == here


def test_a_ladder_puts_the_better_bot_above() -> None:
    plan = Plan(TWO, ("greedy", "random"), 5)
    rungs = ladder([[*play_here(plan, plan.pairings(12))]], seed=1)
    assert [rung.bot for rung in rungs] == ["greedy", "random"]
    assert rungs[0].rating_ci.low > rungs[1].rating == 0
    picture = ladder_svg(rungs, "Two & more")
    assert "Two &amp; more" in picture
    assert picture.count("<circle") == 2


def test_a_share_that_reached_its_aim_has_a_full_dot() -> None:
    reached = Share("Duel & more", 66.0, Interval(57, 75), 50, 65)
    for one, dot in ((reached, 'class="d"'), (reached._replace(percent=64.9), 'class="d o"')):
        picture = shares_svg([one], "Shares")
        assert "Duel &amp; more" in picture
        assert f"<circle {dot} " in picture
        assert f"{one.percent:.1f} %" in picture


def test_the_command_prints_the_promised_json(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    asked = ["arena", "kingdomino", "--bots", "greedy,random", "--games", "4", "--seed", "3"]
    done = command(*asked, "--file", str(file), "--json")
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["games"] == 4
    assert found["deals"] == 2
    first = found["results"][0]
    assert first["bot"] == "greedy"
    assert first.keys() >= {
        "bot", "win_rate", "win_rate_ci", "mean_score", "mean_score_ci", "mean_rank", "games",
    }  # fmt: skip
    more = command("arena", "kingdomino", "--bots", "greedy,random", "-n", "6", "-f", str(file))
    assert "6 games, 3 deals" in more.stdout
    assert "seed 3" in more.stdout


def test_sprt_stops_early() -> None:
    asked = ["--bots", "greedy,random", "--games", "400", "--seed", "3", "--sprt", "0,50", "--json"]
    found = json.loads(command("arena", "kingdomino", *asked).stdout)
    assert found["sprt"]["verdict"] == "high"
    assert found["games"] < 400


def test_what_cannot_be_held_is_said() -> None:
    assert "no bot 'x'" in command("arena", "kingdomino", "--bots", "x,random").stderr
    assert "not a budget: 'y'" in command("arena", "kingdomino", "--bots", "search:y").stderr
    odd = command("arena", "kingdomino", "-p", "3", "--bots", "greedy,random", "--sprt", "0,5")
    assert "two bots at a table for two" in odd.stderr


def test_a_ladder_goes_on_with_what_its_folder_has(tmp_path: Path) -> None:
    """As an arena goes on with its file: without a seed it takes the one that is there."""
    asked = ["ladder", "kingdomino", "--bots", "greedy,random", "--folder", str(tmp_path), "--json"]
    first = command(*asked, "--games", "2").stdout
    kept = (tmp_path / "greedy+random.jsonl").read_text()
    more = command(*asked, "--games", "4").stdout
    assert json.loads(more)["seed"] == json.loads(first)["seed"]
    assert (tmp_path / "greedy+random.jsonl").read_text().startswith(kept)
    assert "its seed is" in command(*asked, "--seed", "1").stderr
    (tmp_path / "greedy+random.jsonl").write_text("Ana and Bo\n")
    assert "not a file of arena results" in command(*asked).stderr


def test_a_ladder_that_could_not_be_written_is_not_played(tmp_path: Path) -> None:
    asked = ["ladder", "kingdomino", "--bots", "greedy,random", "--folder", str(tmp_path / "games")]
    assert "is a directory" in command(*asked, "--page", str(tmp_path)).stderr
    assert [*(tmp_path / "games").glob("*")] == []


def test_the_ladder_writes_its_page(tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    asked = ["ladder", "kingdomino", "--bots", "greedy,random", "--games", "4", "--seed", "3"]
    for _ in range(2):
        done = command(*asked, "--page", str(page), "--folder", str(tmp_path / "results"))
        assert done.exit_code == 0, done.stderr
    text = page.read_text()
    assert text.count("| greedy | ") == 1
    assert (tmp_path / "images" / "ladder-kingdomino-2.svg").exists()
    assert "--seed 3" in text
