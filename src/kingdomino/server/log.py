"""Structured logs: one JSON object a line. Secrets, tokens and cookies are never handed to it."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

_logger = logging.getLogger("kingdomino.server")


def log(event: str, **about: Any) -> None:
    """Write one line that says what happened."""
    _write(logging.INFO, event, about)


def warn(event: str, **about: Any) -> None:
    """Write one line about something that should not have happened."""
    _write(logging.WARNING, event, about)


def _write(level: int, event: str, about: dict[str, Any]) -> None:
    if _logger.isEnabledFor(level):
        line = {"at": _now(), "event": event, "level": logging.getLevelName(level).lower()}
        _logger.log(level, "%s", msgspec.json.encode(line | about).decode())


def _now() -> str:
    now = time.time()
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03}Z"


class JsonFormatter(logging.Formatter):
    """Lines of other libraries as JSON objects too."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name == _logger.name:
            return record.getMessage()
        about: dict[str, Any] = {
            "at": _now(),
            "event": record.name,
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            about["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(about).decode()


def log_to_stderr(level: int = logging.INFO) -> None:
    """Send the server's and uvicorn's lines to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _logger.setLevel(level)
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.setLevel(logging.WARNING)
    uvicorn.addFilter(_not_a_refusal)


def _not_a_refusal(record: logging.LogRecord) -> bool:
    """Uvicorn takes a refused socket for an accident."""
    return "without completing handshake" not in record.getMessage()
