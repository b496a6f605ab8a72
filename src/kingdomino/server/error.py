"""What the server refuses, with a stable code, a sentence and an HTTP status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

STATUS = {
    "illegal": 422,
    "stale": 409,
    "move_id_used": 409,
    "not_your_turn": 409,
    "not_your_seat": 403,
    "over": 409,
    "bad_request": 400,
    "bad_origin": 403,
    "too_large": 413,
    "too_fast": 429,
    "no_such_game": 404,
    "not_found": 404,
    "not_allowed": 405,
    "gone": 410,
    "full": 409,
    "nonce_given": 409,
    "nonce_missing": 409,
    "damaged": 410,
    "bad_pad": 422,
    "other_version": 422,
    "daily_first": 409,
    "unavailable": 503,
}
"""Every code there is and the status it has over HTTP."""


class ServerError(Exception):
    """A refusal. ``events`` are those that a stale client has missed, already encoded."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        events: Sequence[bytes] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.events = events
        self.retry_after = retry_after

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def document(self, **about: Any) -> dict[str, Any]:
        """The error as a message; *about* says what it answers."""
        body: dict[str, Any] = {"type": "error", **about}
        body |= {"code": self.code, "message": self.message}
        if self.events is not None:
            body["events"] = [msgspec.Raw(event) for event in self.events]
        return body
