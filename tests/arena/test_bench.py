"""The benches that hold many contests in a limited time."""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

import pytest

from bench import ladder
from bench.bars import CHAMPION, CONTESTS, FULL, QUICK
from bench.contest import Held, hold, played_on, results_file, wanted
from bench.figure import Figure
from bench.levels import CURVE, beyond, proposed
from kingdomino.arena.ledger import Ledger
from kingdomino.arena.plan import Plan
from kingdomino.arena.statistics import expected
from kingdomino.bots.roster import plain_bot
from kingdomino.games.catalogue import GAME, rules


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
        monkeypatch.setattr("sys.argv", [*words, "--only", only])
        ladder.main()
        text = page.read_text(encoding="utf-8")
        assert f"<!-- {there} -->" in text
        assert not absent or f"<!-- {absent} -->" not in text
    assert "| more | 2 players, 5×5, against FG | champion:4000 | ≥ 98 % |" in text
    assert "| published | FG against three TR | fg | 97.7 % |" in text


def test_levels_are_proposed_in_even_steps() -> None:
    """On a straight curve the ratings of the proposed bots are as far apart as they should be."""
    curve = {bot: 110.0 * i for i, bot in enumerate(CURVE)}
    king = beyond(curve, 2048)
    assert king == curve[CURVE[-1]]
    row = proposed(curve, king)
    assert [name.partition(":")[0] for name in row] == ["hasty"] * 3 + ["search"] * 3
    sizes = [int(name.partition(":")[2]) for name in row]
    assert sizes[:3] == sorted(sizes[:3])
    assert sizes[3] < sizes[4] < sizes[5] < 2048


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
