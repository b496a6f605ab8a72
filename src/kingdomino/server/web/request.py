"""What is read from a request: who asks, of which table, the cursor in a query, that it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, TypeAlias, TypeVar, get_type_hints

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...games.catalogue import GAME
from ..error import ServerError
from ..key import COOKIE, set_cookie
from ..live.hall import Hall
from ..live.room import Room
from ..message import decode_body
from .reply import is_public_https, json_response

T = TypeVar("T")
MOST_DIGITS = 16


def cookie_of(headers: Headers) -> str | None:
    """The seat cookie of a request."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None


def after_of(query: str) -> int | None:
    """The cursor in a query, if there is one; raises ServerError."""
    for part in query.split("&"):
        name, _, value = part.partition("=")
        if name == "after":
            return whole_number(value, "after is the seq of the last event seen")
    return None


def whole_number(text: str, what: str, *, most: int = 10**15) -> int:
    """The number, from 0 to *most*; raises ServerError, which says *what* it should have been."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise ServerError("bad_request", what)
    if int(text) > most:
        raise ServerError("bad_request", what)
    return int(text)


async def while_here(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What *work* gives; it is cancelled when the client goes away. The body has been read."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ServerError("gone", "nobody waits for this answer any more")
        return await task
    finally:
        task.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


Handler: TypeAlias = Callable[[Request], Awaitable[Response]]


class Handlers:
    """What all handlers of one hall share: who asks, of which table, and what."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def bound(self, handler: Callable[..., Awaitable[Response]]) -> Handler:
        """A handler of mine; what it calls ``asked`` is decoded from the body."""
        kind = get_type_hints(handler).get("asked")

        @wraps(handler)
        async def answer(request: Request) -> Response:
            if kind is None:
                return await handler(self, request)
            return await handler(self, request, decode_body(await self._body(request), kind))

        return answer

    async def _room(self, request: Request) -> Room:
        return await self.hall.room(request.path_params["id"])

    def _browser(self, request: Request) -> bytes | None:
        return self.hall.keys.browser(cookie_of(request.headers))

    async def _body(self, request: Request) -> bytes:
        most = self.hall.settings.limits.most_bytes(request.url.path)
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise ServerError("too_large", f"a request may have {most} bytes")
        except ClientDisconnect:
            raise ServerError("gone", "nobody waits for this answer any more") from None
        return bytes(body)

    async def _with_cookie(
        self, request: Request, work: Callable[[bytes], Awaitable[object]]
    ) -> Response:
        browser, cookie = self._browser(request), None
        if browser is None:
            cookie = self.hall.keys.new_cookie()
            browser = self.hall.keys.browser(cookie)
            assert browser is not None
        answer = json_response(await work(browser))
        if cookie:
            secure = request.url.scheme == "https" or is_public_https(self.hall.settings)
            answer.headers["set-cookie"] = set_cookie(cookie, secure=secure)
        return answer

    def _game_named(self, request: Request) -> str:
        name: str = request.path_params["game"]
        if name not in GAME:
            raise ServerError("no_such_game", f"there is no game {name[:40]!r}")
        return name
