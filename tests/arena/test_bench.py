"""The benches that hold many contests in a limited time."""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from itertools import islice, pairwise
from pathlib import Path

import pytest

from bench import ladder, levels, versus
from bench.bars import CHAMPION, CONTESTS, FULL, QUICK
from bench.contest import KEPT, Held, forget, hold, keep_games, played_on, results_file, wanted
from bench.figure import Figure
from bench.levels import CURVE, beyond, proposed
from kingdomino.arena.ledger import Ledger
from kingdomino.arena.plan import Plan
from kingdomino.arena.statistics import expected
from kingdomino.bots import Adviser
from kingdomino.bots.learned.weights import NETS
from kingdomino.bots.roster import plain_bot
from kingdomino.bots.skill import SKILLS
from kingdomino.games.catalogue import GAME, rules
from tests.bots.position import positions
from tests.process import started


def contests(folder: Path, games: int) -> list[Held]:
    plans = [Plan(rules("kingdomino", 2), ("greedy", "random"), seed) for seed in (1, 2)]
    file = results_file(str(folder))
    return [Held(str(plan.seed), Ledger(plan, file, shared=True), games) for plan in plans]


def asked(folder: Path, minutes: float) -> argparse.Namespace:
    return argparse.Namespace(folder=str(folder), minutes=minutes, jobs=1, json=True)


def test_all_contests_share_a_file_and_a_later_run_goes_on(tmp_path: Path) -> None:
    hold(contests(tmp_path, 2), asked(tmp_path, 1))
    hold(contests(tmp_path, 4), asked(tmp_path, 1))
    for held in contests(tmp_path, 4):
        assert not held.ledger.missing(4)
        first = held.first()
        assert first
        assert (first.bot, first.games) == ("greedy", 4)
    assert [path.name for path in tmp_path.iterdir()] == ["results.jsonl"]
    assert "Python" in played_on(results_file(str(tmp_path)))


def test_without_time_nothing_is_played(tmp_path: Path) -> None:
    hold(contests(tmp_path, 2), asked(tmp_path, 0))
    assert [held.first() for held in contests(tmp_path, 2)] == [None, None]
    assert not played_on(results_file(str(tmp_path)))


def test_contests_are_asked_for_by_name() -> None:
    assert wanted(None, "anything")
    assert wanted("giants", "target: Giants, 3 players, against FG")
    assert wanted("*3 players*", "target: Giants, 3 players, against FG")
    assert not wanted("3 players*", "target: Giants, 3 players, against FG")


def test_every_game_and_number_of_players_has_a_bar_for_the_champion() -> None:
    quick = [one for one in CHAMPION if one.kind == QUICK]
    places = [(name, n) for name, game in GAME.items() for n in game.players]
    # Two players have kingdoms of both sizes.
    assert sorted((one.game, one.players) for one in quick) == sorted([*places, ("kingdomino", 2)])
    assert {one.game for one in CHAMPION if one.kind == FULL} == set(GAME)
    assert {(one.kind, one.games) for one in quick} == {(QUICK, 400)}
    titles = [(one.kind, one.title) for one in CONTESTS]
    assert len(titles) == len(set(titles))
    for one in CONTESTS:
        assert one.plan(None, 1).rules.players == len(one.bots)
        for bot in one.bots:
            plain_bot(bot)


def test_a_page_has_a_section_for_targets_and_one_for_the_champion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "ladder.md"
    for only, there, absent in (("more*", "champion", "targets"), ("published*", "targets", "")):
        words = ["ladder", "--minutes", "0", "--folder", str(tmp_path), "--page", str(page)]
        words += ["--kept", str(tmp_path / "kept.xz")]
        monkeypatch.setattr("sys.argv", [*words, "--only", only])
        ladder.main()
        text = page.read_text(encoding="utf-8")
        assert f"<!-- {there} -->" in text
        assert not absent or f"<!-- {absent} -->" not in text
    assert "| more | 2 players, 5×5, against FG | champion:4000 | ≥ 98 % |" in text
    assert "| published | FG against three TR | fg | 97.7 % |" in text


def test_the_page_shows_the_champion_in_a_picture_of_the_same_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, kept = tmp_path / "ladder.md", tmp_path / "kept.xz"
    shutil.copy(KEPT, kept)
    words = ["ladder", "--minutes", "0", "--folder", str(tmp_path), "--page", str(page)]
    words += ["--kept", str(kept), "--games", "1000", "--seed", "1", "--only", "quick: 2 *"]
    monkeypatch.setattr("sys.argv", words)
    ladder.main()
    text = page.read_text(encoding="utf-8")
    figures = re.findall(r"\| quick \|.*?≥ \d+ % \| (\d+\.\d %) \|", text)
    assert len(figures) == 2
    assert "](images/champion.svg)" in text
    shown = (tmp_path / "images" / "champion.svg").read_text(encoding="utf-8")
    assert re.findall(r">(\d+\.\d %)</text>", shown) == figures


def test_games_are_packed_once_each_and_a_new_folder_begins_with_them(tmp_path: Path) -> None:
    hold(contests(tmp_path / "a", 4), asked(tmp_path / "a", 1))
    file, kept = results_file(str(tmp_path / "a")), tmp_path / "games.jsonl.xz"
    # As two runs on two machines, and one that was cut short.
    file.write_text(2 * file.read_text(encoding="utf-8") + '[0, ["gre', encoding="utf-8")
    keep_games(file, kept)
    fresh = results_file(str(tmp_path / "b"), kept)
    lines = fresh.read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith("[") for line in lines) == 8
    assert played_on(fresh) == played_on(file)
    for before, after in zip(contests(tmp_path / "a", 4), contests(tmp_path / "b", 4), strict=True):
        assert not after.ledger.missing(4)
        then, now = before.first(), after.first()
        assert then
        assert now
        assert now.mean_score_ci == then.mean_score_ci
        # Times are rounded.
        assert now.seconds == pytest.approx(then.seconds, abs=1e-4)
    assert results_file(str(tmp_path / "b"), tmp_path / "none").read_text("utf-8") == "\n".join(
        [*lines, ""]
    )


def test_a_contest_is_forgotten_when_its_bot_plays_otherwise_and_no_other_is(
    tmp_path: Path,
) -> None:
    """The figures of a bot that has changed once had to be deleted line by line."""
    hold(contests(tmp_path, 2), asked(tmp_path, 1))
    hold(contests(tmp_path, 4), asked(tmp_path, 1))
    file = results_file(str(tmp_path))
    signed = played_on(file)
    first, second = contests(tmp_path, 4)
    forget(file, [first.ledger.plan])
    gone, there = contests(tmp_path, 4)
    assert gone.first() is None
    assert len(gone.ledger.missing(4)) == 4
    assert there.ledger.results == second.ledger.results
    assert len(there.ledger.results) == 4
    assert played_on(file) == signed
    forget(tmp_path / "none.jsonl", [first.ledger.plan])
    assert not (tmp_path / "none.jsonl").exists()


def test_games_are_deleted_only_of_contests_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["ladder", "--minutes", "0", "--folder", str(tmp_path), "--anew"]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit):
        ladder.main()
    assert "name the contests by --only" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", [*words, "--only", "quick: Origins totem, 2*", "--json"])
    ladder.main()
    assert '"figure": ""' in capsys.readouterr().out
    kept = Held("", Ledger(next(one for one in CHAMPION if one.title == "Origins totem, 3 players")
                           .plan(None, 1), tmp_path / "results.jsonl", shared=True), 1)  # fmt: skip
    assert kept.first()


def test_a_figure_stays_on_the_page_when_its_games_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "ladder.md"
    row = "| published | TR against three TR | tr | 22.7 |"
    words = ["ladder", "--minutes", "0", "--folder", str(tmp_path / "a"), "--page", str(page)]
    words += ["--kept", str(tmp_path / "kept.xz"), "--only", "published: TR against three TR"]
    monkeypatch.setattr("sys.argv", words)
    ladder.main()
    assert f"{row}  |  | 0 |  | not played |" in page.read_text("utf-8")
    page.write_text(f"{row} 22.6 | 22.4–22.9 | 1000 | 0.1 ms | met |", "utf-8")
    for _ in "ab":
        ladder.main()
        text = page.read_text("utf-8")
        assert f"{row} 22.6 | 22.4–22.9 | 1000 | 0.1 ms | met; its games are not kept |" in text
        assert "1,000 games" in text


@pytest.mark.parametrize(
    ("apart", "sees", "below"), [(60.0, 12, 25), (110.0, 12, 25), (300.0, 50, 100)]
)
def test_levels_are_proposed_in_even_steps(apart: float, sees: int, below: int) -> None:
    """On a straight curve the page is as far above who does anything as each is above the one
    below, or further where strength has much room; it once was no better than that."""
    curve = {bot: apart * i for i, bot in enumerate(CURVE)}
    king = beyond(curve, 2048)
    assert king == curve[CURVE[-1]]
    row = proposed(curve, king)
    assert [name.partition(":")[0] for name in row] == ["hasty"] * 3 + ["search"] * 3
    sizes = [int(name.partition(":")[2]) for name in row]
    assert sizes[:3] == sorted(sizes[:3])
    assert sizes[3] < sizes[4] < sizes[5] < 2048
    assert sees < sizes[0] < below


def test_games_that_were_not_played_keep_what_the_page_has_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- levels -->\n## Levels for people\n\n### Kingdomino\n\nold figures\n\n"
        "### Kingdomino: Age of Giants\n\nof yesterday\n<!-- end of levels -->\nafter\n"
    )
    monkeypatch.setitem(SKILLS, "kingdomino", ("hasty:30", "hasty:60", *["hasty:90"] * 4))
    words = ["--games", "2", "--king", "4", "--jobs", "1", "--json", "--only", "[k]*o"]
    monkeypatch.setattr(
        sys, "argv", ["levels", *words, "--folder", str(tmp_path), "--page", str(page)]
    )
    levels.main()
    text = page.read_text()
    assert "old figures" not in text
    assert "| page | hasty:30 | random |" in text
    assert text.endswith("of yesterday\n<!-- end of levels -->\nafter\n")


def test_more_playouts_gain_less_and_less() -> None:
    curve = {"search:512": 0.0, "search:2048": 100.0}
    gains = [beyond(curve, 2048 * 2**i) for i in range(4)]
    steps = [after - before for before, after in pairwise(gains)]
    assert steps == sorted(steps, reverse=True)
    assert steps[0] == pytest.approx(35)
    assert expected(200) == pytest.approx(0.76, abs=0.01)


@pytest.mark.parametrize(("unit", "at_most", "less"), [
    ("ns", False, True), ("kB", False, True), ("games/s", False, False), ("×", False, False),
    ("×", True, True),
])  # fmt: skip
def test_the_unit_says_whether_less_is_better(unit: str, *, at_most: bool, less: bool) -> None:
    """Beside another commit, a step that took more nanoseconds once counted as a gain."""
    figure = Figure("a figure", 2.0, unit, "", 1.0, at_most)
    assert figure.less_is_better is less
    assert figure.reached is not less


def test_two_ways_are_told_apart_on_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["kingdomino", "-s", "2", "--one", "looks=30", "--other", "bot=random", "--deals", "3"]
    heard = []
    for _ in range(2):
        versus.main([*words, "--jobs", "1"])
        heard.append(re.sub(r"[\d.]+ ms a decision", "", capsys.readouterr().out))
    assert heard[0] == heard[1]
    assert heard[0].startswith("kingdomino for 2, looks=30 against bot=random\n100.0 ± 0.0 % of")
    assert "n = 6" in heard[0]


def test_ways_meet_in_several_settings_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    ways = ["--one", "looks=30", "--other", "bot=random", "--jobs", "1"]
    versus.main(["kingdomino", "-s", "2", "-s", "2:harmony", "--deals", "1", *ways])
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(",")[0] for line in lines[:5:2]] == [
        "kingdomino for 2", "kingdomino for 2 with harmony", "all together",
    ]  # fmt: skip
    assert [re.findall(r"n = (\d+)", line) for line in lines[1:6:2]] == [["2"], ["2"], ["4"]]
    versus.main(["kingdomino", "-s", "2", "-s", "3", "--minutes", "0", *ways])
    unplayed = capsys.readouterr().out
    assert unplayed.count("no deal was finished in time") == 2
    assert "all together" not in unplayed, "a share of two and one of three players do not add up"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_long_match_says_how_it_stands_and_ends_with_what_was_played() -> None:
    """Once it was silent until its end, and with it went what half an hour had played."""
    match = (
        "from bench import versus; versus.EVERY = 0.0; versus.main(['kingdomino', '--one', "
        "'bot=greedy', '--other', 'bot=random', '--jobs', '1', '--minutes', '4'])"
    )
    with started([sys.executable, "-c", match], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                 text=True) as running:  # fmt: skip
        assert running.stderr is not None
        lines = [running.stderr.readline() for _ in range(2)]
        assert [re.findall(r"min, kingdomino for 2: .*n = (\d+)", line) for line in lines] == [
            ["2"],
            ["4"],
        ]
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 0
    assert err.endswith("stopped; what was played until then:\n")
    assert "Traceback" not in err
    assert int(re.findall(r"n = (\d+)", out)[0]) >= 4


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ("luks=30", "no such word: 'luks=30'"),
        ("looks", "no such word: 'looks'"),
        ("looks=many", "'looks=many' is not a number"),
        ("bot=nobody", "nobody"),
        ("judge=nowhere", "no judge for kingdomino for 2 in nowhere"),
    ],
)
def test_a_way_that_is_none_is_refused_in_words(
    way: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        versus.main(["kingdomino", "--one", way])
    assert why in capsys.readouterr().err


def test_a_setting_changes_how_one_searches() -> None:
    two = rules("kingdomino", 2)
    plain, changed = (versus.player(two, text) for text in ("looks=64", "looks=64,explore=2"))
    state = next(islice(positions(two, 3), 6, None))
    found = [adviser.options(state, random.Random(1)) for adviser in (plain, changed)
             if isinstance(adviser, Adviser)]  # fmt: skip
    assert len(found) == 2
    assert found[0] != found[1]


def test_a_judge_comes_from_the_folder_that_is_named(tmp_path: Path) -> None:
    """Once the folder was taken for a number, because the search has a setting of that name."""
    two, four = rules("giants", 2), rules("giants", 4)
    shutil.copy(NETS / "giants-judge.npz", tmp_path / "giants-judge.npz")
    ways = ("looks=64", f"looks=64,judge={tmp_path}", "looks=64,judge=none")
    for made in (two, four):
        state = next(islice(positions(made, 3), 6, None))
        usual, named, none = (
            [adviser.options(state, random.Random(1))]
            for adviser in (versus.player(made, text) for text in ways)
            if isinstance(adviser, Adviser)
        )
        assert usual == named
        assert usual != none
