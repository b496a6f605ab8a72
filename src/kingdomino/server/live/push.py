"""Web Push: who has agreed to it is called to their turn by an empty message.

It only wakes the worker of the page, which asks the server what there is to say. So nothing has to
be encrypted, and the push service learns no more than when somebody was called (RFC 8030, 8292).
"""

from __future__ import annotations

import asyncio
import json
import time
from base64 import urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

from ..disk.store import Store, Write
from ..error import ServerError
from ..key import Keys
from ..log import warn
from ..settings import Settings
from ..signature import public_key, sign

KEPT_SECONDS = 86_400
"""How long a push service keeps a call for a browser that is away."""
BELIEVED_SECONDS = 12 * 3600
REST_SECONDS = 20.0
"""Between two calls of one browser."""
SILENT_SECONDS = 60.0
"""A browser that wants no calls is not looked up again so soon: most never want any, and a move
would wait behind the question. Only one that agrees at another process is called that much later.
"""
MOST_SILENT = 10_000
SECONDS = 10.0
MOST_WAITING = 256
GONE = (404, 410)
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Push:
    """Calls browsers; never makes a move wait, and a call that fails is only logged."""

    def __init__(self, store: Store, keys: Keys, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._private = keys.push_key
        self.key = _text(public_key(self._private))
        """What a browser asks its push service for a place with."""
        self._calling = ThreadPoolExecutor(2, thread_name_prefix="push")
        self._tasks: dict[bytes, asyncio.Task[None]] = {}
        self._called: dict[bytes, float] = {}
        self._silent: dict[bytes, float] = {}
        self._agreed = 0
        """How often somebody has agreed to calls, or to none any more."""

    async def subscribe(self, browser: bytes, endpoint: str | None) -> None:
        """Call this browser there from now on, or nowhere; raises ServerError."""
        if endpoint is not None:
            self._checked(endpoint)
        await self._store.write(Write("", push=(browser, endpoint)))
        self._agreed += 1
        self._silent.pop(browser, None)

    def call(self, browser: bytes) -> None:
        """It is the turn of somebody who is not here."""
        waiting = browser in self._tasks or len(self._tasks) >= MOST_WAITING
        if waiting or self._is_silent(browser):
            return
        task = self._tasks[browser] = asyncio.ensure_future(self._call(browser))
        task.add_done_callback(lambda _: self._tasks.pop(browser))

    async def close(self) -> None:
        """Nobody is called any more."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await asyncio.to_thread(self._calling.shutdown, cancel_futures=True)

    async def _call(self, browser: bytes) -> None:
        try:
            endpoint = await self._place(browser)
            if endpoint is None:
                self._keep_silent(browser)
                return
            if self._has_just_been_called(browser):
                return
            loop = asyncio.get_running_loop()
            status = await loop.run_in_executor(self._calling, self._post, endpoint)
            if status in GONE:
                await self._store.write(Write("", gone=(browser, endpoint)))
            elif status >= 400:
                warn("push_refused", status=status)
        except Exception as problem:
            warn("push_failed", why=repr(problem))

    async def _place(self, browser: bytes) -> str | None:
        """Where to call this browser, though it agree only while we ask."""
        while True:
            agreed = self._agreed
            endpoint = await self._store.push(browser)
            if endpoint is not None or agreed == self._agreed:
                return endpoint

    def _is_silent(self, browser: bytes) -> bool:
        return time.monotonic() - self._silent.get(browser, -SILENT_SECONDS) < SILENT_SECONDS

    def _keep_silent(self, browser: bytes) -> None:
        if len(self._silent) >= MOST_SILENT:
            self._silent.clear()
        self._silent[browser] = time.monotonic()

    def _has_just_been_called(self, browser: bytes) -> bool:
        now = time.monotonic()
        self._called = {who: at for who, at in self._called.items() if now - at < REST_SECONDS}
        return self._called.setdefault(browser, now) != now

    def _post(self, endpoint: str) -> int:
        """The status that the push service answers with; nothing is followed elsewhere."""
        address = self._checked(endpoint)
        kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
        line = kind(address.hostname or "", address.port, timeout=SECONDS)
        try:
            path = address.path + (f"?{address.query}" if address.query else "")
            line.request("POST", path, headers=self._headers(address))
            return line.getresponse().status
        except HTTPException as problem:
            raise OSError(str(problem)) from None
        finally:
            line.close()

    def _headers(self, address: SplitResult) -> dict[str, str]:
        claims: dict[str, object] = {
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": int(self._settings.clock()) + BELIEVED_SECONDS,
        }
        if self._settings.origin:
            claims["sub"] = self._settings.origin
        said = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
        token = f"{said}.{_text(sign(self._private, said.encode()))}"
        return {
            "Authorization": f"vapid t={token}, k={self.key}",
            "Content-Length": "0",
            "TTL": str(KEPT_SECONDS),
            "Topic": "turn",
            "Urgency": "normal",
        }

    def _checked(self, endpoint: str) -> SplitResult:
        """An address of a push service that is known: strangers do not choose whom we ask."""
        try:
            address = urlsplit(endpoint)
            host, _ = address.hostname or "", address.port
        except ValueError:
            raise ServerError("bad_request", "endpoint is no address") from None
        known = any(
            host == name or (name.startswith(".") and host.endswith(name))
            for name in self._settings.push_services
        )
        secure = address.scheme == "https" or (address.scheme == "http" and host in LOOPBACK)
        if not (known and secure and endpoint.isascii() and endpoint.isprintable()):
            raise ServerError("bad_request", f"no push service is known at {host[:80]!r}")
        return address


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _json(document: dict[str, object] | dict[str, str]) -> str:
    return _text(json.dumps(document, separators=(",", ":")).encode())
