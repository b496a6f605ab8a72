"""The phases that all games share: drawing kings and rows, choosing, placing."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from itertools import pairwise

from .action import CHOICES, Action, Choose, ChoosePair, Discard, Event, Kings, Place, Row
from .chance import Pick
from .domino import format_domino
from .error import IllegalAction
from .kingdom import discard, fits, may_lie, placements, put
from .rules import Step
from .state import (
    AGENDA,
    CLAIMS,
    KINGDOMS,
    OFFER,
    ROWS_LEFT,
    UNSEEN,
    Decision,
    Phase,
    State,
    state_of,
)

DISCARD = Discard()


def _draw_kings(state: State, pick: Pick) -> Kings:
    return Kings(tuple(pick(state.rules.kings, state.rules.kings_drawn)))


def _check_kings(state: State, event: Event) -> None:
    if not isinstance(event, Kings):
        raise IllegalAction(f"the kings are drawn now, not {event}")
    rules, order = state.rules, event.order
    if len(order) != rules.kings_drawn:
        raise IllegalAction(f"{rules.kings_drawn} kings are drawn in {rules}, not {len(order)}")
    for seat in order:
        if not 0 <= seat < rules.players:
            raise IllegalAction(f"there is no player {seat}: seats are 0 to {rules.players - 1}")
        if order.count(seat) > rules.kings_each:
            raise IllegalAction(f"player {seat} has only {rules.kings_each} in the draw: {order}")


def _resolve_kings(state: State, decision: Decision, event: Kings) -> State:
    opening = state.rules.opening
    choices = tuple(Decision(opening, seat) for seat in event.order)
    return state._replace(agenda=state.agenda[1:] + choices)


def _draw_row(state: State, pick: Pick) -> Row:
    return Row(tuple(sorted(pick(sorted(state.unseen), state.rules.row))))


def _check_row(state: State, event: Event) -> None:
    if not isinstance(event, Row):
        raise IllegalAction(f"a row is laid now, not {event}")
    rules, row = state.rules, event.dominoes
    if len(row) != rules.row:
        raise IllegalAction(f"a row of {rules} has {rules.row} dominoes, not {len(row)}")
    if any(a >= b for a, b in pairwise(row)):
        raise IllegalAction(f"a row is sorted, each domino once: {_names(row)}")
    for number in row:
        if number not in rules.domino:
            raise IllegalAction(f"{rules.game} has no domino {_names((number,))}")
        if number not in state.unseen:
            raise IllegalAction(f"domino {_names((number,))} has already been drawn")


def _names(row: tuple[int, ...]) -> str:
    return " ".join(format_domino(number) for number in row)


def _resolve_row(state: State, decision: Decision, event: Row) -> State:
    row, trim = event.dominoes, state.rules.trim
    offer = tuple(number for i, number in enumerate(row) if i not in trim) if trim else row
    fields: list[object] = [*state]
    fields[AGENDA] = state.agenda[1:]
    fields[UNSEEN] = state.unseen.difference(row)
    fields[ROWS_LEFT] = state.rows_left - 1
    fields[OFFER] = offer
    fields[CLAIMS] = (None,) * len(offer)
    return state_of(fields)


def _choices(state: State, decision: Decision) -> list[Action]:
    claims = state.claims
    return [CHOICES[number] for i, number in enumerate(state.offer) if claims[i] is None]


def _resolve_choose(state: State, decision: Decision, action: Choose) -> State:
    owners = [*state.claims]
    owners[state.offer.index(action.domino)] = decision.player
    fields: list[object] = [*state]
    fields[AGENDA] = state.agenda[1:]
    fields[CLAIMS] = tuple(owners)
    return state_of(fields)


def _pairs(state: State, decision: Decision) -> list[Action]:
    a, b, c, d = state.offer
    return [ChoosePair((a, d)), ChoosePair((b, c))]


def _resolve_pair(state: State, decision: Decision, action: ChoosePair) -> State:
    mine, owner = action.dominoes, decision.player
    claims = tuple(owner if number in mine else 1 - owner for number in state.offer)
    return state._replace(agenda=state.agenda[1:], claims=claims)


def _placings(state: State, decision: Decision) -> list[Action]:
    domino = state.rules.domino[decision.domino]
    found: list[Action] = [*placements(state.kingdoms[decision.player], domino)]
    return found or [DISCARD]


def _may_place(state: State, decision: Decision, event: Event) -> bool:
    kingdom, domino = state.kingdoms[decision.player], state.rules.domino[decision.domino]
    if isinstance(event, Place):
        return may_lie(kingdom, domino, event)
    return isinstance(event, Discard) and not fits(kingdom, domino)


def _resolve_place(state: State, decision: Decision, action: Place | Discard) -> State:
    rules, seat = state.rules, decision.player
    kingdoms, agenda = [*state.kingdoms], state.agenda[1:]
    if isinstance(action, Place):
        domino = rules.domino[decision.domino]
        kingdoms[seat] = put(kingdoms[seat], domino, action)
        if rules.effects:
            triggered = [effect(domino, action, seat) for effect in rules.effects]
            agenda = (*[decision for decision in triggered if decision], *agenda)
    else:
        kingdoms[seat] = discard(kingdoms[seat])
    fields: list[object] = [*state]
    fields[KINGDOMS] = tuple(kingdoms)
    fields[AGENDA] = agenda
    return state_of(fields)


KINGS = Step(_resolve_kings, draw=_draw_kings, check=_check_kings)
ROW = Step(_resolve_row, draw=_draw_row, check=_check_row)
CHOOSE = Step(_resolve_choose, _choices, "choose a domino")
CHOOSE_PAIR = Step(_resolve_pair, _pairs, "choose two dominoes")
PLACE = Step(_resolve_place, _placings, "place a domino", allows=_may_place)


def _never(state: State, decision: Decision, event: Event) -> State:
    raise AssertionError(f"{decision.phase.name} is no phase of {state.rules}")


NEVER = Step(_never)
"""How a phase is decided that a game does not have."""
_SHARED: dict[Enum, Step] = {
    Phase.KINGS: KINGS,
    Phase.ROW: ROW,
    Phase.CHOOSE: CHOOSE,
    Phase.PLACE: PLACE,
}


def steps(own: Mapping[Enum, Step]) -> Mapping[Enum, Step]:
    """The steps of a game by phase: those that all games share, and its own."""
    return {**dict.fromkeys(Phase, NEVER), **_SHARED, **own}


@cache
def _turn(phases: tuple[Enum, ...], player: int, domino: int) -> tuple[Decision, ...]:
    """A king's turn: it places the domino and decides what else its phases ask for."""
    place = Decision(Phase.PLACE, player, domino)
    return (place, *(Decision(phase, player) for phase in phases[1:]))


def next_round(state: State) -> State:
    """The kings that have chosen act in row order, after a new row has been laid if there is one.

    Called when the agenda is empty; leaves it empty when the game is over.
    """
    rules = state.rules
    agenda: list[Decision] = []
    turn = rules.last_turn
    if state.rows_left:
        agenda = [Decision(phase) for phase in rules.reveal]
        turn = rules.turn
    for number, owner in zip(state.offer, state.claims, strict=True):
        if owner is not None:
            agenda += _turn(turn, owner, number)
    fields: list[object] = [*state]
    fields[AGENDA] = tuple(agenda)
    fields[OFFER] = fields[CLAIMS] = ()
    return state_of(fields)
