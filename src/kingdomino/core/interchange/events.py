"""JSON events in the engine's words; what they claim is checked against the state they meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .. import action as act
from ..domino import RESOURCE_TERRAINS, format_domino, parse_domino
from ..error import RecordError
from ..grid import Square, bit
from ..notation import VERBS
from ..state import NOBODY, Decision, Phase, State
from .value import (
    Json,
    parse_array,
    parse_integer,
    parse_object,
    parse_string,
    parse_strings,
    parse_xy,
)
from .word import read_words


class _Kind(NamedTuple):
    """An event with a form of its own: the phase it answers, its keys and how it is read."""

    phase: Phase
    keys: frozenset[str]
    read: Callable[[State, Json], Iterator[act.Event]]


def read_event(state: State, value: object) -> Iterator[act.Event]:
    """The engine's events for one JSON event: several for a send or a settling."""
    entry = parse_object(value, "an event")
    name = parse_string(entry.get("type"), "the type of an event")
    verb = VERBS.get(name)
    if verb is None or verb.kind in act.HALF_MOVES:
        known = ", ".join(word for word in VERBS if VERBS[word].kind not in act.HALF_MOVES)
        raise RecordError(f"there is no event of type {name!r} (there are {known})")
    kind, chance = _KINDS.get(name), issubclass(verb.kind, act.Chance)
    keys = kind.keys if kind else frozenset(verb.fields)
    parse_object(entry, f"a {name} event", keys | ({"type"} if chance else {"type", "player"}))
    decision = state.pending
    if decision is None:
        raise RecordError(f"the game is over, but there is a {name} event")
    player = NOBODY if chance else parse_integer(entry["player"], "player")
    if player != decision.player or (kind and kind.phase is not decision.phase):
        who = "chance" if chance else f"player {player}"
        raise RecordError(f"{who} cannot {name} now: {_due(decision)}")
    return kind.read(state, entry) if kind else iter([read_words(verb, entry)])


def _due(decision: Decision) -> str:
    phase = decision.phase.name.lower()
    if decision.player == NOBODY:
        return f"chance is next ({phase})"
    return f"player {decision.player} is next ({phase})"


def _read_quests(state: State, entry: Json) -> Iterator[act.Event]:
    yield act.Quests(tuple(sorted(parse_strings(entry["quests"], "quests"))))


def _read_row(state: State, entry: Json) -> Iterator[act.Event]:
    row = tuple(parse_domino(name) for name in parse_strings(entry["dominoes"], "dominoes"))
    trimmed = tuple(parse_domino(name) for name in parse_strings(entry["trimmed"], "trimmed"))
    due = tuple(row[i] for i in state.rules.trim if i < len(row))
    if trimmed != due:
        names = ", ".join(format_domino(number) for number in due) or "none"
        raise RecordError(f"the dominoes trimmed from this row are {names}")
    yield act.Row(row)


def _read_cave(state: State, entry: Json) -> Iterator[act.Event]:
    yield act.Cave(tuple(sorted(parse_strings(entry["cavemen"], "cavemen"))))


def _read_place(state: State, entry: Json) -> Iterator[act.Event]:
    domino = state.rules.domino[_check_domino(state, entry)]
    squares = [parse_xy(square) for square in parse_array(entry["squares"], "squares")]
    if len(squares) != 2:
        raise RecordError(f"a domino covers 2 squares, not {len(squares)}")
    left, right = sorted(squares) if domino.symmetric else squares
    yield act.Place(left, right)


def _check_domino(state: State, entry: Json) -> int:
    given, due = parse_domino(parse_string(entry["domino"], "a domino")), state.agenda[0].domino
    if given != due:
        raise RecordError(
            f"player {state.player} is to place domino {format_domino(due)}, "
            f"not {format_domino(given)}"
        )
    return due


def _read_discard(state: State, entry: Json) -> Iterator[act.Event]:
    _check_domino(state, entry)
    yield act.Discard()


def _read_choose_pair(state: State, entry: Json) -> Iterator[act.Event]:
    pair = tuple(parse_domino(name) for name in parse_strings(entry["dominoes"], "dominoes"))
    if len(pair) != 2:
        raise RecordError(f"two dominoes are taken, not {len(pair)}")
    yield act.ChoosePair(pair)


def _read_send(state: State, entry: Json) -> Iterator[act.Event]:
    yield act.Release(parse_xy(entry["square"]))
    yield act.Send(parse_integer(entry["to"], "to"))


def _read_hand_over(state: State, entry: Json) -> Iterator[act.Event]:
    totem = parse_string(entry["totem"], "a totem")
    if totem != state.agenda[0].name:
        raise RecordError(f"the totem to hand over is {state.agenda[0].name}, not {totem!r}")
    yield act.HandOver(parse_integer(entry["to"], "to"))


def _read_settle(state: State, entry: Json) -> Iterator[act.Event]:
    kingdom = state.kingdoms[state.agenda[0].player]
    spend = [parse_xy(square) for square in parse_array(entry["spend"], "spend")]
    if len(spend) not in (2, 4):
        raise RecordError(f"settling costs 2 or 4 tokens, not {len(spend)}")

    def kind(square: Square) -> int:
        planes = [kingdom.terrains[terrain] & bit(square) for terrain in RESOURCE_TERRAINS]
        return next((i for i, plane in enumerate(planes) if plane), len(planes))

    for square in sorted(spend, key=kind):
        yield act.Spend(square)
    yield act.Recruit(parse_string(entry["caveman"], "a caveman"))
    yield act.Settle(parse_xy(entry["square"]))


# All others are read by the words of their verbs.
_KINDS: dict[str, _Kind] = {
    "quests": _Kind(Phase.QUESTS, frozenset({"quests"}), _read_quests),
    "row": _Kind(Phase.ROW, frozenset({"dominoes", "trimmed"}), _read_row),
    "cave": _Kind(Phase.CAVE, frozenset({"cavemen"}), _read_cave),
    "place": _Kind(Phase.PLACE, frozenset({"domino", "squares"}), _read_place),
    "discard": _Kind(Phase.PLACE, frozenset({"domino"}), _read_discard),
    "choose_pair": _Kind(Phase.CHOOSE_PAIR, frozenset({"dominoes"}), _read_choose_pair),
    "send": _Kind(Phase.RELEASE, frozenset({"square", "to"}), _read_send),
    "hand_over": _Kind(Phase.HAND_OVER, frozenset({"totem", "to"}), _read_hand_over),
    "settle": _Kind(Phase.SETTLE, frozenset({"spend", "caveman", "square"}), _read_settle),
}
