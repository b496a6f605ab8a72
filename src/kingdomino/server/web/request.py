"""What is read from a request: the cookie of a seat, the cursor in a query."""

from __future__ import annotations

from starlette.datastructures import Headers

from ..error import ServerError


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
