"""The server put together: Starlette inside the guard, and uvicorn to run it."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from .error import ServerError
from .live.bots import Bots
from .live.hall import Hall
from .log import log, log_to_stderr
from .settings import Settings
from .site.pages import Pages
from .web.api import Api
from .web.guard import Guard
from .web.reply import Refusals
from .web.socket import Sockets

SHUTDOWN_SECONDS = 5
SWITCH_SECONDS = 0.0005
"""The writer waits for the interpreter at most this long: the default of 5 ms would be its pace."""


def create_app(settings: Settings, bots: Bots | None = None) -> ASGIApp:
    """The ASGI application of one server; *bots* may be shared with others of this process."""
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
        await hall.close()
        if bots is None:
            await asyncio.to_thread(thinking.close)
        log("stopped")

    app = Starlette(
        routes=[*Api(hall, refusals).routes(), *Pages(settings.pages).routes()],
        exception_handlers={ServerError: refusals.on_refusal, HTTPException: refusals.on_http},
        lifespan=lifespan,
    )
    return Guard(app, hall, sockets, refusals)


def uvicorn_config(app: ASGIApp, *, host: str, port: int, proxied: bool = False) -> uvicorn.Config:
    """How uvicorn is to run it: deflate costs more than it saves, pings are our own."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http="h11",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_max_size=64 * 1024,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=proxied,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=30,
        backlog=4096,
    )


def run(data: Path, *, host: str = "127.0.0.1", port: int = 8000, proxied: bool = False) -> None:
    """Serve until told to stop. Somebody at a terminal is told only what goes wrong."""
    log_to_stderr(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(Settings(data=data))
    log("starting", host=host, port=port, data=str(data))
    uvicorn.Server(uvicorn_config(app, host=host, port=port, proxied=proxied)).run()
