"""Actions and chance events of core as numbers of fast, and back."""

from __future__ import annotations

from collections.abc import Callable

from ...core import action as act
from ...core.error import RulesError
from ...core.grid import Square, bit
from ...core.notation import format_action
from ...core.state import Phase, State
from ..rules.action import ITEM_BASE, PASS, REACH, SQUARE_BASE, SQUARES_IN_REACH, WIDTH
from .known import known_phase
from .params import CAVEMAN_NAMES, quest_names
from .state import caveman_names

_SQUARES = tuple(Square(x, y) for y in range(-REACH, REACH + 1) for x in range(-REACH, REACH + 1))
_PLACES = tuple(act.PLACES[d][bit(square)] for d in range(4) for square in _SQUARES)
_TAKE: dict[Phase, Callable[[Square], act.Action]] = {
    Phase.COVER: act.Cover,
    Phase.RELEASE: act.Release,
    Phase.ERUPT: act.Erupt,
    Phase.SETTLE: act.Spend,
    Phase.RECRUIT: act.Spend,
    Phase.SETTLE_ON: act.Settle,
}
_ON_SQUARES = {phase: tuple(take(square) for square in _SQUARES) for phase, take in _TAKE.items()}
_PASSES: dict[Phase, act.Action] = {
    Phase.PLACE: act.Discard(),
    Phase.RELEASE: act.Decline(),
    Phase.SETTLE: act.Pass(),
}
_DIRECTION = {step: d for d, step in enumerate(act.DIRECTIONS)}


def square_number(square: Square) -> int:
    """Squares within reach of the castle in reading order, from 0."""
    return (square.y + REACH) * WIDTH + square.x + REACH


def action_from(state: State, number: int) -> act.Action:
    """The action with this id; *state* says what squares, items and passing mean."""
    if number < SQUARE_BASE:
        return _PLACES[number]
    phase = known_phase(state.agenda[0].phase)
    if number < ITEM_BASE:
        return _ON_SQUARES[phase][number - SQUARE_BASE]
    if number == PASS:
        return _PASSES[phase]
    return _item(state, phase, number - ITEM_BASE)


def _item(state: State, phase: Phase, item: int) -> act.Action:
    if phase is Phase.CHOOSE:
        return act.CHOICES[state.offer[item]]
    if phase is Phase.CHOOSE_PAIR:
        a, b, c, d = state.offer
        return act.ChoosePair((b, c) if item else (a, d))
    if phase is Phase.SEND:
        return act.Send(item)
    if phase is Phase.HAND_OVER:
        return act.HandOver(item)
    return act.Recruit(CAVEMAN_NAMES[item])


def action_number(state: State, action: act.Action) -> int:
    """The id of an action."""
    match action:
        case act.Place(left, right):
            step = act.Direction(right.x - left.x, right.y - left.y)
            return _DIRECTION[step] * SQUARES_IN_REACH + square_number(left)
        case (
            act.Cover(square)
            | act.Release(square)
            | act.Erupt(square)
            | act.Spend(square)
            | act.Settle(square)
        ):
            return SQUARE_BASE + square_number(square)
        case act.Choose(domino):
            return ITEM_BASE + state.offer.index(domino)
        case act.ChoosePair((first, _)):
            # The outer pair begins with domino 0 of the row, the inner one with domino 1.
            return ITEM_BASE + state.offer.index(first)
        case act.Send(to) | act.HandOver(to):
            return ITEM_BASE + to
        case act.Recruit(caveman):
            return ITEM_BASE + CAVEMAN_NAMES.index(caveman)
        case act.Discard() | act.Decline() | act.Pass():
            return PASS
        case _:
            raise RulesError(f"the fast engine knows no {format_action(action)!r}")


def chance_from(state: State, word: int) -> act.Chance:
    """The chance event that a word of ``chance.draw`` stands for."""
    rules = state.rules
    match state.agenda[0].phase:
        case Phase.KINGS:
            return act.Kings(tuple(word >> 4 * i & 15 for i in range(rules.kings_drawn)))
        case Phase.QUESTS:
            names = quest_names(rules)
            return act.Quests(tuple(names[word >> 8 * i & 255] for i in range(2)))
        case Phase.ROW:
            drawn = (d.number for i, d in enumerate(rules.dominoes) if word >> i & 1)
            return act.Row(tuple(drawn))
        case _:
            return act.Cave(caveman_names(word))


def chance_word(state: State, event: act.Chance) -> int:
    """The word that ``chance.resolve`` takes for a chance event."""
    match event:
        case act.Kings(order):
            return sum(seat << 4 * i for i, seat in enumerate(order))
        case act.Quests(quests):
            names = quest_names(state.rules)
            return sum(names.index(quest) << 8 * i for i, quest in enumerate(quests))
        case act.Row(drawn):
            numbers = [domino.number for domino in state.rules.dominoes]
            return sum(1 << numbers.index(number) for number in drawn)
        case act.Cave(cavemen):
            return sum(1 << 3 * CAVEMAN_NAMES.index(name) for name in cavemen)
        case _:
            raise RulesError(f"the fast engine knows no {format_action(event)!r}")
