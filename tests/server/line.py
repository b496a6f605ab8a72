"""A line between servers and their PostgreSQL that can be cut, as by a switch that loses its power.

What is on its way is lost and nobody is told: a link that was cut stays silent for ever, and who
connects while the line is cut hears nothing either. PostgreSQL asks after some seconds of silence,
as the settings of a session say, and lets go of a link that does not answer.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from tests.server.postgres import USER

KEEPALIVE = 11.0


class Link:
    """One connection over the line."""

    def __init__(self, near: socket.socket, far: socket.socket) -> None:
        self.near, self.far = near, far
        self.heard = True
        """Whether what the database answers arrives."""
        self.silent = False

    def hang_up(self) -> None:
        """PostgreSQL gives up."""
        with contextlib.suppress(OSError):
            self.far.shutdown(socket.SHUT_RDWR)
        self.far.close()

    def close(self) -> None:
        self.hang_up()
        with contextlib.suppress(OSError):
            self.near.shutdown(socket.SHUT_RDWR)
        self.near.close()


class Line:
    """A port of this machine that leads to the database at *url*, reached by its socket there."""

    def __init__(self, url: str) -> None:
        found = urlsplit(url)
        self._socket = f"{parse_qs(found.query)['host'][0]}/.s.PGSQL.5432"
        self._links: list[Link] = []
        self._cut = False
        self._unheard = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        port = self._listener.getsockname()[1]
        self.url = f"postgresql://{USER}@127.0.0.1:{port}{found.path}?sslmode=disable"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Nothing arrives from now on, at neither end."""
        self._cut = True
        for link in self._links:
            if not link.silent:
                link.silent = True
                self._missed(link)

    def _missed(self, link: Link) -> None:
        timer = threading.Timer(KEEPALIVE, link.hang_up)
        timer.daemon = True
        timer.start()

    def mend(self) -> None:
        """Who connects from now on is heard; what was cut stays silent."""
        self._cut = False

    def lose_answers(self, commits: int) -> None:
        """The next so many commits arrive, and what the database says of them does not."""
        self._unheard = commits

    @property
    def lost_answers(self) -> bool:
        """Whether all answers that were to be lost have been."""
        return self._unheard == 0

    def close(self) -> None:
        """No port, and no link."""
        self._listener.close()
        for link in self._links:
            link.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            with contextlib.suppress(OSError):
                far.connect(self._socket)
            link = Link(near, far)
            link.silent = self._cut
            self._links.append(link)
            for pump in (self._there, self._back):
                threading.Thread(target=pump, args=(link,), daemon=True).start()

    def _there(self, link: Link) -> None:
        for data in _said(link.near):
            if self._unheard and link.heard and b"COMMIT" in data:
                self._unheard -= 1
                link.heard = False
            if not link.silent:
                with contextlib.suppress(OSError):
                    link.far.sendall(data)
        if not link.silent:
            link.close()

    def _back(self, link: Link) -> None:
        for data in _said(link.far):
            if link.heard and not link.silent:
                with contextlib.suppress(OSError):
                    link.near.sendall(data)
        if link.heard and not link.silent:
            link.close()


def _said(end: socket.socket) -> Iterator[bytes]:
    with contextlib.suppress(OSError):
        while data := end.recv(1 << 16):
            yield data
