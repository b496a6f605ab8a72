"""Smaller faults that a review of the pages found: its problem 20, and what came up beside it."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from .driver import (
    ALL_LANGUAGES,
    HIDDEN,
    ON_ITS_SIDE,
    PHONE,
    SMALL,
    Open,
    answer,
    asked,
    begun_table,
    open_table,
    play_unseen,
    speak,
)
from .module import said_by
from .screenshots import let_a_bot_play, reach, until
from .screenshots import sheet as score_sheet
from .serving import Server
from .words import WEB


def test_20_a_double_click_chooses_once(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino", bots=3)
    asked(page)
    page.locator(".row.next button.entry").first.dblclick()
    expect(page.locator('.row.next button[aria-pressed="true"]')).to_have_count(1)


def test_a_king_that_arrives_pushes_no_number_aside(opened: Open, server: Server) -> None:
    for size in (None, PHONE, SMALL, ON_ITS_SIDE):
        page = opened(**({"viewport": size} if size else {}))
        open_table(page, server.url, "kingdomino", bots=3)
        asked(page)
        entry = page.locator(".row.next button.entry").last
        # What it would bring stood where the king will stand.
        before = entry.locator(".number").bounding_box()
        entry.click()
        expect(entry.locator(".king")).to_be_visible()
        after = entry.locator(".number").bounding_box()
        assert before
        assert after
        assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=0.5), size


def test_20_a_reload_keeps_the_staged_half(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=4)
    table = page.locator("main.table")
    answer(page)
    expect(table).to_have_attribute("data-staged", "1")
    before = page.locator(".board .cell").count()
    page.reload()
    # It is put back when the line to the server is up.
    expect(table).to_have_attribute("data-asks", "choose")
    expect(table).to_have_attribute("data-staged", "1")
    expect(page.locator(".board .cell")).to_have_count(before)
    page.keyboard.press("Escape")
    expect(table).to_have_attribute("data-asks", "place")
    page.reload()
    assert asked(page) == "place", "what was taken back stays so"
    expect(table).to_have_attribute("data-staged", "0")


def test_20_a_domino_without_room_takes_one_button(page: Page, server: Server) -> None:
    """It says why; with nothing to choose afterwards the one button is the whole turn."""
    wish = {"variants": ["mighty_duel"]}
    for deal in range(12):
        table = begun_table(page, server.url, "kingdomino", deal=deal, **wish)
        if play_unseen(page, server.url, table, "discard"):
            break
    else:
        raise AssertionError("every domino finds room")
    page.goto(f"{server.url}/t/{table}")
    assert asked(page) == "place"
    expect(page.locator(".ask h1")).to_contain_text("is discarded")
    expect(page.locator(".ask small")).not_to_be_empty()
    expect(page.locator(".choices button")).to_have_count(0)
    button = page.locator(".confirm")
    expect(button).to_have_text(re.compile("Discard"))
    chooses = page.locator(".row.next .entry").count() > 0
    seq = page.locator("main.table").get_attribute("data-seq")
    button.click()
    if chooses:
        expect(page.locator("main.table")).to_have_attribute("data-asks", "choose")
    else:
        page.wait_for_function("seq => document.querySelector('main').dataset.seq !== seq", arg=seq)


# Keeps whatever card comes up from now on: it goes by itself.
HANDED = """() => {
  window.handed = [];
  new MutationObserver(() => {
    const card = document.querySelector(".hand-over");
    if (!card) return;
    window.handed.push(card.innerText.trim());
    window.touchable = getComputedStyle(card).pointerEvents !== "none";
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_20_a_shared_screen_is_handed_over(opened: Open, server: Server) -> None:
    """Who is next is shown and told; nothing waits for it, and it goes by itself."""
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    open_table(page, server.url, "kingdomino", bots=0, kinds=["me"])
    asked(page)
    page.evaluate(HANDED)
    plate, first = page.locator(".mine .plate b"), ""
    while (player := plate.inner_text()) == first or not first:
        first = player
        answer(page)
        answer(page)
    page.wait_for_function("player => handed.includes(`Over to ${player}`)", arg=player)
    expect(page.locator(".sr[role=log]")).to_contain_text(f"Over to {player}")
    assert not page.evaluate("touchable")
    expect(page.locator(".hand-over")).to_have_count(0)
    assert {first, player} == {"Ana", "P2"}


def test_20_a_screen_reader_reads_the_kingdoms_of_others(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", bots=2, after=9)
    page.locator(".other").first.click()
    told = page.locator("dialog[open] table").first
    expect(told.locator("caption")).to_contain_text("points")
    cells = page.evaluate(
        "fetch(`/api/games/${location.pathname.split('/')[2]}`).then(a => a.json())"
        ".then(({view}) => Object.keys(view.kingdoms[1].cells).length)"
    )
    across = told.get_by_role("columnheader").all_inner_texts()
    down = told.get_by_role("rowheader").all_inner_texts()
    assert all(re.fullmatch("castle|[1-4] (left|right)", head) for head in across)
    assert all(re.fullmatch("castle|[1-4] (up|down)", head) for head in down)
    assert told.locator("tbody td").count() == len(across) * len(down) > 1
    said = [text for text in told.locator("td").all_inner_texts() if text]
    assert len(said) == cells + 1, "every square and the castle"
    assert all(re.search("castle|wheat|forest|lake|grass|swamp|mine", text, re.I) for text in said)


def test_20_who_acts_twice_is_told_both_times(page: Page, server: Server) -> None:
    """With two kings one may follow oneself; the live region says that it is one's turn again."""
    open_table(page, server.url, "kingdomino", bots=0, kinds=["me"])
    told = page.locator(".sr[role=log]")
    for _ in range(3):
        asked(page)
        answer(page)
        answer(page)
        asked(page)
        expect(told).to_contain_text("It is your turn")


def test_20_an_unknown_address_is_a_page_of_our_own(page: Page, server: Server) -> None:
    answered = page.goto(f"{server.url}/no/such/place")
    assert answered is not None
    assert answered.status == 404
    expect(page.locator("main.missing h1")).to_have_text("There is no such page.")


def test_20_an_unfinished_game_is_offered_before_a_new_one(page: Page, server: Server) -> None:
    table = open_table(page, server.url, "kingdomino", bots=1)
    asked(page)
    page.goto(server.url)
    # It is a link, and there once one's games are known.
    page.locator(".doors a.primary").click()
    page.wait_for_selector("main.table")
    assert page.url.endswith(table)


def test_20_an_invited_friend_reads_who_invites_to_what(opened: Open, server: Server) -> None:
    host = opened()
    open_table(host, server.url, "giants", kinds=["link"], bots=0)
    link = host.locator(".invite input").first.input_value()
    friend = opened(locale="cs")
    friend.goto(link)
    expect(friend.locator("main.join")).to_contain_text("Ana vás zve ke hře: Kingdomino: Věk obrů")


def test_the_rules_of_a_game_begin_where_it_begins(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules/origins-tribe")
    page.wait_for_selector(".all-dominoes li")
    below = "document.getElementById('resources').getBoundingClientRect().top"
    page.wait_for_function(f"() => Math.abs({below}) < 200")
    page.goto(f"{server.url}/rules/giants")
    page.locator(".lead a", has_text="Kingdomino").click()
    expect(page).to_have_url(f"{server.url}/rules/kingdomino")


# How many dominoes of the next row have no room for what they would bring.
TOO_MUCH = """() => {
  const sides = [...document.querySelectorAll(".row.next .side")];
  for (const side of sides) {
    side.innerHTML = '<span class="number">54</span><span class="may" data-gain="+14"></span>';
  }
  return sides.filter((e) => e.scrollWidth > e.parentElement.clientWidth).length;
}"""


# Words of the names of lines that are broken; the browser may not know where.
BROKEN = """() => [...document.querySelectorAll("th[scope=row]")].flatMap((e) => {
  e.style.hyphens = "none";
  return [...e.textContent.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(e.firstChild, word.index);
    range.setEnd(e.firstChild, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String);
})"""


# What is said of others and does not fit.
CUT_SHORT = """() => [...document.querySelectorAll(".other .who > *")]
  .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""


def test_five_players_see_both_rows_and_everybodys_score(page: Page, server: Server) -> None:
    reach(page, server.url, "giants", "place", bots=4, after=4)
    numbers = page.locator(".row .number")
    expect(numbers.last).to_be_visible()
    for width, height in ((390, 844), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(HIDDEN, ".row .number") == [], f"{width} wide"
    for size in (ON_ITS_SIDE, SMALL):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for language in ALL_LANGUAGES:
            speak(page, language)
            assert page.evaluate(CUT_SHORT) == [], language
    assert page.evaluate(TOO_MUCH) == 0, "two figures beside two figures"
    speak(page, "en")
    page.locator(".middle > .scores").click()
    sheet = page.locator("dialog .sheet-scroll")
    expect(sheet.locator("thead .castle")).to_have_count(5)
    assert sheet.evaluate("e => e.scrollWidth - e.clientWidth") == 0


def test_a_score_sheet_breaks_no_words_on_the_smallest_phone(page: Page, server: Server) -> None:
    score_sheet(page, server.url)
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    for language in ALL_LANGUAGES:
        speak(page, language)
        assert page.evaluate(BROKEN) == [], language


def test_a_bot_that_plays_for_me_moves_nothing(opened: Open, server: Server) -> None:
    """Its banner comes in the middle of a game and stays: the menu is not covered either."""
    page = opened(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    open_table(page, server.url, "kingdomino", kinds=["me"], bots=0)
    until(page, "choose")
    castle = page.locator(".board .home")
    before = castle.bounding_box()
    let_a_bot_play(page)
    assert castle.bounding_box() == before
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("dialog[open]")).to_be_visible()


# How far the banner reaches into the question.
OVERLAP = """() => {
  const at = (e) => document.querySelector(e).getBoundingClientRect();
  return at(".banner").bottom - at(".ask").top;
}"""


def test_nothing_peeks_out_beside_the_banner_of_a_bot(page: Page, server: Server) -> None:
    """The round lies under it: without its words the header looks the same. Nor does it cover the
    question below.
    """
    open_table(page, server.url, "kingdomino", kinds=["me"], bots=0)
    until(page, "choose")
    let_a_bot_play(page)
    header, told = page.locator(".top"), page.locator(".where")
    page.set_viewport_size({"width": 320, "height": 640})
    for language in ALL_LANGUAGES:
        speak(page, language)
        seen = header.screenshot()
        told.evaluate("e => (e.style.visibility = 'hidden')")
        assert header.screenshot() == seen, language
        told.evaluate("e => (e.style.visibility = '')")
        assert page.evaluate(OVERLAP) <= 0, language


KNOB = """() => {
  const { width, height } = getComputedStyle(document.querySelector(".knob"), "::after");
  return [width, height].map(parseFloat).map(Math.round);
}"""


def test_a_wall_of_pixels_is_read_from_afar(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 3840, "height": 2160})
    page.goto(server.url)
    button = page.locator(".doors .primary").bounding_box()
    assert button is not None
    assert button["height"] >= 96
    assert button["y"] + button["height"] < 2160
    page.goto(f"{server.url}/new")
    page.wait_for_selector(".knob")
    wide, high = page.evaluate(KNOB)
    assert wide == high > 30, "round, not an egg"


SENT = """
  const links = [{ title: "", hreflang: "en", dir: "ltr", dataset: { code: "en" } }];
  const document = { documentElement: {}, querySelectorAll: () => links, querySelector() {} };
  const navigator = { languages: ["en"] };
  Object.assign(globalThis, { document, addEventListener() {} });
  Object.defineProperty(globalThis, "navigator", { value: navigator });
  const words = JSON.parse(process.argv[2]);
  globalThis.fetch = async () => ({ ok: true, json: async () => words });
  await (await import(process.argv[1] + "/i18n.js")).ready;
  const { saySent } = await import(process.argv[1] + "/say.js");
  const seats = { 0: { name: "Ana", kind: "human" }, 1: { name: "Bo", kind: "human" } };
  const view = (phase) => ({ seats, decision: { phase, player: 1 } });
  const sent = { player: 0, action: "send 1" };
  console.log([saySent(view("cover"), sent), saySent(view("cover"), { player: 1, action: "place" }),
    saySent(view("place"), sent)].join("|"));
"""


def test_whom_a_giant_comes_from_is_said() -> None:
    """The one who has to cover a crown learns who sent the giant; their own giant is nobody's."""
    words = (WEB / "languages" / "en" / "texts.json").read_text(encoding="utf-8")
    said = said_by(SENT, WEB / "js", words)
    assert said == "Ana sends you a giant: choose the crown it covers||\n"


def test_20_the_menu_of_a_table_comes_whole(page: Page, server: Server) -> None:
    """Keys of seats came after the rest and pushed away what a finger was on its way to."""

    def slow(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    reach(page, server.url, "kingdomino", "choose")
    page.route("**/later/parts/*.js", slow)
    page.get_by_role("button", name="Menu").click()
    first_page = page.locator("dialog.menu nav a").first
    first_page.wait_for()
    before = first_page.bounding_box()
    expect(page.get_by_role("button", name="Explain this game to me")).to_be_visible()
    expect(page.get_by_role("button", name="Key for the seat of")).to_be_visible()
    assert first_page.bounding_box() == before


def test_20_the_menu_opens_elsewhere_after_it_did_at_a_table(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "choose")
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog.menu nav a").first.click()
    page.wait_for_selector(".doors .primary")
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("dialog.menu nav a").first).to_be_visible()
    expect(page.get_by_role("button", name="Explain this game to me")).to_have_count(0)
