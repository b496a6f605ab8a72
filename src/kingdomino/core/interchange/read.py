"""A JSON document as a record, checked event by event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import action as act
from ..engine import apply, start
from ..error import IllegalAction, RecordError, RulesError
from ..record import Dynasty, Record, RulesNamed, check_players
from ..rules import Rules
from ..score import score_sheets, winners
from ..state import State
from .events import read_event
from .value import FORMAT, Json, parse_array, parse_integer, parse_object, parse_string
from .write import score_document


def import_record(document: object, rules_named: RulesNamed) -> Record:
    """The record that a JSON document spells, checked event by event; raises RecordError."""
    top = parse_object(document, "a record")
    if top.get("format") != FORMAT:
        raise RecordError(f"the format is {top.get('format')!r}, and only {FORMAT!r} is known")
    for key in ("rules", "players", "events"):
        if key not in top:
            raise RecordError(f"there is no {key!r}")
    rules = _import_rules(top["rules"], rules_named)
    names = [
        parse_string(name, "a player's name") for name in parse_array(top["players"], "players")
    ]
    players = check_players(rules, names)
    dynasty = _import_dynasty(top["dynasty"]) if "dynasty" in top else None
    state, events = start(rules), list[act.Event]()
    for index, entry in enumerate(parse_array(top["events"], "events")):
        try:
            for event in read_event(state, entry):
                state = apply(state, event)
                events.append(event)
        except IllegalAction as broken:
            raise RecordError(str(broken), index) from None
        except RecordError as broken:
            raise RecordError(broken.why, index) from None
    _check_scores(top, state)
    return Record(rules, players, tuple(events), dynasty)


def _import_rules(value: object, rules_named: RulesNamed) -> Rules:
    entry = parse_object(value, "rules", {"game", "players", "variants"})
    variants = [
        parse_string(name, "a variant") for name in parse_array(entry["variants"], "variants")
    ]
    if variants != sorted(variants):
        raise RecordError(f"variants are sorted by name: {', '.join(variants)}")
    try:
        return rules_named(
            parse_string(entry["game"], "a game"),
            parse_integer(entry["players"], "players"),
            variants,
        )
    except RulesError as broken:
        raise RecordError(str(broken)) from None


def _import_dynasty(value: object) -> Dynasty:
    entry = parse_object(value, "dynasty", {"id", "game"})
    game = parse_integer(entry["game"], "the game of a dynasty")
    if game not in (1, 2, 3):
        raise RecordError(f"a dynasty has games 1 to 3, not {game}")
    return Dynasty(parse_string(entry["id"], "the id of a dynasty"), game)


def _check_scores(top: Mapping[str, Any], state: State) -> None:
    present = [key for key in ("scores", "winners") if key in top]
    if not state.over:
        if present:
            raise RecordError(f"the game is not over, but there is {present[0]!r}")
        return
    if len(present) < 2:
        raise RecordError("the game is over, but 'scores' and 'winners' are not both there")
    expected = [score_document(sheet) for sheet in score_sheets(state)]
    scores = parse_array(top["scores"], "scores")
    if len(scores) != len(expected):
        raise RecordError(f"there are {len(scores)} scores for {len(expected)} players")
    for score, due in zip(scores, expected, strict=True):
        _check_score(score, due, f"the score of player {due['player']}")
    won = [parse_integer(seat, "a winner") for seat in parse_array(top["winners"], "winners")]
    if won != [*winners(state)]:
        raise RecordError(f"the winners are {[*winners(state)]}, not {won}")


def _check_score(value: object, due: Json, what: str) -> None:
    score = parse_object(value, what, due.keys())
    lines = parse_object(score["lines"], f"lines of {what}", due["lines"].keys())
    flat = [*lines.items(), *((key, score[key]) for key in due if key != "lines")]
    for key, points in flat:
        expected = due["lines"][key] if key in due["lines"] else due[key]
        if parse_integer(points, key) != expected:
            raise RecordError(f"{what} has {key} {points}, which should be {expected}")
