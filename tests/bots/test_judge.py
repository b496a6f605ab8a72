"""Judges between rounds: what they see, what they say, and how a search goes by them."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy

import numpy as np
import pytest

from kingdomino import Phase, Rules, State, advance, draw, every_rules, rules, start
from kingdomino.bots import Budget
from kingdomino.bots.learned.champion import Champion, learned_searcher
from kingdomino.bots.learned.judge import say_once, serves
from kingdomino.bots.learned.known import known_mind
from kingdomino.bots.learned.mind import Weights, mind_file, mind_for, packed, unpacked
from kingdomino.bots.learned.table import table_name
from kingdomino.bots.learned.weights import NETS, CheckpointError, load, save
from kingdomino.bots.simple.greedy import Greedy
from kingdomino.fast.board.compile import WordArray
from kingdomino.fast.board.layout import HEAD, RNG, STRIDE
from kingdomino.fast.bridge.params import params
from kingdomino.fast.bridge.state import from_core
from kingdomino.fast.judge.facts import (
    FACTS,
    MOST_FACTS,
    MOST_TABLE_FACTS,
    TABLE_FACTS,
    UNSEEN,
)
from kingdomino.fast.judge.verdict import SHAPES, facts, verdicts
from kingdomino.fast.search.searcher import Searcher
from kingdomino.games.catalogue import GAME
from tests.bots.position import positions, states
from tests.learn.seen import turned_row

TWO = rules("kingdomino", 2)
GROUPS = {(made.game, table_name(made)): made for made in reversed([*every_rules()])}
UNTAUGHT = ("giants", "2 players 7x7")
EVERY = [made for group, made in GROUPS.items() if group != UNTAUGHT]
"""One rule set for each judge that comes with the package: the plainest."""


def any_weights(seed: int) -> Weights:
    """Numbers that no game has taught, so that nothing is right by chance."""
    rng = random.Random(seed)
    return {
        name: np.array([rng.gauss(0, 0.2) for _ in range(np.prod(shape))], np.float32).reshape(
            shape
        )
        for name, shape in SHAPES.items()
    }


def sensible(made: Rules, seed: int) -> Iterator[State]:
    """Every state of a game by players who take what gains most now."""
    rng, state, bot = random.Random(seed), start(made), Greedy()
    while not state.over:
        yield state
        state = advance(state, draw(state, rng) if state.chance else bot.act(state, rng))


def between_rounds(
    made: Rules, seeds: range, games: Callable[[Rules, int], Iterator[State]] = states
) -> WordArray:
    """Rows of games at the end of each round, of random ones unless others are asked for."""
    rows = [
        from_core(state)
        for seed in seeds
        for state in games(made, seed)
        if state.agenda[0].phase is Phase.ROW and any(k.land for k in state.kingdoms)
    ]
    return np.array(rows)


@pytest.mark.parametrize("made", EVERY, ids=str)
def test_every_group_of_rules_has_a_judge_that_sees_sense(made: Rules) -> None:
    """Shares are parts of one victory, about; and who is to have the most points is likeliest to
    win."""
    rows = between_rounds(made, range(4), sensible)
    said = verdicts(params(made), rows, mind_for(made))
    assert ((said[..., :2] > 0) & (said[..., :2] < 1)).all()
    assert abs(said[..., 1].sum(1).mean() - 1) < 0.2
    ahead = said[..., 2] == said[..., 2].max(1, keepdims=True)
    assert said[..., 1][ahead].mean() > said[..., 1][~ahead].mean() + 0.1


def test_facts_have_room_in_every_game() -> None:
    for made in EVERY:
        bags, _, tables = facts(params(made), between_rounds(made, range(6)))
        assert 0 <= bags.min() <= bags.max() < FACTS
        assert 0 <= tables.min() <= tables.max() < TABLE_FACTS
        assert (bags > 0).sum(2).max() < MOST_FACTS
        assert (tables > 0).sum(1).max() < MOST_TABLE_FACTS


@pytest.mark.parametrize("turn", range(1, 8))
def test_turned_and_mirrored_kingdoms_get_the_same_verdict(turn: int) -> None:
    weights, rows = any_weights(1), between_rounds(TWO, range(3))
    turned = np.array([turned_row(TWO, row, turn) for row in rows])
    assert not np.array_equal(rows, turned)
    said = verdicts(params(TWO), rows, weights)
    # Facts are summed up in another order.
    assert np.allclose(said, verdicts(params(TWO), turned, weights), atol=1e-4)


def test_what_nobody_has_seen_changes_no_verdict() -> None:
    weights, rows = any_weights(2), between_rounds(TWO, range(3))
    other = rows.copy()
    other[:, RNG] = 0xDEADBEEF
    assert np.array_equal(
        verdicts(params(TWO), rows, weights), verdicts(params(TWO), other, weights)
    )


def test_kingdoms_that_are_kept_are_found_again_and_no_others() -> None:
    """All in one go, where later states find the kingdoms of earlier ones, and each with a mind
    that knows nothing."""
    for made in (TWO, rules("giants", 5), rules("origins-tribe", 4)):
        weights, rows = any_weights(3), between_rounds(made, range(4))
        # The same table with the first two kingdoms exchanged: as in a search, little else differs.
        first, stride = HEAD, int(params(made)[STRIDE])
        swapped = rows.copy()
        swapped[:, first : first + stride] = rows[:, first + stride : first + 2 * stride]
        swapped[:, first + stride : first + 2 * stride] = rows[:, first : first + stride]
        again = np.concatenate([rows, swapped, rows[::-1]])
        said = verdicts(params(made), again, weights)
        alone = np.concatenate([verdicts(params(made), row[None], weights) for row in again])
        assert np.array_equal(said, alone)
        assert len(np.unique(said[: len(rows), 0, 0])) > 0.9 * len(rows)


def test_bonuses_are_facts() -> None:
    """A domino thrown away costs a bonus in one variant only."""
    plain, harmony = (rules("kingdomino", 2, names) for names in ([], ["harmony"]))
    rows = between_rounds(plain, range(3))
    found = [facts(params(made), rows) for made in (plain, harmony)]
    assert not np.array_equal(found[0][0], found[1][0])
    assert not np.array_equal(found[0][2], found[1][2])


def test_on_disk_a_judge_says_nearly_the_same() -> None:
    weights, rows = any_weights(4), between_rounds(TWO, range(3))
    (again,) = unpacked(packed({"2 players 5x5": weights})).values()
    said, later = (verdicts(params(TWO), rows, w) for w in (weights, again))
    assert np.abs(said - later)[..., :2].max() < 0.03
    assert not np.array_equal(said, later), "one byte a number"


def test_every_rule_set_has_a_judge_and_every_game_a_net() -> None:
    assert [made for made in every_rules() if known_mind(made, NETS) is None] == []
    assert {made.game for made in every_rules() if serves(made)} == {*GAME}


def test_a_game_has_two_megabytes_and_all_have_eight() -> None:
    sizes = {path.name: path.stat().st_size for path in NETS.glob("*.npz")}
    assert sum(sizes.values()) <= 8_000_000
    for game in {made.game for made in every_rules()}:
        own = (f"{game}.npz", f"{game}-table.npz", f"{game}-judge.npz")
        assert sum(sizes.get(name, 0) for name in own) <= 2_000_000, game


@pytest.mark.parametrize(("made", "heard"), [(TWO, 1.0), (rules("kingdomino", 3), 0.6)], ids=str)
def test_a_search_goes_by_its_judge(made: Rules, heard: float) -> None:
    """One that is sure of a victory for everybody, whatever happens, is heard: alone for two."""
    sure = {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}
    sure["last"] = sure["last"].copy()
    sure["last"][-1] = 4.0, 4.0, 1.5
    state = next(positions(made, 3))
    judged, plain = learned_searcher(made, sure), learned_searcher(made, None)
    said = judged.search(from_core(state), seed=1, playouts=200)[0]
    alone = plain.search(from_core(state), seed=1, playouts=200)[0]
    # The judge's certainty is 98 %.
    assert heard * 0.98 < said.share < heard * 0.99 + (1 - heard)
    assert alone.share < 0.9
    assert judged.search(from_core(state), seed=1, playouts=200)[0] == said


def counting_the_unseen(weight: float) -> Weights:
    """A judge to whom a game is the better the more of some dominoes are still unseen."""
    found = {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}
    found["table"][UNSEEN : UNSEEN + 24, 0] = weight
    found["second"][0, 0] = found["last"][0, 0] = 1.0
    return found


def test_beyond_the_row_a_tree_weighs_the_rows_that_may_come() -> None:
    """What a verdict counts is drawn by chance alone, so that every option is worth the same, and
    less than at the end of this round: the tree has seen rows laid."""
    state = next(positions(TWO, 3))
    row, weights = from_core(state), counting_the_unseen(0.02)
    settings = learned_searcher(TWO, weights).settings
    deep, near = (
        Searcher(TWO, settings._replace(beyond=beyond), weights=weights).search(
            row, seed=1, playouts=2000
        )
        for beyond in (1, 0)
    )
    assert len({round(found.value, 9) for found in near if found.visits}) == 1
    assert deep[0].value < near[0].value - 0.003
    seen = [found.value for found in deep if found.visits > 100]
    assert max(seen) - min(seen) < 0.01


@pytest.mark.parametrize("nodes", [40, 200])
def test_a_deep_tree_without_room_goes_on_with_what_it_has(nodes: int) -> None:
    state = next(positions(TWO, 3))
    weights = mind_for(TWO)
    searcher = Searcher(TWO, learned_searcher(TWO, weights).settings, nodes=nodes, weights=weights)
    found = searcher.search(from_core(state), seed=1, playouts=500)
    assert sum(option.visits for option in found) == 500


def test_a_damaged_judge_is_named_and_done_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    say_once.cache_clear()
    path = mind_file("giants", tmp_path)
    arrays, about = load(mind_file("giants"))
    wrong = {**arrays, "2 players 5x5.own": arrays["2 players 5x5.own"] * np.float16("nan")}
    save(path, wrong, about)
    state = next(positions(rules("giants", 2), 1))
    with caplog.at_level(logging.WARNING):
        Champion(Budget(5), nets=tmp_path).act(state, random.Random(1))
    said = [record.getMessage() for record in caplog.records]
    assert "poisoned" in said[0]
    assert "it is done without" in said[0]


def test_a_file_of_another_kind_is_no_judge(tmp_path: Path) -> None:
    copy(NETS / "kingdomino-table.npz", mind_file("kingdomino", tmp_path))
    with pytest.raises(CheckpointError, match="holds no judge"):
        mind_for(TWO, tmp_path)
    with pytest.raises(CheckpointError, match="there is no"):
        mind_for(rules("giants", 2), tmp_path)
