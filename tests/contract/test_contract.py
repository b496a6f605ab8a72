"""What holds in every game: random play over every allowed combination of rules."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import pairwise

import pytest

from kingdomino.core.action import Chance, Discard, Event, Place, Row
from kingdomino.core.domino import Resource
from kingdomino.core.engine import advance, apply, draw, legal_actions, start
from kingdomino.core.kingdom import Kingdom
from kingdomino.core.rules import Rules
from kingdomino.core.score import ranking, score_sheet, score_sheets, winners
from kingdomino.core.state import NOBODY, Phase, State
from kingdomino.games.catalogue import every_rules
from tests.contract.play import STYLES, steps

EVERY = list(every_rules())
GAMES = [(made, style) for made in EVERY for style in STYLES]
GAMES_EACH = 3
MOST_ACTIONS = 400


def name(value: object) -> str:
    return str(value).replace(" ", "-")


@pytest.mark.parametrize(("made", "style"), GAMES, ids=name)
def test_every_game_keeps_the_contract(made: Rules, style: str) -> None:
    """base, giants, origins: games of every combination, looked at after every step."""
    for seed in range(GAMES_EACH):
        check_game(made, style, random.Random(f"{made} {style} {seed}"))


def check_game(made: Rules, style: str, rng: random.Random) -> None:
    last, placed = start(made), Counter[int]()
    for state, event in steps(made, STYLES[style], rng):
        seat = state.pending.player if state.pending else NOBODY
        placed[seat] += isinstance(event, Place)
        check_agenda(state)
        check_choice(state, event)
        after = apply(state, event)
        assert after == advance(state, event)
        check_progress(state, after)
        check_table(after, placed)
        last = after
    check_end(last)


BY_CHANCE = (Phase.KINGS, Phase.QUESTS, Phase.ROW, Phase.CAVE)


def check_agenda(state: State) -> None:
    for decision in state.agenda:
        if decision.player == NOBODY:
            assert decision.phase in BY_CHANCE
        else:
            assert 0 <= decision.player < state.rules.players
            assert decision.phase not in BY_CHANCE
    assert state.pending
    assert state.pending.phase is not Phase.TOTEMS
    assert state.chance != (state.player is not None)


def check_choice(state: State, event: Event) -> None:
    """There is always something to do, said once, in the same order every time."""
    actions = legal_actions(state)
    assert isinstance(event, Chance) == state.chance
    if state.chance:
        assert actions == []
        assert draw(state, random.Random(1)) == draw(state, random.Random(1))
        return
    assert actions
    assert len(set(actions)) == len(actions) <= MOST_ACTIONS
    assert actions == legal_actions(state)
    assert event in actions
    assert (Discard() in actions) == (actions == [Discard()])


def check_progress(before: State, after: State) -> None:
    """Nothing that was seen becomes unseen; the game goes on."""
    assert after.unseen <= before.unseen
    assert after.rows_left <= before.rows_left
    assert 0 <= after.round - before.round <= 1
    assert after != before


def check_table(state: State, placed: Counter[int]) -> None:
    for seat, kingdom in enumerate(state.kingdoms):
        assert kingdom.land.bit_count() == 1 + 2 * placed[seat]
        check_kingdom(kingdom)
    assert list(state.offer) == sorted(state.offer)
    assert len(state.claims) == len(state.offer)
    assert not state.unseen & set(state.offer)
    check_cave(state)
    check_totems(state)


def check_kingdom(kingdom: Kingdom) -> None:
    west, north, east, south = kingdom.box
    assert west <= 0 <= east
    assert north <= 0 <= south
    assert max(east - west, south - north) < kingdom.size
    assert sum(plane.bit_count() for plane in kingdom.terrains) == kingdom.land.bit_count() - 1
    for some, more in (*pairwise(kingdom.crowns), *pairwise(kingdom.giants)):
        assert not more & ~some
    for crowns, giants in zip(kingdom.crowns, kingdom.giants, strict=True):
        assert not giants & ~crowns
    assert not kingdom.tokens & (kingdom.crowns[0] | kingdom.caveman_bits())
    assert not kingdom.fires & kingdom.caveman_bits()
    assert not kingdom.fires & ~kingdom.crowns[0]


def check_cave(state: State) -> None:
    """Every tile is in the open, in the pile, at home or gone, never twice."""
    homes = [name for kingdom in state.kingdoms for _, name in kingdom.cavemen]
    here = Counter(state.face_up) + Counter(state.pile) + Counter(homes)
    assert here <= Counter(state.rules.cavemen)
    assert len(state.face_up) <= 4


def check_totems(state: State) -> None:
    """origins § 2. Hra o totemy: no holder is behind between turns; one hand-over at most."""
    handing = sum(decision.phase is Phase.HAND_OVER for decision in state.agenda)
    assert handing <= 1
    if state.pending and state.pending.phase not in (Phase.PLACE, Phase.CHOOSE):
        return
    for resource, holder in zip(Resource, state.totems, strict=True):
        if holder is not None:
            counts = [kingdom.resources(resource).bit_count() for kingdom in state.kingdoms]
            assert counts[holder] == max(counts)


def check_end(state: State) -> None:
    assert state.over
    sheets = score_sheets(state)
    for seat, sheet in enumerate(sheets):
        assert sheet.player == seat
        assert sum(points for _, points in sheet.lines) == sheet.total
        assert dict(sheet.lines)["regions"] == sum(r.area * r.crowns for r in sheet.regions)
        assert sum(r.area for r in sheet.regions) == state.kingdoms[seat].land.bit_count() - 1
        assert sheet.crowns == sum(r.crowns for r in sheet.regions)
        assert all(points >= 0 for _, points in sheet.lines)
    places = ranking(sheets)
    best = max(sheet.total for sheet in sheets)
    assert winners(state) == tuple(s for s, place in enumerate(places) if place == 1)
    assert all(sheets[seat].total == best for seat in winners(state))


@pytest.mark.parametrize("made", EVERY, ids=name)
def test_states_are_values(made: Rules) -> None:
    """Hashable, comparable and picklable; a copy plays on like the original."""
    rng = random.Random(18)
    for number, (state, event) in enumerate(steps(made, STYLES["careless"], rng)):
        if number % 9:
            continue
        copy = pickle.loads(pickle.dumps(state))
        assert copy == state
        assert hash(copy) == hash(state)
        assert legal_actions(copy) == legal_actions(state)
        assert advance(copy, event) == advance(state, event) != state


@pytest.mark.parametrize("made", EVERY, ids=name)
def test_no_domino_comes_twice(made: Rules) -> None:
    """base § Průběh hry: rows take from what nobody has seen."""
    rows = [e for _, e in steps(made, STYLES["careless"], random.Random(19)) if isinstance(e, Row)]
    seen = [number for row in rows for number in row.dominoes]
    assert len(set(seen)) == len(seen) == made.rounds * made.row
    assert all(list(row.dominoes) == sorted(row.dominoes) for row in rows)


@pytest.mark.parametrize("made", EVERY, ids=name)
def test_score_may_be_asked_for_at_any_time(made: Rules) -> None:
    """base § Konec hry: a sheet is what a player would score if the game ended now."""
    for number, (state, _) in enumerate(steps(made, STYLES["compact"], random.Random(20))):
        if number % 7 == 0:
            sheet = score_sheet(state, number % made.players)
            assert sheet.total == sum(points for _, points in sheet.lines) >= 0
