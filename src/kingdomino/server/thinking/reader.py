"""Records are read in a process of their own: one takes longer than a hundred moves.

Asker and reader speak in frames: four bytes of length, then a job or its answer. The process is
started when somebody first asks, and started again when it died or took too long.
"""

from __future__ import annotations

import asyncio
import os
import signal
import struct
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from contextlib import suppress
from typing import IO

import msgspec

from ...core.error import RecordError
from ..error import ServerError
from ..log import warn
from ..table.replay import Paused, paused, replay
from .queue import Busy, Kind, Queue

COMMAND = (sys.executable, "-c", f"from {__name__} import main; main()")
SECONDS = 10.0
NICENESS = 15
BUSY_SECONDS = 2.0


class Job(msgspec.Struct, array_like=True):
    """A record to be shown, or with ``at`` to be thought about after so many events."""

    record: bytes
    at: int | None = None


class Done(msgspec.Struct, array_like=True):
    """The answer as JSON, or why there is none."""

    answer: bytes = b""
    refusal: str = ""


class Reader:
    """Asks the process, one job at a time; askers take turns."""

    def __init__(self) -> None:
        self._queue = Queue(1)
        self._process: Process | None = None
        self._closed = False

    async def replay(self, record: bytes, asker: str) -> bytes:
        """The replay of a record, encoded; raises ServerError."""
        return await self._ask(Job(record), asker)

    async def paused(self, record: bytes, at: int, asker: str) -> Paused:
        """What is to be known of a moment to think about it; raises ServerError."""
        return msgspec.json.decode(await self._ask(Job(record, at), asker), type=Paused)

    async def close(self) -> None:
        self._closed = True
        await self._end()

    async def _ask(self, job: Job, asker: str) -> bytes:
        try:
            await self._queue.enter(Kind.REVIEW, asker)
        except Busy:
            why = "too many records are being read: try again"
            raise ServerError("too_fast", why, retry_after=BUSY_SECONDS) from None
        # Who goes away leaves an answer behind that has to be read all the same.
        done = await asyncio.shield(asyncio.ensure_future(self._exchange(job)))
        if done.refusal:
            raise ServerError("bad_request", done.refusal)
        return done.answer

    async def _exchange(self, job: Job) -> Done:
        try:
            return await asyncio.wait_for(self._speak(job), SECONDS)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as problem:
            await self._end()
            warn("reader_failed", why=repr(problem))
            return Done(refusal="this record could not be read")
        finally:
            self._queue.leave(Kind.REVIEW)

    async def _speak(self, job: Job) -> Done:
        if self._closed:
            raise OSError("the server is shutting down")
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE)
        process = self._process
        assert process.stdin
        assert process.stdout
        process.stdin.write(_framed(msgspec.msgpack.encode(job)))
        await process.stdin.drain()
        (length,) = struct.unpack(">I", await process.stdout.readexactly(4))
        return msgspec.msgpack.decode(await process.stdout.readexactly(length), type=Done)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _framed(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


def done(job: Job) -> Done:
    """Show a record or think about it as asked, or say why that cannot be."""
    try:
        text = job.record.decode()
        answer = replay(text) if job.at is None else paused(text, job.at)
        return Done(msgspec.json.encode(answer))
    except UnicodeError:
        return Done(refusal="a record is text in UTF-8")
    except RecordError as broken:
        return Done(refusal=str(broken))
    except RecursionError:
        return Done(refusal="a record is not nested so deeply")


def _jobs(source: IO[bytes]) -> Iterator[Job]:
    while head := source.read(4):
        yield msgspec.msgpack.decode(source.read(struct.unpack(">I", head)[0]), type=Job)


def give_way() -> None:
    """Run only when nobody else has anything to do, if the system knows such a thing."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):
        os.nice(NICENESS)


def main() -> None:
    """Do jobs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way()
    for job in _jobs(sys.stdin.buffer):
        sys.stdout.buffer.write(_framed(msgspec.msgpack.encode(done(job))))
        sys.stdout.buffer.flush()
