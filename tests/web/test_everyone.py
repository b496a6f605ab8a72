"""Everyone can play: axe-core finds nothing on any screen, in any language, light or dark."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from .conftest import Open
from .screenshots import SCREENS, reach
from .serving import Server

LANGUAGES = ("en", "cs", "sk", "sr")
LIKE_OTHERS = {
    *("giants_send", "settle_on", "giants_five"),
    *("place", "ghost", "offline", "rules_origins", "new_giants"),
}
"""For axe they are the same as faster ones."""
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
CHECKED = [name for name in SCREENS if name not in LIKE_OTHERS]


@pytest.mark.parametrize("name", CHECKED)
def test_axe_finds_nothing(name: str, page: Page, server: Server) -> None:
    SCREENS[name](page, server.url)
    found: dict[str, list[str]] = {}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for language in LANGUAGES:
            speak(page, language)
            rules = EVERY if scheme == "light" else COLOURS
            found |= {f"{language} {scheme} {rule}": at for rule, at in axe(page, rules)}
    assert not found, json.dumps(found, indent=1)


def speak(page: Page, language: str) -> None:
    """Switch the language, as the menu does."""
    page.evaluate("code => import('/js/i18n.js').then((m) => m.setLanguage(code))", language)
    page.wait_for_function("code => document.documentElement.lang.startsWith(code)", arg=language)


EVERY: dict[str, Any] = {"resultTypes": ["violations"]}
COLOURS = EVERY | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""All that a dark page can have wrong and a light one right."""


def axe(page: Page, options: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """What axe-core complains about."""
    results = Axe().run(page, options=options)
    return [
        (rule["id"], [f"{node['target']}: {node['failureSummary']}" for node in rule["nodes"]][:3])
        for rule in results.response["violations"]
    ]


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1920, 3840])
def test_nothing_scrolls_sideways(width: int, opened: Open, server: Server) -> None:
    page = opened(viewport={"width": width, "height": 800})
    for name in ("front", "new_giants", "rules_base", "lobby", "opening", "paste"):
        SCREENS[name](page, server.url)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_targets_are_large_enough_for_a_finger(opened: Open, server: Server) -> None:
    page = opened(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    reach(page, server.url, "kingdomino", "place", after=2)
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, a[href], summary, .squares .legal")]
          .filter((e) => e.checkVisibility() && !e.matches(".skip"))
          .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
          .filter(([, r]) => Math.min(r.width, r.height) < 43.5)
          .map(([html, r]) => `${html} ${r.width}×${r.height}`)"""
    )
    assert small == []


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_can_be_changed_at_any_time(language: str, page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=2)
    before = page.locator(".ask h1").inner_text()
    speak(page, language)
    after = page.locator(".ask h1").inner_text()
    assert (after == before) == (language == "en")
    assert "{" not in page.locator("main").inner_text()
