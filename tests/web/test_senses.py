"""What is heard and felt, and how fast others' moves are shown."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .driver import COUNT_FLIGHTS, MARK, PHONE, Open, answer, asked, open_table, play_unseen
from .screenshots import reach
from .serving import Server

# Counts sounds as they begin and remembers how the phone was shaken.
LISTEN = """() => {
  window.heard = 0;
  window.felt = [];
  const begin = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...at) {
    window.heard += 1;
    return begin.apply(this, at);
  };
  navigator.vibrate = (pattern) => window.felt.push(pattern);
}"""


UNTOUCHED = "{value: {hasBeenActive: false}}"


def listening(page: Page, url: str) -> None:
    page.add_init_script(f"({LISTEN})()")
    open_table(page, url, "kingdomino", bots=1)
    asked(page)


def until_something_is_placed(page: Page) -> None:
    while asked(page) != "place":
        answer(page)
    answer(page)


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
