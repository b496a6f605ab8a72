"""After the game: the sheet, the replay, the record, the rematch."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from .driver import (
    ALL_LANGUAGES,
    ON_ITS_SIDE,
    PHONE,
    REASONS,
    SMALL,
    Open,
    asked,
    finish,
    open_table,
    speak,
)
from .screenshots import ended
from .serving import Server


@pytest.fixture(scope="module")
def finished(browser: Browser, server: Server) -> str:
    """The id of a game that somebody else has played."""
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    table = ended(page, server.url)
    context.close()
    return table


# Counting a sheet up, region by region, is not over before somebody has come to the button.
TAKE_TIME = """(step) => {
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (what, ms, ...about) => wait(what, ms === step ? 60_000 : ms, ...about);
}"""
TOPS = """() => [...document.querySelectorAll(".podium .small")]
  .map((e) => e.getBoundingClientRect().top)"""
END = Path(__file__).parents[2] / "src" / "kingdomino" / "web" / "js" / "screens" / "end.js"


def test_the_sheet_counts_up_and_can_be_skipped(
    opened: Open, server: Server, finished: str
) -> None:
    page = opened(reduced_motion="no-preference")
    (step,) = re.findall(r"const STEP_MS = (\d+);", END.read_text("utf-8"))
    page.add_init_script(f"({TAKE_TIME})({step})")
    page.goto(f"{server.url}/t/{finished}")
    region = page.locator(".podium .region").first
    expect(region).to_have_text(re.compile(r"\d+ squares? × \d+ crowns? = \d+$"))
    lit = page.locator(".podium figure").first.locator(".lit").count()
    assert region.inner_text().split()[1] == str(lit), "the region that is counted is shown"
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    region.evaluate("e => (e.textContent = 'wheat')")
    assert len({*page.evaluate(TOPS)}) == 1, "no kingdom moves when it has fewer words than another"
    totals = page.locator("table.sheet tr.total").first
    so_far = [int(text) for text in totals.locator("td").all_inner_texts()]
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".podium .won")).not_to_have_count(0)
    expect(page.locator(".result p").first).to_be_visible()
    expect(page.locator(".won .flags")).not_to_have_count(0)
    whole = [int(text) for text in totals.locator("td").all_inner_texts()]
    assert all(a < b for a, b in zip(so_far, whole, strict=True))
    page.locator(".all-regions summary").first.click()
    told = page.locator(".all-regions details[open]")
    points = [int(text) for text in told.locator(".regions b").all_inner_texts()]
    assert sum(points) == int(page.locator(".sheet tbody td").first.inner_text())
    told.locator(".regions button").first.click()
    expect(told.locator(".land .lit")).not_to_have_count(0)


@pytest.mark.parametrize(
    ("sheets", "winners", "said"),
    [
        ([(40, 9, 5), (40, 7, 8)], [0], "the larger region decides, 9 squares against 7"),
        ([(40, 7, 5), (40, 7, 8)], [1], "crowns decide, 8 against 5"),
        ([(40, 7, 8), (40, 7, 8)], [0, 1], "the victory is shared"),
        ([(41, 5, 1), (40, 7, 8)], [0], "41 points against 40"),
    ],
)
def test_a_tie_is_explained(
    sheets: list[tuple[int, int, int]],
    winners: list[int],
    said: str,
    page: Page,
    server: Server,
    finished: str,
) -> None:
    """The page tells what the server has decided; here the server is made to say it."""

    def retold(route: Route) -> None:
        body = route.fetch().json()
        view = body.get("view", body)
        for seat, (total, region, crowns) in enumerate(sheets):
            view["sheets"][str(seat)] |= {
                "total": total,
                "largest_region": region,
                "crowns": crowns,
            }
        if "winners" in view:
            view["winners"] = winners
        route.fulfill(json=body)

    page.route(f"**/api/games/{finished}", retold)
    page.route(f"**/api/games/{finished}/sheets", retold)
    page.goto(f"{server.url}/t/{finished}")
    expect(page.locator(".result p").first).to_contain_text(said)


def test_replay_scrubs_steps_and_links_to_a_moment(
    page: Page, server: Server, finished: str
) -> None:
    page.goto(f"{server.url}/t/{finished}")
    page.wait_for_selector("table.sheet td")
    totals = page.locator("table.sheet tr.total").first.locator("td").all_inner_texts()
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".scrubber")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step")).to_contain_text("Step 2")
    expect(page).to_have_url(f"{server.url}/replay/{finished}#2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".step")).to_contain_text("Step 1")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("table.sheet tr.total").first).to_contain_text(totals[0])
    page.goto(f"{server.url}/replay/{finished}#10")
    expect(page.locator(".step")).to_contain_text("Step 10")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".step")).to_contain_text("Step 11")


# A step of the game above at which a domino is to be placed.
PLACING = 20


def test_the_bot_says_what_it_would_have_done(page: Page, server: Server, finished: str) -> None:
    page.goto(f"{server.url}/replay/{finished}")
    ask = page.get_by_role("button", name="What would the bot have done here?")
    expect(ask).to_be_disabled()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    ask.click()
    expect(page.locator(".scrubber .hints li")).to_have_count(3, timeout=20_000)
    expect(page.locator(".scrubber .hints li").first).to_contain_text("Take")
    expect(page.locator(".row .rank")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".scrubber .hints")).to_have_count(0)
    page.goto(f"{server.url}/replay/{finished}#{PLACING}")
    ask.click()
    expect(page.locator(".scrubber .hints li")).to_have_count(3, timeout=20_000)
    assert all(page.locator(".scrubber .hints .reason").evaluate_all(REASONS))
    expect(page.locator("figure.deciding .idea")).to_have_count(3)
    page.get_by_role("button", name="To the end").click()
    expect(ask).to_be_disabled()


def test_a_pasted_record_is_replayed(page: Page, server: Server, finished: str) -> None:
    page.goto(f"{server.url}/replay")
    record = page.evaluate(
        "id => fetch(`/api/games/${id}/record?form=text`).then(a => a.text())", finished
    )
    page.get_by_label("Paste a saved game here").fill(record)
    page.get_by_role("button", name="Replay it").click()
    expect(page.locator(".scrubber")).to_be_visible()
    page.goto(server.url)
    page.goto(f"{server.url}/replay")
    page.get_by_label("Paste a saved game here").fill("this is no record")
    page.get_by_role("button", name="Replay it").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot read this saved game")
    page.evaluate("localStorage.setItem('kingdomino.language', 'cs')")
    page.reload()
    page.locator("textarea").fill("this is no record")
    page.locator("form button").click()
    expect(page.get_by_role("alert")).to_have_text("Tento záznam neumíme přečíst.")
    page.locator("details summary").click()
    expect(page.locator("details p[lang=en]")).to_contain_text("on the first line")


def check_fold(page: Page, *, offers: int) -> None:
    """Rematch, level up, review and picture are in sight on a phone; the winner's flags fly."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    found = page.locator(".after .button")
    expect(found).to_have_count(offers)
    for box in [offer.bounding_box() for offer in found.all()]:
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"]
    expect(page.locator(".won .flags")).not_to_have_count(0)


def test_20_rematch_with_the_same_seats_above_the_fold(page: Page, server: Server) -> None:
    table = open_table(page, server.url, "kingdomino", bots=2)
    asked(page)
    finish(page, server.url, table)
    told = page.locator(".sr[role=log]")
    expect(told).to_contain_text(f"The game is over. {page.locator('.result h1').inner_text()}")
    check_fold(page, offers=4)
    before = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector("main.table")
    assert page.url != before
    assert asked(page) == "choose"
    expect(page.locator(".others .other")).to_have_count(2)


def test_no_language_makes_the_end_wider_than_a_phone_on_its_side(
    page: Page, server: Server
) -> None:
    """What is one level up is a long word in French."""
    ended(page, server.url, bots=2)
    page.set_viewport_size(ON_ITS_SIDE)  # type: ignore[arg-type]
    expect(page.locator(".after .button").nth(1)).to_be_visible()
    for language in ALL_LANGUAGES:
        speak(page, language)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, language


def test_the_controls_of_a_replay_are_in_a_line_in_every_language(
    page: Page, server: Server, finished: str
) -> None:
    page.goto(f"{server.url}/replay/{finished}#4")
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    controls = page.locator(".controls")
    for language in ALL_LANGUAGES:
        speak(page, language)
        box = controls.bounding_box()
        assert box is not None
        assert box["height"] < 60, language


def test_my_games_lists_the_table(page: Page, server: Server) -> None:
    """Whose turn it is comes first, whatever came later, and how many wait is counted."""
    open_table(page, server.url, "kingdomino", bots=3)
    asked(page)
    waiting = open_table(page, server.url, "giants", kinds=["link"], bots=1)
    page.wait_for_selector("main.lobby")
    ended(page, server.url)
    for address in (server.url, f"{server.url}/my-games"):
        page.goto(address)
        expect(page.locator(".games em")).to_have_text(
            ["Your turn", "Waiting for friends", "Finished"]
        )
    page.goto(server.url)
    expect(page.locator(".games a").nth(1)).to_have_attribute("href", f"/t/{waiting}")
    expect(page.locator(".waiting-games")).to_contain_text("1 game")
    page.locator(".games a").first.click()
    assert asked(page) == "choose"


def test_the_draw_can_be_checked(page: Page, server: Server, finished: str) -> None:
    """By somebody who was not there, too."""
    page.goto(f"{server.url}/t/{finished}")
    expect(page.locator(".fair p")).to_contain_text("matches its fingerprint")
    expect(page.locator(".fair p")).to_contain_text("Draws checked: 7.")


# This browser had a worse result at another table.
LESS_BEFORE = """() => {
  const prefs = JSON.parse(localStorage["kingdomino.prefs"]);
  for (const game of Object.keys(prefs.best)) prefs.best[game] = { points: -1, table: "another" };
  localStorage["kingdomino.prefs"] = JSON.stringify(prefs);
}"""


def test_one_level_up_and_the_best_result(page: Page, server: Server) -> None:
    """A won or lost game leads to a better bot; the most points so far are remembered once, and a
    first result is called no more than that.
    """
    ended(page, server.url)
    best = page.locator(".result .best")
    expect(best).to_contain_text("Your first result")
    page.reload()
    expect(best).to_contain_text("Your first result")
    page.evaluate(LESS_BEFORE)
    page.reload()
    expect(best).to_contain_text("Your best result so far")
    check_fold(page, offers=4)
    before = page.url
    page.get_by_role("button", name="One level up: Knight").click()
    page.wait_for_selector("main.table")
    assert page.url != before
    expect(page.locator(".others .who small")).to_contain_text("Knight")


def test_a_finished_game_is_reviewed_and_kept(page: Page, server: Server, finished: str) -> None:
    """Every decision is graded while one waits; turning points lead to their positions."""
    asked_for: list[str] = []
    page.on("request", lambda asked: asked_for.append(asked.url))
    page.goto(f"{server.url}/t/{finished}")
    page.get_by_role("link", name="Review the game").click()
    expect(page.locator(".turning li")).to_have_count(3)
    expect(page.locator(".swing polyline")).to_have_count(2)
    page.locator(".turning button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict .grade")).to_have_text(re.compile("Inaccurate|Mistake|Blunder"))
    expect(page.locator(".verdict")).to_contain_text("Better:")
    expect(page.locator(".idea, .row .rank")).not_to_have_count(0)
    page.locator("summary", has_text="Every decision").focus()
    page.keyboard.press("Enter")
    verdicts = page.locator(".every li")
    expect(verdicts.first).to_be_visible()
    decisions = verdicts.count()
    assert decisions > 20
    asked_for.clear()
    page.goto(f"{server.url}/review/{finished}")
    expect(page.locator(".turning li")).to_have_count(3)
    assert sum("/review?" in address for address in asked_for) == 1, "it was known"


def test_leaving_a_review_ends_it(page: Page, server: Server, finished: str) -> None:
    page.route("**/review?after=*", lambda _: None)
    page.goto(f"{server.url}/review/{finished}")
    expect(page.locator(".review progress")).to_be_visible()
    with page.expect_event("requestfailed", lambda asked: "/review?" in asked.url) as left:
        page.get_by_role("link", name="Kingdomino").first.click()
    assert "ABORTED" in str(left.value.failure)


def test_a_picture_of_the_kingdoms_is_made_in_the_page(
    page: Page, server: Server, finished: str
) -> None:
    page.goto(f"{server.url}/t/{finished}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share a picture").click()
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1200
    assert 800 <= height <= 1600
    assert len(picture) > 60_000, "kingdoms are drawn on it"
