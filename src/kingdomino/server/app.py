"""The server put together: Starlette inside the guard, and uvicorn to run it."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from ..games.outside import load_games
from .disk.migration import NewerDatabase
from .error import ServerError
from .live.hall import Hall
from .lock import FolderInUse
from .log import log, log_to_stderr, warn
from .settings import Settings
from .site.kit import Kit
from .site.pages import Pages
from .thinking.bots import Bots
from .web.api import Api
from .web.connection import protocols
from .web.guard import Guard
from .web.reply import Refusals
from .web.socket import Sockets

SHUTDOWN_SECONDS = 2
LOOPBACK = ("127.0.0.1", "::1", "localhost")
SWITCH_SECONDS = 0.0005
"""The writer waits for the interpreter at most this long: the default of 5 ms would be its pace."""
YOUNG_OBJECTS = 10_000
"""After so many new ones Python looks for garbage in circles: by default every twenty moves or so,
for a seventh of the time that they take."""


class CannotStart(Exception):
    """The folder cannot be used, and why: in use, of a newer version, damaged, full."""


def tune_process() -> None:
    """Set the interpreter up for a server; all that is imported by now is no garbage."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)


def create_app(settings: Settings, bots: Bots | None = None) -> Guard:
    """The ASGI application of one server; *bots* may be shared with others of this process."""
    load_games()
    kit = Kit(settings.offline)
    thinking = bots or Bots(patience=settings.bot_patience, fast=settings.fast)
    hall = Hall(settings, thinking)
    refusals = Refusals(hall.metrics)
    sockets = Sockets(hall, refusals)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall.start()
        sockets.start()
        yield
        sockets.close()
        hall.stop()
        await hall.close()
        if bots is None:
            await asyncio.to_thread(thinking.close)
        log("stopped")

    app = Starlette(
        routes=[
            *Api(hall, refusals).routes(),
            *kit.routes(),
            *Pages(settings.pages).routes(),
        ],
        exception_handlers={ServerError: refusals.on_refusal, HTTPException: refusals.on_http},
        lifespan=lifespan,
    )
    return Guard(app, hall, sockets, refusals)


class Server(uvicorn.Server):
    """Lets everybody go before it waits for them to have gone."""

    up: Callable[[], None] | None = None
    """Told when it can be reached."""

    def __init__(self, app: Guard, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        if self.started and self.up is not None:
            self.up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Who waits for an event is answered, sockets are told to come again, bots stop."""
        self._app.hall.stop()
        await super().shutdown(sockets)


def uvicorn_server(app: Guard, *, host: str, port: int) -> Server:
    """What runs it: deflate costs more than it saves, pings are our own."""
    connection, upgraded = protocols(
        app.hall.settings.limits, app.hall.metrics, app.proxies, app.pace
    )
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=connection,
        ws=upgraded,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_max_size=64 * 1024,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=30,
        backlog=4096,
    )
    return Server(app, config)


def _why(problem: Exception, folder: Path) -> str:
    """What is wrong, and where: neither a disk that is full nor SQLite say that by themselves."""
    if isinstance(problem, OSError):
        return f"{problem.filename or folder}: {problem.strerror or problem}"
    return f"{folder}: {problem}" if isinstance(problem, sqlite3.Error) else str(problem)


def run(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    up: Callable[[], None] | None = None,
) -> None:
    """Serve until told to stop, from the moment that *up* is told; raises CannotStart.

    A terminal is told only what goes wrong.
    """
    log_to_stderr(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    tune_process()
    try:
        app = create_app(settings)
    except (FolderInUse, NewerDatabase, ValueError, OSError, sqlite3.Error) as problem:
        why = _why(problem, settings.data)
        raise CannotStart(f"the server cannot start: {why}") from None
    log("starting", host=host, port=port, data=str(settings.data), origin=settings.origin)
    if settings.origin and not settings.trusted_proxies and host in LOOPBACK:
        why = "everybody comes from one address, and shares its limits: see --trust-proxy"
        warn("proxy_not_trusted", why=why)
    server = uvicorn_server(app, host=host, port=port)
    server.up = up
    server.run()
