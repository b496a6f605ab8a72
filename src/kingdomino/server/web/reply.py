"""JSON answers."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from ..error import ServerError


def json_response(document: Any, *, status: int = 200, cache: str = "no-store") -> Response:
    """A JSON answer, which nobody keeps unless told to."""
    return Response(
        msgspec.json.encode(document),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": cache},
    )


def error_response(refusal: ServerError, **about: Any) -> Response:
    """A refusal over HTTP."""
    answer = json_response(refusal.document(**about), status=refusal.status)
    if refusal.retry_after is not None:
        answer.headers["retry-after"] = str(max(1, round(refusal.retry_after)))
    return answer
