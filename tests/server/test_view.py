"""What pages see: whole random games of every rule set, step by step."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kingdomino import Rules, advance, every_rules, format_action, legal_actions, score_sheet
from kingdomino.core.action import Choose, Place, Recruit, Spend
from kingdomino.core.drawing import format_kingdom
from kingdomino.core.state import State
from kingdomino.server.table.fold import Change, opened, tried
from kingdomino.server.table.option import options, question, staged
from kingdomino.server.table.patch import Json, diff, merge, without_nulls
from kingdomino.server.table.position import Charter, Position, SeatSetup, Setup
from kingdomino.server.table.view import full_sheets, view
from tests.server.support import followed, settings

EVERY = [*every_rules()]
SECRET = b"s" * 32
OBSERVER_BYTES, PLAYER_BYTES = 1000, 4000


def charter_of(rules: Rules) -> Charter:
    seats = tuple(SeatSetup(f"P{i}", "human") for i in range(rules.players))
    return Charter("table", Setup(rules.game, rules.players, rules.variants, seats), SECRET)


def started(charter: Charter) -> Change:
    plan = Change(charter, opened(charter), settings(Path()))
    plan.add("started", None, {"level": "squire"})
    plan.settle()
    return plan


def drawn(kingdom: Json, *, hut: bool) -> str:
    """A kingdom's cells as a drawing."""
    box = kingdom["box"]
    rows = []
    for y in range(box["north"], box["south"] + 1):
        row = []
        for x in range(box["west"], box["east"] + 1):
            east = f"{'e' if x > 0 else 'w'}{abs(x)}" if x else ""
            south = f"{'s' if y > 0 else 'n'}{abs(y)}" if y else ""
            name = east + south
            row.append(kingdom["cells"].get(name, ".") if name else "H" if hut else "C")
        rows.append(row)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (" ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def check_position(charter: Charter, now: Position, patched: Json) -> None:
    fresh = view(charter, now)
    assert now.view == fresh
    assert without_nulls(patched) == without_nulls(fresh)
    for i, kingdom in enumerate(now.state.kingdoms):
        drawing = format_kingdom(kingdom)
        hut = "H" in drawing.split()
        assert drawn(fresh["kingdoms"][str(i)], hut=hut) == drawing
        assert fresh["sheets"][str(i)]["total"] == score_sheet(now.state, i).total


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_patches_lead_through_the_whole_game(rules: Rules) -> None:
    """The shared view is the view made afresh, and the patches lead to it."""
    charter, rng = charter_of(rules), random.Random(str(rules))
    patched = opened(charter).view
    plan = started(charter)
    seen = 0
    while True:
        for raw in plan.events[seen:]:
            event = json.loads(raw)
            assert set(event) <= {"type", "seq", "player", "action", "domino", "what", "patch"}
            assert event["patch"]["seq"] == event["seq"]
            patched = merge(patched, event["patch"])
        seen = len(plan.events)
        check_position(charter, plan.now, patched)
        if plan.now.state.over:
            break
        player = plan.now.state.player
        assert player is not None
        plan.act(player, [format_action(rng.choice(legal_actions(plan.now.state)))], None)
    assert patched["over"]
    assert patched["fair"]["secret"] == SECRET.hex()
    assert patched.get("decision") is None
    full = full_sheets(plan.now.state)
    for seat, sheet in patched["sheets"].items():
        assert full[seat] == sheet | {"regions": full[seat]["regions"]}
        points = sum(region["points"] for region in full[seat]["regions"])
        assert points == sheet["lines"]["regions"]


def true_gain(position: Position, action: Any) -> int:
    player = position.state.player
    assert player is not None
    after = score_sheet(advance(position.state, action), player).total
    return after - score_sheet(position.state, player).total


@pytest.mark.parametrize("rules", [r for r in EVERY if r.players in (2, 3)], ids=str)
def test_options_say_what_each_action_brings_at_once(rules: Rules) -> None:
    charter, rng = charter_of(rules), random.Random(f"options {rules}")
    plan = started(charter)
    while not plan.now.state.over:
        actions, found = legal_actions(plan.now.state), options(plan.now.state)
        assert [text for text, _ in found] == [format_action(action) for action in actions]
        if not isinstance(actions[0], Choose):
            picked = rng.sample(range(len(actions)), min(3, len(actions)))
            for i in picked:
                assert found[i][1] == true_gain(plan.now, actions[i])
        player = plan.now.state.player
        assert player is not None
        plan.act(player, [rng.choice(found)[0]], None)


@pytest.mark.parametrize("rules", [r for r in EVERY if not r.variants], ids=str)
def test_messages_are_small(rules: Rules) -> None:
    """At most 1 kB a move for who looks on, at most 4 kB for who is to decide."""
    charter, rng = charter_of(rules), random.Random(f"small {rules}")
    plan = started(charter)
    heard = len(plan.events)
    sizes, mine = [], []
    while not plan.now.state.over:
        player = plan.now.state.player
        assert player is not None
        found = options(plan.now.state)
        mine.append(len(plan.events[-1]) + len(msgspec.json.encode(found)))
        plan.act(player, [rng.choice(found)[0]], None)
        if not plan.now.state.over:
            sizes.append(sum(map(len, plan.events[heard:])))
        heard = len(plan.events)
    assert max(mine) <= PLAYER_BYTES
    assert sum(sizes) / len(sizes) <= OBSERVER_BYTES
    assert sorted(sizes)[int(len(sizes) * 0.95)] <= OBSERVER_BYTES


def test_staging_changes_nothing_and_shows_all() -> None:
    rules = next(r for r in EVERY if r.game == "kingdomino" and r.players == 3)
    charter = charter_of(rules)
    plan = started(charter)
    for _ in range(3):
        player = plan.now.state.player
        assert player is not None
        plan.act(player, [options(plan.now.state)[0][0]], None)
    before = plan.now
    player = before.state.player
    assert player is not None
    place = next(a for a in legal_actions(before.state) if isinstance(a, Place))
    then = tried(charter, before, player, [format_action(place)])
    patch = diff(before.view, then.view)
    assert "seq" not in patch
    assert patch["kingdoms"][str(player)]["cells"]
    plan.act(player, [format_action(place)], None)
    assert {**then.view, "seq": 0} == {**plan.now.view, "seq": 0}


def sequences(state: State, kinds: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The kinds of token that lead to a caveman, by trying every way to spend them."""
    found = legal_actions(state)
    if any(isinstance(action, Recruit) for action in found):
        yield kinds
    for action in found:
        if isinstance(action, Spend):
            after = advance(state, action)
            yield from sequences(after, (*kinds, after.spent[-1].label))


def through(rules: Rules, seed: str) -> Iterator[Position]:
    """The positions of a random game."""
    plan, rng = started(charter_of(rules)), random.Random(seed)
    while not plan.now.state.over:
        yield plan.now
        assert plan.now.state.player is not None
        plan.act(plan.now.state.player, [rng.choice(options(plan.now.state))[0]], None)


def test_the_view_names_every_set_of_tokens_that_pays() -> None:
    rules = next(r for r in EVERY if r.game == "origins-tribe" and r.players == 3)
    asked = set()
    for now in through(rules, "payments 4"):
        if now.view["decision"]["phase"] == "settle":
            said = [tuple(payment) for payment in now.view["decision"]["payments"]]
            assert sorted(said) == sorted(set(sequences(now.state)))
            asked |= set(said)
    assert {len(payment) for payment in asked} == {2, 4}


def test_the_view_says_how_far_fire_flies() -> None:
    rules = next(r for r in EVERY if r.game == "origins-discovery" and r.players == 4)
    told = set()
    for now in chain(through(rules, "fire"), through(rules, "ash"), through(rules, "lava")):
        decision = now.view["decision"]
        if decision["phase"] == "erupt":
            volcano = now.view["kingdoms"][str(decision["player"])]["cells"][decision["square"]]
            assert decision["reach"] == 4 - int(volcano[1])
            told.add(decision["reach"])
    assert told == {1, 2, 3}


def test_a_staged_turn_ends_before_the_next_king_of_the_same_player() -> None:
    """Two players have two kings each: what the second does is a move of its own."""
    rules = next(r for r in EVERY if r.game == "kingdomino" and r.players == 2)
    again = 0
    for now in through(rules, "kings"):
        player, phase = now.state.player, now.view["decision"]["phase"]
        last = options(now.state)[0][0]
        then = tried(charter_of(rules), now, player or 0, [last])
        asked = staged(then.state, player or 0, last)
        assert asked["rest"] == []
        choice = "choose" in str(asked["options"][:1])
        more = phase == "place" and then.state.player == player and choice
        assert bool(asked["options"]) == more == (not asked["done"])
        again += phase == "choose" and then.state.player == player
    assert again


def test_passing_follows_by_itself_where_nothing_else_is_left() -> None:
    rules = next(r for r in EVERY if r.game == "origins-tribe" and r.players == 3)
    followed = set()
    for now in through(rules, "rest"):
        if now.view["decision"]["phase"] == "settle":
            asked = staged(now.state, now.state.player or 0, "choose 1")
            rest = asked["rest"]
            assert bool(rest) == (len(options(now.state)) == 1) == asked["done"]
            assert asked["done"] == (not asked["options"])
            followed.add(tuple(rest))
    assert followed == {(), ("pass",)}


def test_who_pays_for_a_caveman_hears_what_each_would_bring() -> None:
    """Nobody else does: it is no part of the view."""
    rules = next(r for r in EVERY if r.game == "origins-tribe" and r.players == 2)
    priced = 0
    for now in through(rules, "cave"):
        assert "worth" not in now.view["decision"]
        asked = question(now.state)
        assert ("worth" in asked) == (now.view["decision"]["phase"] in ("settle", "recruit"))
        if "worth" in asked:
            paid = {len(kinds) for kinds in now.view["decision"]["payments"]}
            shelf = {*now.state.face_up} if 2 in paid and len(now.state.spent) <= 2 else set()
            assert asked["worth"]["face_up"].keys() == shelf
            priced += bool(shelf)
    assert priced


def test_a_domino_that_fits_nowhere_says_why() -> None:
    words = set()
    for seed in range(40):
        rules = next(r for r in EVERY if r.game == "kingdomino" and r.players == 4)
        plan, rng = started(charter_of(rules)), random.Random(seed)
        while not plan.now.state.over:
            decision = plan.now.view["decision"]
            found = legal_actions(plan.now.state)
            discard = format_action(found[0]) == "discard"
            assert ("why" in decision) == discard
            words.add(decision.get("why"))
            assert plan.now.state.player is not None
            plan.act(plan.now.state.player, [format_action(rng.choice(found))], None)
    assert words >= {None, "no_room"}


def test_views_follow_from_the_first_view_of_a_stored_table() -> None:
    charter = charter_of(EVERY[0])
    plan = started(charter)
    events = [json.loads(event) for event in plan.events]
    assert followed(opened(charter).view, events) == without_nulls(plan.now.view)
