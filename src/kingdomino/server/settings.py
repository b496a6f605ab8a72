"""Everything about a server that can be chosen, with defaults for a living room."""

from __future__ import annotations

import random
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from os import environ
from pathlib import Path

from ..games.fair_stream import FairStream, fair_stream


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: *burst* at once, then so many a second."""

    per_second: float
    burst: float


PUSH_SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
_RECORD_PATHS = ("/api/replay", "/api/replay/hint", "/api/kept", "/api/parcels")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one socket or one address may ask for."""

    socket_messages: Rate = Rate(20, 60)
    requests: Rate = Rate(100, 400)
    changes: Rate = Rate(50, 200)
    """Requests that change something, moves included."""
    new_tables: Rate = Rate(1, 120)
    parcels: Rate = Rate(1 / 30, 6)
    """Results that are left for another device."""
    pace: Rate = Rate(200, 30)
    """What comes from an address faster than that waits until others have had their turn."""
    refusal_seconds: float = 1.0
    """Who asks too much is told so only after a while: nobody can ask faster than that."""
    sockets_per_address: int = 200
    body_bytes: int = 16 * 1024
    record_bytes: int = 512 * 1024
    message_bytes: int = 8 * 1024
    rename_seconds: float = 2.0
    """Between two names of a seat."""
    say_seconds: float = 2.0
    """Between two things that somebody says at a table."""
    open_tables: int = 6
    """That an address may have on the list at a time."""
    queued_messages: int = 256
    """A socket that lets more pile up is dropped."""
    connections: int = 20_000
    """In all; fewer where the system gives fewer descriptors."""
    connections_per_address: int = 400
    new_connections: Rate = Rate(100, 400)
    """An address that connects more often is hung up on before it is listened to."""
    head_seconds: float = 10.0
    """From connecting, or from the first byte, to the end of a request's head."""
    body_seconds: float = 30.0
    reader_seconds: float = 30.0
    """How long an answer may lie there unread."""

    def seconds_for(self, what: str) -> float:
        """How long a connection may take for its ``head``, its ``body``, or as a ``reader``."""
        times = {"head": self.head_seconds, "body": self.body_seconds}
        return times.get(what, self.reader_seconds)

    def most_bytes(self, path: str) -> int:
        """How long a request's body may be."""
        return self.record_bytes if path in _RECORD_PATHS else self.body_bytes


@dataclass(frozen=True, slots=True)
class Retention:
    """Days after its last event that a table is kept; 0 is for ever."""

    lobbies: float = 7
    """Tables that never began."""
    unfinished: float = 90
    finished: float = 365

    def milliseconds(self, *, started: bool, over: bool) -> int:
        """How long a table is kept that stands so."""
        days = self.lobbies if not started else self.finished if over else self.unfinished
        return int(days * 86_400_000)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server is told at its start: where it keeps things, and how long it waits."""

    data: Path
    """The folder of the database and the key; made when it is missing."""
    database: str | None = None
    """Where the games are instead, as postgresql://name@host/games."""
    pages: Path | None = None
    """The folder of the pages; those of this package when None."""
    offline: Path | None = None
    """The folder of what pages fetch to play without a network; None offers it to nobody."""
    bot_pause: tuple[float, float] = (0.3, 0.6)
    """How long bots pretend to think, in seconds, so that people can follow."""
    bot_patience: float = 3.0
    """A bot that is so many seconds late is replaced by a simpler one."""
    fast: bool = True
    """Whether bots may search on the fast engine, where it is installed."""
    absent_after: float = 60.0
    """Seconds after which the others may ask a bot in for who is away and is waited for."""
    bots_alone: float = 60.0
    """Seconds that bots go on playing while nobody looks at their table."""
    ping_every: float = 5.0
    dead_after: float = 12.0
    limits: Limits = field(default_factory=Limits)
    origin: str | None = None
    """Where people find the server, as https://play.example.org; needed behind a proxy."""
    origins: tuple[str, ...] = ()
    """Origins that may speak to the server besides its own."""
    push_services: tuple[str, ...] = PUSH_SERVICES
    """Hosts where browsers may be called from; one with a dot before it is the end of names."""
    metrics_token: str | None = None
    """What who asks for /metrics has to know; without it they have to be on this machine."""
    log_addresses: bool = False
    """Whether the log says where requests come from."""
    trusted_proxies: tuple[str, ...] = ()
    """Networks of proxies that are believed about who is asking."""
    games_listed: int = 50
    """How many tables are listed at a time for who has seats at them."""
    open_tables: bool = True
    """Whether tables can be opened to anybody, on a list that everybody can see."""
    open_tables_idle: float = 90.0
    """Seconds after which a table leaves that list where nobody who sits there is seen."""
    parcels: int = 1000
    """How many may lie here at a time on their way to another device."""
    parcel_seconds: float = 900.0
    """How long each of them does."""
    idle_tables: float = 600.0
    """Seconds after which a table that nobody looks at leaves memory."""
    tables_in_memory: int = 1000
    """When there are more, those that nobody looks at leave it sooner, the oldest first."""
    retention: Retention = Retention()
    daily_key: bytes | None = field(default=None, repr=False)
    """What the daily deals follow from, where several servers are to have the same; otherwise the
    server's own key decides."""
    synchronous: str = "FULL"
    """SQLite's; anything less loses moves in a power cut, and is for the test that shows it."""
    checkpoint_bytes: float = 4 << 20
    """What the log may grow by between two checkpoints, which make the few commits beside them
    slow."""
    clock: Callable[[], float] = time.time
    token: Callable[[int], bytes] = secrets.token_bytes
    chance: Callable[[str, bytes, Sequence[str], int], FairStream] = fair_stream
    """Version, secret, nonces, and how much of the stream has been used."""
    bot_rng: Callable[[], random.Random] = field(
        default=lambda: random.Random(secrets.randbits(128))
    )


def default_data() -> Path:
    """Where a user's games are kept when nothing else is said."""
    if sys.platform == "win32":
        base = Path(environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kingdomino"
