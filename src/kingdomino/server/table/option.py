"""What the player to decide may do, and what it would change at once, as texts."""

from __future__ import annotations

from enum import Enum
from itertools import chain
from typing import TypeAlias

from ...bots.simple.settling import settlings
from ...core.action import Pass
from ...core.gain import gains
from ...core.kingdom import fits
from ...core.notation import format_action
from ...core.state import Decision, Phase, State
from ...games.tribe import PAIR
from .patch import Json

Option: TypeAlias = tuple[str, int | None]
_PASS = format_action(Pass())


def options(state: State) -> list[Option]:
    """The legal actions in the engine's order, as texts with their gains."""
    return [(format_action(action), gain) for action, gain in gains(state)]


def question(state: State) -> Json:
    """``options``, and where cavemen are to be had the ``worth`` of each, for who decides."""
    found: Json = {"options": options(state)}
    due = state.pending
    if due and due.phase in (Phase.SETTLE, Phase.RECRUIT):
        found["worth"] = _worth(state, due.player)
    return found


def _worth(state: State, player: int) -> Json:
    """What each caveman would bring at most, paid for and settled, where it is to be had."""
    found: Json = {"face_up": {}, "pile": {}}
    for cost, plan in settlings(state, player):
        found["face_up" if cost == PAIR else "pile"][plan.caveman] = plan.gain
    return found


def staged(state: State, player: int, last: str) -> Json:
    """What *player* is asked after the action *last*, and what follows without being asked.

    A turn that is over asks nothing: the next one of the same player is a move of its own. Where
    only passing is left it follows by itself.
    """
    if turn_is_over(state, player, last):
        return {"options": [], "rest": [], "done": True}
    found = question(state)
    if [action for action, _ in found["options"]] == [_PASS]:
        return {"options": [], "rest": [_PASS], "done": True}
    return found | {"rest": [], "done": False}


def turn_is_over(state: State, player: int, last: str) -> bool:
    """Whether *last* was the end of a turn of *player*."""
    due = state.pending
    return due is None or state.player != player or _begins_turn(state, due.phase, last)


def _begins_turn(state: State, phase: Enum, last: str) -> bool:
    """Whether *last* ended a turn and another king of the player's is on."""
    again = phase is Phase.CHOOSE and last.startswith("choose")
    return again or (bool(last) and phase is state.rules.turn[0])


def planned(state: State, seat: int) -> tuple[int | None, list[Option]]:
    """A player's next domino and where it could lie in their kingdom as it is now."""
    mine = (due.domino for due in state.agenda if due.phase is Phase.PLACE and due.player == seat)
    claimed = (n for n, owner in zip(state.offer, state.claims, strict=True) if owner == seat)
    domino = next(chain(mine, claimed), None)
    if domino is None:
        return None, []
    then = state._replace(agenda=(Decision(Phase.PLACE, seat, domino), *state.agenda))
    if not fits(state.kingdoms[seat], state.rules.domino[domino]):
        return domino, []
    return domino, options(then)
