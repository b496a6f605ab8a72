"""Whole games in a real browser, each game at each size by mouse, finger and keys, looked at all
the way: ``python -m tests.web.siege [--game G] [--size WxH] [--way W] [--players N] [--variant V]
[--pictures OUT]``.

The castle stays where it is to the pixel, nothing lies over what one decides on, nothing scrolls
sideways, and the kingdom is in sight when something is asked of it. A round of all takes most of an
hour, so it is no part of the suite.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from .browser import chromium
from .driver import FOCUSED, MARK, asked, moved, offers, open_table, watch_errors
from .serving import Server

GAMES = {
    "kingdomino": 4,
    "giants": 5,
    "origins-discovery": 4,
    "origins-totem": 4,
    "origins-tribe": 4,
}
"""The most who can play each."""
SIZES = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900), (3840, 2160))
WAYS = ("mouse", "touch", "keys")
TURNS = 600
DUEL = "mighty_duel"
"""A kingdom of 7×7, for two: a game of its own here. Origins for two has one anyhow."""

# Where the castle is, at every frame from now on, and what was asked when it first was. On a phone
# on its side the kingdom stays in sight while the page scrolls: its place is that in the window.
WATCH = """() => {
  window.castles = {};
  const look = () => {
    const home = document.querySelector(".board .home");
    if (home) {
      const { left, top, width } = home.getBoundingClientRect();
      const stuck = getComputedStyle(document.querySelector(".board")).position === "sticky";
      const [x, y] = stuck ? [left, top] : [left + scrollX, top + scrollY];
      const place = [x, y, width].map((n) => n.toFixed(1)).join();
      window.castles[place] ??= document.querySelector(".ask")?.innerText ?? "";
    }
    requestAnimationFrame(look);
  };
  look();
}"""
# What is wrong with the page as it is.
FAULTS = """() => {
  const found = [];
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const apart = (overs, unders, name = unders) => {
    const n = boxes(overs).flatMap((a) => boxes(unders).filter((b) => over(a, b))).length;
    if (n) found.push(`${overs} over ${name} (${n})`);
  };
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`sideways by ${wide}`);
  const pieces = ["crown", "giant", "flame", "mammoth", "fish", "mushroom", "flint"]
    .map((name) => `.board .cell use[href="#kd-${name}"]`).join();
  for (const above of [".entry .king", ".entry .may", ".entry .rank"])
    for (const below of [".entry .domino", ".entry .number"]) apart(above, below);
  apart(".entry .king", ".entry .may");
  apart(".board .badge rect", pieces, "what lies on a square");
  apart(".held", ".hand .number");
  apart(".totems .king", ".totems li:not(.held) .icon");
  const main = document.querySelector("main.table");
  if (!main) return found;
  const { asks, staged } = main.dataset;
  if (document.querySelector(".land .ghost") && (asks !== "place" || staged !== "0"))
    found.push(`a ghost while ${asks} is asked`);
  const onBoard = ["place", "cover", "release", "erupt", "settle", "settle_on"].includes(asks);
  if (onBoard) {
    apart(".ask", ".board");
    apart(".actions", ".board");
    const [board] = boxes(".board");
    if (board.top < -1 || board.bottom > innerHeight + 1)
      found.push(`the kingdom out of sight: ${board.top | 0} to ${board.bottom | 0}`);
  }
  if (asks === "settle") apart(".actions", ".cave");
  const [button] = boxes(".confirm");
  if (asks === "confirm" && (!button || button.bottom > innerHeight + 1 || button.top < 0))
    found.push("the button out of sight");
  return found;
}"""
# Scrolling to what is asked comes with the frame after it.
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True)
class Place:
    """A game at a size, played one way."""

    game: str
    size: tuple[int, int]
    way: str
    players: int
    variants: tuple[str, ...] = ()

    def __str__(self) -> str:
        width, height = self.size
        game = " ".join((self.game, *self.variants))
        return f"{game} for {self.players} at {width}x{height} by {self.way}"


@dataclass
class Seen:
    """What a game looked like."""

    answers: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    castles: dict[tuple[float, ...], str] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)

    def judge(self) -> None:
        """The castle has one place and one size, to the pixel."""
        first = next(iter(self.castles))
        for place, said in self.castles.items():
            if any(abs(a - b) >= 1 for a, b in zip(place, first, strict=True)):
                self.faults[f"the castle jumps from {first} to {place}: {said!r}"] += 1


def look(page: Page) -> list[str]:
    """What is wrong, once the page has come to rest."""
    found: list[str] = []
    for _ in range(20):
        page.evaluate(SETTLED)
        found = page.evaluate(FAULTS)
        if not found:
            break
    return found


def by_pointer(page: Page, rng: random.Random, *, touch: bool) -> None:
    """Press one of the things that the page offers."""
    found = offers(page)
    thing = found.nth(rng.randrange(found.count()))
    if touch:
        thing.tap()
    else:
        thing.click()


def by_keys(page: Page, rng: random.Random) -> None:
    """The focus is where the next thing is done; now and then a domino is turned first."""
    phase = asked(page)
    page.wait_for_function(FOCUSED, arg=phase)
    if phase == "place" and rng.random() < 0.5:
        page.keyboard.press("r")
    if phase.startswith("choose") and rng.random() < 0.5:
        page.keyboard.press("Shift+Tab" if rng.random() < 0.2 else "Tab")
        page.wait_for_function("() => document.activeElement !== document.body")
        if not page.evaluate("document.activeElement.matches('.row.next button')"):
            page.locator(".row.next button.entry").first.focus()
    page.keyboard.press("Enter")


PRESS: dict[str, Callable[[Page, random.Random], None]] = {
    "mouse": lambda page, rng: by_pointer(page, rng, touch=False),
    "touch": lambda page, rng: by_pointer(page, rng, touch=True),
    "keys": by_keys,
}


def besiege(page: Page, url: str, place: Place, pictures: Path | None = None) -> Seen:
    """Play a whole game and look at the page after everything that happens."""
    seen, rng = Seen(), random.Random(str(place))
    problems = watch_errors(page)
    page.add_init_script(f"addEventListener('DOMContentLoaded', {WATCH})")
    open_table(page, url, place.game, bots=place.players - 1, variants=place.variants)
    if place.way == "keys":
        page.keyboard.press("Shift")
    while (phase := asked(page)) != "over" and seen.answers < TURNS:
        for fault in look(page):
            if not seen.faults[fault] and pictures:
                name = f"{place} {phase} {sum(seen.faults.values())}.png".replace(" ", "-")
                page.screenshot(path=pictures / name)
            seen.faults[f"{phase}: {fault}"] += 1
        seen.phases[phase] += 1
        seen.answers += 1
        before = page.evaluate(MARK)
        PRESS[place.way](page, rng)
        moved(page, before)
    known = page.evaluate("window.castles").items()
    seen.castles = {tuple(map(float, at.split(","))): said for at, said in known}
    seen.judge()
    seen.faults.update(f"at the end: {fault}" for fault in look(page))
    seen.faults.update(problems)
    return seen


def window(browser: Browser, place: Place) -> dict[str, Any]:
    """What a browser of this size is like."""
    width, height = place.size
    phone = place.way == "touch" and min(place.size) < 500
    size = {"width": width, "height": height}
    return {"viewport": size, "has_touch": place.way == "touch", "is_mobile": phone}


def places(wish: argparse.Namespace) -> Iterator[Place]:
    """All that are wished for; with from two to as many players as a game is for in turn, unless a
    number is named, and the duel of 7×7 after the five games.
    """
    for at, (game, size, way) in enumerate(product((*GAMES, DUEL), SIZES, WAYS)):
        base, variants = ("kingdomino", (DUEL,)) if game == DUEL else (game, ())
        most = 2 if DUEL in (game, *wish.variant) else GAMES[base]
        players = min(wish.players or 2 + at % (most - 1), most)
        if all((game in wish.game, size in wish.size, way in wish.way)):
            yield Place(base, size, way, players, tuple(sorted({*variants, *wish.variant})))


def parse_size(text: str) -> tuple[int, int]:
    """From "320x640"."""
    width, height = map(int, text.split("x"))
    return width, height


def main() -> None:
    """Play what the command line asks for; the exit status tells whether anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=(*GAMES, DUEL), action="append")
    parser.add_argument("--size", type=parse_size, choices=SIZES, action="append")
    parser.add_argument("--way", choices=WAYS, action="append")
    parser.add_argument("--players", type=int, help="where the game is for so many")
    parser.add_argument("--variant", action="append", default=[], help="such as harmony")
    parser.add_argument("--pictures", type=Path, help="where pictures of faults go")
    given = parser.parse_args()
    given.game = given.game or [*GAMES, DUEL]
    given.size, given.way = given.size or [*SIZES], given.way or [*WAYS]
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    faults = games = answers = 0
    with (
        tempfile.TemporaryDirectory() as data,
        chromium() as browser,
        Server(Path(data)) as server,
    ):
        for place in places(given):
            began = time.monotonic()
            settings = window(browser, place)
            context = browser.new_context(
                **settings, reduced_motion="reduce", service_workers="block", locale="en-GB"
            )
            context.set_default_timeout(20_000)
            seen = besiege(context.new_page(), server.url, place, given.pictures)
            context.close()
            games, answers = games + 1, answers + seen.answers
            faults += sum(seen.faults.values())
            told = f"{place}: {seen.answers} answers, {len(seen.castles)} places of the castle"
            sys.stdout.write(f"{told}, {time.monotonic() - began:.0f} s, {dict(seen.phases)}\n")
            for fault, times in seen.faults.items():
                sys.stdout.write(f"  FAULT {fault} × {times}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{games} games, {answers} answers, {faults} faults\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
