"""What is read from a request: the cookie of a seat, the cursor in a query, that it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.datastructures import Headers
from starlette.requests import Request

from ..error import ServerError

T = TypeVar("T")


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
            if not (value.isascii() and value.isdecimal() and len(value) < 16):
                raise ServerError("bad_request", "after is the seq of the last event seen")
            return int(value)
    return None


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
