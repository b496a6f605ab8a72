"""What is said for an action: facts of the score sheet that one can see on the board."""

from __future__ import annotations

import random

import pytest

from kingdomino import Rules, advance, draw, every_rules, legal_actions, rules, score_sheet, start
from kingdomino.bots.reason import ALIKE, CODES, Reason, reason, reasons
from kingdomino.core.notation import format_action, parse_action
from kingdomino.core.state import Decision, Phase, State
from tests.rules.table import choosing, placing, table

BASE = rules("kingdomino", 3)


def said(state: State, action: str) -> Reason:
    return reason(state, next(a for a in legal_actions(state) if a == parse_action(action)))


def at(picture: str, domino: str, made: Rules = BASE) -> State:
    return table(made, kingdoms=[picture], agenda=[placing(0, domino)])


def test_a_domino_that_joins_a_region_with_crowns() -> None:
    state = at("C W1 W", "1")
    about = {"code": "joins", "terrain": "wheat", "squares": 4, "crowns": 1}
    assert said(state, "place e1s1 e2s1") == about


def test_a_domino_that_begins_one() -> None:
    about = {"code": "begins", "terrain": "forest", "squares": 1, "crowns": 1}
    assert said(at("C", "25"), "place e1 e2") == about


def test_land_that_waits_for_a_crown() -> None:
    about = {"code": "grows", "terrain": "wheat", "squares": 4, "crowns": 0}
    assert said(at("C W W", "1"), "place e1s1 e2s1") == about


def test_the_castle_in_the_middle() -> None:
    """Two squares a side are half of the frame; a third would push the castle out."""
    centred = rules("kingdomino", 3, ("middle_kingdom",))
    assert said(at("C W W", "1", centred), "place w2 w1") == {"code": "centre"}
    assert said(at("C W W", "1"), "place w2 w1")["code"] == "grows"


def test_a_place_that_leaves_no_lone_gap() -> None:
    picture = """
        W W W W .
        W W C . .
        W W . . .
        W W F . .
        W W F . .
    """
    state = at(picture, "7")
    assert said(state, "place s1 e1s1") == {"code": "no_gap"}
    assert said(state, "place e1 e2")["code"] == "grows"


def test_what_a_chosen_domino_could_bring() -> None:
    state = table(BASE, kingdoms=["C W1 W"], agenda=[choosing(0)], offer="1 3 25 45", rows_left=1)
    assert said(state, "choose 1") == {"code": "brings", "points": 2}
    assert said(state, "choose 3") == {"code": "ahead"}
    lowest = table(BASE, agenda=[choosing(0)], offer="1 3 13", rows_left=1)
    assert said(lowest, "choose 1") == {"code": "early"}


def test_what_somebody_else_would_make_of_it() -> None:
    both = ["C", "C M1 M1"]
    state = table(BASE, kingdoms=both, agenda=[choosing(0)], offer="1 45", rows_left=1)
    assert said(state, "choose 45") == {"code": "denies", "player": 1, "points": 8}


def all_said(state: State, *actions: str) -> list[Reason]:
    legal = {format_action(action): action for action in legal_actions(state)}
    return reasons(state, [legal[action] for action in actions])


def test_what_sets_places_apart_that_bring_the_same() -> None:
    """All make the wheat four squares with a crown."""
    picture = """
        .  W1 .
        C  W  .
        F  F  .
    """
    best, second, third = all_said(
        at(picture, "1"), "place e1n2 e2n2", "place e2n1 e2", "place e2 e2s1"
    )
    assert best == {"code": "joins", "terrain": "wheat", "squares": 4, "crowns": 1}
    assert second == {"code": "open", "terrain": "wheat", "squares": 6}
    assert third == ALIKE


def test_a_place_within_the_bounds_of_the_kingdom() -> None:
    picture = """
        C  W1 W
        F  .  .
        F  F  F
    """
    _, within = all_said(at(picture, "1"), "place n1 e1n1", "place e1s1 e2s1")
    assert within == {"code": "compact"}


def test_a_place_that_makes_another_domino_worth_more() -> None:
    """Above the castle the wheat is but a square away from the rest: 19 would join them."""
    state = table(BASE, kingdoms=["C W W"], agenda=[placing(0, "1")], offer="19 20 21", rows_left=1)
    _, near = all_said(state, "place w1 w1s1", "place w1n1 n1")
    assert near == {"code": "readies", "domino": "19", "points": 5}


def test_how_large_a_kingdom_becomes() -> None:
    state = at("C W W", "1")
    assert all_said(state, "place e1n1 e2n1", "place e2n1 e3n1")[1] == {
        "code": "bounds",
        "columns": 4,
        "rows": 2,
    }


def test_nothing_sets_mirrored_places_apart() -> None:
    state = at("C", "1")
    assert all_said(state, "place e1 e2", "place w2 w1")[1] == ALIKE


def test_only_one_crown_costs_least() -> None:
    giants = rules("giants", 2)
    state = table(giants, kingdoms=["C W1 W W F1"], agenda=[Decision(Phase.COVER, 0)])
    dear, cheap = all_said(state, "cover e1", "cover e4")
    assert dear == {"code": "costs", "points": 3}
    assert cheap == {"code": "cheapest", "points": 1}


def test_dominoes_that_bring_the_same() -> None:
    state = table(BASE, kingdoms=["F F1 C W1 W"], agenda=[choosing(0)], offer="1 3 25", rows_left=1)
    wheat, forest = all_said(state, "choose 1", "choose 3")
    assert wheat == {"code": "brings", "points": 2}
    assert forest == {"code": "joins", "terrain": "forest", "squares": 4, "crowns": 1}


@pytest.mark.parametrize("made", [*every_rules()], ids=str)
def test_there_is_a_reason_for_every_action_of_a_game(made: Rules) -> None:
    """What is said of a region is what the sheet after the action says."""
    rng, state = random.Random(7), start(made)
    while not state.over:
        if state.chance:
            state = advance(state, draw(state, rng))
            continue
        action = rng.choice(legal_actions(state))
        why, after = reason(state, action), advance(state, action)
        assert why["code"] in CODES
        if "terrain" in why:
            sheet = score_sheet(after, state.agenda[0].player)
            found = [(r.terrain.label, r.area, r.crowns) for r in sheet.regions]
            assert (why["terrain"], why.get("squares"), why.get("crowns")) in found
        state = after
