"""JSON answers, and refusals: said and counted in one place, over HTTP and on sockets."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ..error import ServerError
from ..metrics import Metrics
from ..settings import Settings


def json_response(document: Any, *, status: int = 200, cache: str = "no-store") -> Response:
    """A JSON answer, which nobody keeps unless told to."""
    return Response(
        msgspec.json.encode(document),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": cache},
    )


def is_public_https(settings: Settings) -> bool:
    """Whether people reach the server by https only."""
    return (settings.origin or "").startswith("https://")


class Refusals:
    """Says no, and counts how often."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def response(self, refusal: ServerError, **about: Any) -> Response:
        """A refusal over HTTP; *about* says what it answers."""
        self._metrics.refusals[refusal.code] += 1
        answer = json_response(refusal.document(**about), status=refusal.status)
        if refusal.retry_after is not None:
            answer.headers["retry-after"] = str(max(1, round(refusal.retry_after)))
        return answer

    def message(self, refusal: ServerError, **about: Any) -> bytes:
        """A refusal on a socket."""
        self._metrics.refusals[refusal.code] += 1
        return msgspec.json.encode(refusal.document(**about))

    async def on_refusal(self, request: Request, problem: Exception) -> Response:
        """A handler's refusal."""
        assert isinstance(problem, ServerError)
        return self.response(problem)

    async def on_http(self, request: Request, problem: Exception) -> Response:
        """What the router refuses, in the same form."""
        assert isinstance(problem, HTTPException)
        code = {404: "not_found", 405: "not_allowed"}.get(problem.status_code, "bad_request")
        answer = self.response(ServerError(code, problem.detail))
        for name, value in (problem.headers or {}).items():
            answer.headers[name] = value
        return answer
