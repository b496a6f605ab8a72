"""Everyone can play: axe-core finds nothing on any screen, in any language, light or dark."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_FILE_PATH  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from .driver import ALL_LANGUAGES, SMALL, Open, asked, speak
from .screenshots import SCREENS, reach
from .serving import Server

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
STYLES = Path(__file__).parents[2] / "src" / "kingdomino" / "web" / "css"
AXE = AXE_FILE_PATH.read_text()
COMPLAINTS = """(how) => axe.run({resultTypes: ["violations"], ...how})
  .then(({violations}) => violations.map(
    ({id, nodes}) => [id, nodes.slice(0, 3).map((n) => `${n.target}: ${n.failureSummary}`)]))"""
COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules of axe-core that look at colours: those with the tag cat.color."""
IN_COLOUR = {"runOnly": COLOUR}
OFF = {"enabled": False}
# Lighthouse asks for heads of large tables too; axe-core alone holds that back as an experiment.
IN_ENGLISH = {"rules": dict.fromkeys(COLOUR, OFF) | {"td-has-header": {"enabled": True}}}
NOT_OF_WORDS = re.compile(
    "aria-(allowed|braille|conditional|deprecated|hidden|prohibited|required|roles|valid).*|"
    "landmark-(?!unique).*|(heading-order|page-has-heading-one|region|bypass|skip-link|tabindex)|"
    "(nested-interactive|presentation-role-conflict|duplicate-id-aria|autocomplete-valid)|"
    "(list|listitem|definition-list|dlitem|scope-attr-valid|td-.*|th-.*|form-field-.*)|meta-.*"
)
"""The rules of axe-core that look at elements, roles and attributes, which no language changes."""


@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing(name: str, page: Page, server: Server) -> None:
    """Every rule of axe-core on every screen; in every language those that words can break; colours
    in light and dark.

    The dark scheme is colours alone and no language has its own, see below. And no language scrolls
    sideways on the smallest phone, or leaves a text unfilled.
    """
    SCREENS[name](page, server.url)
    if name == "offline":
        learn_languages(page)
    page.evaluate(AXE)
    found: dict[str, list[str]] = {}
    rules = page.evaluate("axe.getRules().map(({ruleId}) => ruleId)")
    of_words = dict.fromkeys([*COLOUR, *filter(NOT_OF_WORDS.fullmatch, rules)], OFF)
    for language in ALL_LANGUAGES:
        speak(page, language)
        how = IN_ENGLISH if language == "en" else {"rules": of_words}
        found |= {f"{language} {rule}": at for rule, at in page.evaluate(COMPLAINTS, how)}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found |= {f"{scheme} {rule}": at for rule, at in page.evaluate(COMPLAINTS, IN_COLOUR)}
    assert not found, json.dumps(found, indent=1)
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    wide = {}
    for language in ALL_LANGUAGES:
        speak(page, language)
        assert "{" not in page.locator("body").inner_text(), language
        if (width := page.evaluate("document.documentElement.scrollWidth")) > SMALL["width"]:
            wide[language] = width
    assert wide == {}


def test_the_dark_has_other_colours_and_nothing_else() -> None:
    """So that one language in the dark stands for all of them."""
    styles = "".join(path.read_text("utf-8") for path in sorted(STYLES.glob("*.css")))
    assert not re.search(r":lang\(|\[lang", styles)
    (dark,) = re.findall(r"(?ms)^@media \(prefers-color-scheme: dark\) \{(.*?)^\}", styles)
    for said in re.findall(r"[\w-]+: [^;]+;", dark):
        assert re.fullmatch(r"color-scheme: dark;|--[\w-]+: .*(#|rgb\(|brightness).*", said), said


def learn_languages(page: Page) -> None:
    """Fetch all words while there is a network, and lose it again."""
    page.context.set_offline(False)
    expect(page.locator(".banner.lost")).to_have_count(0, timeout=20_000)
    for language in ALL_LANGUAGES:
        speak(page, language)
    page.context.set_offline(True)
    page.wait_for_selector(".banner.lost")


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1920, 3840])
def test_nothing_scrolls_sideways(width: int, opened: Open, server: Server) -> None:
    page = opened(viewport={"width": width, "height": 800})
    for name in ("front", "new_giants", "rules_base", "lobby", "opening", "paste"):
        SCREENS[name](page, server.url)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name


SHIFTS = """() => {
  window.shifts = [];
  const told = (list) => window.shifts.push(...list.getEntries().map(({ value }) => value));
  new PerformanceObserver(told).observe({ type: "layout-shift", buffered: true });
}"""


TWO_FRAMES = """() => new Promise((seen) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen))))"""


@pytest.mark.parametrize(("width", "height"), [(412, 1200), (1280, 800)])
def test_nothing_jumps_while_a_table_is_drawn(
    width: int, height: int, opened: Open, server: Server
) -> None:
    page = opened(viewport={"width": width, "height": height}, is_mobile=width < 500)
    reach(page, server.url, "giants", "place", bots=4, after=4)
    page.add_init_script(f"({SHIFTS})()")
    page.reload()
    asked(page)
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize(
    ("path", "last"),
    [
        ("pad", "nav.after"),
        ("daily", ".deal .picture svg"),
        ("puzzles", ".puzzle-board table"),
        ("history", "nav.after"),
        ("offline", ".panel"),
        ("tables", "main p:has-text('Nobody is waiting')"),
    ],
)
def test_nothing_jumps_while_a_page_is_drawn(
    path: str, last: str, opened: Open, server: Server
) -> None:
    for width, height in ((412, 1200), (1280, 800)):
        page = opened(viewport={"width": width, "height": height}, is_mobile=width < 500)
        page.add_init_script(f"({SHIFTS})()")
        # Tests before this one may have left tables that still wait for company.
        page.route("**/api/open-tables", lambda route: route.fulfill(json={"tables": []}))
        page.goto(f"{server.url}/{path}")
        page.wait_for_selector(last, state="attached")
        page.evaluate(TWO_FRAMES)
        assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize("name", ["front", "new_game", "rules_origins", "opening", "totem"])
def test_no_picture_lacks_a_shape(name: str, page: Page, server: Server) -> None:
    SCREENS[name](page, server.url)
    assert page.locator("use").count()
    lacking = """() => [...document.querySelectorAll("use")].map((use) => use.getAttribute("href"))
      .filter((shape) => !document.querySelector(shape))"""
    assert page.evaluate(lacking) == []


def test_targets_are_large_enough_for_a_finger(opened: Open, server: Server) -> None:
    """Squares are smaller than buttons: all the ground is in sight, so that the castle never moves,
    and what a finger puts down on a wrong one is moved by the next tap.
    """
    page = opened(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    reach(page, server.url, "kingdomino", "place", after=2)
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, a[href], summary, .squares .legal")]
          .filter((e) => e.checkVisibility() && !e.matches(".skip"))
          .map((e) => [e, e.getBoundingClientRect()])
          .filter(([e, r]) => Math.min(r.width, r.height) < (e.matches(".legal") ? 34 : 43.5))
          .map(([e, r]) => `${e.outerHTML.slice(0, 80)} ${r.width}×${r.height}`)"""
    )
    assert small == []


def test_what_is_asked_for_is_in_sight_on_a_phone(opened: Open, server: Server) -> None:
    """After choosing from the rows below, the kingdom comes back to be built on."""
    page = opened(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    reach(page, server.url, "kingdomino", "place", after=3)
    below = "document.querySelector('.ask').getBoundingClientRect().bottom"
    top = "document.querySelector('.mine').getBoundingClientRect().top"
    page.wait_for_function(f"() => {top} >= {below} - 2")
    page.locator(".squares .legal").first.tap()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "choose")
    row = "document.querySelector('.row.next').getBoundingClientRect().bottom"
    buttons = "document.querySelector('.actions').getBoundingClientRect().top"
    page.wait_for_function(f"() => {row} <= {buttons} && {buttons} < innerHeight")


def test_the_focus_is_always_visible(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new")
    page.wait_for_selector(".card")
    for _ in range(12):
        page.keyboard.press("Tab")
        shown = page.evaluate(
            """() => {
              const at = document.activeElement;
              const near = [at, at.nextElementSibling, at.closest(".card")].filter(Boolean);
              return near.some((e) => getComputedStyle(e).outlineStyle !== "none");
            }"""
        )
        assert shown, page.evaluate("document.activeElement.outerHTML")


def test_the_kingdom_is_a_grid_with_names(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=4)
    grid = page.get_by_role("grid")
    expect(grid).to_have_count(1)
    expect(grid.get_by_role("gridcell", name="castle: Ana")).to_have_count(1)
    assert grid.get_by_role("gridcell", name="the domino fits here").count() > 0
    legal = grid.locator(".legal").first
    legal.focus()
    assert "Here:" in (legal.get_attribute("aria-label") or "")


@pytest.mark.parametrize("language", ["en", "cs", "sk", "sr"])
def test_the_language_can_be_changed_at_any_time(language: str, page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=2)
    before = page.locator(".ask h1").inner_text()
    speak(page, language)
    after = page.locator(".ask h1").inner_text()
    assert (after == before) == (language == "en")
    assert "{" not in page.locator("main").inner_text()


LONGEST = """() => Math.max(...[...document.querySelectorAll("*")].flatMap((e) => {
  const style = getComputedStyle(e);
  const times = `${style.animationDuration},${style.transitionDuration}`.split(",");
  return times.map((time) => parseFloat(time) * (time.trim().endsWith("ms") ? 1 : 1000));
}))"""


@pytest.mark.parametrize(("motion", "most"), [("no-preference", 250), ("reduce", 1)])
@pytest.mark.parametrize("name", ["front", "new_game", "staged"])
def test_motion_is_short_or_not_at_all(
    name: str, motion: Literal["reduce", "no-preference"], most: int, opened: Open, server: Server
) -> None:
    page = opened(reduced_motion=motion)
    SCREENS[name](page, server.url)
    assert page.evaluate(LONGEST) <= most
