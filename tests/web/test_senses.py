"""What is heard and felt, and how fast others' moves are shown."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .driver import (
    COUNT_FLIGHTS,
    LISTEN,
    MARK,
    PHONE,
    Open,
    answer,
    asked,
    finish,
    open_table,
    play_unseen,
)
from .screenshots import reach
from .serving import Server

UNTOUCHED = "{value: {hasBeenActive: false}}"


def listening(page: Page, url: str) -> None:
    page.add_init_script(f"({LISTEN})()")
    open_table(page, url, "kingdomino", bots=1)
    asked(page)


def until_something_is_placed(page: Page) -> None:
    while asked(page) != "place":
        answer(page)
    answer(page)


LIFTED, TURN, VICTORY = [8], [30, 60, 30], [20, 50, 20, 50, 80]
PLACED, CROWNED = [18], [12, 40, 12]
"""How a phone is shaken when something happens; what is heard goes with it."""


def test_each_thing_that_happens_has_a_sound_of_its_own(page: Page, server: Server) -> None:
    """Giants and eruptions too, see the whole games."""
    page.add_init_script(f"({LISTEN})()")
    table = open_table(page, server.url, "kingdomino", kinds=["me"], bots=0)
    while asked(page) != "place":
        answer(page)
    page.evaluate("felt.length = 0")
    page.locator(".held").drag_to(page.locator(".squares .legal").first)
    expect(page.locator("main.table")).to_have_attribute("data-asks", "choose")
    lifted, placed = page.evaluate("felt")
    assert lifted == LIFTED
    assert placed in (PLACED, CROWNED)
    for _ in ("choose", "confirm"):
        answer(page)
    page.wait_for_function("(turn) => String(felt.at(-1)) === String(turn)", arg=TURN)
    heard = page.evaluate("heard")
    finish(page, server.url, table)
    page.wait_for_function("(won) => String(felt.at(-1)) === String(won)", arg=VICTORY)
    page.wait_for_function("(before) => heard >= before + 4", arg=heard)


def test_a_placed_domino_is_heard_and_felt(opened: Open, server: Server) -> None:
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    listening(page, server.url)
    heard, felt = page.evaluate("[window.heard, window.felt.length]")
    until_something_is_placed(page)
    page.wait_for_function(
        "([heard, felt]) => window.heard > heard && window.felt.length > felt", arg=[heard, felt]
    )


# When the voice is made, how much has been heard; nothing is a touch until the test says so.
VOICE = """
  const Voice = AudioContext;
  window.AudioContext = class extends Voice {
    constructor() { super(); window.before_voice = window.heard; }
  };
  const touch = { get hasBeenActive() { return Boolean(window.touched_now); } };
  Object.defineProperty(navigator, "userActivation", { value: touch });
"""


def test_the_voice_is_there_before_the_first_sound(page: Page, server: Server) -> None:
    """Making it holds a slow phone up, and the first sound comes when something moves."""
    page.add_init_script(VOICE)
    listening(page, server.url)
    assert page.evaluate("window.before_voice") is None
    page.evaluate("window.touched_now = true")
    page.locator(".ask").click()
    page.wait_for_function("() => window.before_voice === 0")
    assert page.evaluate("window.heard") == 0


def test_a_key_that_does_nothing_is_no_touch(page: Page, server: Server) -> None:
    """Browsers complain of a page that shakes a phone after Shift alone: what they say counts."""
    page.add_init_script(f"Object.defineProperty(navigator, 'userActivation', {UNTOUCHED})")
    listening(page, server.url)
    page.keyboard.press("Shift")
    before = page.evaluate(MARK)
    play_unseen(page, server.url, page.url.split("/")[-1], "place", things=3)
    page.wait_for_function(f"(before) => ({MARK})() !== before", arg=before)
    assert page.evaluate("[window.heard, window.felt.length]") == [0, 0]


def test_one_switch_makes_it_silent_and_is_remembered(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Sound and vibration").uncheck()
    listening(page, server.url)
    until_something_is_placed(page)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("[window.heard, window.felt.length]") == [0, 0]
    assert not page.evaluate("performance.getEntriesByName(location.origin + '/later/sound.js')")


def test_07_others_can_be_told_to_move_at_once(opened: Open, server: Server) -> None:
    page = opened(reduced_motion="no-preference")
    page.goto(server.url)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="no motion").click()
    reach(page, server.url, "kingdomino", "place", bots=2, after=2)
    page.evaluate(COUNT_FLIGHTS)
    for _ in range(8):
        answer(page)
    assert page.evaluate("window.flights") == 0


def test_07_one_s_own_domino_lands_and_its_points_fly(opened: Open, server: Server) -> None:
    page = opened(reduced_motion="no-preference")
    reach(page, server.url, "kingdomino", "place", bots=1, after=8)
    page.evaluate(
        """() => {
          window.points = 0;
          new MutationObserver((changes) => {
            for (const { addedNodes } of changes)
              for (const { className } of addedNodes)
                if (String(className).includes("points-flight")) window.points += 1;
          }).observe(document.body, { childList: true });
        }"""
    )
    expect(page.locator(".mine .halo")).to_have_count(1)
    for _ in range(40):
        if page.evaluate("window.points") or asked(page) == "over":
            break
        answer(page)
    assert page.evaluate("window.points") > 0
