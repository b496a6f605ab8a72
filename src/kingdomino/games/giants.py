"""Age of Giants: rows of five, giants that cover crowns and walk on, two quests."""

from __future__ import annotations

from ..core.action import (
    Action,
    Cover,
    Decline,
    Event,
    Place,
    Quests,
    Release,
    Send,
)
from ..core.chance import Pick
from ..core.domino import Domino, Symbol
from ..core.error import IllegalAction
from ..core.grid import bit, squares
from ..core.kingdom import Kingdom, with_giant, without_giant
from ..core.rules import Rules, Step
from ..core.state import Decision, Phase, State
from ..core.turn import steps
from . import kingdomino
from .quest import QUESTS
from .tiles import dominoes

COLOURS = (*kingdomino.COLOURS, "brown")
ROW = 5
# Age of Giants, picture beside "Řada dílků domina": which of the five leave, counted from 0.
TRIM = {2: (2,), 3: (1, 3), 4: (2,), 5: ()}


def giants(players: int) -> Rules:
    """The base game with 60 dominoes, rows of five and two quests."""
    kings_each = 2 if players == 2 else 1
    return Rules(
        game="giants",
        players=players,
        variants=(),
        dominoes=(*dominoes("giants")[:6], *dominoes("kingdomino"), *dominoes("giants")[6:]),
        steps=steps(
            {
                Phase.QUESTS: QUESTS_STEP,
                Phase.COVER: COVER,
                Phase.RELEASE: RELEASE,
                Phase.SEND: SEND,
            }
        ),
        rounds=12 // kings_each,
        row=ROW,
        trim=TRIM[players],
        kings_each=kings_each,
        kings_drawn=players * kings_each,
        setup=(Phase.KINGS, Phase.QUESTS, Phase.ROW),
        effects=(giant_arrives, giant_may_leave),
        quests=QUESTS,
        quests_drawn=2,
        colours=COLOURS[:players],
    )


def giant_arrives(domino: Domino, place: Place, player: int) -> Decision | None:
    """A lettered domino brings a giant."""
    return Decision(Phase.COVER, player) if domino.symbol is Symbol.GIANT else None


def giant_may_leave(domino: Domino, place: Place, player: int) -> Decision | None:
    """Footprints let a giant go."""
    return Decision(Phase.RELEASE, player) if domino.symbol is Symbol.FOOTPRINTS else None


def _kingdom(state: State, decision: Decision) -> Kingdom:
    return state.kingdoms[decision.player]


def _draw_quests(state: State, pick: Pick) -> Quests:
    rules = state.rules
    return Quests(tuple(sorted(pick(sorted(rules.quest), rules.quests_drawn))))


def _check_quests(state: State, event: Event) -> None:
    if not isinstance(event, Quests):
        raise IllegalAction(f"the quests are drawn now, not {event}")
    rules, drawn = state.rules, event.quests
    for quest in drawn:
        if quest not in rules.quest:
            raise IllegalAction(f"there is no quest {quest!r}; there are {', '.join(rules.quest)}")
    if len(drawn) != rules.quests_drawn or drawn != tuple(sorted(set(drawn))):
        raise IllegalAction(
            f"{rules.quests_drawn} different quests are drawn, sorted by name: {', '.join(drawn)}"
        )


def _resolve_quests(state: State, decision: Decision, event: Quests) -> State:
    return state._replace(agenda=state.agenda[1:], quests=event.quests)


def _crowns_to_cover(state: State, decision: Decision) -> list[Action]:
    return [Cover(square) for square in squares(_kingdom(state, decision).uncovered())]


def _resolve_cover(state: State, decision: Decision, action: Cover) -> State:
    covered = with_giant(_kingdom(state, decision), bit(action.square))
    return state.decided(decision.player, covered)


def _no_crown(state: State, decision: Decision) -> State | None:
    """Without an uncovered crown no giant is taken."""
    if _kingdom(state, decision).uncovered():
        return None
    return state._replace(agenda=state.agenda[1:])


def _receivers(state: State, player: int) -> list[int]:
    return [
        seat
        for seat, kingdom in enumerate(state.kingdoms)
        if seat != player and kingdom.uncovered()
    ]


def _giants_to_release(state: State, decision: Decision) -> list[Action]:
    leaving = squares(_kingdom(state, decision).giants[0])
    return [*(Release(square) for square in leaving), Decline()]


def _no_giant(state: State, decision: Decision) -> State | None:
    """Without a giant, or anybody to take it, footprints have no effect."""
    player = decision.player
    if state.kingdoms[player].giants[0] and _receivers(state, player):
        return None
    return state._replace(agenda=state.agenda[1:])


def _resolve_release(state: State, decision: Decision, action: Release | Decline) -> State:
    agenda = state.agenda[1:]
    if isinstance(action, Release):
        agenda = (Decision(Phase.SEND, decision.player, square=action.square), *agenda)
    return state._replace(agenda=agenda)


def _opponents(state: State, decision: Decision) -> list[Action]:
    return [Send(seat) for seat in _receivers(state, decision.player)]


def _resolve_send(state: State, decision: Decision, action: Send) -> State:
    left = without_giant(_kingdom(state, decision), bit(decision.square))
    state = state.decided(decision.player, left)
    return state._replace(agenda=(Decision(Phase.COVER, action.to), *state.agenda))


QUESTS_STEP = Step(_resolve_quests, draw=_draw_quests, check=_check_quests)
COVER = Step(_resolve_cover, _crowns_to_cover, "cover a crown", enter=_no_crown)
RELEASE = Step(
    _resolve_release, _giants_to_release, "send a giant away or decline", enter=_no_giant
)
SEND = Step(_resolve_send, _opponents, "choose who gets the giant")
