"""Bots that have learned: the net alone, the net with search, and who plays where there is none."""

from __future__ import annotations

import logging
import random
import threading
import time
from itertools import islice
from pathlib import Path
from shutil import copy

import numpy as np
import pytest

from kingdomino import (
    Phase,
    Rules,
    State,
    apply,
    draw,
    every_rules,
    legal_actions,
    rules,
    start,
    winners,
)
from kingdomino.bots import Adviser, Bot, Budget, BudgetError, bot_named
from kingdomino.bots.learned.champion import Champion
from kingdomino.bots.learned.judge import Evaluator, net_for, say_once, serves
from kingdomino.bots.learned.mind import mind_file, mind_for, packed
from kingdomino.bots.learned.policy import Policy
from kingdomino.bots.learned.table import table_name
from kingdomino.bots.learned.weights import NETS, load, save, small
from kingdomino.bots.search.player import Search
from kingdomino.fast import engine
from kingdomino.fast.board.compile import WordArray
from kingdomino.fast.board.layout import RNG
from kingdomino.fast.bridge.params import params
from kingdomino.fast.bridge.state import from_core
from kingdomino.fast.learning.batch import Batch
from kingdomino.fast.learning.feature import shapes
from kingdomino.fast.learning.practice import Practice, slot_actions
from kingdomino.fast.search.guide import Guided, Said
from kingdomino.learn.net import Size, new_params
from tests.bots.position import positions
from tests.learn.seen import legal, turned_row

TWO = rules("kingdomino", 2)
SERVED = [TWO, rules("kingdomino", 2, ["mighty_duel"])]
FOUR = rules("kingdomino", 4, ["harmony", "middle_kingdom"])
PLAIN = [made for made in every_rules() if not made.variants]


def some(made: Rules, n: int, seed: int = 1) -> list[State]:
    return [*islice(positions(made, seed), 3, None, 5)][:n]


@pytest.mark.parametrize("name", ["policy", "policy:1.5", "champion:12"])
@pytest.mark.parametrize("made", [*SERVED, *PLAIN], ids=str)
def test_every_game_is_played_legally(made: Rules, name: str) -> None:
    """With a net or, where there is none for the rules, by the search."""
    played(bot_named(name), made)


def played(bot: Bot, made: Rules) -> None:
    chance, rng, state = random.Random(1), random.Random(2), start(made)
    while not state.over:
        state = apply(state, draw(state, chance) if state.chance else bot.act(state, rng))
    assert winners(state)


def test_a_net_of_a_byte_a_number_chooses_as_the_whole_one(
    net_alone: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    arrays, about = load(NETS / "kingdomino.npz")
    path = tmp_path_factory.mktemp("small") / "kingdomino.npz"
    save(path, small(arrays), about)
    assert path.stat().st_size < 700_000
    rng, asked = random.Random(1), [s for seed in range(8) for s in positions(TWO, seed)]
    whole, bytewise = (
        [Policy(nets=nets).act(state, rng) for state in asked] for nets in (net_alone, path.parent)
    )
    alike = sum(a == b for a, b in zip(whole, bytewise, strict=True))
    assert alike >= 0.97 * len(asked), (alike, len(asked))


def test_a_net_guides_four_players(tmp_path: Path) -> None:
    """Any net: this one has learned nothing."""
    size = Size(channels=8, blocks=1, width=32, seat=16, slot=16)
    fresh = new_params(shapes(FOUR).table, size, random.Random(1))
    about = {"game": "kingdomino", "decisions": 0, "settings": [str(FOUR)]}
    save(tmp_path / "kingdomino.npz", {f"net.{k}": np.asarray(v) for k, v in fresh.items()}, about)
    assert serves(FOUR, tmp_path)
    played(Policy(nets=tmp_path), FOUR)
    played(Champion(Budget(12), nets=tmp_path), FOUR)


@pytest.mark.parametrize("name", ["policy", "champion:40"])
def test_advice_is_about_every_option(name: str) -> None:
    for state in some(TWO, 4):
        bot = bot_named(name)
        assert isinstance(bot, Adviser)
        found = bot.options(state, random.Random(1))
        assert {option.action for option in found} == {*legal_actions(state)}
        assert found[0].action == bot_named(name).act(state, random.Random(1))
        best = found[0]
        assert best.playouts > 0
        assert 0 <= best.share <= 1
        assert 0 < best.points < 120


@pytest.fixture
def net_alone(tmp_path: Path) -> Path:
    """A folder that has the net and no table, which would come first."""
    copy(NETS / "kingdomino.npz", tmp_path)
    return tmp_path


def test_a_budget_in_evaluations_is_kept_and_repeats(net_alone: Path) -> None:
    state = some(TWO, 1)[0]
    found = [
        Champion(Budget(100), nets=net_alone).options(state, random.Random(7)) for _ in range(2)
    ]
    assert found[0] == found[1]
    # The first look is at the position itself.
    assert sum(option.playouts for option in found[0]) == 99


@pytest.mark.parametrize("learned", ["table", "net"])
def test_seconds_are_kept_while_others_work(learned: str, net_alone: Path) -> None:
    """What the thread itself may spend, however long others keep it waiting."""
    nets = NETS if learned == "table" else net_alone
    bot, stop = Champion(Budget(seconds=0.1), nets=nets), threading.Event()
    state = some(SERVED[1], 3)[-1]
    bot.act(state, random.Random(1))
    others = [threading.Thread(target=keep_busy, args=(stop,)) for _ in range(2)]
    for other in others:
        other.start()
    began = time.thread_time()
    action = bot.act(state, random.Random(1))
    spent = time.thread_time() - began
    stop.set()
    for other in others:
        other.join()
    assert action in legal_actions(state)
    assert spent < 0.2


def keep_busy(stop: threading.Event) -> None:
    state, bot = some(TWO, 1)[0], Search(Budget(200))
    while not stop.is_set():
        bot.act(state, random.Random(1))


def test_what_nobody_has_seen_changes_nothing() -> None:
    """The stream in a row would draw the next dominoes: the search draws from its own."""
    guided = Guided(TWO, Evaluator(net_for(TWO), TWO))
    for state in some(TWO, 3):
        row, other = from_core(state), from_core(state)
        other[RNG] = 0xDEADBEEF
        first = guided.search(row, seed=3, evaluations=150)
        assert first == guided.search(other, seed=3, evaluations=150)


@pytest.mark.parametrize("turn", [1, 6])
def test_a_mirrored_table_gets_the_mirrored_answer(turn: int) -> None:
    guided, games = Guided(TWO, Evaluator(net_for(TWO), TWO)), Practice(TWO, 1)
    for state in some(TWO, 5, seed=4):
        row = from_core(state)
        mirrored = turned_row(TWO, row, turn)
        found, other = (guided.search(r, seed=5, evaluations=60) for r in (row, mirrored))
        assert [f[1:] for f in found] == [f[1:] for f in other]
        for one, its_mirror in zip(found[:3], other[:3], strict=True):
            after, again = (advanced(r, f.action) for r, f in ((row, one), (mirrored, its_mirror)))
            if engine.phase(after) < 4:
                continue
            for part, same in zip(games.features(after[None]), games.features(again[None]),
                                  strict=True):  # fmt: skip
                assert np.array_equal(part, same)


def advanced(row: WordArray, action: int) -> WordArray:
    after = row.copy()
    engine.advance(params(TWO), after, action)
    return after


class Even:
    """A judge without an opinion: every legal slot alike, nobody ahead."""

    def __init__(self, made: Rules) -> None:
        self._games, self._players = Practice(made, 1), made.players

    def __call__(self, states: WordArray) -> Said:
        seen = self._games.features(states)
        logits = np.where(legal(seen) > 0, 0, -np.inf).astype(np.float32)
        return Said(logits, np.zeros((len(states), 3, self._players), np.float32))


class SureOfTheWorst(Even):
    """Knows the points of today, and proposes with certainty what leads to the fewest."""

    def __init__(self, made: Rules, row: WordArray, worst: int) -> None:
        super().__init__(made)
        self._batch, self._row, self._worst = Batch(made), row, worst

    def __call__(self, states: WordArray) -> Said:
        said, points = super().__call__(states), self._batch.points(states)
        deciders = self._batch.player(states)
        own = points[np.arange(len(states)), deciders]
        said.worth[:, 0, 0] = (own - points[np.arange(len(states)), 1 - deciders]) / 30
        said.worth[:, 0, 1] = -said.worth[:, 0, 0]
        for i, state in enumerate(states):
            if np.array_equal(state[RNG + 1 :], self._row[RNG + 1 :]):
                slots = np.flatnonzero(np.isfinite(said.logits[i]))
                actions = slot_actions(TWO, np.repeat(state[None], len(slots), 0), slots)
                (sure,) = slots[actions == self._worst]
                said.logits[i, sure] = 12
        return said


def test_a_net_that_was_sure_of_itself_kept_the_tree_from_looking_elsewhere() -> None:
    """One proposal in a hundred thousand was never looked at, so that search added nothing."""
    placing = [state for state in positions(TWO, 3) if state.agenda[0].phase is Phase.PLACE]
    for state in placing[4:10]:
        row, batch = from_core(state), Batch(TWO)
        actions = np.flatnonzero(batch.legal(row[None])[0]).tolist()
        after = np.array([advanced(row, action) for action in actions])
        points = batch.points(after)[:, state.agenda[0].player].tolist()
        if max(points) < min(points) + 3:
            continue
        worst = actions[points.index(min(points))]
        guided = Guided(TWO, SureOfTheWorst(TWO, row, worst))
        found = guided.search(row, seed=1, evaluations=100)
        assert max(option.visits for option in found) < 50
        assert sum(option.visits > 0 for option in found) > len(found) // 2


@pytest.mark.parametrize("made", PLAIN, ids=str)
def test_the_guided_tree_knows_every_game(made: Rules) -> None:
    """Chance, ends and all phases: what is found is what is legal."""
    guided, room = Guided(made, Even(made)), np.zeros(1000, np.int32)
    for state in some(made, 12):
        row = from_core(state)
        found = guided.search(row, seed=1, evaluations=80)
        count = engine.legal_actions(params(made), row, room)
        assert sorted(f.action for f in found) == room[:count].tolist()
        assert sum(f.visits for f in found) == 79


def test_a_tree_that_outgrows_its_room_goes_on() -> None:
    guided, state = Guided(SERVED[1], Even(SERVED[1])), some(SERVED[1], 3)[-1]
    found = guided.search(from_core(state), seed=1, evaluations=6000)
    assert sum(f.visits for f in found) == 5999


@pytest.mark.parametrize("learned", ["table", "net"])
def test_the_last_round_is_solved(learned: str, net_alone: Path) -> None:
    nets = NETS if learned == "table" else net_alone
    for state in positions(TWO, 8):
        if not state.rows_left and not state.offer:
            best = Champion(Budget(20), nets=nets).options(state, random.Random(1))[0]
            assert best.exact
            assert best.points == Search(Budget(1)).options(state, random.Random(1))[0].points
            return
    raise AssertionError("no last round")


@pytest.fixture
def poisoned(tmp_path: Path) -> Path:
    """A folder whose net has been tampered with."""
    with np.load(NETS / "kingdomino.npz") as found:
        arrays = {name: found[name] for name in found.files}
    arrays["net.stem"] = arrays["net.stem"] + np.float16(1)
    np.savez(tmp_path / "kingdomino.npz", **arrays)
    return tmp_path


def test_a_poisoned_net_is_refused_and_the_search_plays(
    poisoned: Path, caplog: pytest.LogCaptureFixture
) -> None:
    say_once.cache_clear()
    state = some(TWO, 1)[0]
    with caplog.at_level(logging.WARNING):
        found = [Champion(Budget(5), nets=poisoned).options(state, random.Random(1)) for _ in "ab"]
    assert found[0] == Search(Budget(80)).options(state, random.Random(1))
    said = [r.getMessage() for r in caplog.records]
    assert len(said) == 1, "once is enough"
    assert "damaged" in said[0]
    assert "the search plays instead" in said[0]


def test_where_nothing_was_learned_the_search_plays(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    say_once.cache_clear()
    state = some(TWO, 1)[0]
    with caplog.at_level(logging.WARNING):
        found = [Policy(nets=tmp_path).options(state, random.Random(1)) for _ in "ab"]
    assert found[0] == Search(Budget(100)).options(state, random.Random(1))
    (said,) = (record.getMessage() for record in caplog.records)
    assert (
        said == "nothing was learned for kingdomino for 2; the search plays instead of the policy"
    )


def test_a_poisoned_net_is_named_and_the_policy_goes_by_its_judge(
    poisoned: Path, caplog: pytest.LogCaptureFixture
) -> None:
    say_once.cache_clear()
    copy(NETS / "kingdomino-judge.npz", poisoned)
    with caplog.at_level(logging.WARNING):
        found = Policy(nets=poisoned).options(some(TWO, 1)[0], random.Random(1))
    (said,) = (record.getMessage() for record in caplog.records)
    assert "damaged" in said
    assert sum(option.playouts for option in found) == 200


@pytest.mark.parametrize(
    ("made", "asked"), [(TWO, 200), (FOUR, 100), (rules("origins-tribe", 2), 100)], ids=str
)
def test_a_policy_asks_its_judge_so_often(made: Rules, asked: int) -> None:
    """Fewer times where the rest of a round takes longer to play."""
    state = next(s for s in some(made, 4) if len(legal_actions(s)) > 1)
    assert sum(option.playouts for option in Policy().options(state, random.Random(1))) == asked


@pytest.mark.parametrize(("made", "often"), [(TWO, 1), (rules("giants", 3), 8)], ids=str)
def test_a_policy_goes_by_its_judge(made: Rules, often: int, tmp_path: Path) -> None:
    """With one that turns everything upside down it chooses otherwise; beside a net that is sure of
    itself where options are about as good."""
    for path in NETS.glob(f"{made.game}*.npz"):
        copy(path, tmp_path)
    mind = mind_for(made)
    turned = {table_name(made): {**mind, "last": -mind["last"]}}
    save(mind_file(made.game, tmp_path), packed(turned), {})
    asked = [state for seed in (1, 2) for state in some(made, 8, seed)]
    as_it_is, as_turned = (
        [bot.act(state, random.Random(1)) for state in asked]
        for bot in (Policy(), Policy(nets=tmp_path))
    )
    assert sum(a != b for a, b in zip(as_it_is, as_turned, strict=True)) >= often


def test_a_temperature_plays_gently_and_by_the_stream() -> None:
    """Close to 0 the likeliest is taken; a high one takes others too."""
    (state,) = some(TWO, 1)
    best = Policy().act(state, random.Random(1))
    assert {Policy(0.01).act(state, random.Random(seed)) for seed in range(8)} == {best}
    wild = [bot_named("policy:9").act(state, random.Random(seed)) for seed in range(12)]
    assert len({*wild}) > 1
    assert wild[0] == bot_named("policy:9").act(state, random.Random(0))


@pytest.mark.parametrize("text", ["", "0", "x", "-1"])
def test_a_temperature_is_a_number_above_0(text: str) -> None:
    with pytest.raises(BudgetError, match="not a temperature"):
        bot_named(f"policy:{text}")
