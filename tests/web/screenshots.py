"""Every screen in light, dark and phone size: ``python -m tests.web.screenshots OUT [NAME …]``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from kingdomino.cli.show.example import TABLES
from kingdomino.games.pad_text import encode_pads, parse_pads

from .browser import chromium
from .driver import (
    Pick,
    answer,
    ask,
    asked,
    begun_table,
    first,
    highest,
    new_table,
    open_table,
    play_unseen,
)
from .serving import Server

DESKTOP, PHONE, SMALL, SIDE = (1440, 900), (390, 844), (320, 640), (844, 390)
TABLET, WIDE = (820, 1180), (3840, 2160)
# A result is kept when the names of the levels are there.
REMEMBERED = "() => localStorage['kingdomino.history']"


@dataclass(frozen=True)
class Look:
    """A size and a colour scheme."""

    name: str
    size: tuple[int, int]
    scheme: str = "light"

    @property
    def touch(self) -> bool:
        """Whether it is a phone."""
        return self.size[0] < 500


LOOKS = (
    Look("light", DESKTOP),
    Look("dark", DESKTOP, "dark"),
    Look("phone", PHONE),
    Look("phone-dark", PHONE, "dark"),
    Look("small", SMALL),
    Look("side", SIDE),
    Look("tablet", TABLET),
    Look("wide", WIDE),
)


@contextmanager
def context(browser: Browser, look: Look, language: str = "en") -> Iterator[BrowserContext]:
    """A browser window with this look."""
    width, height = look.size
    made = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=look.scheme,  # type: ignore[arg-type]
        has_touch=look.touch,
        is_mobile=look.touch,
        reduced_motion="reduce",
        service_workers="block",
        locale=language,
    )
    try:
        yield made
    finally:
        made.close()


def until(page: Page, *phases: str) -> bool:
    """Play until one of these is asked and can be done; False when the game ends before."""
    for _ in range(400):
        now = asked(page)
        stuck = now == "place" and page.locator(".squares .legal").count() == 0
        if now in phases and not stuck:
            return True
        if now == "over":
            return False
        answer(page)
    return False


def reach(
    page: Page,
    url: str,
    game: str,
    phase: str,
    *,
    bots: int = 1,
    after: int = 0,
    pick: Pick = first,
) -> None:
    """A table of *game* where *phase* is asked, once so many things have been done.

    The page is there for the turn in which it is.
    """
    for deal in range(12):
        table = begun_table(page, url, game, bots=bots, deal=deal)
        if play_unseen(page, url, table, phase, things=after, pick=pick):
            page.goto(f"{url}/t/{table}")
            if until(page, phase):
                return
    raise AssertionError(f"{game} never asks for {phase}")


def ended(page: Page, url: str, game: str = "kingdomino", **wish: Any) -> str:
    """The end screen of a game; its id."""
    table = begun_table(page, url, game, **wish)
    play_unseen(page, url, table)
    page.goto(f"{url}/t/{table}")
    page.wait_for_selector("main.end")
    return table


def front(page: Page, url: str) -> None:
    page.goto(url)
    page.wait_for_selector(".doors .primary")


def new_game(page: Page, url: str) -> None:
    page.goto(f"{url}/new")
    page.wait_for_selector(".card")


def new_giants(page: Page, url: str) -> None:
    new_game(page, url)
    page.locator('.card:has([value="giants"])').click()
    page.locator(".chip.add button").click()


def lobby(page: Page, url: str) -> None:
    open_table(page, url, "kingdomino", bots=1, kinds=["link", "link"])
    page.wait_for_selector("main.lobby .qr")


def join(page: Page, url: str) -> None:
    page.goto(f"{url}/join#some-token")
    page.wait_for_selector("main.join")


def expired(page: Page, url: str) -> None:
    page.goto(f"{url}/join")
    page.wait_for_selector("main.missing")


def opening(page: Page, url: str) -> None:
    open_table(page, url, "kingdomino", bots=3)
    until(page, "choose")


def place(page: Page, url: str) -> None:
    reach(page, url, "kingdomino", "place", bots=3, after=9)


def ghost(page: Page, url: str) -> None:
    reach(page, url, "kingdomino", "place", bots=2, after=12)
    page.locator(".squares .legal").first.hover()


def staged(page: Page, url: str) -> None:
    reach(page, url, "kingdomino", "place", bots=1, after=14)
    page.locator(".squares .legal").last.click()
    until(page, "choose")
    page.locator('.row.next button.entry[aria-pressed="false"]').last.click()
    page.wait_for_selector(".confirm:enabled")


def hints(page: Page, url: str) -> None:
    reach(page, url, "kingdomino", "place", bots=1, after=8)
    page.locator(".steps button", has_text="Hint").click()
    page.wait_for_selector("ul.hints")


def lesson(page: Page, url: str) -> None:
    """The mark that comes with the first domino to be placed."""
    front(page, url)
    page.locator(".doors button").last.click()
    page.locator(".coach .primary").click()
    until(page, "place")
    page.wait_for_selector(".coach")


def giants_cover(page: Page, url: str) -> None:
    reach(page, url, "giants", "cover", bots=2)


def giants_send(page: Page, url: str) -> None:
    """Low dominoes bring giants; footprints are on the highest."""

    def footprints(actions: list[str], view: Any) -> str:
        haunted = any("g" in cell for cell in view["kingdoms"]["0"]["cells"].values())
        return actions[-1 if haunted and actions[0].startswith("choose") else 0]

    reach(page, url, "giants", "send", bots=2, pick=footprints)


def giants_five(page: Page, url: str) -> None:
    reach(page, url, "giants", "place", bots=4, after=12)


def volcano(page: Page, url: str) -> None:
    reach(page, url, "origins-discovery", "erupt", bots=1, after=12, pick=highest)


def pair(page: Page, url: str) -> None:
    reach(page, url, "origins-discovery", "choose_pair")


def totem(page: Page, url: str) -> None:
    reach(page, url, "origins-totem", "place", bots=3, after=16)


def settle(page: Page, url: str) -> None:
    reach(page, url, "origins-tribe", "settle", bots=2, after=6)


def recruit(page: Page, url: str) -> None:
    reach(page, url, "origins-tribe", "recruit", bots=1, after=4)


def settle_on(page: Page, url: str) -> None:
    reach(page, url, "origins-tribe", "settle_on", bots=1, after=20)


def enlarged(page: Page, url: str) -> None:
    reach(page, url, "kingdomino", "place", bots=3, after=9)
    page.locator(".other").first.click()
    page.wait_for_selector("dialog[open]")


def sheet(page: Page, url: str) -> None:
    reach(page, url, "giants", "place", bots=2, after=9)
    page.get_by_role("button", name="Score sheet").click()
    page.wait_for_selector("dialog[open] table")


def menu(page: Page, url: str) -> None:
    reach(page, url, "kingdomino", "place", bots=1, after=4)
    page.get_by_role("button", name="Menu").click()
    page.wait_for_selector("dialog[open]")


def end(page: Page, url: str) -> None:
    ended(page, url, bots=2, variants=["harmony", "middle_kingdom"])
    page.wait_for_selector("main.end")


def replay(page: Page, url: str) -> None:
    table = ended(page, url)
    page.goto(f"{url}/replay/{table}#40")
    page.wait_for_selector(".scrubber")


def review(page: Page, url: str) -> None:
    table = ended(page, url, bots=2)
    page.goto(f"{url}/review/{table}")
    page.locator(".turning button").first.click()
    page.wait_for_selector(".verdict")


def puzzles(page: Page, url: str) -> None:
    page.goto(f"{url}/puzzles")
    page.wait_for_selector(".puzzle .answers")
    page.keyboard.press("1")
    page.wait_for_selector(".solution")


def history(page: Page, url: str) -> None:
    ended(page, url)
    page.wait_for_function(REMEMBERED)
    page.goto(f"{url}/history")
    page.wait_for_selector(".played li")


def shared_screen(page: Page, url: str) -> None:
    """Two people at one screen, under two clocks."""
    open_table(page, url, "kingdomino", kinds=["me"], bots=1, clock=3600, game_clock=7200)
    until(page, "choose")


def paste(page: Page, url: str) -> None:
    page.goto(f"{url}/replay")
    page.wait_for_selector("textarea")


def rules(page: Page, url: str) -> None:
    page.goto(f"{url}/rules")
    page.wait_for_selector(".card")


def rules_base(page: Page, url: str) -> None:
    page.goto(f"{url}/rules/kingdomino")
    page.wait_for_selector(".all-dominoes li")


def rules_origins(page: Page, url: str) -> None:
    page.goto(f"{url}/rules/origins-tribe")
    page.wait_for_selector(".all-dominoes li")


def my_games(page: Page, url: str) -> None:
    for game in ("kingdomino", "giants"):
        reach(page, url, game, "place", after=2)
    page.goto(f"{url}/my-games")
    page.wait_for_selector(".games li")


def open_tables(page: Page, url: str) -> None:
    """Two tables that wait for company."""
    new_table(page, url, "kingdomino", bots=0, kinds=["link"], offered=True, clock=60)
    wish: Any = {"variants": [], "dynasty": True, "hints": False}
    new_table(page, url, "giants", kinds=["link", "link"], offered=True, **wish)
    page.goto(f"{url}/tables")
    page.wait_for_selector(".games.open li")


def pad(page: Page, url: str) -> None:
    """A score pad with two painted kingdoms."""
    page.goto(f"{url}/pad#{encode_pads(parse_pads(TABLES['giants']))}")
    page.wait_for_selector(".paint .cell")


def daily(page: Page, url: str) -> None:
    """One deal played, and six days before it."""
    daily_end(page, url)
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage["kingdomino.daily"]);
          const [done] = kept.tries;
          const past = [1, 2, 4].map((n) => new Date(Date.parse(done.day) - n * 86400000));
          const days = past.map((day) => day.toISOString().slice(0, 10));
          kept.tries.push(...days.map((day) => ({...done, day, secret: ""})));
          localStorage["kingdomino.daily"] = JSON.stringify(kept);
        }"""
    )
    page.goto(f"{url}/daily")
    page.wait_for_selector(".deal-result")


def daily_end(page: Page, url: str) -> None:
    body = {"game": "kingdomino", "level": "squire", "name": "Ana"}
    table = ask(page, f"{url}/api/daily", body)["id"]
    play_unseen(page, url, table)
    page.goto(f"{url}/t/{table}")
    page.wait_for_selector(".daily-end .line")


def spectator(page: Page, url: str) -> None:
    reach(page, url, "kingdomino", "place", bots=2, after=10)
    page.context.clear_cookies()
    page.reload()
    page.wait_for_selector(".banner.calm")
    page.wait_for_selector(".other .home")


def offline(page: Page, url: str) -> None:
    reach(page, url, "kingdomino", "place", bots=1, after=10)
    page.context.set_offline(True)
    page.wait_for_selector(".banner.lost")


def offline_kit(page: Page, url: str) -> None:
    """Where play without a network is offered."""
    page.goto(f"{url}/offline")
    page.wait_for_selector(".panel")


def taken_over(page: Page, url: str) -> None:
    open_table(page, url, "kingdomino", kinds=["me"], bots=0)
    until(page, "choose", "place")
    let_a_bot_play(page)


def let_a_bot_play(page: Page) -> None:
    """For the second of two seats of this browser."""
    page.evaluate(
        """() => fetch(`/api/games/${location.pathname.split("/")[2]}/leave`, {method: "POST",
          headers: {"Content-Type": "application/json"}, body: '{"seat": 1}'})"""
    )
    page.wait_for_selector(".banner button")


Screen = Callable[[Page, str], None]
SCREENS: dict[str, Screen] = {
    screen.__name__: screen
    for screen in (
        front,
        new_game,
        new_giants,
        lobby,
        join,
        expired,
        opening,
        place,
        ghost,
        staged,
        hints,
        lesson,
        giants_cover,
        giants_send,
        giants_five,
        pair,
        volcano,
        totem,
        settle,
        recruit,
        settle_on,
        enlarged,
        sheet,
        menu,
        end,
        replay,
        review,
        puzzles,
        history,
        shared_screen,
        paste,
        rules,
        rules_base,
        rules_origins,
        my_games,
        open_tables,
        pad,
        daily,
        daily_end,
        spectator,
        taken_over,
        offline_kit,
        offline,
    )
}
FULL = {"front", "new_game", "new_giants", "end", "rules", "my_games", "lobby", "replay"}
FULL |= {"open_tables", "review", "puzzles", "history", "daily", "daily_end"}


def shoot(page: Page, out: Path, name: str) -> None:
    """Every look of what the page shows now; the table itself is not touched."""
    for look in LOOKS:
        page.emulate_media(color_scheme=look.scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
        page.wait_for_timeout(60)
        page.screenshot(path=out / f"{name}-{look.name}.png", full_page=name in FULL or look.touch)


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, epilog=f"screens: {', '.join(SCREENS)}")
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder of the pictures")
    parser.add_argument("names", metavar="NAME", nargs="*", help="of a screen; usually all")
    asked = parser.parse_args()
    out, wanted = asked.out, asked.names or list(SCREENS)
    if unknown := {*wanted} - {*SCREENS}:
        parser.error(f"no such screen: {', '.join(sorted(unknown))}; --help names them all")
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        chromium() as browser,
        Server(Path(data)) as server,
    ):
        for name in wanted:
            with context(browser, LOOKS[0]) as window:
                page = window.new_page()
                SCREENS[name](page, server.url)
                shoot(page, out, name)
            sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main()
