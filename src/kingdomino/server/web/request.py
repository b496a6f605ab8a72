"""What is read from a request: the cookie of a seat, the cursor in a query, that it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.datastructures import Headers
from starlette.requests import Request

from ..error import ServerError

T = TypeVar("T")
MOST_DIGITS = 16


def cookie_of(headers: Headers) -> str | None:
    """The seat cookie of a request."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == "kingdomino":
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
