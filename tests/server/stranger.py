"""Fair chance as a stranger writes it, from docs/protocol.md alone: nothing of the package.

``first_wrong`` checks the record of a whole game.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any


def stream(fair: dict[str, Any], players: int) -> Iterator[int]:
    """The bytes that the secret and the nonces decide."""
    seats = [fair["nonces"].get(str(seat), "") for seat in range(players)]
    version = fair.get("version", "kingdomino-fair/1")
    label = version + (":" if version == "kingdomino-fair/2" else "") + ":".join(seats)
    block = 0
    while True:
        message = label.encode("ascii") + block.to_bytes(8, "big")
        yield from hmac.new(bytes.fromhex(fair["secret"]), message, hashlib.sha256).digest()
        block += 1


class Second:
    """Version 2."""

    def __init__(self, source: Iterator[int]) -> None:
        self.source = source
        self.used = 0

    def below(self, n: int) -> int:
        k = next(k for k in range(9) if 256**k >= n)
        while True:
            x = 0
            for _ in range(k):
                x = x * 256 + next(self.source)
            self.used += k
            if x < 256**k - 256**k % n:
                return x % n

    def take(self, event: str, things: list[str], m: int) -> list[str]:
        things = things.copy()
        return [things.pop(self.below(len(things))) for _ in range(m)]


class First:
    """Version 1."""

    def __init__(self, source: Iterator[int]) -> None:
        self.source = source
        self.used = 0

    def number(self) -> int:
        x = 0
        for _ in range(7):
            x = x * 256 + next(self.source)
        self.used += 1
        return x // 8

    def below(self, n: int) -> int:
        while (x := self.number()) >= 2**53 - 2**53 % n:
            pass
        return x % n

    def take(self, event: str, things: list[str], m: int) -> list[str]:
        things, taken = things.copy(), list[str]()
        if event == "kings":
            for i in range(len(things) - 1, 0, -1):
                j = self.below(i + 1)
                things[i], things[j] = things[j], things[i]
            return things[:m]
        if event == "row":
            return [things.pop(int(self.number() / 2**53 * len(things))) for _ in range(m)]
        if len(things) <= 21:
            for _ in range(m):
                j = self.below(len(things))
                taken.append(things[j])
                things[j] = things[-1]
                things.pop()
            return taken
        places = dict[int, None]()
        while len(places) < m:
            places[self.below(len(things))] = None
        return [things[place] for place in places]


VERSIONS: dict[str, type[First] | type[Second]] = {
    "kingdomino-fair/1": First,
    "kingdomino-fair/2": Second,
}
SHOWN = {"kings": "order", "quests": "quests", "row": "dominoes", "cave": "cavemen"}


def rank(domino: str) -> tuple[bool, int, str]:
    return domino.isdigit(), int(domino) if domino.isdigit() else 0, domino


def first_wrong(record: dict[str, Any], box: dict[str, list[str]]) -> str | None:
    """The first event that the secret did not decide; None when all is fair."""
    fair, players = record["fair"], record["rules"]["players"]
    if hashlib.sha256(bytes.fromhex(fair["secret"])).hexdigest() != fair["commitment"]:
        return "the secret"
    chance = VERSIONS[fair.get("version", "kingdomino-fair/1")](stream(fair, players))
    lists = {
        "kings": [str(seat) for seat in range(players) for _ in range(2 if players == 2 else 1)],
        "quests": sorted(box["quests"]),
        "row": sorted(box["dominoes"], key=rank),
        "cave": sorted(box["cavemen"]),
    }
    for number, event in enumerate(record["events"]):
        kind = event["type"]
        if kind == "settle" and len(event["spend"]) == 4:
            lists["cave"].remove(event["caveman"])
        if kind not in SHOWN:
            continue
        shown = [str(thing) for thing in event[SHOWN[kind]]]
        due = chance.take(kind, lists[kind], len(shown))
        if kind != "kings":
            due.sort(key=rank if kind == "row" else None)
        if due != shown:
            return f"event {number}: {kind} {' '.join(due)}"
        if kind in ("row", "cave"):
            for thing in shown:
                lists[kind].remove(thing)
    return None
