"""Frames while others' dominoes travel, on a simulated phone."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from bench.figure import Figure
from tests.web.browser import chromium
from tests.web.driver import begun_table, play_unseen
from tests.web.serving import Server

COMMAND = "make bench ARGS='--only frames'"
PHONE = {"width": 412, "height": 823}
SLOWER = 4
"""How much slower than this machine the phone is: Lighthouse's figure for one of the middle."""
GAMES = (("kingdomino", 3), ("giants", 4), ("origins-tribe", 3))
"""Each with so many bots."""
SECOND = 1000.0
# When each frame of each flight came, and all tasks that took more than 50 ms.
WATCH = """() => {
  window.flights = [];
  window.tasks = [];
  const told = (list) => tasks.push(...list.getEntries().map((e) => [e.startTime, e.duration]));
  new PerformanceObserver(told).observe({ type: "longtask" });
  let flight = null;
  const look = (now) => {
    if (!document.querySelector(".flight:not(.points-flight)")) flight = null;
    else if (flight) flight.push(now);
    else flights.push((flight = [now]));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""

# What this machine can show at all: one square on its way over an empty page.
CONTROL = """<!doctype html><meta name="viewport" content="width=device-width">
<div class="flight" style="position: fixed; width: 120px; height: 60px; background: #c33"></div>"""
MOVE = """() => document.querySelector("div").animate(
  [{ transform: "none" }, { transform: "translate(240px, 600px) rotate(1rad)" }],
  { duration: 700, iterations: Infinity, direction: "alternate" })"""
CONTROL_MS = 3_000


class Flight(NamedTuple):
    """One domino on its way."""

    frames: float
    """A second."""
    gap: float
    """The longest time between two frames, in ms."""
    task: float
    """The longest task meanwhile in ms, 0 where none took more than 50."""


def measure(seconds: float) -> Iterator[Figure]:
    """Yields all figures; they take as long as the games take, whatever *seconds* says."""
    with (
        tempfile.TemporaryDirectory() as data,
        chromium() as browser,
        Server(Path(data), None, "--bot-pause", "0.3", "0.6") as server,
    ):
        for game, bots in GAMES:
            with phone(browser) as page:
                control = empty(page)
                flights = watched(page, server.url, game, bots=bots)
            name = f"{game} for {bots + 1}, a domino travels on the simulated phone"
            yield from figures(name, flights, control)


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    """A page of the simulated phone."""
    context = browser.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        device_scale_factor=1.75,
        has_touch=True,
        is_mobile=True,
        service_workers="block",
    )
    yield context.new_page()
    context.close()


def slow_down(page: Page, rate: int) -> None:
    """So many times slower than this machine."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def empty(page: Page) -> float:
    """Frames a second where nothing but one square moves."""
    page.set_content(CONTROL)
    slow_down(page, SLOWER)
    page.evaluate(WATCH)
    page.evaluate(f"() => void ({MOVE})()")
    page.wait_for_timeout(CONTROL_MS)
    rate = flown(page)[0].frames
    slow_down(page, 1)
    return rate


def watched(page: Page, url: str, game: str, *, bots: int) -> list[Flight]:
    """The flights of a whole game."""
    table = begun_table(page, url, game, bots=bots)
    page.goto(f"{url}/t/{table}")
    page.wait_for_selector(".others .small")
    slow_down(page, SLOWER)
    page.evaluate(WATCH)
    play_unseen(page, url, table)
    return flown(page)


def flown(page: Page) -> list[Flight]:
    """What the page has seen so far."""
    tasks: list[tuple[float, float]] = page.evaluate("tasks")
    flights: list[list[float]] = page.evaluate("flights")
    found = []
    for frames in flights:
        begun, ended = frames[0], frames[-1]
        gaps = [after - before for before, after in pairwise(frames)]
        meanwhile = [took for at, took in tasks if at < ended and at + took > begun]
        if gaps:
            rate = SECOND * len(gaps) / (ended - begun)
            found.append(Flight(rate, max(gaps), max(meanwhile, default=0.0)))
    return found


def figures(name: str, flights: list[Flight], control: float) -> Iterator[Figure]:
    """Of the flight in the middle, and of the worst in twenty."""
    rates, gaps, tasks = (sorted(each) for each in zip(*flights, strict=True))
    nearly_all = len(flights) * 19 // 20
    yield Figure(f"{name}: frames a second, median", median(rates), "/s", COMMAND, 58.0)
    yield Figure(f"{name}: frames a second of an empty page meanwhile", control, "/s", COMMAND)
    of_control = 100 * median(rates) / control
    yield Figure(f"{name}: of the frames of an empty page", of_control, "%", COMMAND)
    yield Figure(f"{name}: longest gap between frames, median", median(gaps), "ms", COMMAND)
    yield Figure(f"{name}: longest task, median", median(tasks), "ms", COMMAND, 50.0)
    yield Figure(f"{name}: longest task, 19 of 20", tasks[nearly_all], "ms", COMMAND)
    still = sum(task == 0 for task in tasks) / len(tasks)
    yield Figure(f"{name}: flights without a task of 50 ms", 100 * still, "%", COMMAND)
