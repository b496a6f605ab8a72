"""Lighthouse: fast and open to everybody, on a phone with a slow network and on a desktop."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize

from .driver import answer, asked
from .lighthouse import FLOOR, SOON, SUITE, TABLE, best_verdict
from .screenshots import reach
from .serving import Server

PHONE_IS_SLOWER = 4
"""As Lighthouse has it."""
LONG_MS = 50


@pytest.fixture(scope="module")
def browser(whole_browser: Browser) -> Browser:
    """The one that readers have, as Lighthouse takes it."""
    return whole_browser


@pytest.mark.parametrize(("place", "device"), SUITE)
def test_lighthouse_is_content(
    place: str, device: str, playwright: Playwright, server: Server
) -> None:
    found = best_verdict(playwright, server.url, place, device)
    assert found["error"] is None
    assert found["accessibility"] == 100, found["failed"]
    assert found["failed"] == []
    assert found["layout_shift"] == 0, found
    assert found["performance"] >= FLOOR, found
    assert found["first_render"] <= SOON, found


def test_the_first_draw_of_a_table_leaves_a_phone_free(browser: Browser, server: Server) -> None:
    """What tasks take beyond 50 ms on a phone, in time of the processor: others may use it too."""
    loads = [blocking_ms(browser, server.url) for _ in range(3)]
    assert min(loads) <= 40, loads


@pytest.mark.parametrize("place", ["", "pad", "puzzles"])
def test_a_page_that_draws_much_leaves_a_phone_free(
    place: str, browser: Browser, server: Server
) -> None:
    """A puzzle's kingdom was drawn in one task of 130 ms."""
    loads = [blocking_ms(browser, server.url, place) for _ in range(3)]
    assert min(loads) <= 60, loads


def blocking_ms(browser: Browser, url: str, place: str | None = None) -> float:
    """Lighthouse's total blocking time of a *place*, or else of a table, until all of it is drawn;
    counted in time of the processor."""
    phone = ViewportSize(width=390, height=844)
    context = browser.new_context(viewport=phone, service_workers="block", is_mobile=True)
    page = context.new_page()
    made = context.request.post(f"{url}/api/games", data=TABLE, headers={"Origin": url}).json()
    browser.start_tracing(page=page, categories=["toplevel", "loading"])
    if place is not None:
        page.goto(f"{url}/{place}")
        page.wait_for_selector(".foot")
    else:
        page.goto(f"{url}/t/{made['id']}")
        asked(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    painted = max(e["ts"] for e in events if e["name"] == "firstContentfulPaint")
    taken = tasks(events, "firstContentfulPaint", painted, math.inf)
    assert len(taken) > 20, "the tasks of the page are there"
    return sum(ms - LONG_MS for ms in taken if ms > LONG_MS)


def tasks(events: list[Any], sign: str, begin: float, end: float) -> list[float]:
    """Milliseconds that a phone needs for what the page that shows the *sign* does meanwhile."""
    drawing = {e["pid"] for e in events if e["name"] == sign}
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    return [
        PHONE_IS_SLOWER * e.get("tdur", 0) / 1000
        for e in events
        if e["name"].endswith("RunTask")
        and e["pid"] in drawing
        and names.get((e["pid"], e["tid"])) == "CrRendererMain"
        and begin < e["ts"] < end
    ]


# From pressing the button until the page shows the table after the move.
OWN_MOVE = """() => new Promise((resolve) => {
  const table = document.querySelector("main.table");
  const begun = performance.now();
  const seen = new MutationObserver(() =>
    requestAnimationFrame(() => resolve(performance.now() - begun)));
  seen.observe(table, { attributeFilter: ["data-seq"] });
  document.querySelector(".confirm").click();
})"""


def test_one_s_own_move_is_there_within_100_ms(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=4)
    taken: list[float] = []
    while len(taken) < 5:
        if asked(page) == "confirm":
            taken.append(page.evaluate(OWN_MOVE))
        else:
            answer(page)
    assert min(taken) <= 100, taken
