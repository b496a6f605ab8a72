"""A position as JSON, for bots that live outside: ``kingdomino-bot/2``, and 1 for older ones.

``state_of(rules, state_document(state)) == state``: nothing is lost, so that an outside bot can
know all that ours know, and ours can play for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...core.action import Action, Event, Kings
from ...core.domino import Domino, Half, Resource, Symbol, format_domino, parse_domino
from ...core.drawing import format_kingdom, parse_kingdom, terrain_letters
from ...core.engine import legal_actions
from ...core.grid import format_square, parse_square
from ...core.kingdom import Kingdom
from ...core.notation import format_action
from ...core.record import format_line, format_move
from ...core.rules import Rules
from ...core.score import score_sheet
from ...core.state import NOBODY, Decision, Phase, State
from ...games.catalogue import rules

OLDER, FORMAT = "kingdomino-bot/1", "kingdomino-bot/2"
FORMATS = (OLDER, FORMAT)
SPEAKS = "speaks"
"""The key of a greeting: a question of the older format, which names all that are spoken here."""


class WireError(ValueError):
    """What came over the wire is not what was agreed on."""


def greeting(state: State, seconds: float) -> dict[str, Any]:
    """What a bot is asked first, to hear which format it speaks: question 0, played by nobody."""
    return {**request(state, 0, seconds), SPEAKS: [*FORMATS]}


def format_spoken(state: State, answer: object) -> str:
    """The format of whoever answered a greeting so; raises WireError.

    A bot of the older format takes it for a question like any other.
    """
    if isinstance(answer, dict) and "format" in answer:
        if answer["format"] not in FORMATS:
            known = " or ".join(FORMATS)
            raise WireError(f"it speaks {str(answer['format'])[:80]!r}, not {known}")
        return str(answer["format"])
    answer_of(state, 0, answer)
    return OLDER


def request(state: State, number: int, seconds: float, *, spoken: str = OLDER) -> dict[str, Any]:
    """What both formats ask: what a bot may do, and how the table stands."""
    made = state.rules
    return {
        "format": spoken,
        "id": number,
        "rules": {"game": made.game, "players": made.players, "variants": [*made.variants]},
        "player": state.player,
        "phase": state.agenda[0].phase.name.lower(),
        "options": [option_text(state, action, spoken) for action in legal_actions(state)],
        "seconds": seconds,
        "state": state_document(state),
    }


def full_request(
    state: State, number: int, seconds: float, *, game: str, told: Sequence[tuple[State, Event]]
) -> dict[str, Any]:
    """The question: what a bot may do, and everything it may know.

    *told* is what happened in this game, each event with the state it met; nothing if that is
    not known.
    """
    asked = request(state, number, seconds, spoken=FORMAT)
    for kingdom, document in zip(state.kingdoms, asked["state"]["kingdoms"], strict=True):
        document["box"] = kingdom.box._asdict()
    asked["rules"]["size"] = state.rules.size
    return {
        **asked,
        "game_id": game,
        "round": round_document(state, told),
        "dominoes": _faces(state.rules),
    }


def option_text(state: State, action: Action, spoken: str) -> str:
    """An action in the words of a format."""
    return format_action(action) if spoken == OLDER else format_move(state, action)


def round_document(state: State, told: Sequence[tuple[State, Event]]) -> dict[str, Any] | None:
    """What has happened in the round under way, and in which order the kings act; None untold."""
    if not told:
        return None
    now = [(before, event) for before, event in told if before.round == state.round]
    kings = [event.order for _, event in now if isinstance(event, Kings)]
    first = now[0][0] if now else state
    acting = [one.player for one in first.agenda if one.phase is Phase.PLACE]
    return {
        "number": state.round,
        "order": [*kings[0]] if kings else acting,
        "events": [format_line(before, event) for before, event in now],
    }


@lru_cache(maxsize=64)
def _faces(made: Rules) -> dict[str, list[str]]:
    return {domino.name: _face(domino) for domino in made.dominoes}


def _face(domino: Domino) -> list[str]:
    """Its left and right half in the words of drawings, and the symbol if it has one."""
    symbol = [domino.symbol.name.lower()] if domino.symbol is not Symbol.NONE else []
    return [_half(domino.left), _half(domino.right), *symbol]


def _half(half: Half) -> str:
    number = half.crowns or half.craters
    token = "+" if half.resource is not None else ""
    return f"{half.terrain.name[0]}{number or ''}{token}"


def answer_of(state: State, number: int, answer: object, spoken: str = OLDER) -> Action:
    """The action that an answer names; raises WireError, which says what was wrong with it."""
    if not isinstance(answer, dict):
        raise WireError(f"the answer is not an object: {str(answer)[:80]}")
    if answer.get("id") != number:
        raise WireError(f"the answer's id is {str(answer.get('id'))[:80]!r}, not {number}")
    if "error" in answer:
        raise WireError(f"it says: {str(answer['error'])[:80]}")
    text = answer.get("action")
    if not isinstance(text, str):
        raise WireError(f"the answer's action is {str(text)[:80]!r}, not a text")
    for action in legal_actions(state):
        if option_text(state, action, spoken) == text:
            return action
    raise WireError(f"{text[:80]!r} is not one of the options")


def state_asked(question: object) -> State:
    """The position of a request; raises WireError."""
    if not isinstance(question, dict) or question.get("format") not in FORMATS:
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
