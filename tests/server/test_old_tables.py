"""Data folders that earlier versions have written: tables load, go on, and prove fair."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from kingdomino import GAMES
from kingdomino.games.fair import verify_fair
from kingdomino.games.fair_stream import FIRST, LATEST
from tests.server.make_tables import BROWSERS, RECORDS, Browser, play
from tests.server.support import process_at
from tests.web.drawn import checked

KEPT = Path(__file__).parent / "tables_fair_1"


@pytest.fixture
def browsers(tmp_path: Path) -> Iterator[list[Browser]]:
    """The two browsers of old, at the present server on a copy of the old folder."""
    folder = tmp_path / "data"
    shutil.copytree(KEPT, folder)
    cookies = json.loads((KEPT / BROWSERS).read_text())
    with ExitStack() as stack:
        process = stack.enter_context(process_at(folder))
        found = [Browser(process.url, name, cookies[name]) for name in ("ana", "bo")]
        for browser in found:
            stack.enter_context(browser.client)
        yield found


def record_of(browser: Browser, table: str) -> dict[str, Any]:
    record: dict[str, Any] = browser.ask(f"/api/games/{table}/record")
    return record


def prove(*records: dict[str, Any]) -> None:
    """Each is fair for the engine and for the page."""
    for record in records:
        assert verify_fair(json.dumps(record)) is None
    found = checked(*records)
    assert [(one["promise"], one["wrong"]) for one in found] == [(True, None)] * len(records)


def tables(browser: Browser, *, over: bool) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = browser.ask("/api/my-games")["games"]
    return [game for game in listed if game["over"] == over]


def test_what_was_over_is_as_it_was(browsers: list[Browser]) -> None:
    """The record of each finished table is the old server's, but for the version it now names."""
    ana, _ = browsers
    kept = [json.loads(line) for line in (KEPT / RECORDS).read_text().splitlines()]
    assert {record["rules"]["game"] for record in kept} == {game.name for game in GAMES}
    now = [record_of(ana, game["id"]) for game in tables(ana, over=True)]
    for record in now:
        assert record["fair"].pop("version") == FIRST
    assert now == kept
    prove(*kept)


def test_what_was_not_over_goes_on_to_the_end(browsers: list[Browser]) -> None:
    """By real moves of both browsers, with the old stream to the last draw."""
    ana, bo = browsers
    (rematch,) = (
        g for g in tables(ana, over=False) if g["game"] == "giants" and len(g["names"]) > 2
    )
    going_on = [game for game in tables(ana, over=False) if game["started"]]
    assert rematch in going_on
    assert {game["game"] for game in going_on} == {game.name for game in GAMES}
    views = [ana.ask(f"/api/games/{game['id']}")["view"] for game in going_on]
    assert 3600 in [view["clock"]["seconds"] for view in views]
    assert all(view["fair"]["version"] == FIRST for view in views)
    for game in going_on:
        play(game["id"], ana, bo)
    records = [record_of(ana, game["id"]) for game in going_on]
    assert all(record["fair"]["secret"] for record in records)
    assert {record["fair"]["version"] for record in records} == {FIRST}
    prove(*records)


def test_an_old_lobby_draws_as_it_promised_and_its_rematch_is_new(browsers: list[Browser]) -> None:
    ana, _ = browsers
    (lobby,) = (game for game in tables(ana, over=False) if not game["started"])
    ana.ask(f"/api/games/{lobby['id']}/start", {})
    play(lobby["id"], ana)
    again = ana.ask(f"/api/games/{lobby['id']}/rematch", {})["id"]
    ana.give(again)
    play(again, ana)
    old, new = record_of(ana, lobby["id"]), record_of(ana, again)
    assert (old["fair"]["version"], new["fair"]["version"]) == (FIRST, LATEST)
    prove(old, new)
