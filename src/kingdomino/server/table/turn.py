"""What people ask of a table, wherever it stands: a move, a try, a look ahead, their nonces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.domino import format_domino
from ...core.error import IllegalAction, RecordError
from ..error import ServerError
from ..message import Move, Stage
from .fold import Change, tried
from .option import planned, staged
from .patch import Json, diff
from .position import Charter, Position


def check_turn(now: Position, seat: int) -> None:
    """Refuse somebody who is not to decide."""
    if now.state.over:
        raise ServerError("over", "the game is over")
    if not now.started:
        raise ServerError("not_your_turn", "the game has not begun: somebody is waited for")
    if now.state.player != seat:
        raise ServerError("not_your_turn", f"player {now.state.player} is to decide")
    if now.seats[seat].bot:
        raise ServerError("not_your_turn", f"a bot plays for seat {seat}: take it back first")


def move(change: Change, asked: Move, content: str, events: Sequence[bytes]) -> None:
    """Take the actions of a move, whose hash is *content*; *events* are all that there were."""
    now = change.now
    # Seats that were taken or left meanwhile do not make a move stale, play does.
    if not now.played <= asked.expected_seq <= now.seq:
        why = f"the table is at {now.seq}, and the move was made for {asked.expected_seq}"
        raise ServerError("stale", why, events=events[asked.expected_seq :])
    check_turn(now, asked.seat)
    try:
        change.act(asked.seat, asked.actions, (asked.move_id, content))
    except (IllegalAction, RecordError) as broken:
        raise ServerError("illegal", str(broken)) from None


def stage(charter: Charter, now: Position, asked: Stage) -> Json:
    """How the table would look after some actions, and what would be asked then."""
    check_turn(now, asked.seat)
    try:
        then = tried(charter, now, asked.seat, asked.actions)
    except (IllegalAction, RecordError) as broken:
        raise ServerError("illegal", str(broken)) from None
    last = asked.actions[-1] if asked.actions else ""
    about: Json = {"type": "staged", "id": asked.id, "seat": asked.seat, "seq": now.seq}
    about["patch"] = diff(now.view, then.view)
    return about | staged(then.state, asked.seat, last)


def plan(now: Position, seat: int) -> Json:
    """Where the seat's next domino could lie, for who thinks ahead."""
    domino, found = planned(now.state, seat)
    name = None if domino is None else format_domino(domino)
    about = {"type": "plan", "seat": seat, "seq": now.seq}
    return about | {"domino": name, "options": found}


def give(change: Change, nonces: Mapping[int, str], stand_in: Json) -> None:
    """What seats give to the draw; the game begins with the last that is waited for."""
    before = change.now
    for seat, nonce in nonces.items():
        known = before.seats[seat].nonce
        if known == nonce:
            continue
        if known or before.started:
            raise ServerError("nonce_given", f"the draw has another nonce of seat {seat}")
        change.add("nonce", seat, {"nonce": nonce})
    if change.entries:
        change.begin(stand_in)
