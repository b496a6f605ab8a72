"""What the pages weigh, and what Lighthouse says of them on a phone and on a desktop."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.figure import Figure
from kingdomino.server.site.pages import Pages
from tests.web.lighthouse import ENOUGH, PLACES, SOON, best_verdict
from tests.web.serving import Server

COMMAND = "make bench ARGS='--only web'"


def measure(seconds: float) -> Iterator[Figure]:
    """Yields all figures; they take as long as they take, whatever *seconds* says."""
    weight = Pages(None).weight() / 1000
    name = "scripts and styles of a first visit, gzipped"
    yield Figure(name, weight, "kB", COMMAND, 80.0)
    with (
        tempfile.TemporaryDirectory() as data,
        sync_playwright() as playwright,
        Server(Path(data)) as server,
    ):
        for place, device in PLACES:
            found = best_verdict(playwright, server.url, place, device)
            yield from _figures(f"{place}, {device}", found)


def _figures(where: str, found: dict[str, float]) -> Iterator[Figure]:
    first = found["first_render"]
    yield Figure(f"{where}: first render", first, "s", COMMAND, SOON)
    for what, bar in (("performance", ENOUGH), ("accessibility", 100)):
        yield Figure(f"{where}: Lighthouse {what}", found[what], "of 100", COMMAND, bar)
