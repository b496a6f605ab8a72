"""Fair chance that anybody can check: a committed secret and the players' nonces decide it all.

The server shows the SHA-256 of its secret before anybody gives a nonce, so it cannot choose what
comes; the players do not know the secret, so they cannot either. Who has kept what they saw and
gave can tell whether the server has kept to it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from ..core.action import HALF_MOVES, Chance
from ..core.error import RecordError
from ..core.interchange.value import Json, parse_object, parse_string
from ..core.notation import format_action
from ..core.record import Record
from .fair_stream import FIRST, LATEST, STREAMS, FairStream, fair_stream
from .records import parse_json

SECRET_BYTES = 32
NONCE = "[0-9a-f]{32}"
"""What a nonce looks like, at the server's door as in a record."""

_SECRET = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(f"(?:{NONCE})?")


class Seen(NamedTuple):
    """What somebody knows of a game's chance from before the first draw, as far as they know it."""

    commitment: str | None = None
    nonces: Sequence[str] = ()
    """Those that they have given."""
    people: int | None = None
    """How many sat at the table: bots give no nonces."""


UNSEEN = Seen()


def commitment(secret: bytes) -> str:
    """What is shown of a secret before the game."""
    return hashlib.sha256(secret).hexdigest()


def fair_document(
    secret: bytes, nonces: Sequence[str], *, revealed: bool, version: str = LATEST
) -> dict[str, str | dict[str, str] | None]:
    """What a record or a page shows about a game's chance under ``fair``."""
    return {
        "version": version,
        "commitment": commitment(secret),
        "nonces": {str(seat): nonce for seat, nonce in enumerate(nonces) if nonce},
        "secret": secret.hex() if revealed else None,
    }


def verify_fair(text: str, seen: Seen = UNSEEN) -> str | None:
    """Whether chance in a JSON record is what its revealed secret decides, and that the one *seen*.

    None when it is; otherwise one sentence: ``event 7: …`` or ``record: …``.
    """
    try:
        parse_fair(text, seen)
    except RecordError as broken:
        return str(broken)
    return None


def parse_fair(text: str, seen: Seen = UNSEEN) -> Record:
    """The record that a JSON text spells, its chance checked too; raises RecordError."""
    record = parse_json(text)
    document = parse_object(json.loads(text), "a record")
    stream = _fair_stream(document, record.rules.players)
    _check_seen(document["fair"], seen)
    _check_chance(record, stream)
    return record


def _check_seen(fair: Json, seen: Seen) -> None:
    given = [nonce for nonce in fair["nonces"].values() if nonce]
    if seen.commitment not in (None, fair["commitment"]):
        raise RecordError("fair.commitment is not the one that was seen before the first draw")
    for nonce in seen.nonces:
        if nonce not in given:
            raise RecordError(f"fair.nonces is without {nonce}, which was given")
    if seen.people is not None and len(given) > seen.people:
        why = f"fair.nonces has {len(given)} of {seen.people} people: bots give none"
        raise RecordError(why)


def _check_chance(record: Record, stream: FairStream) -> None:
    index = 0
    for state, event in zip(record.states(), record.events, strict=False):
        if isinstance(event, Chance):
            due = stream.draw(state)
            if event != due:
                why = f"{format_action(event)} should be {format_action(due)}"
                raise RecordError(why, index)
        # In JSON these are part of the event that ends the move.
        index += not isinstance(event, HALF_MOVES)


def _fair_stream(document: Json, players: int) -> FairStream:
    if "fair" not in document:
        raise RecordError("there is no 'fair': this game's chance cannot be checked")
    # Records of the first version do not name it.
    fair = {"version": FIRST} | parse_object(document["fair"], "fair")
    parse_object(fair, "fair", {"version", "commitment", "nonces", "secret"})
    version = parse_string(fair["version"], "fair.version")
    if version not in STREAMS:
        raise RecordError(f"fair.version {version!r} is not known: there is {', '.join(STREAMS)}")
    if fair["secret"] is None:
        raise RecordError("fair.secret is revealed when the game is over, and it is not there")
    secret = parse_string(fair["secret"], "fair.secret")
    if not _SECRET.fullmatch(secret):
        raise RecordError("fair.secret is 64 hexadecimal digits")
    if commitment(bytes.fromhex(secret)) != fair["commitment"]:
        raise RecordError("fair.secret does not belong to fair.commitment")
    nonces = _nonces(parse_object(fair["nonces"], "fair.nonces"), players)
    return fair_stream(version, bytes.fromhex(secret), nonces)


def _nonces(given: Json, players: int) -> list[str]:
    seats = [str(seat) for seat in range(players)]
    for seat, nonce in given.items():
        if seat not in seats or not _NONCE.fullmatch(parse_string(nonce, "a nonce")):
            raise RecordError(f"fair.nonces has 32 hexadecimal digits a seat, not so at {seat!r}")
    return [given.get(seat, "") for seat in seats]
