"""Sockets: the same handlers as over HTTP, and nobody is waited for who does not listen.

A link costs one task and no timer: it writes only when there is something to say, and one task
for all of them sends the pings and finds the dead.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, deque
from collections.abc import Coroutine
from typing import Any

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from ..error import ServerError
from ..live.hall import Hall
from ..live.room import Room
from ..log import warn
from ..message import Hint, Move, Ping, Pong, SocketMessage, Stage, decode_socket
from ..table.fold import encode
from ..table.patch import Json
from .limit import AddressLimit, Bucket, Pace, address, check
from .reply import Refusals
from .request import after_of, cookie_of

_PING = encode({"type": "ping"})
_PONG = encode({"type": "pong"})
_PATH = re.compile(r"/api/games/([^/]+)/socket")
_SLOW, _DEAD, _TOO_MUCH = 1013, 1001, 1008
MOST_REFUSALS = 100
"""A socket that is told to slow down so often in a row is dropped."""
GOODBYE_SECONDS = 2.0
LOOKS = 20
"""How often dead links are looked for in the time after which they are."""


class SocketLink:
    """One socket at one table."""

    __slots__ = (
        "_bucket",
        "_closing",
        "_queue",
        "_refused",
        "_send",
        "_sockets",
        "_thinking",
        "_writing",
        "address",
        "browser",
        "heard",
        "seats",
    )

    def __init__(
        self,
        sockets: Sockets,
        send: Send,
        browser: bytes | None,
        seats: list[int],
        *,
        address: str = "",
    ) -> None:
        self.address = address
        self.browser = browser
        self.seats = seats
        self.heard = time.monotonic()
        self._sockets = sockets
        self._send = send
        self._bucket = Bucket(sockets.limits.socket_messages, self.heard)
        self._queue: deque[bytes] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._closing: tuple[int, str] | None = None
        self._refused = 0
        self._thinking: set[asyncio.Task[None]] | None = None

    def think(self, work: Coroutine[Any, Any, None]) -> None:
        """Let *work* go on beside what else is said, until the link is closed."""
        if self._thinking is None:
            self._thinking = set()
        task = asyncio.ensure_future(work)
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    def tell(self, message: bytes) -> None:
        """Send a message; a link that lets too many pile up is dropped."""
        if self._closing:
            return
        if self._queue is None:
            self._queue = deque()
        self._queue.append(message)
        if len(self._queue) > self._sockets.limits.queued_messages:
            self._sockets.hall.metrics.slow_links += 1
            self.drop(_SLOW, "too slow")
            return
        self._write_soon()

    def drop(self, code: int, why: str) -> None:
        """End the connection; what has not been sent is lost, and resumed by cursor."""
        if self._closing is None:
            self._closing = (code, why)
            self._queue = None
            for task in [*(self._thinking or ())]:
                task.cancel()
            if self._writing:
                # It may be stuck in a buffer that nobody empties.
                self._writing.cancel()
                self._writing = None
            self._write_soon()
            asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self._abort)

    def _abort(self) -> None:
        """Hang up on somebody who does not even read the goodbye: ASGI itself has no way to."""
        transport = getattr(getattr(self._send, "__self__", None), "transport", None)
        if self._sockets.has(self) and transport is not None:
            transport.abort()

    def _write_soon(self) -> None:
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())

    async def _write(self) -> None:
        try:
            while self._queue and not self._closing:
                message = self._queue.popleft()
                await self._send({"type": "websocket.send", "text": message.decode()})
            if self._closing:
                code, why = self._closing
                await self._send({"type": "websocket.close", "code": code, "reason": why})
        except (OSError, RuntimeError):
            # Gone: the receiving side hears of it.
            self._queue = None
        finally:
            if self._writing is asyncio.current_task():
                self._writing = None
                self._queue = self._queue or None

    def check_rate(self) -> None:
        """Raises ServerError when this socket says too much; one that goes on is dropped."""
        wait = self._bucket.take(self._sockets.limits.socket_messages, self.heard)
        self._refused = self._refused + 1 if wait else 0
        if self._refused > MOST_REFUSALS:
            self.drop(_TOO_MUCH, "too many messages")
        check(wait, "messages")


class Sockets:
    """All sockets of a server."""

    def __init__(self, hall: Hall, refusals: Refusals) -> None:
        self.hall = hall
        self._refusals = refusals
        self.limits = hall.settings.limits
        self._links: set[SocketLink] = set()
        self._addresses: Counter[str] = Counter()
        self.pace = Pace(self.limits.pace, time.monotonic)
        """Requests and messages of an address, taken together."""
        self._messages = AddressLimit(self.limits.requests, time.monotonic, "messages")
        self._pinging: asyncio.Task[None] | None = None

    def has(self, link: SocketLink) -> bool:
        """Whether a socket is still open."""
        return link in self._links

    def start(self) -> None:
        """Begin to ping."""
        self._pinging = asyncio.ensure_future(self._ping_all())

    def close(self) -> None:
        """Say goodbye to everybody."""
        if self._pinging:
            self._pinging.cancel()
        for link in [*self._links]:
            link.drop(1012, "the server restarts")

    async def _ping_all(self) -> None:
        settings = self.hall.settings
        look_every, due = settings.dead_after / LOOKS, time.monotonic() + settings.ping_every
        while True:
            await asyncio.sleep(min(look_every, settings.ping_every))
            now = time.monotonic()
            await self._look(now + look_every - settings.dead_after, ping=now >= due)
            if now >= due:
                due = now + settings.ping_every

    async def _look(self, dead: float, *, ping: bool) -> None:
        """Drop who was last heard before *dead*: none is silent for longer than they may be."""
        for number, link in enumerate([*self._links]):
            if link.heard < dead:
                self.hall.metrics.dead_links += 1
                link.drop(_DEAD, "nothing heard for too long")
            elif ping:
                link.tell(_PING)
            if number % 100 == 99:
                await asyncio.sleep(0)

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One socket from beginning to end."""
        try:
            room, after = await self._find(scope)
        except ServerError as refusal:
            await receive()
            await self._refusals.response(refusal)(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        browser = self.hall.keys.browser(cookie_of(Headers(scope=scope)))
        seats = room.seats_of(browser)
        link = SocketLink(self, send, browser, seats, address=address(scope))
        self._enter(scope, link)
        try:
            room.attach(link, after)
            await self._listen(room.id, link, receive)
        finally:
            self._leave(scope, link)
            now = self.hall.room_now(room.id)
            for at in {room, now} - {None}:
                assert at is not None
                at.detach(link)

    async def _find(self, scope: Scope) -> tuple[Room, int | None]:
        if self.hall.closing:
            raise ServerError("unavailable", "the server is shutting down")
        if self._addresses[address(scope)] >= self.limits.sockets_per_address:
            raise ServerError("too_fast", "too many sockets from this address", retry_after=5)
        after = after_of(scope["query_string"].decode("latin-1"))
        match = _PATH.fullmatch(scope["path"])
        if match is None:
            raise ServerError("not_found", "there is no socket here")
        return await self.hall.fresh_room(match[1]), after

    def _enter(self, scope: Scope, link: SocketLink) -> None:
        self._links.add(link)
        self._addresses[address(scope)] += 1
        self.hall.metrics.sockets += 1

    def _leave(self, scope: Scope, link: SocketLink) -> None:
        self._links.discard(link)
        self._addresses[address(scope)] -= 1
        if not self._addresses[address(scope)]:
            del self._addresses[address(scope)]
        self.hall.metrics.sockets -= 1
        link.drop(1000, "")

    async def _listen(self, game: str, link: SocketLink, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            link.heard = time.monotonic()
            await self.pace.turn(link.address)
            text = message.get("text")
            try:
                asked = self._heard(link, text if text is not None else message["bytes"])
            except ServerError as refusal:
                link.tell(self._refusals.message(refusal))
                if refusal.code == "too_fast":
                    await asyncio.sleep(self.limits.refusal_seconds)
                continue
            if isinstance(asked, Ping):
                link.tell(_PONG)
            elif isinstance(asked, Hint):
                # Moves and pongs are heard while it is thought about.
                link.think(self._answer(game, link, asked))
            elif not isinstance(asked, Pong):
                await self._answer(game, link, asked)

    def _heard(self, link: SocketLink, text: str | bytes) -> SocketMessage:
        most = self.limits.message_bytes
        if len(text) > most:
            raise ServerError("too_large", f"a message may have {most} bytes")
        link.check_rate()
        asked = decode_socket(text)
        if not isinstance(asked, Ping | Pong):
            self._messages.check(link.address)
        return asked

    async def _answer(self, game: str, link: SocketLink, asked: Move | Stage | Hint) -> None:
        about = {"move_id": asked.move_id} if isinstance(asked, Move) else {"id": asked.id}
        try:
            link.tell(encode(await self._handle(game, link, asked)))
        except ServerError as refusal:
            link.tell(self._refusals.message(refusal, **about))
        except Exception as problem:
            warn("socket_failed", game=game, why=repr(problem))
            broken = ServerError("unavailable", "something went wrong here: try again")
            link.tell(self._refusals.message(broken, **about))

    async def _handle(self, game: str, link: SocketLink, asked: Move | Stage | Hint) -> Json:
        room = await self.hall.room(game)
        match asked:
            case Move():
                began = time.perf_counter()
                answer = await room.move(link.browser, asked)
                self.hall.metrics.acked(time.perf_counter() - began)
                return answer
            case Stage():
                return await room.stage(link.browser, asked)
            case Hint():
                return await room.hint(link.browser, asked, asker=link.address)
