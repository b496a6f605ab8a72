"""A position as JSON, for bots that live outside: ``kingdomino-bot/1``.

``state_of(rules, state_document(state)) == state``: nothing is lost, so that an outside bot can
know all that ours know, and ours can play for others.
"""

from __future__ import annotations

from typing import Any

from ..core.action import Action
from ..core.domino import Resource, format_domino, parse_domino
from ..core.drawing import format_kingdom, parse_kingdom, terrain_letters
from ..core.engine import legal_actions
from ..core.grid import format_square, parse_square
from ..core.kingdom import Kingdom
from ..core.notation import format_action
from ..core.rules import Rules
from ..core.score import score_sheet
from ..core.state import NOBODY, Decision, Phase, State
from ..games.catalogue import rules

FORMAT = "kingdomino-bot/1"


class WireError(ValueError):
    """What came over the wire is not what was agreed on."""


def request(state: State, number: int, seconds: float) -> dict[str, Any]:
    """The question that a bot is asked: what it may do, and everything it may know."""
    made = state.rules
    return {
        "format": FORMAT,
        "id": number,
        "rules": {"game": made.game, "players": made.players, "variants": [*made.variants]},
        "player": state.player,
        "phase": state.agenda[0].phase.name.lower(),
        "options": [format_action(action) for action in legal_actions(state)],
        "seconds": seconds,
        "state": state_document(state),
    }


def answer_of(state: State, number: int, answer: object) -> Action:
    """The action that an answer names; raises WireError, which says what was wrong with it."""
    if not isinstance(answer, dict):
        raise WireError(f"the answer is not an object: {str(answer)[:80]}")
    if answer.get("id") != number:
        raise WireError(f"the answer's id is {answer.get('id')!r}, not {number}")
    text = answer.get("action")
    if not isinstance(text, str):
        raise WireError(f"the answer's action is {str(text)[:80]!r}, not a text")
    for action in legal_actions(state):
        if format_action(action) == text:
            return action
    raise WireError(f"{text[:80]!r} is not one of the options")


def state_asked(question: object) -> State:
    """The position of a request; raises WireError."""
    if not isinstance(question, dict) or question.get("format") != FORMAT:
        raise WireError(f"not a request of {FORMAT}")
    try:
        asked = question["rules"]
        made = rules(asked["game"], asked["players"], asked["variants"])
        return state_of(made, question["state"])
    except (KeyError, TypeError, ValueError, AttributeError) as broken:
        raise WireError(f"a broken request: {broken!r}") from None


def state_document(state: State) -> dict[str, Any]:
    """Everything that everybody can see."""
    return {
        "kingdoms": [_kingdom_document(state, seat) for seat in range(state.rules.players)],
        "agenda": [_decision_document(decision) for decision in state.agenda],
        "unseen": [format_domino(number) for number in sorted(state.unseen)],
        "rows_left": state.rows_left,
        "offer": [format_domino(number) for number in state.offer],
        "claims": [*state.claims],
        "quests": [*state.quests],
        "totems": [*state.totems],
        "face_up": [*state.face_up],
        "pile": [*state.pile],
        "spent": [resource.label for resource in state.spent],
    }


def _kingdom_document(state: State, seat: int) -> dict[str, Any]:
    kingdom = state.kingdoms[seat]
    points = score_sheet(state, seat).total
    return {
        "drawing": format_kingdom(kingdom),
        "discarded": kingdom.discarded,
        "points": points,
    }


def _decision_document(decision: Decision) -> dict[str, Any]:
    made: dict[str, Any] = {"phase": decision.phase.name.lower()}
    if decision.player != NOBODY:
        made["player"] = decision.player
    if decision.domino:
        made["domino"] = format_domino(decision.domino)
    if decision.phase in (Phase.ERUPT, Phase.SEND):
        made["square"] = format_square(decision.square)
    if decision.name:
        made["name"] = decision.name
    return made


def state_of(made: Rules, document: dict[str, Any]) -> State:
    """The state that a document describes."""
    labels = {resource.label: resource for resource in Resource}
    return State(
        made,
        kingdoms=tuple(_kingdom(made, one) for one in document["kingdoms"]),
        agenda=tuple(_decision(one) for one in document["agenda"]),
        unseen=frozenset(parse_domino(word) for word in document["unseen"]),
        rows_left=document["rows_left"],
        offer=tuple(parse_domino(word) for word in document["offer"]),
        claims=tuple(document["claims"]),
        quests=tuple(document["quests"]),
        totems=tuple(document["totems"]),
        face_up=tuple(document["face_up"]),
        pile=tuple(document["pile"]),
        spent=tuple(labels[word] for word in document["spent"]),
    )


def _kingdom(made: Rules, document: dict[str, Any]) -> Kingdom:
    drawn = parse_kingdom(document["drawing"], terrain_letters(made.dominoes), made.size)
    return drawn._replace(discarded=document["discarded"])


def _decision(document: dict[str, Any]) -> Decision:
    phase = Phase[document["phase"].upper()]
    decision = Decision(phase, document.get("player", NOBODY), name=document.get("name", ""))
    if "domino" in document:
        decision = decision._replace(domino=parse_domino(document["domino"]))
    if "square" in document:
        decision = decision._replace(square=parse_square(document["square"]))
    return decision
