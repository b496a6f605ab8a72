"""What the player to decide may do, and what it would change at once, as texts."""

from __future__ import annotations

from itertools import chain
from typing import TypeAlias

from ...core.gain import gains
from ...core.kingdom import placements
from ...core.notation import format_action
from ...core.state import Decision, Phase, State

Option: TypeAlias = tuple[str, int | None]


def options(state: State) -> list[Option]:
    """The legal actions in the engine's order, as texts with their gains."""
    return [(format_action(action), gain) for action, gain in gains(state)]


def planned(state: State, seat: int) -> tuple[int | None, list[Option]]:
    """A player's next domino and where it could lie in their kingdom as it is now."""
    mine = (due.domino for due in state.agenda if due.phase is Phase.PLACE and due.player == seat)
    claimed = (n for n, owner in zip(state.offer, state.claims, strict=True) if owner == seat)
    domino = next(chain(mine, claimed), None)
    if domino is None:
        return None, []
    then = state._replace(agenda=(Decision(Phase.PLACE, seat, domino), *state.agenda))
    if not placements(state.kingdoms[seat], state.rules.domino[domino]):
        return domino, []
    return domino, options(then)
