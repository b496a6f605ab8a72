"""The daily deal in a real browser: by keyboard and on a phone, once, shared, and proven."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from secrets import token_bytes

import pytest
from playwright.sync_api import Page, Route, expect

from kingdomino.games.daily import seed_of
from kingdomino.server.key import KEY_FILE, Keys

from .driver import ALL_LANGUAGES, PHONE, SMALL, Open, ask, play_unseen, speak
from .screenshots import daily_end
from .serving import Server

KEPT = "() => JSON.parse(localStorage['kingdomino.daily'])"
# Buttons whose picture or words reach their edge.
TOO_WIDE = """() => [...document.querySelectorAll(".deal-buttons > *")]
  .filter((e) => {
    const words = document.createRange();
    words.selectNodeContents(e);
    const inner = words.getBoundingClientRect(), outer = e.getBoundingClientRect();
    return inner.left < outer.left + 4 || inner.right > outer.right - 4;
  }).map((e) => e.textContent)"""


def try_of(page: Page) -> str:
    """The table that the page has gone to."""
    page.wait_for_url("**/t/*")
    page.wait_for_selector("main.table, main.end")
    return page.url.rpartition("/")[2]


def played(page: Page, url: str, game: str = "kingdomino", level: str = "page") -> str:
    """A try at a deal, played to its end without the page; its table."""
    wish = {"game": game, "level": level}
    table: str = ask(page, f"{url}/api/daily", wish)["id"]
    play_unseen(page, url, table)
    page.goto(f"{url}/t/{table}")
    page.wait_for_selector(".daily-end .line")
    return table


def test_a_try_is_played_by_keyboard_on_a_phone(opened: Open, server: Server) -> None:
    """In the middle of it somebody looks at the other deals, and goes on."""
    page = opened(viewport=PHONE, has_touch=True)
    page.goto(server.url)
    page.get_by_role("link", name="Daily deal").first.click()
    expect(page.locator(".deal")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(page.locator(".streak")).to_contain_text("Play today and begin a streak.")
    page.get_by_role("button", name="Page", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator('[data-game="kingdomino"] .primary').focus()
    page.keyboard.press("Enter")
    table = try_of(page)
    expect(page.locator(".where")).to_contain_text("Daily deal")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.goto(f"{server.url}/daily")
    page.get_by_role("button", name="Go on playing").tap()
    assert try_of(page) == table
    play_unseen(page, server.url, table)
    page.wait_for_selector(".daily-end .line")
    page.goto(f"{server.url}/daily")
    expect(page.locator(".streak")).to_contain_text("1 day in a row")
    expect(page.locator(".streak .done")).to_have_count(1)


def test_a_result_is_shared_and_compared(opened: Open, server: Server) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    table = played(page, server.url)
    expect(page.locator(".end .fair")).to_contain_text("Tomorrow the page of the daily deal checks")
    sheets = ask(page, f"{server.url}/api/games/{table}")["view"]["sheets"]
    result = f"{sheets['0']['total']} : {sheets['1']['total']}"
    page.get_by_role("button", name="Share the result").click()
    page.get_by_role("button", name="Copied").wait_for()
    line = page.evaluate("navigator.clipboard.readText()")
    assert f"Page · {result}" in line
    assert line.endswith("/daily")
    page.get_by_role("button", name="What does the strongest bot").click()
    expect(page.locator(".strongest b")).to_contain_text("with your dominoes", timeout=60_000)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Picture").click()
    assert Path(saving.value.path()).stat().st_size > 10_000
    page.goto(f"{server.url}/daily")
    page.get_by_role("button", name="Page", exact=True).click()
    expect(page.locator('[data-game="kingdomino"] .deal-result')).to_contain_text(result)


def test_buttons_below_a_result_hold_their_words(page: Page, server: Server) -> None:
    daily_end(page, server.url)
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    for language in ALL_LANGUAGES:
        speak(page, language)
        assert page.evaluate(TOO_WIDE) == [], language


def test_practice_does_not_count(opened: Open, server: Server) -> None:
    """And another level counts, but says that the dominoes were known."""
    page = opened()
    table = played(page, server.url)
    page.get_by_role("button", name="Practise this deal").click()
    page.wait_for_selector("main.table")
    practice = try_of(page)
    assert practice != table
    expect(page.locator(".where")).to_contain_text("Practice")
    play_unseen(page, server.url, practice)
    expect(page.locator(".daily-end")).to_contain_text("it does not count")
    assert len(page.evaluate(KEPT)["tries"]) == 1
    known = played(page, server.url, level="knight")
    assert known not in (table, practice)
    expect(page.locator(".daily-end .line")).to_contain_text("↻")


@pytest.mark.parametrize("said", ["fits", "is not the one that was promised"])
def test_a_forged_seed_is_found_out(opened: Open, server: Server, said: str) -> None:
    """What the browser kept of earlier days has to follow from what is shown now."""
    page = opened()
    page.goto(f"{server.url}/daily")
    page.wait_for_function("() => localStorage['kingdomino.daily']?.includes('\"seen\"')")
    (kept,) = page.evaluate(KEPT)["seen"]
    told = ask(page, f"{server.url}/api/daily")
    today = date.fromisoformat(told["day"])
    key = Keys((server.data / KEY_FILE).read_bytes(), token_bytes).daily
    seed = seed_of(key, today) if said == "fits" else b"forged".ljust(32)
    tomorrow = {
        "day": str(today + timedelta(days=1)),
        "shown": {"day": str(today), "seed": seed.hex()},
    }

    def answer(route: Route) -> None:
        route.fulfill(body=json.dumps(told | tomorrow), content_type="application/json")

    page.route("**/api/daily", answer)
    page.reload()
    expect(page.locator(".daily .fair [role=status]")).to_contain_text(said)
    assert set(page.evaluate(KEPT)["seen"]) == {kept, str(today)}


def test_the_server_away_in_the_middle(opened: Open, tmp_path: Path) -> None:
    """The try is the same one when it is back, also where the page has forgotten it."""
    with Server(tmp_path / "data") as own:
        page = opened()
        page.goto(f"{own.url}/daily")
        page.locator('[data-game="giants"] .primary').click()
        table = try_of(page)
        assert play_unseen(page, own.url, table, "place", things=9), "the game was over before"
        own.kill()
        own.start()
        page.evaluate("localStorage.clear()")
        page.goto(f"{own.url}/daily")
        page.locator('[data-game="giants"] .primary').click()
        assert try_of(page) == table
        play_unseen(page, own.url, table)
        page.wait_for_selector(".daily-end .line")
