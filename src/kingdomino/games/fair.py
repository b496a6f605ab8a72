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
from collections.abc import Mapping, Sequence
from typing import Any

from ..core.action import CHANCE
from ..core.engine import draw
from ..core.error import RecordError
from ..core.notation import format_action
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

    def __new__(cls, *args: object, **kwargs: object) -> FairStream:
        """Seeded with nothing: the base class wants something hashable."""
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

    None when it is; otherwise one sentence: ``event 7: …`` or ``record: …``, events counted as
    the engine's.
    """
    try:
        record = parse_json(text)
        secret, nonces = _fair_key(json.loads(text), record.rules.players)
    except RecordError as broken:
        return str(broken)
    stream = FairStream(secret, nonces)
    for index, (state, event) in enumerate(zip(record.states(), record.events, strict=False)):
        if not isinstance(event, CHANCE):
            continue
        due = draw(state, stream)
        if event != due:
            return f"event {index}: {format_action(event)} should be {format_action(due)}"
    return None


def _fair_key(document: Mapping[str, Any], players: int) -> tuple[bytes, list[str]]:
    fair = document.get("fair")
    if not isinstance(fair, dict):
        raise RecordError("there is no 'fair': this game's chance cannot be checked")
    secret, shown = fair.get("secret"), fair.get("commitment")
    if secret is None:
        raise RecordError("the secret is revealed when the game is over, and it is not there")
    if not isinstance(secret, str) or not _SECRET.fullmatch(secret):
        raise RecordError("fair.secret is 64 hexadecimal digits")
    if commitment(bytes.fromhex(secret)) != shown:
        raise RecordError("fair.secret does not belong to fair.commitment")
    return bytes.fromhex(secret), _nonces(fair.get("nonces"), players)


def _nonces(given: object, players: int) -> list[str]:
    if not isinstance(given, dict):
        raise RecordError("fair.nonces is an object from seats to nonces")
    seats = [str(seat) for seat in range(players)]
    for seat, nonce in given.items():
        if seat not in seats or not isinstance(nonce, str) or not _NONCE.fullmatch(nonce):
            raise RecordError(f"fair.nonces has no 32 hexadecimal digits for a seat: {seat!r}")
    return [str(given.get(seat, "")) for seat in seats]
