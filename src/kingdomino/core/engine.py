"""The game loop: start, legal actions, chance, apply and advance.

Two doors lead on: ``apply`` checks what strangers send, ``advance`` trusts its caller.
"""

from __future__ import annotations

import random

from .action import Action, Chance, Event
from .chance import Pick, pick_by_random
from .error import IllegalAction
from .kingdom import new_kingdom
from .notation import format_action
from .rules import Rules
from .state import Decision, State
from .turn import next_round


def start(rules: Rules) -> State:
    """A game before anything has happened: chance is next."""
    return State(
        rules,
        kingdoms=(new_kingdom(rules.size),) * rules.players,
        agenda=tuple(Decision(phase) for phase in rules.setup),
        unseen=frozenset(rules.domino),
        rows_left=rules.rounds,
        pile=rules.cavemen,
    )


def legal_actions(state: State) -> list[Action]:
    """What the player to decide may do, in a fixed order; empty for chance and after the end.

    Placements come east, south, west, north, each in reading order of the left half; squares in
    reading order; dominoes in row order; players by seat; cavemen by name; declining, passing and
    discarding last. Squares come before cavemen.
    """
    agenda = state.agenda
    if not agenda:
        return []
    decision = agenda[0]
    options = state.rules.steps[decision.phase].options
    return options(state, decision) if options else []


def draw(state: State, rng: random.Random) -> Chance:
    """A fair chance event; only when ``state.chance``. It uses ``rng.random()`` and no more."""
    return draw_with(state, pick_by_random(rng))


def draw_with(state: State, pick: Pick) -> Chance:
    """The chance event that *pick* decides; only when ``state.chance``."""
    drawing = state.rules.steps[state.agenda[0].phase].draw if state.agenda else None
    if drawing is None:
        raise IllegalAction("there is nothing to draw: a player is to decide or the game is over")
    return drawing(state, pick)


def advance(state: State, event: Event) -> State:
    """The state after *event*, which must be legal: nothing is checked."""
    rules = state.rules
    decision = state.agenda[0]
    step = rules.steps[decision.phase]
    state = step.resolve(state, decision, event)
    while True:
        agenda = state.agenda
        if not agenda:
            state = next_round(state)
            agenda = state.agenda
            if not agenda:
                return state
        decision = agenda[0]
        enter = rules.steps[decision.phase].enter
        forced = enter(state, decision) if enter else None
        if forced is None:
            return state
        state = forced


def apply(state: State, event: Event) -> State:
    """The state after *event*; raises IllegalAction, which says what was possible."""
    decision = state.pending
    if decision is None:
        raise IllegalAction(f"the game is over: nobody can {format_action(event)}")
    step = state.rules.steps[decision.phase]
    if step.check:
        step.check(state, event)
    elif step.allows:
        if not step.allows(state, decision, event):
            raise IllegalAction(_refusal(state, event))
    elif event not in legal_actions(state):
        raise IllegalAction(_refusal(state, event))
    return advance(state, event)


def _refusal(state: State, event: Event) -> str:
    decision, actions = state.agenda[0], legal_actions(state)
    asks = state.rules.steps[decision.phase].asks
    shown = "; ".join(format_action(action) for action in actions[:8])
    more = f"; … {len(actions) - 8} more" if len(actions) > 8 else ""
    return (
        f"player {decision.player} is to {asks} and cannot "
        f"{format_action(event)}; possible: {shown}{more}"
    )
