"""What a review of the pages found, problem by problem, in the words it was told in; the moves of
the seventh are in ``test_review_moves``, the board of the thirteenth in ``test_review_board``.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .driver import (
    ALL_LANGUAGES,
    CASTLE,
    ON_ITS_SIDE,
    PHONE,
    SETTLED,
    SMALL,
    SQUARES,
    Open,
    answer,
    begun_table,
    play_unseen,
    speak,
)
from .screenshots import ended, reach
from .serving import Server

# Pairs of things, by selector, that lie over each other by more than a hair.
OVERLAPS = """([overs, unders]) => {
  const boxes = (selector) =>
    [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect());
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return boxes(overs).flatMap((a) => boxes(unders).filter((b) => meets(a, b))).length;
}"""
# Names at the end that are cut short, and what is not whole in the window.
CUT_SHORT = """() => [...document.querySelectorAll(".podium .who > *, .sheet thead span")]
  .filter((e) => e.checkVisibility()).filter((e) => {
    const [inner, outer] = [e, e.parentElement].map((each) => each.getBoundingClientRect());
    const out = inner.left < outer.left - 1 || inner.right > outer.right + 1;
    return out || (e.clientWidth && e.scrollWidth > e.clientWidth);
  }).map((e) => e.textContent)"""
# How far names are from the colour at the edge of their plate.
FROM_THE_COLOUR = """() => [...document.querySelectorAll(".podium .who")].map((e) => {
  const plate = e.closest(".plate");
  return e.getBoundingClientRect().left - plate.getBoundingClientRect().left - plate.clientLeft;
})"""
BELOW = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.getBoundingClientRect().bottom > innerHeight).map((e) => e.textContent)"""


def overlaps(page: Page, overs: str, unders: str) -> int:
    assert page.locator(overs).count(), f"no {overs}"
    assert page.locator(unders).count(), f"no {unders}"
    found: int = page.evaluate(OVERLAPS, [overs, unders])
    return found


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    found: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return found


def test_01_an_unnamed_host_is_not_stored_under_the_name_you(opened: Open, server: Server) -> None:
    host = opened()
    host.goto(server.url)
    host.locator(".doors .primary").click()
    host.wait_for_selector("main.table")
    names = host.evaluate(
        "fetch(`/api/games/${location.pathname.split('/')[2]}`).then(a => a.json())"
        ".then(({view}) => Object.values(view.seats).map(({name}) => name))"
    )
    assert names == ["", ""]
    friend = opened(locale="cs")
    friend.goto(host.url)
    expect(friend.locator(".plate").first).to_contain_text("Hráč 1")


@pytest.mark.parametrize(("game", "bots"), [("kingdomino", 3), ("giants", 4)])
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_02_the_end_screen_fits_a_phone(
    size: dict[str, int], game: str, bots: int, opened: Open, server: Server
) -> None:
    """With everybody's name whole, below their kingdom and on the score sheet."""
    page = opened(viewport=size)
    ended(page, server.url, game, bots=bots)
    page.wait_for_selector("main.end .result p")
    assert too_wide(page) <= 0
    assert min(page.evaluate(FROM_THE_COLOUR)) >= 6, "names beside it, not on it"
    box = page.locator(".result h1").bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
    for language in ALL_LANGUAGES:
        speak(page, language)
        assert page.evaluate(CUT_SHORT) == [], language


@pytest.mark.parametrize(("game", "bots"), [("kingdomino", 1), ("kingdomino", 3), ("giants", 4)])
def test_15_a_phone_on_its_side_shows_the_end_and_the_replay(
    game: str, bots: int, opened: Open, server: Server
) -> None:
    """Who won, all kingdoms and what is offered next; no kingdom lies under the scrubber."""
    page = opened(viewport=ON_ITS_SIDE, has_touch=True, is_mobile=True)
    table = ended(page, server.url, game, bots=bots)
    expect(page.locator(".after .button")).to_have_count(4)
    assert page.evaluate(CUT_SHORT) == []
    for language in ALL_LANGUAGES:
        speak(page, language)
        assert page.evaluate(BELOW, ".result, .podium .small, .after .button") == [], language
        assert too_wide(page) <= 0
    page.goto(f"{server.url}/replay/{table}#12")
    page.wait_for_selector(".scrubber")
    assert page.evaluate(BELOW, ".told, figure, .replay-side .entry") == []
    assert page.evaluate(CUT_SHORT) == []
    assert overlaps(page, ".scrubber", "figure, .replay-side .entry") == 0
    assert too_wide(page) <= 0


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_the_bar_of_a_replay_covers_nothing_on_a_phone(
    size: dict[str, int], opened: Open, server: Server
) -> None:
    """Both kingdoms and both rows in a replay; in a review the kingdom that a verdict is about."""
    page = opened(viewport=size, has_touch=True, is_mobile=True)
    table = ended(page, server.url, bots=1)
    page.goto(f"{server.url}/replay/{table}#40")
    page.wait_for_selector(".scrubber")
    page.wait_for_selector(".replay-side .entry")
    assert overlaps(page, ".scrubber", "figure, .replay-side .entry") == 0
    # Of a game in which land was given away, too.
    table = ended(page, server.url, bots=2)
    page.goto(f"{server.url}/review/{table}")
    turning = page.locator(".turning button")
    turning.first.wait_for()
    for language in ALL_LANGUAGES:
        speak(page, language)
        for point in turning.all():
            point.tap()
            if page.locator(".reviewed.choosing").count():
                assert overlaps(page, ".scrubber", ".row.next .entry") == 0, language
            else:
                assert overlaps(page, ".scrubber", ".deciding .cell, .deciding .hinted") == 0, (
                    language
                )
    assert any(is_about_land(page, point) for point in turning.all())
    for other in (ON_ITS_SIDE, SMALL):
        page.set_viewport_size(other)  # type: ignore[arg-type]
        page.evaluate(SETTLED)
        assert overlaps(page, ".scrubber", ".deciding .cell, .deciding .hinted") == 0, "when turned"
        assert page.evaluate(CUT_SHORT) == []


def is_about_land(page: Page, point: Locator) -> bool:
    """Whether a turning point is about a kingdom, not about the row; it is shown."""
    point.tap()
    return page.locator(".reviewed.choosing").count() == 0


def test_15_a_phone_on_its_side_shows_all_cavemen_to_choose_from(
    opened: Open, server: Server
) -> None:
    page = opened(viewport=ON_ITS_SIDE, has_touch=True, is_mobile=True)
    reach(page, server.url, "origins-tribe", "recruit", bots=1, after=4)
    cavemen = page.locator(".cave button.asked:visible")
    expect(cavemen).to_have_count(4)
    for caveman in cavemen.all():
        expect(caveman).to_be_in_viewport(ratio=1)
    assert overlaps(page, ".ask, .mine-top > *, .actions", ".cave") == 0


# The crowns of a square lie in its lower third, giants above them.
CROWNS = """() => [...document.querySelectorAll(".board .badge rect")].map((badge) => {
  const b = badge.getBoundingClientRect();
  const [x, y] = [b.left + b.width / 2, b.top + b.height / 2];
  const cell = [...document.querySelectorAll(".board .cell")]
    .map((e) => e.getBoundingClientRect())
    .find((c) => x > c.left && x < c.right && y > c.top && y < c.bottom);
  return cell ? (b.bottom - cell.top) / cell.height : 0;
})"""


def test_03_what_a_giant_costs_does_not_cover_the_crowns(page: Page, server: Server) -> None:
    reach(page, server.url, "giants", "cover", bots=2)
    page.wait_for_selector(".badge.cost")
    lows = page.evaluate(CROWNS)
    assert lows
    assert max(lows) < 0.4


def test_04_a_ghost_is_shown_only_while_something_is_placed(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=2)
    legal = page.locator(".squares .legal").evaluate_all(SQUARES)
    page.locator(".held").hover()
    page.mouse.down()
    page.locator(f'[data-square="{legal[0]}"]').hover()
    page.keyboard.press("r")
    page.mouse.up()
    expect(page.locator(".land .fresh")).to_have_count(2)
    for square in legal:
        page.locator(f'[data-square="{square}"]').hover()
        expect(page.locator(".land .ghost")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, SMALL, {"width": 1280, "height": 800}], ids=str)
def test_05_and_06_kings_and_points_stand_beside_the_dominoes(
    size: dict[str, int], opened: Open, server: Server
) -> None:
    page = opened(viewport=size)
    reach(page, server.url, "kingdomino", "choose", bots=3, after=8)
    page.wait_for_selector(".may")
    for over in (".entry .king", ".may"):
        assert overlaps(page, over, ".entry .domino") == 0
        assert overlaps(page, over, ".entry .number") == 0


def test_08_the_offline_banner_is_in_sight_on_a_phone(opened: Open, server: Server) -> None:
    page = opened(viewport=PHONE)
    reach(page, server.url, "kingdomino", "choose", bots=3, after=8)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    before = page.evaluate(CASTLE)
    page.context.set_offline(True)
    expect(page.locator(".banner.lost")).to_be_in_viewport(ratio=1)
    assert page.evaluate(CASTLE) == before


def test_09_the_tab_calls_whose_turn_it_is(opened: Open, server: Server) -> None:
    page = opened()
    reach(page, server.url, "kingdomino", "place", after=2)
    expect(page).to_have_title("● Your turn · Kingdomino")
    icon = page.locator("[rel=icon]")
    expect(icon).to_have_attribute("href", "/icons/turn.svg")
    assert page.request.get(f"{server.url}/icons/turn.svg").ok
    looker_on = opened()
    looker_on.goto(page.url)
    looker_on.wait_for_selector(".banner.calm")
    expect(looker_on).to_have_title("Kingdomino")
    expect(looker_on.locator("[rel=icon]")).to_have_attribute("href", "/icons/favicon.svg")
    page.locator(".brand").click()
    expect(page).to_have_title("Kingdomino")
    expect(icon).to_have_attribute("href", "/icons/favicon.svg")


# A system with badges in place of the real one: what the icon shows, one after the other. It
# refuses, as systems do where nothing is installed.
BADGES = """() => {
  window.badges = [];
  const shows = (n) => (window.badges.push(n), Promise.reject(new Error("not installed")));
  Object.assign(navigator, { setAppBadge: shows, clearAppBadge: () => shows(0) });
}"""


def test_09_the_icon_of_the_installed_app_calls_too(page: Page, server: Server) -> None:
    """A badge from the moment that it is my turn, and none elsewhere."""
    page.add_init_script(f"({BADGES})()")
    page.goto(server.url)
    table = begun_table(page, server.url, "kingdomino")
    play_unseen(page, server.url, table, "place")
    page.wait_for_selector(".doors")
    assert page.evaluate("badges") == []
    page.goto(f"{server.url}/t/{table}")
    expect(page).to_have_title("● Your turn · Kingdomino")
    assert page.evaluate("badges") == [1]
    page.locator(".brand").click()
    expect(page).to_have_title("Kingdomino")
    assert page.evaluate("badges") == [1, 0]


def test_11_the_score_sheet_tells_region_by_region(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=12)
    page.get_by_role("button", name="Score sheet").click()
    lines = page.locator("dialog details[open] .regions button")
    expect(lines.first).to_be_visible()
    points = sum(int(text) for text in page.locator("details[open] .regions b").all_inner_texts())
    row = page.locator(".sheet tbody tr").first
    assert str(points) == row.locator("td").first.inner_text()
    said = lines.first.inner_text()
    lines.first.click()
    lit = page.locator("dialog details[open] .land .lit").count()
    assert f"{lit} square" in said


def test_12_touch_shows_what_a_placement_brings(opened: Open, server: Server) -> None:
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    reach(page, server.url, "kingdomino", "place", after=4)
    expect(page.locator(".ask small")).not_to_contain_text("R ")
    page.locator(".squares .legal").first.tap()
    expect(page.locator("main.table")).to_have_attribute("data-staged", "1")
    expect(page.locator(".board .badge text")).to_have_count(1)


def test_14_whoever_is_to_pay_sees_the_goods_first(opened: Open, server: Server) -> None:
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    reach(page, server.url, "origins-tribe", "settle", bots=2, after=6)
    cave, rows = page.locator(".cave").bounding_box(), page.locator(".rows").bounding_box()
    assert cave is not None
    assert rows is not None
    assert cave["y"] < rows["y"]
    said = page.locator(".shelf").first.locator("small").first
    expect(said).to_contain_text(re.compile("around|strength"))
    brings = page.locator(".shelf").first.locator("em")
    expect(brings).to_have_count(page.locator(".shelf").first.locator("li").count())
    expect(brings.first).to_have_text(re.compile(r"^up to [+−]?\d+$"))


def test_15_a_phone_on_its_side_shows_the_board_and_the_button(
    opened: Open, server: Server
) -> None:
    page = opened(viewport=ON_ITS_SIDE, has_touch=True, is_mobile=True)
    reach(page, server.url, "kingdomino", "place", bots=3, after=6)
    page.evaluate("document.querySelector('main.table').scrollIntoView()")
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    expect(page.locator(".confirm")).to_be_in_viewport(ratio=1)
    expect(page.locator(".ask h1")).to_be_in_viewport(ratio=1)
    assert overlaps(page, ".actions", ".board") == 0
    assert overlaps(page, ".actions", ".row .number") == 0
    assert too_wide(page) <= 0
    home = page.locator(".board .home").bounding_box()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    assert page.locator(".board .home").bounding_box() == home, "at the foot of the page, too"


def test_16_five_players_have_names_and_kingdoms_to_read(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{server.url}/new")
    page.locator('.card:has([value="giants"])').click()
    for _ in range(3):
        page.locator(".chip.add button").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".others.n-4 .small")
    names = page.locator(".others .who b")
    assert len(set(names.all_inner_texts())) == 4
    cut_off = names.evaluate_all("all => all.filter((e) => e.scrollWidth > e.clientWidth).length")
    assert cut_off == 0
    for box in page.locator(".others .small").all():
        found = box.bounding_box()
        assert found is not None
        assert found["width"] / 5 >= 30


HEADLINES = """() => {
  window.headlines = [];
  const told = document.querySelector(".ask h1");
  new MutationObserver(() => window.headlines.push(told.textContent))
    .observe(told, { childList: true, characterData: true, subtree: true });
}"""


def test_18_the_prompt_does_not_flicker_after_a_confirm(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", bots=1, after=2)
    answer(page)
    answer(page)
    page.evaluate(HEADLINES)
    label = page.locator(".confirm").inner_text()
    answer(page)
    shown = page.evaluate("window.headlines")
    assert [text for text in shown if text.startswith(("Place ·", "Place  ", "Discard ·"))] == []
    assert "·" in label


def test_19_a_finger_on_a_hint_shows_it_first(opened: Open, server: Server) -> None:
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    reach(page, server.url, "kingdomino", "place", bots=1, after=2)
    castle = page.evaluate(CASTLE)
    page.locator(".steps button", has_text="Hint").tap()
    hint = page.locator("ul.hints button").first
    hint.tap()
    expect(page.locator(".board .ghost")).to_have_count(1)
    expect(page.locator("main.table")).to_have_attribute("data-staged", "0")
    assert page.evaluate(CASTLE) == castle
    hint.tap()
    expect(page.locator("main.table")).to_have_attribute("data-staged", "1")
