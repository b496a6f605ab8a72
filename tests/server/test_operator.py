"""What who runs a server sees: starting, health, metrics, logs, and the folder."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from kingdomino.server.disk.sqlite import FILE
from kingdomino.server.key import KEY_FILE
from kingdomino.server.live.hall import Hall
from kingdomino.server.table.patch import diff
from tests import process
from tests.server.support import (
    ROOT,
    client_of,
    hall_at,
    opened,
    play_on,
    process_at,
    settings,
    shared_bots,
)


def started(folder: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """A server that is expected to end at once; *before* is done in its process first."""
    program = f"{before}\nimport runpy\nrunpy.run_module('kingdomino.server', run_name='__main__')"
    command = [sys.executable, "-c", program, "--port", "0", "--data", str(folder)]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
    )


def newer(folder: Path) -> None:
    with contextlib.closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute("PRAGMA user_version = 99")


def another_key(folder: Path) -> None:
    """The games were brought here from elsewhere, without what they were sealed with."""
    asyncio.run(Hall(settings(folder), shared_bots()).close())
    (folder / KEY_FILE).write_bytes(b"x" * 32)


SPOIL = {
    "another key": (another_key, "belongs to another server.key"),
    "newer": (newer, "version 99"),
    "no database": (lambda folder: (folder / FILE).write_bytes(b"x" * 9999), "not a database"),
    "empty key": (lambda folder: (folder / KEY_FILE).write_bytes(b""), "no key of 32 bytes"),
    "a folder for a file": (lambda folder: (folder / KEY_FILE).mkdir(), "directory"),
}


@pytest.mark.parametrize("what", SPOIL)
def test_a_server_that_cannot_start_says_why_in_a_line(what: str, tmp_path: Path) -> None:
    spoil, why = SPOIL[what]
    spoil(tmp_path)
    ended = started(tmp_path)
    assert ended.returncode == 1
    assert why in ended.stderr
    assert "Traceback" not in ended.stderr


def serve(folder: Path, port: int) -> contextlib.AbstractContextManager[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "kingdomino.cli", "serve", "--port", str(port)]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return process.started([*command, "--data", str(folder)], cwd=ROOT, **pipes)


def test_an_address_is_told_once_it_can_be_reached_and_never_before(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port, free = taken.getsockname()[1], other.getsockname()[1]
        with serve(tmp_path, port) as refused:
            out, err = refused.communicate(timeout=60)
        assert (refused.returncode != 0, out) == (True, "")
        assert "address already in use" in err
    with serve(tmp_path, port) as reached:
        assert reached.stdout is not None
        assert f"http://127.0.0.1:{port}/" in reached.stdout.readline()
        assert httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
        with serve(tmp_path, free) as in_use:
            out, err = in_use.communicate(timeout=60)
        assert (in_use.returncode, out) == (1, "")
        assert "the server cannot start" in err


FULL = """
import os, resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
"""
"""No file may have more bytes from now on: the key, the database, its log's index or its log is
not written."""


@pytest.mark.parametrize("room", [0, 1000, 20_000, 40_000])
def test_a_server_that_starts_on_a_full_disk_says_so_and_loses_nothing(
    room: int, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    ended = started(folder, FULL.format(room=room))
    said = ended.stderr.splitlines()[-1]
    assert (ended.returncode, said.partition(str(folder))[0]) == (1, "the server cannot start: ")
    assert "Traceback" not in ended.stderr
    game, events = asyncio.run(some_events(folder))
    assert started(folder, FULL.format(room=0)).returncode == 1
    assert asyncio.run(events_of(folder, game)) == events


async def some_events(folder: Path) -> tuple[str, list[bytes]]:
    """A table with some moves, once there is room."""
    async with hall_at(folder) as hall:
        room = await opened(hall)
        await play_on(room, random.Random(1), moves=5)
        return room.id, room.events


async def events_of(folder: Path, game: str) -> list[bytes]:
    async with hall_at(folder) as hall:
        return (await hall.room(game)).events


def test_an_upload_that_breaks_off_is_no_accident(tmp_path: Path) -> None:
    with process_at(tmp_path / "data") as process:
        with socket.create_connection(("127.0.0.1", process.port)) as connection:
            head = "POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
            connection.sendall(head.encode())
            time.sleep(0.3)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and "/api/join" not in process.log_text:
            time.sleep(0.05)
    assert "/api/join" in process.log_text
    assert "Traceback" not in process.log_text


async def test_a_server_that_cannot_write_is_not_well(tmp_path: Path) -> None:
    async with client_of(settings(tmp_path)) as client:
        assert (await client.get("/healthz")).status_code == 200
        app = client._transport.app  # type: ignore[attr-defined]
        app.hall.store._writer.execute("PRAGMA query_only = ON")
        app.hall._ready_at = -1e9
        assert (await client.get("/healthz")).status_code == 503


@pytest.mark.parametrize(
    ("peer", "token", "given", "status"),
    [
        ("127.0.0.1", None, None, 200),
        ("192.0.2.7", None, None, 404),
        ("192.0.2.7", "s3cret", "Bearer s3cret", 200),
        ("192.0.2.7", "s3cret", "Bearer other", 404),
        ("127.0.0.1", "s3cret", None, 404),
    ],
)
async def test_metrics_are_for_who_runs_the_server(
    peer: str, token: str | None, given: str | None, status: int, tmp_path: Path
) -> None:
    async with client_of(settings(tmp_path, metrics_token=token)) as client:
        app = client._transport.app  # type: ignore[attr-defined]
        transport = httpx.ASGITransport(app, client=(peer, 9))
        headers = {"authorization": given} if given else {}
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as stranger:
            assert (await stranger.get("/metrics", headers=headers)).status_code == status


@pytest.mark.parametrize("asked", [True, False])
async def test_addresses_are_logged_where_that_is_wanted(
    *, asked: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="kingdomino.server")
    async with client_of(settings(tmp_path, log_addresses=asked)) as client:
        await client.get("/api/catalogue")
    assert ('"address":"127.0.0.1"' in caplog.text) is asked


def test_the_folder_is_its_owners(tmp_path: Path) -> None:
    with process_at(tmp_path / "data"):
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "data" / KEY_FILE).stat().st_mode) == 0o600


def test_what_goes_from_a_view_goes_in_its_order() -> None:
    """The bytes of events depended on the seed of Python's hashes."""
    before = {f"key {i}": i for i in range(50)}
    assert [*diff(before, {})] == [*before]


async def test_a_clock_that_is_set_back_delays_nobody_for_an_hour(tmp_path: Path) -> None:
    now = [1e9]
    async with hall_at(tmp_path, clock=lambda: now[0]) as hall:
        room = await opened(hall, clock=1)
        room.grace_until = 0.0
        now[0] -= 3600
        room.wake()
        assert room._autoplay._timer is not None
        assert room._autoplay._timer.when() - time.monotonic() < 20


async def test_who_asks_often_writes_once(hall: Hall) -> None:
    await hall.check_ready()
    before = hall.store.commits
    for _ in range(50):
        await hall.check_ready()
    assert hall.store.commits - before < 5
