"""A record as a JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from .. import action as act
from ..domino import format_domino
from ..record import Record
from ..rules import Rules
from ..score import Sheet, score_sheets, winners
from ..state import State
from .value import FORMAT, Json


def export_record(record: Record) -> Json:
    """The JSON document of a record."""
    rules = record.rules
    document: Json = {
        "format": FORMAT,
        "rules": {
            "game": rules.game,
            "players": rules.players,
            "variants": [*rules.variants],
        },
        "players": [*record.players],
    }
    if record.dynasty:
        document["dynasty"] = record.dynasty._asdict()
    states = [*record.states()]
    document["events"] = [*_events(states, record.events)]
    if states[-1].over:
        document["scores"] = [score_document(sheet) for sheet in score_sheets(states[-1])]
        document["winners"] = [*winners(states[-1])]
    return document


def score_document(sheet: Sheet) -> Json:
    """One player's entry under ``scores``."""
    return {
        "player": sheet.player,
        "total": sheet.total,
        "lines": dict(sheet.lines),
        "largest_region": sheet.largest_region,
        "crowns": sheet.crowns,
    }


def _events(states: Sequence[State], events: Sequence[act.Event]) -> Iterator[Json]:
    spent: list[list[int]] = []
    for state, event in zip(states, events, strict=False):
        if isinstance(event, act.Spend):
            spent.append([*event.square])
        elif isinstance(event, act.Settle):
            decision = state.agenda[0]
            yield {
                "type": "settle",
                "player": decision.player,
                "spend": sorted(spent),
                "caveman": decision.name,
                "square": [*event.square],
            }
            spent = []
        elif not isinstance(event, act.Release | act.Recruit):
            yield _spelled(state, event)


def _spelled(state: State, event: act.Event) -> Json:
    if isinstance(event, act.CHANCE):
        return _chance(state.rules, event)
    decision = state.agenda[0]
    body: Json = {"type": _TYPE_OF[type(event)], "player": decision.player}
    match event:
        case act.Place(left, right):
            body |= {"domino": format_domino(decision.domino), "squares": [[*left], [*right]]}
        case act.Discard():
            body |= {"domino": format_domino(decision.domino)}
        case act.Choose(domino):
            body |= {"domino": format_domino(domino)}
        case act.ChoosePair(dominoes):
            body |= {"dominoes": [format_domino(number) for number in dominoes]}
        case act.Cover(square) | act.Erupt(square):
            body |= {"square": [*square]}
        case act.Send(to):
            body |= {"square": [*decision.square], "to": to}
        case act.HandOver(to):
            body |= {"totem": decision.name, "to": to}
        case _:
            pass
    return body


def _chance(rules: Rules, event: act.Chance) -> Json:
    match event:
        case act.Kings(order):
            return {"type": "kings", "order": [*order]}
        case act.Quests(quests):
            return {"type": "quests", "quests": [*quests]}
        case act.Row(dominoes):
            names = [format_domino(number) for number in dominoes]
            return {"type": "row", "dominoes": names, "trimmed": [names[i] for i in rules.trim]}
        case act.Cave(cavemen):
            return {"type": "cave", "cavemen": [*cavemen]}
        case _:
            assert_never(event)


_TYPE_OF: dict[type[act.Event], str] = {
    act.Place: "place",
    act.Discard: "discard",
    act.Choose: "choose",
    act.ChoosePair: "choose_pair",
    act.Cover: "cover",
    act.Send: "send",
    act.Decline: "decline",
    act.Erupt: "erupt",
    act.HandOver: "hand_over",
    act.Pass: "pass",
}
