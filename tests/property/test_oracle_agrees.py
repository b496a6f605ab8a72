"""The engine and the naive oracle, on every position of many games of every kind.

The oracle was written from the settled rules and not from the engine, with sets and loops.
"""

from __future__ import annotations

import random
from enum import Enum

import pytest

from kingdomino.core.action import Cover, Erupt, Event, HandOver, Place, Recruit, Settle, Spend
from kingdomino.core.domino import Domino, Resource
from kingdomino.core.engine import advance, legal_actions
from kingdomino.core.kingdom import Kingdom, placements
from kingdomino.core.rules import Rules
from kingdomino.core.score import Sheet, score_sheet
from kingdomino.core.state import Decision, Phase, State
from kingdomino.games.catalogue import rules
from kingdomino.games.quest import QUESTS
from tests.contract.play import STYLES, steps
from tests.oracle import lava, placing, scoring, totems
from tests.oracle.land import Land, Square
from tests.property.lands import land_of

GAMES = (
    ("kingdomino", 2, ("mighty_duel", "harmony", "middle_kingdom"), 4),
    ("kingdomino", 3, ("wider_offer",), 6),
    ("kingdomino", 4, ("harmony", "middle_kingdom"), 6),
    ("giants", 2, (), 8),
    ("giants", 2, ("mighty_duel",), 3),
    ("giants", 3, (), 6),
    ("giants", 5, (), 4),
    ("origins-discovery", 2, ("empire_of_fire",), 3),
    ("origins-discovery", 4, ("homo_habilis",), 5),
    ("origins-totem", 2, (), 3),
    ("origins-totem", 3, (), 9),
    ("origins-totem", 4, (), 9),
    ("origins-tribe", 2, ("empire_of_fire", "homo_habilis"), 3),
    ("origins-tribe", 3, (), 6),
    ("origins-tribe", 4, (), 4),
)
CASES = [
    (rules(game, players, variants), style, seed)
    for game, players, variants, games in GAMES
    for style in STYLES
    for seed in range(games)
]


def case(value: object) -> str:
    return str(value).replace(" ", "-")


@pytest.mark.parametrize(("made", "style", "seed"), CASES, ids=case)
def test_engine_agrees_with_the_oracle(made: Rules, style: str, seed: int) -> None:
    """base, giants, origins: what is legal and what it scores, at every step of a game."""
    rng = random.Random(f"{made} {style} {seed}")
    for state, event in steps(made, STYLES[style], rng):
        decision = state.pending
        assert decision
        if state.chance:
            continue
        compare_decision(state, decision)
        after = advance(state, event)
        for seat, kingdom in enumerate(after.kingdoms):
            if kingdom is not state.kingdoms[seat]:
                compare_sheet(after, seat)
        compare_totems(state, decision, event)


def compare_decision(state: State, decision: Decision) -> None:
    if decision.phase is Phase.CHOOSE:
        return
    kingdom = state.kingdoms[decision.player]
    land = land_of(kingdom)
    found = legal_actions(state)
    match decision.phase:
        case Phase.PLACE:
            domino = state.rules.domino[decision.domino]
            compare_placements(kingdom, land, domino)
            assert bool(placements(kingdom, domino)) == isinstance(found[0], Place)
        case Phase.COVER:
            targets = {plain(a.square) for a in found if isinstance(a, Cover)}
            assert targets == lava.cover_targets(land)
        case Phase.ERUPT:
            targets = {plain(a.square) for a in found if isinstance(a, Erupt)}
            assert targets == lava.lava_targets(land, plain(decision.square))
        case Phase.SETTLE:
            compare_spendings(state, land)
        case Phase.SETTLE_ON:
            targets = {plain(a.square) for a in found if isinstance(a, Settle)}
            assert targets == lava.settle_targets(land)
        case _:
            pass


def plain(square: tuple[int, int]) -> Square:
    x, y = square
    return x, y


def compare_placements(kingdom: Kingdom, land: Land, domino: Domino) -> None:
    found = [(plain(place.left), plain(place.right)) for place in placements(kingdom, domino)]
    assert len(set(found)) == len(found)
    legal = placing.placements(land, domino.left.terrain.label, domino.right.terrain.label)
    if domino.symmetric:
        turned = {(right, left) for left, right in found}
        assert not turned & set(found)
        assert turned | set(found) == legal
    else:
        assert set(found) == legal


def compare_spendings(state: State, land: Land) -> None:
    """Every way to spend and take, walked through the engine's small steps."""
    pairs, sets = lava.spendings(land)
    bought = {(spent, name, len(spent)) for spent, name in purchases(state, frozenset())}
    expected = {(spent, name, 2) for spent in pairs for name in state.face_up}
    expected |= {(spent, name, 4) for spent in sets for name in state.pile}
    assert bought == expected


def purchases(state: State, spent: frozenset[Square]) -> list[tuple[frozenset[Square], str]]:
    found: list[tuple[frozenset[Square], str]] = []
    for action in legal_actions(state):
        if isinstance(action, Spend):
            found += purchases(advance(state, action), spent | {plain(action.square)})
        elif isinstance(action, Recruit):
            found.append((spent, action.caveman))
    assert len(set(found)) == len(found)
    return found


def compare_sheet(state: State, player: int) -> None:
    land = land_of(state.kingdoms[player])
    sheet = score_sheet(state, player)
    lines = dict(sheet.lines)
    assert lines["regions"] == scoring.region_points(land)
    assert sheet.largest_region == scoring.largest_region(land)
    assert sheet.crowns == scoring.crowns(land)
    assert len(sheet.regions) == len(scoring.regions(land))
    compare_bonuses(state, player, land, sheet)


def compare_bonuses(state: State, player: int, land: Land, sheet: Sheet) -> None:
    expected = {
        "middle_kingdom": scoring.middle,
        "empire_of_fire": scoring.middle,
        "harmony": scoring.harmony,
        "homo_habilis": scoring.harmony,
        "resources": scoring.resource_points,
        "cavemen": scoring.cavemen_points,
        "warriors": scoring.warrior_points,
    } | scoring.QUESTS
    for name, points in sheet.lines[1:]:
        if not name.startswith("totem_"):
            assert points == expected[name](land), name
    if state.rules.quests:
        for name, quest in QUESTS:
            assert quest(state, player) == scoring.QUESTS[name](land), name


def compare_totems(state: State, decision: Decision, event: Event) -> None:
    """Who holds what after a placement and its fire."""
    after = advance(state, event)
    if state.rules.game != "origins-totem" or isinstance(event, HandOver):
        return
    if after.pending and after.pending.phase is Phase.ERUPT:
        return
    if isinstance(event, (Place, Erupt)):
        counts = [scoring.resource_counts(land_of(kingdom)) for kingdom in after.kingdoms]
        held = holders(state)
        expected, choices = totems.totems_after(held, counts, decision.player)
        assert holders(after) == expected
        handing = [d for d in after.agenda if d.phase is Phase.HAND_OVER]
        assert [d.name for d in handing] == [totem for totem, _ in choices]
        for totem, heirs in choices:
            assert handing[0].name == totem
            assert [a.to for a in legal_actions(after) if isinstance(a, HandOver)] == heirs
    else:
        assert after.totems == state.totems


def holders(state: State) -> dict[str, int | None]:
    return {resource.label: state.totems[resource] for resource in Resource}


def test_enough_positions_are_compared() -> None:
    """Thousands, and every kind of decision among them."""
    seen: dict[Enum, int] = {}
    for made, style, seed in CASES:
        rng = random.Random(f"{made} {style} {seed}")
        for state, _ in steps(made, STYLES[style], rng):
            if state.pending:
                seen[state.pending.phase] = seen.get(state.pending.phase, 0) + 1
    assert sum(seen.values()) > 5000
    assert set(seen) >= {Phase.COVER, Phase.RELEASE, Phase.SEND, Phase.ERUPT, Phase.HAND_OVER}
    assert set(seen) >= {Phase.PLACE, Phase.SETTLE, Phase.RECRUIT, Phase.SETTLE_ON}
