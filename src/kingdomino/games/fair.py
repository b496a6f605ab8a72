"""Fair chance that anybody can check: a committed secret and the players' nonces decide it all.

The server shows the SHA-256 of its secret before it knows the nonces, so it cannot choose what
comes; the players do not know the secret, so they cannot either.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
from collections.abc import Sequence
from typing import Self

from ..core.action import HALF_MOVES, Chance
from ..core.engine import draw
from ..core.error import RecordError
from ..core.interchange.value import Json, parse_object, parse_string
from ..core.notation import format_action
from ..core.record import Record
from .records import parse_json

LABEL = b"kingdomino-fair/1"
SECRET_BYTES = 32
NUMBER_BYTES = 7
"""Seven bytes make a number of 53 bits, three bits are dropped."""

_SECRET = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"(?:[0-9a-f]{32})?")


def commitment(secret: bytes) -> str:
    """What is shown of a secret before the game."""
    return hashlib.sha256(secret).hexdigest()


class FairStream(random.Random):
    """The numbers that a secret and the nonces decide; ``used`` says how many have been taken.

    Only ``random`` is overridden, so that shuffling and sampling draw on nothing else.
    """

    def __new__(cls, secret: bytes, nonces: Sequence[str], *, used: int = 0) -> Self:
        """The base class takes no such arguments."""
        return super().__new__(cls)

    def __init__(self, secret: bytes, nonces: Sequence[str], *, used: int = 0) -> None:
        super().__init__(0)
        self._secret = secret
        self._label = LABEL + ":".join(nonces).encode()
        self.used = used

    def random(self) -> float:
        """The next number in [0, 1)."""
        first = self.used * NUMBER_BYTES
        block, offset = divmod(first, 32)
        raw = self._block(block)[offset : offset + NUMBER_BYTES]
        if len(raw) < NUMBER_BYTES:
            raw += self._block(block + 1)[: NUMBER_BYTES - len(raw)]
        self.used += 1
        return (int.from_bytes(raw, "big") >> 3) / (1 << 53)

    def _block(self, counter: int) -> bytes:
        return hmac.digest(self._secret, self._label + counter.to_bytes(8, "big"), "sha256")


def fair_document(
    secret: bytes, nonces: Sequence[str], *, revealed: bool
) -> dict[str, str | dict[str, str] | None]:
    """What a record or a page shows about a game's chance under ``fair``."""
    return {
        "commitment": commitment(secret),
        "nonces": {str(seat): nonce for seat, nonce in enumerate(nonces) if nonce},
        "secret": secret.hex() if revealed else None,
    }


def verify_fair(text: str) -> str | None:
    """Whether chance in a JSON record is what its revealed secret decides.

    None when it is; otherwise one sentence: ``event 7: …`` or ``record: …``.
    """
    try:
        parse_fair(text)
    except RecordError as broken:
        return str(broken)
    return None


def parse_fair(text: str) -> Record:
    """The record that a JSON text spells, its chance checked too; raises RecordError."""
    record = parse_json(text)
    secret, nonces = _fair_key(parse_object(json.loads(text), "a record"), record.rules.players)
    _check_chance(record, FairStream(secret, nonces))
    return record


def _check_chance(record: Record, stream: FairStream) -> None:
    index = 0
    for state, event in zip(record.states(), record.events, strict=False):
        if isinstance(event, Chance):
            due = draw(state, stream)
            if event != due:
                why = f"{format_action(event)} should be {format_action(due)}"
                raise RecordError(why, index)
        # In JSON these are part of the event that ends the move.
        index += not isinstance(event, HALF_MOVES)


def _fair_key(document: Json, players: int) -> tuple[bytes, list[str]]:
    if "fair" not in document:
        raise RecordError("there is no 'fair': this game's chance cannot be checked")
    fair = parse_object(document["fair"], "fair", {"commitment", "nonces", "secret"})
    if fair["secret"] is None:
        raise RecordError("fair.secret is revealed when the game is over, and it is not there")
    secret = parse_string(fair["secret"], "fair.secret")
    if not _SECRET.fullmatch(secret):
        raise RecordError("fair.secret is 64 hexadecimal digits")
    if commitment(bytes.fromhex(secret)) != fair["commitment"]:
        raise RecordError("fair.secret does not belong to fair.commitment")
    return bytes.fromhex(secret), _nonces(parse_object(fair["nonces"], "fair.nonces"), players)


def _nonces(given: Json, players: int) -> list[str]:
    seats = [str(seat) for seat in range(players)]
    for seat, nonce in given.items():
        if seat not in seats or not _NONCE.fullmatch(parse_string(nonce, "a nonce")):
            raise RecordError(f"fair.nonces has 32 hexadecimal digits a seat, not so at {seat!r}")
    return [given.get(seat, "") for seat in seats]
