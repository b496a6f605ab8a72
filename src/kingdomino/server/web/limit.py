"""How much one socket or one address may ask for: token buckets."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network

from starlette.types import Scope

from ..error import ServerError
from ..settings import Rate

ADDRESSES_KEPT = 4096


class Bucket:
    """Tokens that come back with time."""

    __slots__ = ("_at", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._tokens = rate.burst
        self._at = now

    def take(self, rate: Rate, now: float) -> float:
        """Take one token; returns 0, or the seconds until there is one."""
        self._tokens = min(rate.burst, self._tokens + (now - self._at) * rate.per_second)
        self._at = now
        if self._tokens < 1:
            return (1 - self._tokens) / rate.per_second
        self._tokens -= 1
        return 0.0


class AddressLimit:
    """One bucket an address; those longest unheard of are forgotten."""

    def __init__(self, rate: Rate, clock: Callable[[], float], what: str) -> None:
        self._rate = rate
        self._clock = clock
        self._what = what
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, address: str) -> None:
        """Raises ServerError when *address* asks too often."""
        now = self._clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, now)
            if len(self._buckets) > ADDRESSES_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        check(bucket.take(self._rate, now), self._what)


class Pace:
    """Turns that an address has to wait for, one after the other, once it has had a few at once."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._between = 1 / rate.per_second
        self._ahead = (rate.burst - 1) / rate.per_second
        self._clock = clock
        self._next: OrderedDict[str, float] = OrderedDict()

    def wait(self, address: str) -> float:
        """Take the next turn; returns the seconds until it comes, 0 for at once."""
        now = self._clock()
        turn = max(self._next.get(address, 0.0), now - self._ahead)
        self._next[address] = turn + self._between
        self._next.move_to_end(address)
        if len(self._next) > ADDRESSES_KEPT:
            self._next.popitem(last=False)
        return max(0.0, turn - now)

    async def turn(self, address: str) -> None:
        """Wait for the next turn."""
        if wait := self.wait(address):
            await asyncio.sleep(wait)


def check(wait: float, what: str) -> None:
    """Raises ServerError when there is something to wait for."""
    if wait:
        raise ServerError(
            "too_fast", f"too many {what}: try again in {wait:.1f} s", retry_after=wait
        )


def address(scope: Scope) -> str:
    """Where a connection comes from."""
    client = scope.get("client")
    return network(client[0]) if client else "local"


@lru_cache(maxsize=ADDRESSES_KEPT)
def network(host: str) -> str:
    """What stands for one client: an IPv4 address, or the /64 that a household has of IPv6."""
    if ":" not in host:
        return host
    try:
        found = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))
