"""Connections that take what is for others: too many of them, too slow, or never leaving."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kingdomino.server import Limits, Rate
from kingdomino.server.web.limit import Pace, network
from tests.server.support import Process, process_at

HALF = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


def half_open(process: Process, said: bytes = HALF) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", process.port), timeout=20)
    made.sendall(said)
    return made


def is_hung_up_on(connection: socket.socket) -> bool:
    with contextlib.suppress(ConnectionError):
        return connection.recv(1000) == b""
    return True


@contextlib.contextmanager
def many(process: Process, count: int) -> Iterator[list[socket.socket]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(half_open(process)) for _ in range(count)]


HEAD = b"POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nX: ", HEAD + b"{"])
def test_who_does_not_come_to_the_point_is_hung_up_on(said: bytes, tmp_path: Path) -> None:
    with process_at(tmp_path, "head_seconds=0.3", "body_seconds=0.3") as process:
        began = time.monotonic()
        with contextlib.closing(half_open(process, said)) as connection:
            assert is_hung_up_on(connection)
        assert time.monotonic() - began < 10


def test_a_byte_now_and_then_does_not_help(tmp_path: Path) -> None:
    with (
        process_at(tmp_path, "head_seconds=0.5") as process,
        contextlib.closing(half_open(process)) as connection,
    ):
        connection.settimeout(0.05)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                connection.sendall(b"x")
                if connection.recv(10) == b"":
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
        raise AssertionError("it was listened to for ten seconds")


def test_an_answer_that_nobody_reads_is_not_kept(tmp_path: Path) -> None:
    with process_at(tmp_path, "reader_seconds=0.3") as process:
        asked = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        with contextlib.closing(socket.socket()) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", process.port))
            deaf.settimeout(20)
            with contextlib.suppress(OSError):
                for _ in range(2000):
                    deaf.sendall(asked)
            deadline, text = time.monotonic() + 20, ""
            while time.monotonic() < deadline and 'hung_up_total{why="reader"} 1' not in text:
                time.sleep(0.1)
                text = httpx.get(f"{process.url}/metrics").text
        assert 'hung_up_total{why="reader"} 1' in text


def test_a_crowd_of_half_open_connections_blocks_nobody(tmp_path: Path) -> None:
    """Eleven hundred did, where a process may have 1,024 descriptors."""
    with process_at(tmp_path, "connections_per_address=200") as process:
        with many(process, 1100):
            for _ in range(5):
                assert httpx.get(f"{process.url}/healthz", timeout=5).status_code == 200
            text = httpx.get(f"{process.url}/metrics").text
        found = re.search(r'hung_up_total\{why="crowded"\} (\d+)', text)
        assert found
        assert int(found[1]) >= 900


def test_who_connects_again_and_again_is_hung_up_on_at_once(tmp_path: Path) -> None:
    with (
        process_at(tmp_path / "data", "limits=everybody's") as process,
        httpx.Client(base_url=process.url, timeout=30) as client,
    ):
        assert client.get("/healthz").status_code == 200
        deadline, text = time.monotonic() + 30, ""
        while time.monotonic() < deadline and 'why="hasty"' not in text:
            for _ in range(300):
                with contextlib.suppress(ConnectionError):
                    half_open(process).close()
            text = client.get("/metrics").text
        assert 'why="hasty"' in text
        transport = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=transport, base_url=process.url) as other:
            assert other.get("/healthz").status_code == 200


def test_who_asks_all_at_once_is_answered_bit_by_bit(tmp_path: Path) -> None:
    """A crowd of requests from one address held up everybody until the last was answered."""
    asked = b"GET /api/catalogue HTTP/1.1\r\nHost: x\r\n\r\n"
    limits = Limits()
    crowd = int(limits.pace.burst) + 60
    with (
        process_at(tmp_path / "data", "limits=everybody's") as process,
        contextlib.ExitStack() as stack,
    ):
        links = [stack.enter_context(half_open(process, b"")) for _ in range(crowd)]
        began = time.monotonic()
        for link in links:
            link.sendall(asked)
        heads = [link.recv(12) for link in links]
        took = time.monotonic() - began
    assert heads == [b"HTTP/1.1 200"] * crowd
    assert took > 60 / limits.pace.per_second


def test_a_body_in_many_parts_arrives_in_order(tmp_path: Path) -> None:
    body = json.dumps({"token": "x" * 90}).encode()
    head = b"POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
    with (
        process_at(tmp_path / "data", "limits=everybody's") as process,
        contextlib.closing(half_open(process, head)) as link,
    ):
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in body:
            link.sendall(bytes((byte,)))
            time.sleep(0.001)
        answer = link.recv(2000)
    assert answer.startswith(b"HTTP/1.1 410")


def test_an_address_waits_for_its_own_turns_only() -> None:
    now = [100.0]
    pace = Pace(Rate(10, 3), lambda: now[0])
    assert [pace.wait("a") for _ in range(5)] == pytest.approx([0, 0, 0, 0.1, 0.2])
    assert pace.wait("b") == 0
    now[0] += 0.25
    assert pace.wait("a") == pytest.approx(0.05)
    now[0] += 60
    assert [pace.wait("a") for _ in range(4)] == pytest.approx([0, 0, 0, 0.1])


def test_who_is_being_answered_is_not_hung_up_on(tmp_path: Path) -> None:
    async def poll(url: str) -> int:
        async with httpx.AsyncClient(base_url=url, timeout=30) as client:
            seats = [{"kind": "me"}, {"kind": "link"}]
            game = (
                await client.post("/api/games", json={"game": "kingdomino", "seats": seats})
            ).json()
            asked = client.get(f"/api/games/{game['id']}/events?after=0&wait=3")
            polling = asyncio.ensure_future(asked)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(crowd)
            return (await polling).status_code

    def crowd() -> None:
        with many(process, 60):
            assert httpx.get(f"{process.url}/healthz", timeout=5).status_code == 200

    with process_at(tmp_path, "connections_per_address=20") as process:
        assert asyncio.run(poll(process.url)) == 200


def test_a_server_that_is_told_to_stop_lets_everybody_go(tmp_path: Path) -> None:
    """Two hundred wait for an event: each is answered, none is a traceback."""

    async def wait_all(url: str) -> tuple[list[object], float]:
        limits = httpx.Limits(max_connections=300)
        async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as client:
            wish = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "link"}]}
            game = (await client.post("/api/games", json=wish)).json()["id"]
            polls = [
                asyncio.ensure_future(client.get(f"/api/games/{game}/events?after=0&wait=25"))
                for _ in range(200)
            ]
            while "kingdomino_polls 200" not in (await client.get("/metrics")).text:
                await asyncio.sleep(0.1)
            began = time.monotonic()
            assert await asyncio.to_thread(process.stop) in (0, -signal.SIGTERM)
            took = time.monotonic() - began
            answers = await asyncio.gather(*polls, return_exceptions=True)
            return [getattr(answer, "status_code", answer) for answer in answers], took

    with process_at(tmp_path / "data") as process:
        statuses, took = asyncio.run(wait_all(process.url))
    assert statuses == [200] * 200
    assert took < 3.0
    assert "Traceback" not in process.log_text


def test_a_poll_ends_with_its_client(tmp_path: Path) -> None:
    """It used to stay for as long as it had asked for."""
    with process_at(tmp_path / "data") as process:
        wish = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "link"}]}
        game = httpx.post(f"{process.url}/api/games", json=wish).json()["id"]
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{process.url}/api/games/{game}/events?after=0&wait=25", timeout=0.3)
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and "/events" not in process.log_text:
            time.sleep(0.05)
        assert "/events" in process.log_text


@pytest.mark.parametrize(
    ("host", "seen"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_a_household_of_ipv6_is_one_client(host: str, seen: str) -> None:
    assert network(host) == seen
