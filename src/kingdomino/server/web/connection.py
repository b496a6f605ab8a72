"""Connections: how many there may be, and how long one may take to say what it wants.

When there is no more room, whoever has been silent longest makes some; a request that is being
answered and a socket are never hung up on for another's sake. What comes from one address all at
once is listened to bit by bit, so that others are heard in between.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..error import ServerError
from ..metrics import Metrics
from ..settings import Limits
from .limit import AddressLimit, Pace, network
from .proxy import Proxies

DESCRIPTORS_WANTED = 65536
_PROXY = "a trusted proxy"
DESCRIPTORS_KEPT = 64
"""For files, pipes, and who asks whether the server is well."""


def raise_descriptor_limit() -> int:
    """Ask the system for as many open files as it gives; returns how many those are."""
    if sys.platform == "win32":
        return DESCRIPTORS_WANTED
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS_WANTED if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS_WANTED)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(soft, most)


class Doorkeeper:
    """Counts who is connected, and makes room."""

    def __init__(self, limits: Limits, metrics: Metrics, proxies: Proxies, pace: Pace) -> None:
        self.limits = limits
        self._pace = pace
        self._metrics = metrics
        self._proxies = proxies
        self._most = min(limits.connections, raise_descriptor_limit() - DESCRIPTORS_KEPT)
        self._arrivals = AddressLimit(limits.new_connections, time.monotonic, "connections")
        self._inside: dict[asyncio.BaseTransport, str] = {}
        self._count: Counter[str] = Counter()
        self._silent: dict[Connection, None] = {}
        """Those that are not being answered, the one that was so longest first."""

    def admits(self, transport: asyncio.Transport) -> bool:
        """Whether somebody who has just connected may say something."""
        client = get_remote_addr(transport)
        address = network(client[0]) if client else "local"
        if client is not None and self._proxies.trusts(client[0]):
            address = _PROXY
        elif self._is_hasty(address):
            self.hung_up("hasty")
            return False
        self._inside[transport] = address
        self._count[address] += 1
        return True

    def enter(self, connection: Connection) -> None:
        """Somebody is listened to from now on; another has to go where there is no room."""
        address = self._inside[connection.transport]
        self.is_silent(connection)
        if address != _PROXY and self._count[address] > self.limits.connections_per_address:
            self._make_room(address)
        elif len(self._inside) > self._most:
            self._make_room(None)

    def wait(self, transport: asyncio.BaseTransport) -> float:
        """Seconds until it is this one's turn; who comes through a proxy waits elsewhere."""
        address = self._inside.get(transport, _PROXY)
        return 0.0 if address == _PROXY else self._pace.wait(address)

    def _is_hasty(self, address: str) -> bool:
        try:
            self._arrivals.check(address)
        except ServerError:
            return True
        return False

    def _make_room(self, address: str | None) -> None:
        """Hang up on somebody, if need be on who came last."""
        who = (c for c in self._silent if address in (None, self._inside[c.transport]))
        next(who).hang_up("crowded")

    def leave(self, transport: asyncio.BaseTransport) -> None:
        address = self._inside.pop(transport, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]

    def is_silent(self, connection: Connection) -> None:
        self._silent.setdefault(connection)

    def is_answered(self, connection: Connection) -> None:
        self._silent.pop(connection, None)

    def hung_up(self, why: str) -> None:
        self._metrics.hung_up[why] += 1


class Door(asyncio.Protocol):
    """Where everybody comes in: who comes too often is sent away before anything is made ready."""

    doorkeeper: ClassVar[Doorkeeper]
    connection: ClassVar[type[Connection]]

    def __init__(self, **named: Any) -> None:
        self._named = named

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if not self.doorkeeper.admits(transport):
            transport.abort()
            return
        connection = self.connection(**self._named)
        transport.set_protocol(connection)
        connection.connection_made(transport)


class Connection(H11Protocol):
    """One that has to be done with its request, and with reading the answer, in time."""

    doorkeeper: ClassVar[Doorkeeper]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._due: tuple[str, asyncio.TimerHandle] | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._turn: asyncio.TimerHandle | None = None
        """When it is listened to again; what comes before is kept."""
        self._kept = bytearray()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect("head")
        self.doorkeeper.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(None)
        self._is_read()
        if self._turn is not None:
            self._turn.cancel()
        self.doorkeeper.is_answered(self)
        self.doorkeeper.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._turn is None:
            wait = self.doorkeeper.wait(self.transport)
            if not wait:
                self._listen(data)
                return
            self._turn = self.loop.call_later(wait, self._take_turn)
        self._kept += data
        self.flow.pause_reading()

    def _take_turn(self) -> None:
        self._turn = None
        data, self._kept = bytes(self._kept), bytearray()
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self._listen(data)

    def _listen(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._look()

    def _look(self) -> None:
        """What is waited for now."""
        state = self.conn.their_state
        if state is h11.IDLE:
            self._expect("head")
        elif state is h11.SEND_BODY:
            self._expect("body")
        else:
            self._expect(None)
            self.doorkeeper.is_answered(self)

    def on_response_complete(self) -> None:
        self._expect(None)
        self.doorkeeper.is_silent(self)
        super().on_response_complete()
        if self.conn.their_state is not h11.IDLE:
            self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._expect(None)
        self.doorkeeper.is_answered(self)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        seconds = self.doorkeeper.limits.seconds_for("reader")
        self._unread = self.loop.call_later(seconds, self.hang_up, "reader")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_read()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _expect(self, what: str | None) -> None:
        """Begin to wait for the head or the body, unless that is waited for already."""
        if self._due is not None:
            if self._due[0] == what:
                return
            self._due[1].cancel()
            self._due = None
        if what is not None:
            seconds = self.doorkeeper.limits.seconds_for(what)
            self._due = (what, self.loop.call_later(seconds, self.hang_up, what))

    def hang_up(self, why: str) -> None:
        """End it at once; *why* is for the metrics."""
        self.doorkeeper.is_answered(self)
        self.doorkeeper.hung_up(why)
        self.transport.abort()


class Socket(WebSocketsSansIOProtocol):
    """A connection that became a socket; it has deadlines of its own."""

    doorkeeper: ClassVar[Doorkeeper]

    def connection_lost(self, exc: Exception | None) -> None:
        self.doorkeeper.leave(self.transport)
        super().connection_lost(exc)


def protocols(
    limits: Limits, metrics: Metrics, proxies: Proxies, pace: Pace
) -> tuple[type[Door], type[Socket]]:
    """What uvicorn makes of the connections of one server."""
    shared = {"doorkeeper": Doorkeeper(limits, metrics, proxies, pace)}
    connection = type("Connection", (Connection,), shared)
    door = type("Door", (Door,), shared | {"connection": connection})
    return door, type("Socket", (Socket,), shared)
