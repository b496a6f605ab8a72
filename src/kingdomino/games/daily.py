"""The daily deal: one a day for each game, from a chain of seeds that anybody can check.

The seed of a day is the hash of the next day's. So the seed of a day that is over promises those of
all days after it, and tells none of them. docs/protocol.md, "Daily deal", specifies it by version.
"""

from __future__ import annotations

import hmac
import json
import re
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from ..core.error import RecordError
from ..core.record import Record
from .fair import parse_fair
from .fair_stream import LATEST, FairStream, fair_stream

VERSION = "kingdomino-daily/1"
LAST = date(2099, 12, 31)
"""The day that the chain begins with: it is made backwards."""
PLAYERS = 2
"""A person on seat 0 and a bot on seat 1."""
KEY_BYTES = 32
_SHOWN = re.compile(r"(\d{4}-\d\d-\d\d):([0-9a-f]{64})")
_NONCE = re.compile(r"0{24}(\d{4})(\d\d)(\d\d)")
_LABEL = VERSION.encode()


class Shown(NamedTuple):
    """What was shown of a chain: the seed of a day that is over."""

    day: date
    seed: bytes

    def __str__(self) -> str:
        return f"{self.day}:{self.seed.hex()}"


def parse_shown(text: str) -> Shown:
    """The day and seed of ``2026-11-15:HEX``; raises RecordError."""
    match = _SHOWN.fullmatch(text)
    if not match:
        why = "a day and its seed are 2026-11-15:HEX, with 64 hexadecimal digits"
        raise RecordError(f"{why}, not {text[:100]!r}")
    return Shown(_day(match[1]), bytes.fromhex(match[2]))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise RecordError(f"there is no day {text!r}") from None


@lru_cache(maxsize=8)
def seed_of(key: bytes, day: date) -> bytes:
    """The seed of a day in the chain of a key; raises RecordError after the last one."""
    last = hmac.digest(key, _LABEL, "sha256")
    return earlier(Shown(LAST, last), day)


def earlier(shown: Shown, day: date) -> bytes:
    """The seed of a day up to the one *shown*; raises RecordError for a later one."""
    if day > shown.day:
        raise RecordError(f"the seed of {shown.day} tells nothing of {day}, which is later")
    seed = shown.seed
    for _ in range((shown.day - day).days):
        seed = sha256(_LABEL + seed).digest()
    return seed


def promised_by(seed: bytes) -> bytes:
    """The seed of the day before: what is shown while a day's own seed is a secret."""
    return sha256(_LABEL + seed).digest()


def deal_secret(seed: bytes, game: str) -> bytes:
    """The secret of a game's deal, from which its chance is drawn as at any table."""
    return hmac.digest(seed, f"{VERSION}:{game}".encode(), "sha256")


def deal_nonce(day: date) -> str:
    """What stands for the person's nonce, so that the record tells the day."""
    return f"{day.year:04}{day.month:02}{day.day:02}".zfill(32)


def deal_stream(secret: bytes, day: date) -> FairStream:
    """Chance of a deal."""
    return fair_stream(LATEST, secret, [deal_nonce(day), ""])


def bot_seed(secret: bytes, events: int) -> int:
    """What the bot draws upon after so many events: the same play meets the same answers."""
    drawn = hmac.digest(secret, f"{VERSION}:bot:{events}".encode(), "sha256")
    return int.from_bytes(drawn[:8], "big") >> 1


def check_chain(latest: Shown, before: Shown) -> None:
    """Raises RecordError where two seeds that were shown are not of one chain."""
    first, last = sorted((latest, before))
    if earlier(last, first.day) != first.seed:
        raise RecordError(f"the seed of {last.day} does not lead to the one shown for {first.day}")


def check_deal(text: str, shown: Shown) -> tuple[date, Record]:
    """The day and record of a game, checked to be that day's deal; raises RecordError."""
    record = parse_fair(text)
    fair = json.loads(text)["fair"]
    match = _NONCE.fullmatch(fair["nonces"].get("0", ""))
    if not match or len(fair["nonces"]) > 1:
        raise RecordError("this is no game of a daily deal: the nonce of seat 0 is not a day")
    day, game = _day("-".join(match.groups())), record.rules.game
    if deal_secret(earlier(shown, day), game).hex() != fair["secret"]:
        raise RecordError(f"this is not the deal of {game} that the seed of {day} decides")
    return day, record


def yesterday(day: date) -> date:
    return day - timedelta(days=1)
