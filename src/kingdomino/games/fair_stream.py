"""The streams of chance that a secret and the players' nonces decide.

docs/protocol.md, "Fair chance", specifies them by version. A version is never changed: the draws of
stored games must come out again.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Protocol, TypeVar

from ..core.action import Chance
from ..core.chance import Pick, below_by_bytes, picker
from ..core.engine import draw_with
from ..core.state import Phase, State

T = TypeVar("T")
FIRST, LATEST = "kingdomino-fair/1", "kingdomino-fair/2"
BLOCK = 32


class FairStream(Protocol):
    """Draws one event of a game after the other; ``used`` says how far it has come."""

    used: int

    def draw(self, state: State) -> Chance:
        """What chance decides now; only when ``state.chance``."""
        ...


class _Blocks:
    """HMAC-SHA256(secret, label + counter) for the counters 0, 1, 2, … as one row of bytes."""

    def __init__(self, secret: bytes, label: str) -> None:
        self._secret = secret
        self._label = label.encode()
        self._kept = (-1, b"")

    def read(self, first: int, size: int) -> bytes:
        """So many bytes from the one numbered *first*."""
        number, offset = divmod(first, BLOCK)
        found = self._block(number)[offset : offset + size]
        if len(found) == size:
            return found
        return found + self.read(first + len(found), size - len(found))

    def _block(self, number: int) -> bytes:
        if self._kept[0] != number:
            message = self._label + number.to_bytes(8, "big")
            self._kept = (number, hmac.digest(self._secret, message, "sha256"))
        return self._kept[1]


class LatestStream:
    """Version 2: numbers of whole bytes, and things picked by them. ``used`` counts bytes."""

    def __init__(self, secret: bytes, nonces: Sequence[str], *, used: int = 0) -> None:
        self._blocks = _Blocks(secret, LATEST + "".join(f":{nonce}" for nonce in nonces))
        self.used = used
        self._pick = picker(below_by_bytes(self.read))

    def read(self, size: int) -> bytes:
        self.used += size
        return self._blocks.read(self.used - size, size)

    def draw(self, state: State) -> Chance:
        """What chance decides now."""
        return draw_with(state, self._pick)


NUMBER_BYTES = 7
NUMBERS = 1 << 53
MOST_IN_POOL = 21


class FirstStream:
    """Version 1, frozen: numbers of 53 bits, and what CPython 3.11's ``random`` made of them.

    Each kind of event was drawn in a way of its own. ``used`` counts numbers.
    """

    def __init__(self, secret: bytes, nonces: Sequence[str], *, used: int = 0) -> None:
        self._blocks = _Blocks(secret, FIRST + ":".join(nonces))
        self.used = used
        self._picks: Mapping[Enum, Pick] = {
            Phase.KINGS: self._shuffle,
            Phase.QUESTS: self._sample,
            Phase.ROW: self._take,
            Phase.CAVE: self._sample,
        }

    def draw(self, state: State) -> Chance:
        """What chance decides now."""
        return draw_with(state, self._picks[state.agenda[0].phase])

    def number(self) -> int:
        """The next number of 53 bits: seven bytes without the lowest three bits."""
        raw = self._blocks.read(self.used * NUMBER_BYTES, NUMBER_BYTES)
        self.used += 1
        return int.from_bytes(raw, "big") >> 3

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        number = NUMBERS
        while number >= NUMBERS - NUMBERS % n:
            number = self.number()
        return number % n

    def _shuffle(self, things: Iterable[T], count: int) -> list[T]:
        shuffled = [*things]
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled[:count]

    def _sample(self, things: Iterable[T], count: int) -> list[T]:
        pool = [*things]
        if len(pool) > MOST_IN_POOL:
            return self._sample_many(pool, count)
        drawn: list[T] = []
        for last in range(len(pool) - 1, len(pool) - 1 - count, -1):
            j = self.below(last + 1)
            drawn.append(pool[j])
            pool[j] = pool[last]
        return drawn

    def _sample_many(self, pool: list[T], count: int) -> list[T]:
        places: list[int] = []
        while len(places) < count:
            place = self.below(len(pool))
            if place not in places:
                places.append(place)
        return [pool[place] for place in places]

    def _take(self, things: Iterable[T], count: int) -> list[T]:
        left = [*things]
        return [left.pop(int(self.number() / NUMBERS * len(left))) for _ in range(count)]


STREAMS: Mapping[str, Callable[..., FairStream]] = {FIRST: FirstStream, LATEST: LatestStream}


def fair_stream(version: str, secret: bytes, nonces: Sequence[str], used: int = 0) -> FairStream:
    """The stream of a game, after so much of it has been used; *nonces* has one for each seat."""
    return STREAMS[version](secret, nonces, used=used)
