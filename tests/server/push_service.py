"""A push service on this machine, for tests: it keeps what it is told."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.server.support import PATIENCE


class Service:
    """A push service: keeps what it is told, and answers with a status."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, dict[str, str]]] = []
        self.status = 201
        self.answers = threading.Event()
        """Cleared, it hears but answers nobody until it is set again."""
        self.answers.set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service.heard.append((self.path, dict(self.headers.items())))
                service.answers.wait(PATIENCE)
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *_: object) -> None:  # noqa: A002
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"


@contextmanager
def serving() -> Iterator[Service]:
    """One for the length of a block."""
    service = Service()
    thread = threading.Thread(target=service.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        thread.join()
