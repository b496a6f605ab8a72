"""One server process for the tests of a worker that change no settings."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.server.support import PATIENCE, Process, process_at, shared_bots


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
