"""A record as a JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import action as act
from ..domino import format_domino
from ..notation import VERB_OF
from ..record import Record
from ..score import Sheet, score_sheets, winners
from ..state import State
from .value import FORMAT, Json
from .word import write_words


def export_record(record: Record) -> Json:
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
        elif not isinstance(event, act.HALF_MOVES):
            yield _spelled(state, event)


def _spelled(state: State, event: act.Event) -> Json:
    body: Json = {"type": VERB_OF[type(event)]}
    if isinstance(event, act.Action):
        body["player"] = state.agenda[0].player
    return body | _about(state, event)


def _about(state: State, event: act.Event) -> Json:
    """What is said of an event besides its type and player."""
    decision = state.agenda[0]
    match event:
        case act.Place(left, right):
            return {"domino": format_domino(decision.domino), "squares": [[*left], [*right]]}
        case act.Discard():
            return {"domino": format_domino(decision.domino)}
        case act.Send(to):
            return {"square": [*decision.square], "to": to}
        case act.HandOver(to):
            return {"totem": decision.name, "to": to}
        case act.Row():
            words = write_words(event)
            return words | {"trimmed": [words["dominoes"][i] for i in state.rules.trim]}
        case _:
            return write_words(event)
