"""Datasets: the same however many work on them, true to the games, read as arrays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kingdomino import advance, draw, legal_actions, rules, score_sheets, start
from kingdomino.arena.run import Spread, Works, spread_over
from kingdomino.bots import bot_named
from kingdomino.bots.bot import Adviser
from kingdomino.bots.table import stream
from kingdomino.dataset import Dataset, DatasetError, Stream
from kingdomino.dataset.make import Order, games_kept, make
from kingdomino.fast.bridge.action import action_number
from kingdomino.fast.bridge.state import to_core
from tests.cli.command import error, output, run
from tests.env.oracle import action_mask, observe

ORDER = Order(rules("giants", 3), ("search:30", "search:20", "search:20"), 3, seed=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("made") / "giants"
    with spread_over(1) as spread:
        make(ORDER, target, spread)
    return target


def test_a_dataset_is_the_same_however_many_work_on_it(folder: Path, tmp_path: Path) -> None:
    asked = ["giants", "-p", "3", "-b", "search:30,search:20", "-n", "3", "-s", "5", "-j", "2"]
    told = output("dataset", "make", tmp_path / "again", *asked)
    assert told.startswith("3 games, ")
    for file in folder.iterdir():
        assert (tmp_path / "again" / file.name).read_bytes() == file.read_bytes()


def test_every_choice_of_a_game_is_in_it(folder: Path) -> None:
    """The first game, played again by hand."""
    data = Dataset(folder)
    bots = [bot_named(name) for name in ORDER.bots]
    chance = stream(5, 0, "chance")
    streams = [stream(5, 0, f"seat {seat}") for seat in range(3)]
    state, row = start(ORDER.rules), 0
    while not state.over:
        seat = state.player
        if seat is None:
            state = advance(state, draw(state, chance))
            continue
        bot = bots[seat]
        assert isinstance(bot, Adviser)
        options = bot.options(state, streams[seat])
        if len(options) > 1:
            assert to_core(ORDER.rules, data.arrays["states"][row]) == state
            assert data.arrays["players"][row] == seat
            assert data.arrays["chosen"][row] == action_number(state, options[0].action)
            one = data[row]
            legal = [action_number(state, action) for action in legal_actions(state)]
            assert np.flatnonzero(one.masks).tolist() == sorted(legal)
            assert one.masks.tolist() == action_mask(state).astype(bool).tolist()
            assert one.observations.tolist() == observe(state, seat).tolist()
            visits = sum(option.playouts for option in options)
            for option in options if not options[0].exact else ():
                number = action_number(state, option.action)
                assert one.policies[number] == pytest.approx(option.playouts / visits)
            row += 1
        state = advance(state, options[0].action)
    assert row == np.count_nonzero(data.arrays["games"] == 0)
    ends = [sheet.total for sheet in score_sheets(state)]
    assert (data.arrays["scores"][:row] == ends).all()
    assert data.arrays["shares"][0].sum() == pytest.approx(1)


def test_batches_are_what_learners_want(folder: Path) -> None:
    data = Dataset(folder)
    batches = [*data.batches(64)]
    assert sum(len(batch.values) for batch in batches) == len(data)
    for batch in batches:
        assert batch.policies.sum(1) == pytest.approx(np.ones(len(batch.values)), abs=1e-5)
        assert not (batch.policies[~batch.masks]).any()
        assert ((batch.values >= 0) & (batch.values <= 1)).all()
    rows = data.__getitems__([7, 3])
    assert (rows[0].observations == data[7].observations).all()
    assert (data[-1].masks == data[len(data) - 1].masks).all()
    assert (data[[3, 7]].values == data.arrays["values"][[3, 7]]).all()
    mine = data.arrays["players"][3]
    assert data[3].outcomes == data.arrays["shares"][3, mine]


def test_a_stream_has_every_position_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Part by part, in any order, shared out among workers."""
    monkeypatch.setattr("kingdomino.dataset.make.PART", 1)
    parts = folder.parent / "parts"
    with spread_over(1) as spread:
        make(ORDER, parts, spread)
    whole = Dataset(folder)
    plain = [*Stream(parts, size=50)]
    assert np.array_equal(np.concatenate([b.values for b in plain]), whole.arrays["values"])
    mixed = Stream(parts, size=50, rng=Random(1))
    order = np.concatenate([b.observations for b in mixed])
    assert not np.array_equal(order, whole[:].observations)
    assert sorted(map(bytes, order)) == sorted(map(bytes, whole[:].observations))
    workers = [SimpleNamespace(id=i, num_workers=2, seed=7 + i) for i in range(2)]
    shares = [batch for me in workers for batch in mixed.for_worker(me)]
    both = np.concatenate([batch.observations for batch in shares])
    assert sorted(map(bytes, both)) == sorted(map(bytes, order))


def test_the_card_says_how_it_was_made(folder: Path) -> None:
    card = (folder / "README.md").read_text("utf-8")
    again = 'make FOLDER giants -p 3 --bots "search:30,search:20,search:20" --games 3 --seed 5'
    assert again in card
    assert f"{len(Dataset(folder)):,} positions" in card


def test_half_a_dataset_is_none(folder: Path, tmp_path: Path) -> None:
    about = json.loads((folder / "dataset.json").read_text("utf-8"))
    with pytest.raises(DatasetError, match="no dataset, or half of one"):
        Dataset(tmp_path)
    (tmp_path / "part-00000.npz").write_bytes((folder / "part-00000.npz").read_bytes())
    for change, why in (({"positions": 1}, "of 1"), ({"format": "x"}, "its format is 'x'")):
        (tmp_path / "dataset.json").write_text(json.dumps(about | change))
        with pytest.raises(DatasetError, match=why):
            Dataset(tmp_path)


def stopped_after(games: int) -> Spread:
    """Who works here until Ctrl-C comes, which is after so many games."""

    def spread(function: Callable[..., Any], works: Works[Any]) -> Iterator[tuple[Any, Any]]:
        for key, work in islice(works, games):
            yield key, function(*work)
        raise KeyboardInterrupt

    return spread


def test_a_dataset_goes_on_where_it_was_stopped(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdomino.dataset.make.PART", 1)
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    with spread_over(1) as spread:
        make(ORDER, whole, spread)
    with pytest.raises(KeyboardInterrupt):
        make(ORDER, stopped, stopped_after(1))
    assert games_kept(ORDER, stopped) == 1
    with pytest.raises(DatasetError, match="no dataset, or half of one"):
        Dataset(stopped)
    # Killed in the midst of a part.
    (stopped / "part-00001.new").write_bytes(b"half of it")
    kept = (stopped / "part-00000.npz").stat().st_mtime_ns
    asked = ["giants", "-p", "3", "-b", "search:30,search:20", "-n", "3", "-j", "1"]
    told = output("dataset", "make", stopped, *asked)
    assert told.startswith("3 games, ")
    assert "seed 5" in told
    assert (stopped / "part-00000.npz").stat().st_mtime_ns == kept
    assert {file.name: file.read_bytes() for file in stopped.iterdir()} == {
        file.name: file.read_bytes() for file in whole.iterdir()
    }


def test_a_dataset_that_is_stopped_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdomino.dataset.make.PART", 1)
    monkeypatch.setattr(
        "kingdomino.cli.command.study.dataset.spread_over",
        lambda jobs, ray: nullcontext(stopped_after(2)),
    )
    folder = tmp_path / "positions"
    said = run("dataset", "make", folder, "kingdomino", "-b", "search:20", "-n", "3000")
    assert (said.exit_code, said.stdout) == (130, "")
    told = f"stopped: 2 of 3,000 games are in {folder}; the same command goes on\n"
    assert said.stderr == told


def test_what_is_in_a_folder_is_not_written_over(folder: Path, tmp_path: Path) -> None:
    asked = ["giants", "-p", "3", "-b", "search:30,search:20", "-n", "3", "-j", "1"]
    assert "is a whole dataset already" in error("dataset", "make", folder, *asked)
    (tmp_path / "holiday.jpg").write_bytes(b"Ana and Bo")
    said = error("dataset", "make", tmp_path, *asked)
    assert "is there already, and no dataset was begun in it" in said
    assert [file.name for file in tmp_path.iterdir()] == ["holiday.jpg"]
    begun = tmp_path / "begun"
    with pytest.raises(KeyboardInterrupt):
        make(ORDER, begun, stopped_after(0))
    asked[asked.index("-n") + 1] = "4"
    said = error("dataset", "make", begun, *asked)
    assert "was begun otherwise: its games is 3, not 4" in said
    (begun / "order.json").write_text("{")
    assert "order.json is damaged: name another folder" in error("dataset", "make", begun, *asked)


def test_what_cannot_be_made_is_said(tmp_path: Path) -> None:
    new = tmp_path / "new"
    said = error("dataset", "make", new, "kingdomino", "-b", "fg", "-j", "1")
    assert "fg cannot say what it thinks of its options" in said
    assert not new.exists()
