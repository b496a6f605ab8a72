"""The public truth about a table as one JSON object.

A view is a pure function of charter and position. Handed the position before, it shares with that
one's view all that did not change, so that the difference of the two is found without looking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from ...core.domino import Resource, format_domino
from ...core.drawing import format_cell
from ...core.grid import CASTLE, EAST, SOUTH, Bits, bit, format_square, singles, square_at, squares
from ...core.kingdom import Kingdom, Region, fits
from ...core.score import Sheet, score_sheet, score_sheets
from ...core.state import Phase, State
from ...games.catalogue import DYNASTY_GAMES
from ...games.fair import fair_document
from ...games.origins import fire_range
from ...games.tribe import payments
from .look import EMBLEM
from .patch import Json
from .position import (
    Charter,
    DailySetup,
    DynastySetup,
    Position,
    Seat,
    deadline,
    dynasty_totals,
    dynasty_winners,
    time_left,
)


def view(charter: Charter, now: Position, before: Position | None = None) -> Json:
    """All that everybody may know."""
    shown = dict(before.view) if before else _unchanging(charter)
    shown["seq"] = now.seq
    shown["started"] = now.started
    shown["offered"] = bool(now.offered)
    shown["next"] = now.next
    if before is None or before.seats is not now.seats:
        shown["seats"] = _seats(now)
    if before is None or before.seats is not now.seats or before.revealed != now.revealed:
        shown["fair"] = fair(charter, now)
    if before is None or charter.setup.timed:
        shown["clock"] = _clock(charter, now)
    seen = before.state if before else None
    if seen is not now.state:
        _show_state(charter, shown, now, seen)
    if charter.setup.dynasty and (seen is None or seen.over != now.state.over):
        shown["dynasty"] = _dynasty(charter.setup.dynasty, now)
    return shown


def _unchanging(charter: Charter) -> Json:
    return {
        "id": charter.id,
        "rules": charter.rules_view,
        "dynasty": None,
        "daily": _daily(charter.setup.daily),
        "hints": charter.setup.hints,
        "kingdoms": {},
        "sheets": {},
    }


def _daily(daily: DailySetup | None) -> Json | None:
    return None if daily is None else {"day": daily.day, "kind": daily.kind}


def _show_state(charter: Charter, shown: Json, now: Position, seen: State | None) -> None:
    state = now.state
    if seen is None or seen.kingdoms is not state.kingdoms:
        shown["kingdoms"] = _kingdoms(state, seen, shown["kingdoms"])
    if seen is None or _scores_moved(seen, state):
        shown["sheets"] = _sheets(state, seen, shown["sheets"])
    if seen is None or seen.offer != state.offer or seen.claims != state.claims:
        shown["offer"] = _offer(state)
        if charter.rules.quests:
            shown["trimmed"] = [format_domino(n) for n in now.trimmed] if state.offer else []
    shown["line"] = _line(state)
    shown["round"] = state.round
    shown["rows_left"] = state.rows_left
    shown["decision"] = _decision(state)
    shown["over"] = state.over
    shown["winners"] = _listed(now.winners)
    if charter.rules.quests and (seen is None or seen.quests is not state.quests):
        shown["quests"] = [*state.quests]
    if charter.rules.totem_points and (seen is None or seen.totems is not state.totems):
        shown["totems"] = {r.label: state.totems[r] for r in Resource}
    if charter.rules.cavemen:
        if seen is None or seen.face_up is not state.face_up or seen.pile is not state.pile:
            shown["cave"] = {"face_up": [*state.face_up], "pile": dict(Counter(state.pile))}
        shown["spent"] = [resource.label for resource in state.spent]


def _seats(now: Position, online: Collection[int] = ()) -> Json:
    return {str(i): _seat(seat, online=i in online) for i, seat in enumerate(now.seats)}


def _seat(seat: Seat, *, online: bool) -> Json:
    shown: Json = {"name": seat.name, "colour": seat.colour, "kind": seat.kind}
    if seat.emblem != EMBLEM[seat.colour]:
        shown["emblem"] = seat.emblem
    if seat.level is not None:
        shown["level"] = seat.level
    return shown | {"online": online or seat.kind == "bot", "played_by": seat.played_by}


def _offer(state: State) -> list[Json]:
    return [
        {"domino": format_domino(number), "owner": owner}
        for number, owner in zip(state.offer, state.claims, strict=True)
    ]


def _line(state: State) -> list[Json]:
    return [
        {"domino": format_domino(due.domino), "player": due.player}
        for due in state.agenda
        if due.phase is Phase.PLACE
    ]


def _decision(state: State) -> Json | None:
    due = state.pending
    if due is None:
        return None
    shown: Json = {"phase": due.phase.name.lower(), "player": state.player}
    if due.phase is Phase.PLACE:
        shown["domino"] = format_domino(due.domino)
        why = why_nowhere(state)
        if why:
            shown["why"] = why
    if due.square != CASTLE:
        shown["square"] = format_square(due.square)
    if due.name:
        shown["name"] = due.name
    if due.phase is Phase.ERUPT:
        shown["reach"] = fire_range(state.kingdoms[due.player], bit(due.square))
    if due.phase in (Phase.SETTLE, Phase.RECRUIT):
        paid = payments(state, due.player)
        shown["payments"] = [[resource.label for resource in kinds] for kinds in paid]
    return shown


def why_nowhere(state: State) -> str | None:
    """Why the domino to be placed fits nowhere, in a word; None when it fits."""
    due = state.agenda[0]
    kingdom = state.kingdoms[due.player]
    if fits(kingdom, state.rules.domino[due.domino]):
        return None
    free = kingdom.room & ~kingdom.land
    return "no_match" if free & (free >> EAST | free >> SOUTH) else "no_room"


def _clock(charter: Charter, now: Position) -> Json:
    setup = charter.setup
    shown: Json = {"seconds": setup.clock, "deadline": deadline(charter, now)}
    if setup.game_clock:
        people = [i for i, seat in enumerate(now.seats) if seat.kind == "human"]
        shown["left"] = {str(i): time_left(charter, now, i) for i in people}
        shown |= {"game": setup.game_clock, "since": now.since}
    return shown


def _kingdoms(state: State, seen: State | None, known: Json) -> Json:
    shown: Json = {}
    for i, kingdom in enumerate(state.kingdoms):
        old = seen.kingdoms[i] if seen else None
        shown[str(i)] = (
            known[str(i)] if kingdom is old else _kingdom(kingdom, old, known.get(str(i)))
        )
    return shown


def _kingdom(kingdom: Kingdom, old: Kingdom | None, known: Json | None) -> Json:
    cells = dict(known["cells"]) if known else {}
    for single in singles(changed_squares(kingdom, old)):
        cells[format_square(square_at(single))] = format_cell(kingdom, single)
    box = known["box"] if known and old and old.box == kingdom.box else kingdom.box._asdict()
    return {"cells": cells, "discarded": kingdom.discarded, "box": box}


def changed_squares(kingdom: Kingdom, old: Kingdom | None) -> Bits:
    """The squares that look different; land is only ever added."""
    if old is None:
        return sum(kingdom.terrains)
    moved = kingdom.land ^ old.land | kingdom.fires ^ old.fires | kingdom.tokens ^ old.tokens
    (c1, c2, c3), (o1, o2, o3) = kingdom.crowns, old.crowns
    moved |= c1 ^ o1 | c2 ^ o2 | c3 ^ o3
    (g1, g2, g3), (o1, o2, o3) = kingdom.giants, old.giants
    moved |= g1 ^ o1 | g2 ^ o2 | g3 ^ o3
    if kingdom.cavemen != old.cavemen:
        for home, _ in {*kingdom.cavemen} ^ {*old.cavemen}:
            moved |= home
    return moved


def _scores_moved(seen: State, state: State) -> bool:
    return (
        seen.kingdoms is not state.kingdoms
        or seen.totems != state.totems
        or seen.quests != state.quests
    )


def _sheets(state: State, seen: State | None, known: Json) -> Json:
    """The live score sheets. Points depend on the own kingdom, the quests and the totems."""
    same = seen is not None and (seen.totems, seen.quests) == (state.totems, state.quests)
    shown: Json = {}
    for i, kingdom in enumerate(state.kingdoms):
        if same and seen and kingdom is seen.kingdoms[i]:
            shown[str(i)] = known[str(i)]
        else:
            shown[str(i)] = _sheet(score_sheet(state, i))
    return shown


def _sheet(sheet: Sheet) -> Json:
    return {
        "total": sheet.total,
        "lines": dict(sheet.lines),
        "largest_region": sheet.largest_region,
        "crowns": sheet.crowns,
    }


def full_sheets(state: State) -> Json:
    """The score sheets with every region, which would be too long for a message."""
    return {
        str(sheet.player): _sheet(sheet) | {"regions": [_region(r) for r in sheet.regions]}
        for sheet in score_sheets(state)
    }


def _region(region: Region) -> Json:
    return {
        "terrain": region.terrain.label,
        "squares": [format_square(square) for square in squares(region.bits)],
        "crowns": region.crowns,
        "points": region.points,
    }


def fair(charter: Charter, now: Position) -> Json:
    """What is known about the table's chance."""
    version = charter.fair
    return fair_document(charter.secret, now.nonces, revealed=now.revealed, version=version)


def _listed(seats: tuple[int, ...] | None) -> list[int] | None:
    return None if seats is None else [*seats]


def _dynasty(dynasty: DynastySetup, now: Position) -> Json:
    return {
        "id": dynasty.id,
        "game": dynasty.game,
        "of": DYNASTY_GAMES,
        "totals": {str(i): total for i, total in enumerate(dynasty_totals(dynasty, now))},
        "winners": _listed(dynasty_winners(dynasty, now)),
    }


def with_presence(now: Position, online: Collection[int]) -> Json:
    """The view with who is here: known to the server now, and no part of the log."""
    return now.view | {"seats": _seats(now, online)}
