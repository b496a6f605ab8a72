"""Players that go by a table of what regions promise, and how such a table is learned."""

from __future__ import annotations

import random
from pathlib import Path
from shutil import copy

import numpy as np
import pytest

from kingdomino import Rules, State, advance, apply, draw, every_rules, legal_actions, rules, start
from kingdomino.bots import Budget
from kingdomino.bots.learned.champion import Champion, learned_settings
from kingdomino.bots.learned.table import table_file, table_for, table_name
from kingdomino.bots.learned.weights import CheckpointError, save
from kingdomino.bots.search.player import OURS, Search
from kingdomino.core.action import Choose, Place
from kingdomino.core.error import RulesError
from kingdomino.core.kingdom import Kingdom, placements, put, regions
from kingdomino.core.score import score_sheet, winners
from kingdomino.core.state import NOBODY, Phase
from kingdomino.fast.board.compile import IntArray, Word, WordArray, address, jit
from kingdomino.fast.board.layout import OVER, RNG, UNSEEN
from kingdomino.fast.bridge.action import action_from
from kingdomino.fast.bridge.params import terrain_codes
from kingdomino.fast.bridge.state import from_core
from kingdomino.fast.policy import potential as at
from kingdomino.fast.search.lesson import Lesson
from kingdomino.fast.search.policy import policy_playout
from kingdomino.fast.search.searcher import Searcher
from kingdomino.fast.search.settings import LEARNED, NEAT
from kingdomino.fast.search.workspace import Workspace, addresses
from tests.bots.position import positions
from tests.cli.command import error, output

TWO = rules("kingdomino", 2)
FAMILY = [made for made in every_rules() if made.game == "kingdomino"]


def any_table(seed: int) -> IntArray:
    """Numbers that no game has taught, so that nothing is right by chance."""
    rng = random.Random(seed)
    return np.array([rng.randint(-2000, 2000) for _ in range(at.TABLE)], np.int32)


def promised(state: State, kingdom: Kingdom, table: IntArray, left: int) -> int:
    """The sum over the regions of a kingdom, as the table's head says it."""
    codes, total = terrain_codes(state.rules), 0
    for region in regions(kingdom):
        area = min(region.area, at.AREAS - 1)
        crowns = min(region.crowns, at.CROWNS - 1)
        stage = min((left + 1) // 2, at.STAGES - 1)
        total += int(
            table.reshape(at.STAGES, at.TERRAINS, at.AREAS, at.CROWNS)[
                stage, codes[region.terrain] - 1, area, crowns
            ]
        )
    return total


def after_one(state: State, seat: int) -> int:
    """How many dominoes a player has to lay once the next lies."""
    kingdom = state.kingdoms[seat]
    done = kingdom.land.bit_count() // 2 + kingdom.discarded
    return max(0, state.rules.rounds * state.rules.kings_each - done - 1)


def most(state: State, seat: int, number: int, table: IntArray) -> int | None:
    """What a domino adds at its best place."""
    kingdom, left = state.kingdoms[seat], after_one(state, seat)
    domino = state.rules.domino[number]
    before = promised(state, kingdom, table, left)
    worth = [
        promised(state, put(kingdom, domino, place), table, left) - before
        for place in placements(kingdom, domino)
    ]
    return max(worth) if worth else None


def test_placements_are_those_that_promise_most() -> None:
    checked = 0
    for seed in range(6):
        table = any_table(seed)
        searcher = Searcher(TWO, OURS, nodes=1, table=table)
        for state in positions(TWO, seed):
            if state.agenda[0].phase is not Phase.PLACE:
                continue
            found = action_from(state, searcher.policy_action(from_core(state), LEARNED, 7))
            if not isinstance(found, Place):
                continue
            seat = state.agenda[0].player
            left = after_one(state, seat)
            after = advance(state, found).kingdoms[seat]
            gain = promised(state, after, table, left) - promised(
                state, state.kingdoms[seat], table, left
            )
            best = most(state, seat, state.agenda[0].domino, table)
            assert best is not None
            assert best - at.ALIKE <= gain <= best
            checked += 1
    assert checked > 50


def test_the_domino_taken_is_worth_most_to_oneself_and_to_the_next() -> None:
    """Less for choosing later in the next round, and for one that fits nowhere."""
    chosen = 0
    for made in (TWO, rules("kingdomino", 4)):
        table = any_table(made.players)
        searcher = Searcher(made, OURS, nodes=1, table=table)
        for state in positions(made, made.players):
            if state.agenda[0].phase is not Phase.CHOOSE:
                continue
            seat = state.agenda[0].player
            others = (d.player for d in state.agenda if d.player not in (NOBODY, seat))
            rival = next(others, (seat + 1) % made.players)
            worth = {}
            for i, (number, owner) in enumerate(zip(state.offer, state.claims, strict=True)):
                if owner is None:
                    own = most(state, seat, number, table)
                    its = most(state, rival, number, table) or 0
                    kept = max(0, its) * at.DENIED // (at.POINT * (made.players - 1))
                    worth[number] = (-at.WASTED if own is None else own) - at.LATER * i + kept
            found = action_from(state, searcher.policy_action(from_core(state), LEARNED, 7))
            assert isinstance(found, Choose)
            assert worth[found.domino] == max(worth.values())
            chosen += 1
    assert chosen > 40


@jit
def unseen_at_the_end(workspace: Workspace, row: WordArray, rows: Word) -> Word:
    w = addresses(workspace)
    policy_playout(w, address(row), 0, rows, OVER)
    left: Word = row[UNSEEN]
    return left


def test_verdicts_alone_decide_where_that_measured_better() -> None:
    """With bonuses they once did for two, too, and lost to the search that the king has."""
    ways = {made: learned_settings(made, table=False, mind=True) for made in every_rules()}
    assert [made for made, way in ways.items() if way.judged == 1] == [TWO]
    assert [made for made, way in ways.items() if way.beyond > 0] == [TWO]


def test_options_see_the_same_rows() -> None:
    """Whatever is decided and drawn for other ends, the same dominoes never come."""
    state = next(positions(TWO, 1))
    settings = learned_settings(TWO, table=True, mind=False)
    workspace = Searcher(TWO, settings, table=any_table(1)).workspace
    ends: list[set[int]] = []
    for rows in (np.uint64(5), np.uint64(0)):
        left = set[int]()
        for seed, action in enumerate(legal_actions(state)):
            row = from_core(advance(state, action))
            row[RNG] = seed + 1
            left.add(int(unseen_at_the_end(workspace, row, rows)))
        ends.append(left)
    assert len(ends[0]) == 1
    assert len(ends[1]) == len(legal_actions(state))


def test_a_table_is_learned_in_seconds_and_wins() -> None:
    """Paired deals against the neat player whose playouts the plain search uses; even is 50 %."""
    lesson = Lesson(TWO, games=30_000)
    first = last = lesson.go_on()
    while lesson.done < lesson.games:
        last = lesson.go_on()
    assert last.error < first.error
    searcher = Searcher(TWO, OURS, nodes=1, table=lesson.table)
    share = 0.0
    for game in range(300):
        chance, state = random.Random(game // 2), start(TWO)
        while not state.over:
            if state.chance:
                state = advance(state, draw(state, chance))
                continue
            policy = LEARNED if state.player == game % 2 else NEAT
            number = searcher.policy_action(from_core(state), policy, chance.getrandbits(63))
            state = advance(state, action_from(state, number))
        won = winners(state)
        share += (game % 2 in won) / len(won)
    assert share / 300 > 0.58


def test_the_same_seed_learns_the_same() -> None:
    tables = []
    for seed in (1, 1, 2):
        lesson = Lesson(TWO, games=3000, seed=seed)
        lesson.go_on()
        tables.append(lesson.table)
    assert np.array_equal(tables[0], tables[1])
    assert not np.array_equal(tables[0], tables[2])


@pytest.mark.parametrize("made", FAMILY, ids=str)
def test_there_is_a_table_for_every_rule_set(made: Rules) -> None:
    assert table_for(made).shape == (at.TABLE,)
    bot, chance, state = Champion(Budget(8)), random.Random(1), start(made)
    while not state.over:
        state = apply(state, draw(state, chance) if state.chance else bot.act(state, chance))
    assert max(score_sheet(state, seat).total for seat in range(made.players)) > 0


def test_evaluations_are_playouts_and_repeat() -> None:
    state = next(positions(TWO, 3))
    found = [Champion(Budget(100)).options(state, random.Random(7)) for _ in "ab"]
    assert found[0] == found[1]
    assert sum(option.playouts for option in found[0]) == 100


def test_a_damaged_table_is_refused_and_the_net_or_the_search_plays(tmp_path: Path) -> None:
    state = next(positions(TWO, 3))
    with pytest.raises(CheckpointError, match="there is no"):
        table_for(TWO, tmp_path)
    path = tmp_path / "damaged" / table_file("kingdomino").name
    path.parent.mkdir()
    copy(table_file("kingdomino"), path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CheckpointError, match="holds no weights"):
        table_for(TWO, path.parent)
    found = Champion(Budget(5), nets=path.parent).options(state, random.Random(1))
    assert found == Search(Budget(80)).options(state, random.Random(1))
    other = tmp_path / "other" / path.name
    other.parent.mkdir()
    save(other, {table_name(TWO): np.zeros(7, np.int32)}, {})
    with pytest.raises(CheckpointError, match="other stages"):
        table_for(TWO, other.parent)


def test_the_command_learns_a_table_and_says_for_whom(tmp_path: Path) -> None:
    path = tmp_path / "new" / table_file("kingdomino").name
    said = output("learn", "kingdomino", "-s", "2", "-s", "3", "--table", path, "--games", "1000")
    assert "1,000 of 1,000 games" in said
    assert "2 players 5x5, 3 players 5x5" in said.replace("\n", " ")
    assert table_for(rules("kingdomino", 3), path.parent).any()
    with pytest.raises(CheckpointError, match="no table for 4 players 5x5"):
        table_for(rules("kingdomino", 4), path.parent)


def test_a_table_is_for_kingdomino_alone(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="not for giants"):
        Lesson(rules("giants", 2), games=1000)
    why = error("learn", "giants", "--table", tmp_path / "t.npz")
    assert "Kingdomino only" in why
    assert not [*tmp_path.iterdir()]
