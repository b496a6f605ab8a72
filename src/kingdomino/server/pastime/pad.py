"""The score pad: what a page has painted, scored by the rules, and the word for its link."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.domino import Resource
from ...core.error import RecordError, RulesError
from ...core.grid import format_square, parse_square
from ...core.score import winners
from ...games.catalogue import rules
from ...games.pad import Doubt, Pad, Painted, Scored, dynasty, score
from ...games.pad_text import OtherVersion, decode_pads, encode_pads
from ..error import ServerError
from ..message import PadTable, clean_name
from ..table.patch import Json
from ..table.view import full_sheets


def score_tables(tables: Sequence[PadTable]) -> Json:
    """The games of a pad with everybody's sheet; raises ServerError."""
    try:
        return _scored([_pad(table) for table in tables])
    except (RecordError, RulesError) as wrong:
        raise ServerError("bad_request", f"this cannot be scored: {wrong}") from None


def read_code(code: str) -> Json:
    """What a link holds, scored; raises ServerError."""
    try:
        return _scored(decode_pads(code))
    except OtherVersion as other:
        raise ServerError("other_version", str(other)) from None
    except (RecordError, RulesError) as wrong:
        raise ServerError("bad_pad", f"the link holds no score pad: {wrong}") from None


def _pad(table: PadTable) -> Pad:
    made = rules(table.game, len(table.kingdoms), table.variants)
    kingdoms = [
        Painted(
            {parse_square(square): word for square, word in kingdom.cells.items()},
            clean_name(kingdom.name),
            kingdom.discarded,
        )
        for kingdom in table.kingdoms
    ]
    held = {str(totem): seat for totem, seat in table.totems.items()}
    totems = tuple(held.get(resource.label) for resource in Resource)
    return Pad(made, tuple(kingdoms), tuple(sorted(table.quests)), totems)


def _scored(pads: list[Pad]) -> Json:
    games = [score(pad) for pad in pads]
    totals, leaders = dynasty(games)
    return {
        "code": encode_pads(pads),
        "tables": [_table(pad, game) for pad, game in zip(pads, games, strict=True)],
        "totals": totals,
        "leaders": [*leaders],
    }


def _table(pad: Pad, scored: Scored) -> Json:
    made = pad.rules
    return {
        "game": made.game,
        "variants": [*made.variants],
        "size": made.size,
        "quests": [*pad.quests],
        "totems": {r.label: pad.totems[r] for r in Resource} if made.totem_points else {},
        "kingdoms": [
            {
                "name": painted.name,
                "discarded": painted.discarded,
                "cells": {format_square(at): word for at, word in painted.cells.items()},
                "box": kingdom.box._asdict(),
            }
            for painted, kingdom in zip(pad.kingdoms, scored.state.kingdoms, strict=True)
        ],
        "sheets": full_sheets(scored.state),
        "winners": [*winners(scored.state)],
        "doubts": [_doubt(doubt) for doubt in scored.doubts],
    }


def _doubt(doubt: Doubt) -> Json:
    square = doubt.square and format_square(doubt.square)
    return doubt._asdict() | {"square": square, "why": str(doubt)}
