"""A connection to a server written by hand: requests, and then a socket on the same connection.

A library's client costs more than the server that it asks, and on one machine they share.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

_NEVER_MASKED = bytes(4)
_TEXT, _CLOSE = 0x81, 0x88


class Line:
    """One connection of one browser."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._port = port
        self.cookie = cookie
        """Who this browser is, as the server has told it."""

    async def __aenter__(self) -> Line:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def post(self, path: str, body: Any) -> Any:
        """Ask over HTTP."""
        text = msgspec.json.encode(body)
        self._ask("POST", path, f"Content-Type: application/json\r\nContent-Length: {len(text)}")
        self._writer.write(text)
        head = await self._head("200", "201")
        return msgspec.json.decode(await self._reader.readexactly(int(head["content-length"])))

    async def upgrade(self, path: str) -> None:
        """Make a socket of it: nothing can be asked over HTTP any more."""
        key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        self._ask("GET", path, f"Connection: Upgrade\r\nUpgrade: websocket\r\n{key}")
        await self._head("101")

    def _ask(self, method: str, path: str, more: str) -> None:
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        host = f"Host: 127.0.0.1:{self._port}\r\n"
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{host}{cookie}{more}\r\n\r\n".encode())

    async def _head(self, *expected: str) -> dict[str, str]:
        first, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        if first.split()[1] not in expected:
            raise RuntimeError(first)
        pairs = (line.split(": ", 1) for line in lines if line)
        head = {name.lower(): value for name, value in pairs}
        if "set-cookie" in head:
            self.cookie = head["set-cookie"].partition(";")[0]
        return head

    def say(self, message: bytes) -> None:
        """Send a message on the socket."""
        self._send(_TEXT, message)

    def _send(self, kind: int, message: bytes) -> None:
        size = len(message)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._writer.write(bytes([kind]) + length + _NEVER_MASKED + message)

    async def hear(self) -> bytes:
        """The next message; raises EOFError when the server has said goodbye."""
        kind, size = await self._reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
        message = await self._reader.readexactly(size)
        if kind != _TEXT:
            raise EOFError(message)
        return message

    async def hang_up(self) -> None:
        """Say goodbye on the socket and wait until it is heard."""
        self._send(_CLOSE, (1000).to_bytes(2, "big"))
        try:
            while True:
                await self.hear()
        except EOFError:
            return
