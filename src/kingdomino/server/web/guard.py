"""What stands before every request: limits, the Origin check, sizes, and headers after it."""

from __future__ import annotations

import asyncio
import time

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..error import ServerError
from ..live.hall import Hall
from ..log import log
from .limit import AddressLimit, address
from .proxy import Hosts, Proxies
from .reply import Refusals, is_public_https
from .socket import Sockets

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    b"content-security-policy": CSP.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}
_FRAMED = {b"content-security-policy": CSP.replace("ancestors 'none'", "ancestors *").encode()}
_LENT = {b"cross-origin-resource-policy": b"cross-origin", b"access-control-allow-origin": b"*"}
_COMPILING = {
    b"content-security-policy": CSP.replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
    ).encode()
}
PYTHON_SCRIPT = "/js/offline/worker.js"
"""The one script that may compile WebAssembly: a worker has a policy of its own."""
LENT_SCRIPT = "/js/embed.js"
"""The one script that other sites' pages may run."""
_HSTS = {b"strict-transport-security": b"max-age=31536000"}


def _own_headers(path: str) -> dict[bytes, bytes]:
    """What an address has instead of the usual headers.

    Only the replay may stand in a frame on another site: it changes nothing. The page knows by the
    same first word of its address that it is nothing else there.
    """
    if path == "/embed" or path.startswith("/embed/"):
        return _FRAMED
    return {LENT_SCRIPT: _LENT, PYTHON_SCRIPT: _COMPILING}.get(path, {})


_SAFE = ("GET", "HEAD", "OPTIONS")
_QUIET = ("/healthz", "/metrics")


class Guard:
    """An ASGI application around the real one."""

    def __init__(self, app: ASGIApp, hall: Hall, sockets: Sockets, refusals: Refusals) -> None:
        self._app = app
        self._refusals = refusals
        self._sockets = sockets
        self.hall = hall
        self.pace = sockets.pace
        self.proxies = Proxies(hall.settings.trusted_proxies)
        limits = hall.settings.limits
        self._requests = AddressLimit(limits.requests, time.monotonic, "requests")
        self._changes = AddressLimit(limits.changes, time.monotonic, "changes")
        self._hosts = Hosts(hall.settings.origin)
        self._origins = {*hall.settings.origins, hall.settings.origin}
        self._headers = _HEADERS | (_HSTS if is_public_https(hall.settings) else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "lifespan" and self.proxies.see_through(scope):
            # Who comes directly has waited at the door.
            await self.pace.turn(address(scope))
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            headers = Headers(scope=scope)
            self._hosts.check(headers)
            self._check_origin(headers)
            self._requests.check(address(scope))
        except ServerError as refusal:
            await self._refusals.response(refusal)(scope, receive, send)
            return
        # Not through the router: each layer would be kept in memory for every idle socket.
        await self._sockets.serve(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = self._headers | _own_headers(scope["path"])
                message["headers"] = [*message["headers"], *headers.items()]
            await send(message)

        try:
            self._check(scope)
        except ServerError as refusal:
            if refusal.code == "too_fast":
                # A connection asks one thing at a time, so that a flood waits for itself.
                await asyncio.sleep(self.hall.settings.limits.refusal_seconds)
            await self._refusals.response(refusal)(scope, receive, sending)
        else:
            await self._app(scope, receive, sending)
        finally:
            self.hall.metrics.requests[status] += 1
            if scope["path"] not in _QUIET:
                took = round((time.perf_counter() - began) * 1000, 1)
                # Never the query: what is in an address ends up in other people's logs.
                about = {"address": address(scope)} if self.hall.settings.log_addresses else {}
                about |= {"method": scope["method"], "path": scope["path"]}
                log("request", **about, status=status, ms=took)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if scope["path"] not in _QUIET:
            self._hosts.check(headers)
        self._requests.check(address(scope))
        if scope["method"] in _SAFE:
            return
        self._check_origin(headers)
        self._changes.check(address(scope))
        length = headers.get("content-length", "0")
        most = self.hall.settings.limits.most_bytes(scope["path"])
        if not length.isdecimal() or int(length) > most:
            raise ServerError("too_large", f"a request may have {most} bytes")

    def _check_origin(self, headers: Headers) -> None:
        origin = headers.get("origin")
        if origin is None:
            # No browser leaves Origin out here; bots and tools do.
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise ServerError("bad_origin", "requests from other sites are refused")
            return
        _, _, host = origin.partition("://")
        if host != headers.get("host") and origin not in self._origins:
            raise ServerError("bad_origin", f"requests from {origin[:100]} are refused")
