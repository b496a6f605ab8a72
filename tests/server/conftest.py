"""What the tests of the server are given: a hall, a server process, a browser, chance."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from kingdomino.server.live.hall import Hall
from tests.server.postgres import Cluster
from tests.server.support import PATIENCE, Process, hall_at, process_at, shared_bots


def pytest_configure(config: pytest.Config) -> None:
    """A name for the tests that start a PostgreSQL."""
    config.addinivalue_line("markers", "postgres: needs a PostgreSQL on this machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Found by what they are given."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        params = getattr(getattr(item, "callspec", None), "params", {})
        if "cluster" in names or "own" in names or params.get("database") == "postgres":
            item.add_marker("postgres")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A running server."""
    with process_at(tmp_path_factory.mktemp("server") / "data") as process:
        yield process


@pytest.fixture(scope="session", autouse=True)
def _bots() -> Iterator[None]:
    """The thinking process ends with the tests."""
    yield
    shared_bots().close()


@pytest.fixture
def client(server: Process) -> Iterator[httpx.Client]:
    """A browser at the server."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as made:
        yield made


@pytest.fixture
def anyio_backend() -> str:
    """Coroutines run as in the server."""
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that is quick rather than durable."""
    made = Cluster()
    yield made
    made.close()


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str | None:
    """Where the games are kept: None is a file of SQLite, unless the tests ask for ``BOTH``."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return None
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database()


@pytest.fixture
async def hall(tmp_path: Path, database: str | None) -> AsyncIterator[Hall]:
    """A hall in this process that nothing is known of yet."""
    async with hall_at(tmp_path, database=database) as made:
        yield made


@pytest.fixture
def rng() -> random.Random:
    """Chance of this test alone, the same every time."""
    return random.Random(7)
