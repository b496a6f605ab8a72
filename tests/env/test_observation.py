"""What a byte means: against drawn kingdoms, and core's encoder against the compiled one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kingdomino.core.drawing import parse_kingdom, terrain_letters
from kingdomino.core.engine import advance, draw, legal_actions, start
from kingdomino.core.rules import Rules
from kingdomino.core.score import score_sheet
from kingdomino.core.state import Phase, State
from kingdomino.fast import engine
from kingdomino.fast.board.compile import IntArray, WordArray
from kingdomino.fast.board.layout import MAX_PLAYERS
from kingdomino.fast.bridge.params import CAVEMAN_NAMES, params
from kingdomino.fast.bridge.state import from_core
from kingdomino.fast.learning import observe as compiled
from kingdomino.fast.learning.cpu import planes_and_table
from kingdomino.fast.learning.device import block
from kingdomino.fast.learning.device.lane import LANES, mask_lane, observe_lane
from kingdomino.fast.learning.device.legal import LEGAL_WORDS, MASK_WORDS, write_legal_row
from kingdomino.fast.rules.action import ACTIONS
from kingdomino.games.catalogue import every_rules, rules
from tests.env.oracle import (
    BOX,
    CASTLE,
    CAVEMAN,
    CROWNS,
    FIRE,
    FRAME,
    FREE,
    GIANTS,
    OPEN_CROWNS,
    TOKEN,
    Bytes,
    action_mask,
    observe,
)

EVERY = list(every_rules())

THREADS = 32
EVERY_TURN = (Phase.CHOOSE, Phase.CHOOSE_PAIR, Phase.PLACE)


def first_decision(made: Rules, seed: int = 1) -> State:
    state, rng = start(made), random.Random(seed)
    while state.chance:
        state = advance(state, draw(state, rng))
    return state


def drawn(made: Rules, drawing: str) -> Bytes:
    """The window of a drawn kingdom, seen by its owner on seat 0."""
    state = first_decision(made)
    kingdom = parse_kingdom(drawing, terrain_letters(made.dominoes), made.size)
    state = state._replace(kingdoms=(kingdom, *state.kingdoms[1:]))
    planes, _ = planes_and_table(compiled.view(made), observe(state, 0))
    window: Bytes = planes[0]
    return window


def marked(window: Bytes, channel: int) -> list[str]:
    """A channel as lines of digits."""
    return ["".join("." if not n else str(n) for n in row) for row in window[..., channel]]


def test_a_drawn_kingdom_of_the_base_game() -> None:
    window = drawn(rules("kingdomino", 2), "W  W  F1\nL  C  M2\n.  .  M3")
    assert marked(window, 0)[3] == "...11...."
    assert marked(window, 1)[3] == ".....1..."
    assert [marked(window, 5)[row] for row in (4, 5)] == [".....1...", ".....1..."]
    assert marked(window, CROWNS)[3:6] == [".....1...", ".....2...", ".....3..."]
    # The kingdom is three wide and three high, so that it can grow by two to each side.
    assert marked(window, FREE) == [
        ".........",
        ".1111111.",
        ".1111111.",
        ".11...11.",
        ".11...11.",
        ".1111.11.",
        ".1111111.",
        ".1111111.",
        ".........",
    ]


def test_a_drawn_kingdom_with_giants() -> None:
    window = drawn(rules("giants", 2), "C M2g\n. M3gg")
    assert marked(window, CROWNS)[4:6] == [".....2...", ".....3..."]
    assert marked(window, GIANTS)[4:6] == [".....1...", ".....2..."]
    assert marked(window, OPEN_CROWNS)[4:6] == [".....1...", ".....1..."]
    assert marked(window, CASTLE)[4] == "....1...."
    assert marked(window, BOX)[3:7] == [".........", "....11...", "....11...", "........."]
    assert marked(window, FRAME)[0] == "........."
    assert marked(window, FRAME)[1] == ".11111111"


def test_a_drawn_territory_with_fire_tokens_and_cavemen() -> None:
    window = drawn(rules("origins-tribe", 2), "H V2 J*2\nQ+ D:hunter .")
    assert window.shape == (13, 13, 16)
    assert marked(window, FIRE)[6] == "........1...."
    assert marked(window, CROWNS)[6] == ".......22...."
    assert marked(window, TOKEN)[7] == "......1......"
    assert window[7, 7, CAVEMAN] == CAVEMAN_NAMES.index("hunter") + 1


def test_the_viewer_comes_first_and_the_others_in_seat_order() -> None:
    made = rules("kingdomino", 4)
    state, view = first_decision(made), compiled.view(made)
    letters = terrain_letters(made.dominoes)
    lands = [f"C {letter} {letter}" for letter in "WFLG"]
    kingdoms = tuple(parse_kingdom(land, letters, made.size) for land in lands)
    state = state._replace(kingdoms=kingdoms)
    for viewer in range(4):
        planes, _ = planes_and_table(view, observe(state, viewer))
        terrains = [int(planes[behind, 4, 5, :6].argmax()) for behind in range(4)]
        assert [planes[behind, 4, 5, :6].sum() for behind in range(4)] == [1, 1, 1, 1]
        assert terrains == [(viewer + behind) % 4 for behind in range(4)]


def test_the_table_of_a_first_decision() -> None:
    made = rules("kingdomino", 2)
    state = first_decision(made)
    viewer = state.player
    assert viewer is not None
    _, table = planes_and_table(compiled.view(made), observe(state, viewer))
    assert table[:12].tolist() == [1, *[0] * 11]
    rows_left, to_act, stage, who = table[12:16]
    assert (rows_left, to_act, stage, who) == (5, 4, 1, 1)
    own, other = table[16:24], table[24:32]
    assert own.tolist() == other.tolist() == [0] * 8
    offer = table[32 : 32 + 5 * 24].reshape(5, 24)
    numbers = [int(slot[16]) for slot in offer]
    assert numbers == [*state.offer, 0]
    assert offer[:4, :6].sum() == offer[:4, 8:14].sum() == 4
    assert offer[:, 17:].sum() == 0
    line = table[152 : 152 + 5 * 24].reshape(5, 24)
    assert line[:, :17].sum() == 0
    assert [int(slot[17:].argmax()) for slot in line[:4]] == [
        (decision.player - viewer) % 2 for decision in state.agenda
    ]
    unseen = table[272:320]
    assert [i + 1 for i in np.flatnonzero(unseen)] == sorted(state.unseen)


def by_a_block(
    p: WordArray, row: WordArray, points: IntArray, viewer: int, width: int
) -> tuple[WordArray, WordArray]:
    """What a block of threads that has one game writes: the observation and the legal actions."""
    extents, codes, tables, legal = (
        np.ones((1, n), np.uint64)
        for n in (MAX_PLAYERS, block.CODE_WORDS, block.TABLE_WORDS, LEGAL_WORDS)
    )
    words = np.array([block.square_word(key) for key in range(block.KEYS)], np.uint64)
    games = row.reshape(1, -1), points.reshape(1, -1)
    b = block.Block(p, words, *games, extents, codes, tables, legal)
    for warp in range(block.WARPS):
        block.prepare(b, 0, viewer, warp)
    view, mask = np.ones((1, width), np.uint64), np.ones((1, MASK_WORDS), np.uint64)
    for lane in range(THREADS):
        thread = block.Thread(1, 0, lane, THREADS)
        block.write_windows(b, thread, view, 0, width)
        block.write_tables(b, thread, view, 0, width)
        block.write_masks(b, thread, mask, 0)
    return view[0], mask[0]


def by_lanes(
    p: WordArray, row: WordArray, points: IntArray, viewer: int, width: int
) -> tuple[WordArray, WordArray]:
    """What the lanes of one game write."""
    view, legal = np.ones(width, np.uint64), np.ones(LEGAL_WORDS, np.uint64)
    mask = np.ones((1, MASK_WORDS), np.uint64)
    write_legal_row(p, row, legal)
    for lane in range(LANES):
        observe_lane(p, row, points, viewer, lane, view, 0)
        mask_lane(legal, lane, mask, 0)
    return view, mask[0]


@pytest.mark.parametrize("made", EVERY, ids=str)
def test_core_and_compiled_code_see_the_same(made: Rules) -> None:
    """Also thread by thread, as a GPU writes it."""
    view, p, rng = compiled.view(made), params(made), random.Random(str(made))
    state = first_decision(made, seed=rng.randrange(100))
    while True:
        if state.chance:
            state = advance(state, draw(state, rng))
            continue
        if (
            rng.random() < 0.06
            or state.over
            or (
                state.pending
                and state.pending.phase not in (Phase.CHOOSE, Phase.CHOOSE_PAIR, Phase.PLACE)
                and rng.random() < 0.15
            )
        ):
            row, viewer = from_core(state), rng.randrange(made.players)
            totals = [score_sheet(state, seat).total for seat in range(made.players)]
            points = np.array(totals, np.int32)
            whole = np.ones(view.words, np.uint64)
            compiled.observe(p, row, points, viewer, whole)
            more = np.ones(compiled.view(made, 1).words, np.uint64)
            compiled.observe(compiled.viewed(made, 1), row, points, viewer, more)
            assert np.array_equal(more.view(np.uint8), observe(state, viewer, 1))
            assert np.array_equal(more[: view.words], whole)
            mask = np.zeros(ACTIONS, np.uint8)
            engine.legal_mask(p, row, mask)
            assert np.array_equal(whole.view(np.uint8), observe(state, viewer))
            assert np.array_equal(mask, action_mask(state))
            by_threads = by_a_block if made.game == "kingdomino" else by_lanes
            written, legal = by_threads(p, row, points, viewer, view.words)
            assert np.array_equal(written, whole)
            assert np.array_equal(legal.view(np.uint8), mask)
        if state.over:
            return
        state = advance(state, rng.choice(legal_actions(state)))


def test_v1_tells_every_rule_set_from_every_other() -> None:
    """Which no v0 does: bonuses look the same until they are counted."""
    first = [first_decision(made) for made in EVERY]
    tails = [(state.rules.game, bytes(observe(state, 0, 1)[-16:])) for state in first]
    assert len(set(tails)) == len(EVERY)
    with pytest.raises(ValueError, match="no observation v2; there are v0 and v1"):
        compiled.view(EVERY[0], 2)


def test_shapes_depend_on_game_players_and_size_alone() -> None:
    found: dict[tuple[str, int, int], set[tuple[int, ...]]] = {}
    for made in EVERY:
        found.setdefault((made.game, made.players, made.size), set()).add(
            tuple(compiled.view(made))
        )
    assert all(len(views) == 1 for views in found.values())
