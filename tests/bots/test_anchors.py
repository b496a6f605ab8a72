"""The literature's anchors do what their description says."""

from __future__ import annotations

import random

import pytest

from kingdomino import advance, legal_actions, rules, start
from kingdomino.bots import bot_named
from kingdomino.core.action import Action, Choose
from kingdomino.core.engine import draw
from kingdomino.core.grid import Square, bit, neighbours
from kingdomino.core.kingdom import Kingdom, placements, put
from kingdomino.core.score import score_sheet
from kingdomino.core.state import Phase, State
from tests.rules.table import choosing, placing, table

MIDDLE = rules("kingdomino", 3, ["middle_kingdom"])
ANCHORS = ("gprd", "fg")


def acts(name: str, state: State) -> set[Action]:
    """What a bot does with this and that stream."""
    bot = bot_named(name)
    return {bot.act(state, random.Random(seed)) for seed in range(30)}


@pytest.mark.parametrize("name", ANCHORS)
def test_the_castle_stays_in_the_centre(name: str) -> None:
    """The forest goes on to the south as well, but then the castle is no longer in the middle."""
    agenda = [placing(0, "28"), choosing(0)]
    state = table(MIDDLE, kingdoms=["W W C\n. . F\n. . F"], agenda=agenda, offer="1")
    for action in acts(name, state):
        west, north, east, south = advance(state, action).kingdoms[0].box
        assert min(west, north) >= -2
        assert max(east, south) <= 2


@pytest.mark.parametrize("name", ANCHORS)
def test_no_lone_gap_is_left_where_that_can_be_helped(name: str) -> None:
    """Twelve places bring as many points; one shuts in the square north of the castle."""
    agenda = [placing(0, "3"), choosing(0)]
    made = rules("kingdomino", 3)
    state = table(made, kingdoms=["F1 . W\nF C W"], agenda=agenda, offer="12")
    for action in acts(name, state):
        land = advance(state, action).kingdoms[0]
        free = land.room & ~land.land
        assert not free & ~neighbours(free)


def test_a_random_draft_is_blind_to_what_fits() -> None:
    """The swamp fits nowhere: no place beside the castle is left, and no swamp."""
    full = "L L L L L\nL L L L L\nL L C W F\nL L L . F\nL L L . F"
    state = table(rules("kingdomino", 3), kingdoms=[full], agenda=[choosing(0)], offer="12 3 1")
    assert acts("gprd", state) == {Choose(12), Choose(3), Choose(1)}


@pytest.mark.parametrize("name", ANCHORS)
@pytest.mark.parametrize("land", ["C", "C L L"], ids=["no domino", "one domino"])
def test_the_first_two_dominoes_are_taken_by_the_most_crowns_on_one_square(
    name: str, land: str
) -> None:
    """41 and 45 have a square with two crowns; 19 has one crown and lakes, 40 one on each end."""
    offer = "19 40 41 45"
    state = table(rules("kingdomino", 4), kingdoms=[land], agenda=[choosing(0)], offer=offer)
    assert acts(name, state) == {Choose(41), Choose(45)}


@pytest.mark.parametrize("name", ANCHORS)
def test_the_first_domino_is_laid_anywhere(name: str) -> None:
    state = table(MIDDLE, kingdoms=["C"], agenda=[placing(0, "3")])
    boxes = {advance(state, action).kingdoms[0].box for action in acts(name, state)}
    assert len(boxes) > 4


def test_full_greedy_would_rather_have_fewer_points_than_a_spoilt_kingdom() -> None:
    """The forest would bring two points and leave a lone gap; the wheat brings nothing."""
    land = ". L L F1 .\n. L L L .\n. L C L .\nL L L L L\nL L W . ."
    state = table(MIDDLE, kingdoms=[land], agenda=[choosing(0)], offer="1 3")
    assert acts("fg", state) == {Choose(1)}


def centred_gaps(kingdom: Kingdom) -> bool:
    """Whether the castle is out of the centre, or a square of the centred frame is a lone gap."""
    frame = sum(bit(Square(x, y)) for x in range(-2, 3) for y in range(-2, 3))
    free = frame & ~kingdom.land
    return bool(kingdom.land & ~frame or free & ~neighbours(free))


def followed(state: State) -> dict[Choose, tuple[bool, int]]:
    """Each free domino that fits player's kingdom: the best of whole kingdoms with it."""
    player = state.agenda[0].player
    found: dict[Choose, tuple[bool, int]] = {}
    for number, owner in zip(state.offer, state.claims, strict=True):
        kingdom, domino = state.kingdoms[player], state.rules.domino[number]
        lands = [put(kingdom, domino, place) for place in placements(kingdom, domino)]
        if owner is None and lands:
            found[Choose(number)] = max(
                (
                    not centred_gaps(land),
                    score_sheet(state.with_kingdom(player, land), player).total,
                )
                for land in lands
            )
    return found


def test_full_greedy_does_what_trying_everything_out_says() -> None:
    """Every pair of a placement and a domino to follow, laid in the readable engine."""
    bot, rng, seen = bot_named("fg"), random.Random(4), {Phase.PLACE: 0, Phase.CHOOSE: 0}
    state = start(rules("kingdomino", 4, ["middle_kingdom", "harmony"]))
    while not state.over:
        if state.chance:
            state = advance(state, draw(state, rng))
            continue
        action, phase = bot.act(state, rng), state.agenda[0].phase
        if rng.random() < 0.2 and state.kingdoms[state.agenda[0].player].land.bit_count() > 3:
            actions = legal_actions(state)
            if phase is Phase.PLACE and state.offer and len(actions) > 1:
                pairs = {one: followed(advance(state, one)) for one in actions}
                best = max(worth for one in pairs.values() for worth in one.values())
                assert best in pairs[action].values()
                seen[phase] += 1
            elif phase is Phase.CHOOSE and (worths := followed(state)):
                assert isinstance(action, Choose)
                assert worths[action] == max(worths.values())
                seen[phase] += 1
        state = advance(state, action)
    assert min(seen.values()) > 3


def test_full_greedy_lays_the_last_domino_anywhere() -> None:
    """As the study's program does where no domino follows; greedy placement alone does not."""
    land = "L1 L C . .\n. . . . .\n. . . . ."
    state = table(rules("kingdomino", 3), kingdoms=[land], agenda=[placing(0, "7")])
    points = {name: {gained(state, action) for action in acts(name, state)} for name in ANCHORS}
    assert points["gprd"] == {2}
    assert points["fg"] == {0, 2}


def gained(state: State, action: Action) -> int:
    """What player 0 gains by a placement."""
    return score_sheet(advance(state, action), 0).total - score_sheet(state, 0).total
