"""``kingdomino doctor --database``: what it sees of a PostgreSQL, and the remedy."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest

from kingdomino.server.disk.postgres import PostgresStore
from kingdomino.server.key import KEY_FILE, Keys
from kingdomino.server.settings import Settings
from tests.cli.command import run as run_command
from tests.server.postgres import Cluster, at_once, run

KEY = b"k" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a server's key."""
    made = tmp_path / "data"
    made.mkdir(mode=0o700)
    (made / KEY_FILE).write_bytes(KEY)
    (made / KEY_FILE).chmod(0o600)
    return made


@pytest.fixture
def url(cluster: Cluster) -> str:
    """A database that a server has begun."""
    made = cluster.database()
    asyncio.run(PostgresStore(made, Keys(KEY, Settings(Path()).token)).close())
    return made


def looked(url: str, folder: Path) -> dict[str, tuple[str, str, str]]:
    result = run_command("doctor", "--json", "--data", folder, "--database", url)
    assert url not in result.stdout
    return {
        one["what"]: (one["verdict"], one["seen"], one["remedy"])
        for one in json.loads(result.stdout)
    }


def test_a_database_that_can_be_used_is_well(url: str, folder: Path) -> None:
    found = looked(url, folder)
    for what in ("configuration", "database", "connections", "clock"):
        assert found[what][0] == "ok", found[what]
    assert "0 tables" in found["database"][1]


def test_an_empty_database_is_well_and_stays_empty(cluster: Cluster, folder: Path) -> None:
    url = cluster.database()
    verdict, seen, _ = looked(url, folder)["database"]
    assert (verdict, "made by the first start" in seen) == ("ok", True)
    assert at_once(run(url, "SELECT to_regclass('shape') IS NULL")) == [(True,)]


def test_what_loses_moves_in_a_crash_is_named(url: str, folder: Path) -> None:
    """The PostgreSQL of these tests is quick rather than durable."""
    assert looked(url, folder)["durability"][:2] == ("bad", "off: fsync")
    lazy = looked(f"{url}&synchronous_commit=off", folder)["durability"]
    assert lazy[:2] == ("bad", "off: fsync, synchronous_commit")


def test_what_is_wrong_with_a_database_is_said_with_its_remedy(url: str, folder: Path) -> None:
    at_once(run(url, "UPDATE shape SET version = 99"))
    assert "upgrade" in looked(url, folder)["database"][2]
    at_once(run(url, "UPDATE shape SET version = 1"))
    assert "brought up to date" in looked(url, folder)["database"][1]
    (folder / KEY_FILE).write_bytes(b"x" * 32)
    assert "put the server.key" in looked(url, folder)["database"][2]
    copy = looked(f"{url}&default_transaction_read_only=on", folder)
    assert "primary" in copy["database"][2]


def test_who_may_not_write_is_told_what_to_grant(url: str, folder: Path) -> None:
    at_once(run(url, "CREATE ROLE stranger LOGIN"))
    try:
        verdict, _, remedy = looked(url.replace("kingdomino@", "stranger@"), folder)["database"]
    finally:
        at_once(run(url, "DROP ROLE stranger"))
    assert (verdict, "GRANT" in remedy) == ("bad", True)


def test_a_database_that_is_away_is_asked_nothing_more(cluster: Cluster, folder: Path) -> None:
    found = looked(cluster.url("elsewhere"), folder)
    assert found["database"][0] == "bad"
    assert {"durability", "connections", "clock"}.isdisjoint(found)


def test_clocks_that_differ_are_seen(
    url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() + 90)
    verdict, seen, _ = looked(url, folder)["clock"]
    assert (verdict, "s ahead of the database's" in seen) == ("bad", True)


def test_a_database_that_is_crowded_is_seen(
    url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdomino.server.disk.postgres.READERS", 10_000)
    assert looked(url, folder)["connections"][0] == "bad"
