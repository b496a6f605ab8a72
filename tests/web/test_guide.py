"""Learning by playing: marks that come when their moment does, and a game that is finished."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .driver import (
    ALL_LANGUAGES,
    FOCUSED,
    MARK,
    Open,
    Press,
    answer,
    asked,
    click,
    first,
    highest,
    moved,
    speak,
    tap,
)
from .screenshots import reach
from .serving import Server

FRAMES = "() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
TOLD = "() => JSON.parse(localStorage.getItem('kingdomino.prefs')).guide?.told ?? []"
# The mark is all in sight and does not lie on what it is about, unless there is no other room, nor
# on land, on a square to be chosen, or on a button that can be pressed.
COACH = """() => {
  const [mark, ring] = [".coach", ".coach-ring"].map((s) => document.querySelector(s));
  const [a, b] = [mark, ring].map((e) => e.getBoundingClientRect());
  const meets = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 8
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8;
  const fits = a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight;
  const under = (c) => Math.min(a.right, c.right) - Math.max(a.left, c.left) > 2
    && Math.min(a.bottom, c.bottom) - Math.max(a.top, c.top) > 2;
  const decided = ".row.next button, .squares .legal, .board .cell, .board .home, .confirm:enabled";
  const hidden = [...document.querySelectorAll(decided)]
    .filter((e) => under(e.getBoundingClientRect()));
  return [fits, (meets && b.height < innerHeight / 3) || hidden.length, mark.innerText];
}"""
# Names that are not told whole: the learner has none, and is called by the seat.
CUT_SHORT = """() => [...document.querySelectorAll(".mine-top .who b, .other .who b")]
  .filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1)
  .map((e) => e.textContent)"""
DOUBLE_TAP_MS = 400
LAST_ROUND = 33
"""Things that one has done before it, with two kings."""
AT_MARK = "document.activeElement.matches('.coach button')"
LESSON = {"order", "match", "next", "points", "frame", "others", "last"}


def begin(page: Page, url: str) -> None:
    page.goto(url)
    page.locator(".doors button").last.click()
    page.wait_for_selector(".coach")


def look(page: Page) -> str:
    fits, covers, text = page.evaluate(COACH)
    assert fits, text
    assert not covers, text
    assert "{" not in text
    assert "coach." not in text
    return str(text)


def guided(page: Page, press: Press) -> Press:
    """Presses things, and the button of a mark before that, once it is read in every language."""

    def with_marks(target: Locator) -> None:
        page.evaluate(FRAMES)
        if page.locator(".coach").count():
            said = set[str]()
            for language in ALL_LANGUAGES:
                speak(page, language)
                page.evaluate(FRAMES)
                said.add(look(page))
                assert page.evaluate(CUT_SHORT) == [], language
            assert len(said) == len(ALL_LANGUAGES) == 8
            press(page.locator(".coach .primary"))
            # What lies below the mark takes no second tap of a double one.
            page.wait_for_timeout(DOUBLE_TAP_MS)
        press(target)

    return with_marks


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (844, 390), (1440, 900)], ids=str)
def test_17_a_first_game_is_explained_to_its_end(
    size: tuple[int, int], opened: Open, server: Server
) -> None:
    """In every language: each mark is read in all of them, and the game goes on in the last.

    On phones by finger alone, and nothing ever scrolls sideways.
    """
    finger = size[0] < 1000
    page = opened(
        viewport={"width": size[0], "height": size[1]}, has_touch=finger, is_mobile=finger
    )
    begin(page, server.url)
    press = guided(page, tap if finger else click)
    while asked(page) != "over":
        answer(page, press)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert set(page.evaluate(TOLD)) >= LESSON
    expect(page.locator(".result button")).to_be_visible()


def test_17_the_guide_can_be_read_and_ended_by_keys(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.locator(".doors button").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => {AT_MARK}")
    page.keyboard.press("Enter")
    page.wait_for_function(FOCUSED, arg="choose")
    # Each has two kings, so it may be asked twice before there is something to place.
    while asked(page) != "place":
        before = page.evaluate(MARK)
        page.keyboard.press("Enter")
        moved(page, before)
        page.wait_for_function(f"(phase) => {AT_MARK} || ({FOCUSED})(phase)", arg=asked(page))
    page.wait_for_function(f"() => {AT_MARK}")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".coach")).to_have_count(0)
    assert page.evaluate(TOLD) == []
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Explain this game to me").click()
    expect(page.locator(".coach")).to_have_count(1)


def test_17_what_passes_is_told_first(page: Page, server: Server) -> None:
    """In the last round there may be too few moments left for all that was not told yet."""
    reach(page, server.url, "kingdomino", "place", after=LAST_ROUND)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Explain this game to me").click()
    expect(page.locator(".coach")).to_contain_text("The last round")


NEW = [
    ("giants", "place", "quests", 2),
    ("giants", "cover", "giant", 0),
    ("origins-discovery", "place", "flames", 0),
    ("origins-discovery", "erupt", "erupt", 0),
    ("origins-totem", "place", "flames", 0),
    ("origins-totem", "choose", "totem", 12),
    ("origins-tribe", "place", "tokens", 6),
    ("origins-tribe", "settle", "cave", 6),
]


@pytest.mark.parametrize(("game", "phase", "mark", "after"), NEW)
def test_17_what_is_new_in_each_game_is_told(
    game: str, phase: str, mark: str, after: int, page: Page, server: Server
) -> None:
    pick = highest if phase == "erupt" else first
    reach(page, server.url, game, phase, bots=2, after=after, pick=pick)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Explain this game to me").click()
    expect(page.locator(".coach")).to_have_count(1)
    assert "New: " in look(page)
    page.locator(".coach .primary").click()
    assert page.evaluate(TOLD) == [mark]
