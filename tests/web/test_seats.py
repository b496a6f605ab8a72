"""Seats that change hands or stand empty, gentler bots, how long a game is kept: all is told."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .driver import SETTLED, Open, asked, open_table, sit_down, sooner_or_later
from .serving import Server

PHONE = {"width": 320, "height": 640}
LOCALES = ("en-GB", "cs-CZ", "sk-SK", "sr-Latn-RS")


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Server]:
    """A server that lets a bot be asked in at once; only the page waits its minute."""
    with Server(tmp_path / "data", None, "--absent", "0") as made:
        yield made


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def two_people(opened: Open, server: Server, bots: int = 0) -> tuple[Page, Page]:
    """Ana and Bo at a table, on phones whose clocks can be put forward."""
    ana, bo = opened(viewport=PHONE), opened(viewport=PHONE)
    for page in (ana, bo):
        page.clock.install()
    open_table(ana, server.url, "kingdomino", bots=bots, kinds=["link"])
    sit_down(ana, bo)
    for page in (ana, bo):
        page.wait_for_selector("main.table")
    return ana, bo


def events(page: Page) -> list[dict[str, object]]:
    found: list[dict[str, object]] = page.evaluate(
        "() => fetch(`/api/games/${location.pathname.split('/')[2]}/events?after=0`)"
        ".then(a => a.json()).then(a => a.events)"
    )
    return found


# The seat of the person who is to decide, once it is one.
DECIDES = """() => fetch(`/api/games/${location.pathname.split('/')[2]}`)
  .then((said) => said.json()).then(({ view }) => [0, 1].indexOf(view.decision?.player) + 1)"""


@pytest.mark.parametrize(
    ("wanted", "once"),
    [("A bot takes this turn", True), ("A bot plays until they return", False)],
)
def test_10_a_bot_is_asked_in_for_who_is_away(
    opened: Open, impatient: Server, *, wanted: str, once: bool
) -> None:
    # With a third each has one king: whoever goes away has one turn, and then others theirs.
    ana, bo = two_people(opened, impatient, bots=1)
    seat = sooner_or_later(ana, "a person's turn", lambda: ana.evaluate(DECIDES)) - 1
    here, away, name = (bo, ana, "Ana") if seat == 0 else (ana, bo, "Bo")
    away.close()
    expect(here.locator(".plate.away")).to_have_count(1)
    banner = here.locator(".banner.away-for-long")
    expect(banner).to_have_count(0)
    here.evaluate(SETTLED)  # the minute is counted from the frame that shows it
    here.clock.fast_forward(61_000)
    expect(banner).to_contain_text(f"{name} is away.")
    assert fits(here)
    here.get_by_role("button", name=wanted).focus()
    here.keyboard.press("Enter")
    expect(banner).to_have_count(0)
    asked(here)
    whats = [event.get("what") for event in events(here) if event.get("what")]
    assert ("returned" in whats) == once
    plate = here.get_by_role("button", name=re.compile(rf"^{name} "))
    played_by = plate.locator("small")
    expect(played_by).to_have_text("away" if once else "Bot: Squire")


def is_online(page: Page, seat: int, *, online: bool) -> None:
    """Wait until the server knows that somebody is here, or not any more."""
    page.wait_for_function(
        "([seat, online]) => fetch(`/api/games/${location.pathname.split('/')[2]}`)"
        ".then(a => a.json()).then(a => a.view.seats[seat].online === online)",
        arg=[seat, online],
    )


def test_a_guest_starts_a_table_whose_host_has_gone(opened: Open, impatient: Server) -> None:
    ana, bo = opened(viewport=PHONE), opened(viewport=PHONE)
    bo.clock.install()
    open_table(ana, impatient.url, "kingdomino", bots=0, kinds=["link", "link"])
    is_online(ana, 0, online=True)
    bo.goto(ana.locator(".invite input").first.input_value())
    bo.get_by_label("What should we call you?").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    status = bo.locator(".lobby [role=status]")
    expect(status).to_contain_text("The game starts by itself")
    start = bo.get_by_role("button", name="Start now")
    expect(start).to_have_count(0)
    ana.close()
    is_online(bo, 0, online=False)
    bo.evaluate(SETTLED)
    bo.clock.fast_forward(21_000)
    expect(status).to_contain_text("The host is away. You can start the game instead.")
    assert fits(bo)
    start.click()
    bo.wait_for_selector("main.table")
    expect(bo.locator(".others .plate small", has_text="Bot")).to_have_count(2)


def test_a_list_tells_who_is_waited_for_from_who_waits(opened: Open, server: Server) -> None:
    ana, bo = opened(viewport=PHONE), opened(viewport=PHONE)
    open_table(ana, server.url, "kingdomino", bots=0, kinds=["link"])
    token = ana.locator(".invite input").input_value().partition("#")[2]
    bo.goto(f"{server.url}/my-games")
    answer = bo.request.post(f"{server.url}/api/join", data={"token": token, "name": "Bo"})
    assert answer.ok
    for page, words in ((ana, "Waiting for friends"), (bo, "Waiting for you")):
        page.goto(f"{server.url}/my-games")
        expect(page.locator(".games em")).to_have_text(words)


def test_10_a_clock_of_days_counts_days_and_a_lapse_is_told(opened: Open, server: Server) -> None:
    page = opened(viewport=PHONE)
    page.clock.install()
    open_table(page, server.url, "kingdomino", bots=1, clock=3 * 86_400)
    asked(page)
    expect(page.locator(".clock")).to_have_text("3 days")
    page.clock.fast_forward((3 * 86_400 - 1_800) * 1_000)
    expect(page.locator(".clock")).to_have_text(re.compile(r"^(30:00|29:\d\d)$"))
    open_table(page, server.url, "kingdomino", bots=1, clock=1)
    expect(page.locator(".banner")).to_contain_text("a bot took one turn")
    assert fits(page)
    page.locator("details.log summary").click()
    expect(page.locator(".log li", has_text="ran out of time").first).to_be_attached()


def test_10_a_clock_for_the_game_is_chosen_and_runs_for_who_decides(
    opened: Open, server: Server
) -> None:
    page = opened(viewport=PHONE)
    page.clock.install()
    page.goto(f"{server.url}/new")
    page.get_by_text("More options").click()
    page.get_by_label("Game clock").select_option("300")
    page.locator(".go button").click()
    asked(page)
    left = page.locator(".mine .game-clock")
    expect(left).to_have_text(re.compile(r"^(5:00|4:\d\d)$"))
    expect(left).to_have_attribute("aria-label", re.compile("^Left for the game: "))
    expect(page.locator(".other .game-clock")).to_have_count(0)
    page.clock.fast_forward(120_000)
    expect(left).to_have_text(re.compile(r"^(3:00|[12]:\d\d)$"))
    expect(page.locator(".ask .clock")).to_have_text(re.compile(r"^(3:00|[12]:\d\d)$"))
    assert fits(page)


def test_a_seat_goes_to_another_device_by_its_key(opened: Open, server: Server) -> None:
    ana = opened(viewport=PHONE)
    open_table(ana, server.url, "kingdomino", bots=1)
    asked(ana)
    ana.get_by_role("button", name="Menu").click()
    ana.get_by_role("button", name="Key for the seat of Ana").focus()
    ana.keyboard.press("Enter")
    link = ana.locator("dialog .invite input").input_value()
    # The whole of it can be read, and written down.
    assert ana.locator("dialog .seat-key").inner_text() == link.partition("#")[2]
    assert fits(ana)
    other, third = opened(viewport=PHONE), opened(viewport=PHONE)
    other.goto(link)
    expect(other.locator("h1")).to_have_text("Your seat is waiting")
    other.get_by_role("button", name="Sit down").click()
    assert asked(other) == "choose"
    # The key fitted once; what was written down is typed in where one's games are listed.
    third.goto(f"{server.url}/my-games")
    third.get_by_label("Do you have the key of a seat?").fill(link)
    third.keyboard.press("Enter")
    expect(third.get_by_role("alert")).to_contain_text("does not fit")
    other.get_by_role("button", name="Menu").click()
    other.get_by_role("button", name="Key for the seat of Ana").click()
    key = other.locator("dialog .invite input").input_value().partition("#")[2]
    third.get_by_label("Do you have the key of a seat?").fill(key)
    third.get_by_role("button", name="Take the seat").click()
    assert asked(third) == "choose"


def test_links_are_copied_from_the_menu_where_an_address_is_not_secure(
    page: Page, server: Server
) -> None:
    """Behind a dialog nothing can be selected; the link for spectators did not even try."""
    page.add_init_script("delete Navigator.prototype.clipboard")
    table = open_table(page, server.url, "kingdomino", bots=1)
    asked(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Copy the link for spectators").click()
    expect(page.get_by_role("button", name="Copied")).to_be_focused()
    assert pasted(page) == f"{server.url}/t/{table}"
    page.get_by_role("button", name="Key for the seat of Ana").click()
    page.get_by_role("button", name="Copy the link", exact=True).click()
    expect(page.locator("dialog .invite button").first).to_have_text("Copied")
    assert pasted(page) == page.locator("dialog .invite input").input_value()


def pasted(page: Page) -> str:
    """What has been copied, as it comes into a field."""
    page.evaluate("document.querySelector('dialog').append(document.createElement('textarea'))")
    field = page.locator("dialog textarea")
    field.focus()
    page.keyboard.press("Control+v")
    text = field.input_value()
    field.evaluate("field => field.remove()")
    return text


def test_the_host_gives_somebody_a_new_link(opened: Open, server: Server) -> None:
    ana, bo = two_people(opened, server)
    bo.context.clear_cookies()
    bo.close()
    expect(ana.locator(".plate.away")).to_have_count(1)
    ana.get_by_role("button", name="Menu").click()
    ana.get_by_role("button", name="New link for Bo").click()
    link = ana.locator("dialog .invite input").input_value()
    assert fits(ana)
    again = opened()
    again.goto(link)
    again.get_by_role("button", name="Sit down").click()
    again.wait_for_selector("main.table")
    expect(again.locator(".mine .plate b")).to_have_text("Bo")


def test_a_gentler_level_that_moved_is_told(page: Page, server: Server) -> None:
    told = {"type": "replaced", "seq": 1, "seat": 1, "asked": "squire", "level": "page"}

    def add(link: WebSocketRoute) -> None:
        behind = link.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            link.send(message)
            heard = json.loads(message)
            if heard["type"] == "tail" or heard.get("player") == told["seat"]:
                link.send(json.dumps(told))

        behind.on_message(pass_on)

    page.route_web_socket("**/socket*", add)
    open_table(page, server.url, "kingdomino", bots=1)
    asked(page)
    expect(page.locator(".others .plate small")).to_have_text("this time: Page")


@pytest.fixture
def damaged(tmp_path: Path, opened: Open) -> Iterator[tuple[Server, Page, str]]:
    """A server with a table of ours that cannot be read, and one that can."""
    page = opened(viewport=PHONE)
    with Server(tmp_path / "data") as server:
        broken = open_table(page, server.url, "kingdomino", bots=1)
        asked(page)
        open_table(page, server.url, "kingdomino", bots=1)
        asked(page)
        page.goto("about:blank")
        server.kill()
        with closing(sqlite3.connect(tmp_path / "data" / "games.sqlite3")) as data, data:
            where = "game = ? AND kind = 'chance' AND seq > 3"
            data.execute(f"UPDATE event SET body = 'x' WHERE {where}", (broken,))
        server.start()
        yield server, page, broken


def test_a_damaged_game_is_shown_with_what_can_be_read_of_it(
    damaged: tuple[Server, Page, str], opened: Open
) -> None:
    server, page, table = damaged
    page.goto(f"{server.url}/t/{table}")
    expect(page.locator("main.missing h1")).to_contain_text("damaged")
    download = page.get_by_role("link", name="Save the game to a file")
    with page.expect_download() as coming:
        download.click()
    assert json.loads(coming.value.path().read_text())["format"] == "kingdomino-record/1"
    assert fits(page)
    page.goto(f"{server.url}/my-games")
    expect(page.locator(".games .damaged")).to_contain_text("A game that cannot be read")
    expect(page.locator(".games i")).to_have_count(1)
    cookies = page.context.cookies()
    for locale in LOCALES:
        reader = opened(viewport=PHONE, locale=locale)
        reader.context.add_cookies(cookies)  # type: ignore[arg-type]
        reader.goto(f"{server.url}/my-games")
        expect(reader.locator(".games i")).not_to_be_empty()
        expect(reader.locator(".enter-key")).to_be_visible()
        assert fits(reader)
