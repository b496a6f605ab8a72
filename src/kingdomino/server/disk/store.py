"""What the live tables ask of a database, whichever it is, and what they give it to keep.

A write is acknowledged when the commit that holds it has reached the disk. The events of a table
have numbers: who writes one that is there already is refused, and has to read what it missed.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias

import msgspec

from ...games.fair_stream import STREAMS
from ..error import ServerError
from ..key import Keys
from ..settings import Retention
from ..table.position import RULES_VERSION, Charter, Entry, Setup
from ..table.summary import Summary

MOST_IN_A_BATCH = 512


class StoreClosed(Exception):
    """Nothing can be written any more."""


class Conflict(Exception):
    """Something stands where this was to be written, or what it belongs to is gone."""


class Unreachable(ServerError):
    """The database does not answer; what was being written may be there or not."""

    def __init__(self) -> None:
        super().__init__("unavailable", "the games cannot be reached: try again")


class Owner(NamedTuple):
    """Who may act for a seat: the hash of a browser's secret, or of an invitation to it."""

    seat: int
    browser: bytes | None = None
    invitation: bytes | None = None


class Opening(NamedTuple):
    """What is stored of a table once and for all."""

    charter: Charter
    opened_at: int
    creator: bytes | None

    def row(self, keys: Keys) -> tuple[Any, ...]:
        """The table as a row, its secret sealed."""
        charter = self.charter
        setup, secret = as_json(charter.setup), keys.seal(charter.id, charter.secret)
        versions = (RULES_VERSION, charter.fair)
        return (charter.id, self.opened_at, *versions, setup, secret, self.creator)


class Offer(NamedTuple):
    """A table as the list of open ones has it, or that it is there no more."""

    at: int
    """When somebody was last seen who sits there."""
    opener: str
    """Whose it is: an address, of which only a hash is stored, the first one that is given."""
    document: str | None


class Parcel(NamedTuple):
    """What somebody has left for another device of theirs, or that it was fetched."""

    name: str
    until: int = 0
    sealed: str | None = None


@dataclass(slots=True)
class Write:
    """What one change of one table puts on disk, all of it or nothing."""

    game: str
    entries: Sequence[Entry] = ()
    summary: Summary | None = None
    opening: Opening | None = None
    owners: Sequence[Owner] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    """Other names for seats that somebody owns."""
    review: str | None = None
    """What is thought of the game's decisions."""
    push: tuple[bytes, str | None] | None = None
    """Where a browser is to be called, or that it is nowhere."""
    gone: tuple[bytes, str] | None = None
    """A browser and the place where it is no more: if it has given another one, that stays."""
    offer: Offer | None = None
    parcel: Parcel | None = None
    parcels_before: int | None = None
    """A time: nothing is to be left of the parcels whose own was before it."""
    forget: bool = False
    """Whether nothing is to be left of the table."""
    probe: int | None = None
    """A time that changes nothing: it is written to see whether anything can be."""
    due_at: int | None = None
    """When something happens there by itself after the last event, in milliseconds since 1970."""
    done: asyncio.Future[None] | None = field(default=None, repr=False)

    def rows(self) -> list[tuple[Any, ...]]:
        """The events as rows."""
        game = self.game
        return [(game, *e[:8]) for e in self.entries]


class Holder(NamedTuple):
    """A seat that somebody owns or is invited to, and the name it was given since."""

    seat: int
    browser: bytes | None
    invitation: bytes | None
    name: str | None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is read back."""

    charter: Charter
    opened_at: int
    creator: bytes | None
    holders: list[Holder]
    entries: list[Entry]

    @property
    def owners(self) -> dict[int, bytes]:
        """Whose the seats are."""
        return owners_of(self.holders)

    @property
    def names(self) -> dict[int, str]:
        """Of the seats that were given another name."""
        return names_of(self.holders)


def owners_of(holders: Sequence[Holder]) -> dict[int, bytes]:
    """Whose the seats are."""
    return {one.seat: one.browser for one in holders if one.browser is not None}


def names_of(holders: Sequence[Holder]) -> dict[int, str]:
    """The names that seats were given since somebody sat down on them."""
    taken = (one for one in holders if one.browser is not None)
    return {one.seat: one.name for one in taken if one.name is not None}


class News(NamedTuple):
    """What has become of a table since some event."""

    entries: list[Entry]
    holders: list[Holder]
    elsewhere: frozenset[int] = frozenset()
    """The seats with somebody connected to another process."""


def stored_game(
    game: str, row: Sequence[Any], holders: list[Holder], entries: list[Entry], keys: Keys
) -> StoredGame:
    """A game put together of what its tables say; raises ValueError where that is not known."""
    opened_at, version, fair, setup, secret, creator = row
    for known, begun in (((RULES_VERSION,), version), (STREAMS, fair)):
        if begun not in known:
            raise ValueError(f"table {game} was begun under {begun!r}, which is not known here")
    made = msgspec.json.decode(setup, type=Setup)
    charter = Charter(game, made, keys.unseal(game, secret), fair)
    return StoredGame(charter, opened_at, creator, holders, entries)


class Listed(NamedTuple):
    """A table where a browser has seats."""

    over: int
    at: int
    game: str
    seats: str
    """Their numbers with commas between."""
    document: str | None
    """Its summary, None where the last one is not of the last event."""

    @property
    def place(self) -> str:
        """Where it stands in the list, to go on from there."""
        return f"{self.over}.{self.at}.{self.game}"


FIRST_PLACE = (0, 1 << 62, "")


def parse_place(text: str) -> tuple[int, int, str]:
    """The place in a list; raises ValueError."""
    over, at, game = text.split(".")
    if not (text.isascii() and len(text) < 64 and int(at) < FIRST_PLACE[1]):
        raise ValueError(f"not a place: {text!r}")
    return int(over), int(at), game


def aged(retention: Retention, now: int) -> list[tuple[int, int, int]]:
    """Tables that have started or not and are over or not, with the time before which they go."""
    found: list[tuple[int, int, int]] = []
    for started, over in ((0, 0), (1, 0), (1, 1)):
        if kept := retention.milliseconds(started=bool(started), over=bool(over)):
            found.append((started, over, now - kept))
    return found


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


Told: TypeAlias = Callable[[str, int | None], None]
"""Called with a table and the last event that another process has written there. Without an event
it is who sits or listens there that has changed; without a table anything may have."""


Said: TypeAlias = Callable[[str, int, str], None]
"""Called with a table, a seat, and what was said from it at another process."""


class Thinkers(Protocol):
    """Processes that only think."""

    @property
    def thinkers(self) -> int:
        """How many live."""
        ...

    async def ask(self, body: str, asker: str, *, advice: bool, seconds: float) -> str:
        """The answer; raises TimeoutError when there is none in time, or too many wait."""
        ...


class Peers(Protocol):
    """The other processes that serve the same games."""

    @property
    def questions(self) -> Thinkers | None:
        """Who thinks in other processes, where that is possible."""
        ...

    def follow(self, told: Told, said: Said) -> None:
        """Hear of what they do, and of what is said at their tables, from now on."""
        ...

    def say(self, game: str, seat: int, word: str) -> None:
        """Let those at the table who are connected elsewhere hear it: now or never."""
        ...

    def show(self, game: str, seats: Iterable[int]) -> None:
        """Let them know, some time soon, which seats have somebody connected here."""
        ...

    async def claim(self, game: str, seq: int) -> bool:
        """Whether it is for this process to do what is due after an event."""
        ...

    async def orphans(self, now: int, *, most: int) -> list[str]:
        """Tables where something is due that nobody sees to; from now on it is for us to do."""
        ...

    async def heads(self, games: Sequence[str]) -> dict[str, int]:
        """The last event of each of these tables."""
        ...

    async def others(self) -> int:
        """How many other processes live."""
        ...

    async def close(self) -> None:
        """Others see to what was ours."""
        ...


class Alone:
    """There is no other process."""

    questions = None

    def follow(self, told: Told, said: Said) -> None: ...

    def say(self, game: str, seat: int, word: str) -> None: ...

    def show(self, game: str, seats: Iterable[int]) -> None: ...

    async def claim(self, game: str, seq: int) -> bool:
        return True

    async def orphans(self, now: int, *, most: int) -> list[str]:
        return []

    async def heads(self, games: Sequence[str]) -> dict[str, int]:
        return {}

    async def others(self) -> int:
        return 0

    async def close(self) -> None: ...


class Store(Protocol):
    """A database of games. Every question may raise Unreachable."""

    @property
    def shared(self) -> bool:
        """Whether other processes write to it as well."""
        ...

    @property
    def peers(self) -> Peers: ...

    @property
    def commits(self) -> int: ...

    @property
    def written(self) -> int:
        """How many events were."""
        ...

    async def write(self, write: Write) -> None:
        """Put *write* on disk; returns once it is there, raises when it is not.

        Raises Conflict, StoreClosed, Unreachable, or what else went wrong.
        """
        ...

    async def game(self, game: str) -> StoredGame | None:
        """Everything stored about a game; raises where it cannot be read."""
        ...

    async def news(self, game: str, after: int) -> News:
        """The events of a table after one of them, and who sits there now."""
        ...

    async def ids(self) -> list[tuple[str, int]]:
        """Every table, and the last event that its summary knows of."""
        ...

    async def invitation(self, token: bytes) -> tuple[str, int] | None:
        """The game and seat that an invitation is for."""
        ...

    async def review(self, game: str) -> str | None:
        """What was thought of a game's decisions, if anything was."""
        ...

    async def push(self, browser: bytes) -> str | None:
        """Where a browser is to be called, if it has agreed."""
        ...

    async def pushes(self) -> list[tuple[bytes, str]]:
        """All browsers that have agreed to be called, and where."""
        ...

    async def seats(
        self, browser: bytes, *, most: int, after: tuple[int, int, str] = FIRST_PLACE
    ) -> list[Listed]:
        """The tables where a browser has seats, those not over first, the newest first."""
        ...

    async def offers(self, since: int, *, most: int) -> list[tuple[str, str]]:
        """Tables that anybody may sit down at, with what is told of them, the last seen first."""
        ...

    async def offers_of(self, opener: str, since: int) -> int:
        """How many of them are of one opener."""
        ...

    async def parcel(self, name: str, now: int) -> str | None:
        """What lies under a name, if anything does."""
        ...

    async def parcels(self) -> int:
        """How many parcels there are."""
        ...

    async def old_games(self, retention: Retention, now: int, *, most: int) -> list[str]:
        """The tables that need not be kept any longer, the oldest of a kind first."""
        ...

    async def open_games(self, since: int) -> list[str]:
        """The tables whose games are not over and were played at since then, newest first."""
        ...

    async def damage(self) -> str | None:
        """What is wrong with the database as a whole, None if nothing."""
        ...

    async def close(self) -> None:
        """Commit what is waiting and let go of everything."""
        ...


class Asked(ABC):
    """What both databases are asked in the same words, with ``$1`` for the first value."""

    SEATS: ClassVar[str]
    OLD: ClassVar[str]
    """What each database says in its own way: see ``seats`` and ``old_games``."""
    _keys: Keys

    @abstractmethod
    async def _rows(self, sql: str, *values: object) -> list[Any]: ...

    async def invitation(self, token: bytes) -> tuple[str, int] | None:
        """The game and seat that an invitation is for."""
        rows = await self._rows("SELECT game, seat FROM holder WHERE invitation = $1", token)
        return (rows[0][0], rows[0][1]) if rows else None

    async def review(self, game: str) -> str | None:
        """What was thought of a game's decisions, if anything was."""
        rows = await self._rows("SELECT document FROM review WHERE game = $1", game)
        return rows[0][0] if rows else None

    async def push(self, browser: bytes) -> str | None:
        """Where a browser is to be called, if it has agreed."""
        rows = await self._rows("SELECT endpoint FROM push WHERE browser = $1", browser)
        return rows[0][0] if rows else None

    async def pushes(self) -> list[tuple[bytes, str]]:
        """All browsers that have agreed to be called, and where."""
        rows = await self._rows("SELECT browser, endpoint FROM push ORDER BY browser")
        return [(browser, endpoint) for browser, endpoint in rows]

    async def seats(
        self, browser: bytes, *, most: int, after: tuple[int, int, str] = FIRST_PLACE
    ) -> list[Listed]:
        """The tables where a browser has seats, those not over first, the newest first."""
        over, at, game = after
        rows = await self._rows(self.SEATS, browser, over, -at, game, most)
        return [Listed(*row) for row in rows]

    async def offers(self, since: int, *, most: int) -> list[tuple[str, str]]:
        """Tables that anybody may sit down at, with what is told of them, the last seen first."""
        sql = "SELECT game, document FROM offer WHERE at >= $1 ORDER BY at DESC LIMIT $2"
        return [(game, document) for game, document in await self._rows(sql, since, most)]

    async def offers_of(self, opener: str, since: int) -> int:
        """How many of them are of one opener."""
        sql = "SELECT count(*) FROM offer WHERE opener = $1 AND at >= $2"
        count: int = (await self._rows(sql, self._keys.opener(opener), since))[0][0]
        return count

    async def parcel(self, name: str, now: int) -> str | None:
        """What lies under a name, if anything does."""
        sql = "SELECT sealed FROM parcel WHERE name = $1 AND until > $2"
        rows = await self._rows(sql, name, now)
        return rows[0][0] if rows else None

    async def parcels(self) -> int:
        """How many parcels there are."""
        count: int = (await self._rows("SELECT count(*) FROM parcel"))[0][0]
        return count

    async def old_games(self, retention: Retention, now: int, *, most: int) -> list[str]:
        """The tables that need not be kept any longer, the oldest of a kind first."""
        found: list[str] = []
        for started, over, before in aged(retention, now):
            rows = await self._rows(self.OLD, before, over, started, most - len(found))
            found += [row[0] for row in rows]
        return found

    async def open_games(self, since: int) -> list[str]:
        """The tables whose games are not over and were played at since then, newest first."""
        sql = "SELECT game FROM summary WHERE over = 0 AND at >= $1 ORDER BY at DESC"
        return [row[0] for row in await self._rows(sql, since)]
