"""Whole games through the page, in a real browser."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .driver import (
    FOCUSED,
    LEVEL,
    LISTEN,
    MARK,
    SMALL,
    Open,
    answer,
    ask,
    asked,
    caught_up,
    move_unseen,
    moved,
    open_table,
    sit_down,
    take_turn,
)
from .screenshots import ended, reach
from .serving import Server
from .siege import by_pointer, look

# What is asked in each game besides dominoes, and for what there are points besides regions.
GIANT, ERUPTION = (60,), (20, 30, 20, 30, 60)
GAMES = {
    "kingdomino": (set[str](), 1, ()),
    "giants": ({"cover", "release", "send"}, 3, GIANT),
    "origins-discovery": ({"erupt"}, 1, ERUPTION),
    "origins-totem": ({"erupt"}, 6, ERUPTION),
    "origins-tribe": ({"settle", "recruit", "settle_on"}, 3, ERUPTION),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_bots(game: str, opened: Open, server: Server) -> None:
    """By finger on the smallest phone, where nothing ever lies over what one decides on; three
    seats, so that giants walk and totems change hands. Giants and eruptions are felt, and every
    line of the score sheet is told.
    """
    page, rng, seen = (
        opened(viewport=SMALL, has_touch=True, is_mobile=True),
        Random(f"{game} 1"),
        set(),
    )
    page.add_init_script(f"({LISTEN})()")
    table = open_table(page, server.url, game, bots=2)
    while (phase := asked(page)) != "over":
        assert look(page) == [], phase
        seen.add(phase)
        before = page.evaluate(MARK)
        by_pointer(page, rng, touch=True)
        moved(page, before)
    expect(page.locator("main.end h1")).to_contain_text(re.compile("win|victory", re.IGNORECASE))
    phases, lines, shake = GAMES[game]
    assert seen >= phases
    assert not shake or [*shake] in page.evaluate("felt")
    sheets = [*ask(page, f"{server.url}/api/games/{table}")["view"]["sheets"].values()]
    told = [*zip(*(sheet["lines"].values() for sheet in sheets), strict=True)]
    assert len(told) == lines
    told.append(tuple(sheet["total"] for sheet in sheets))
    rows = [row.locator("td").all_inner_texts() for row in page.locator(".sheet tbody tr").all()]
    assert [tuple(map(int, row)) for row in rows[: len(told)]] == told


def test_the_neolithic_opening(page: Page, server: Server) -> None:
    """Whoever is drawn takes the outer or the inner two; otherwise the others have."""
    reach(page, server.url, "origins-discovery", "choose_pair")
    expect(page.locator(".row.next button.entry")).to_have_count(4)
    page.locator(".row.next button.entry").first.click()
    expect(page.locator(".row.next .chosen")).to_have_count(2)
    answer(page)
    assert asked(page) == "place"


def test_the_deals_of_a_test_are_always_the_same(opened: Open, server: Server) -> None:
    """Whatever a test needs to happen in a game happens there whenever it runs."""
    page, deals = opened(), []
    for _ in range(2):
        table = open_table(page, server.url, "kingdomino", bots=1)
        asked(page)
        deals.append(ask(page, f"{server.url}/api/games/{table}")["view"]["offer"])
    assert deals[0] == deals[1]


def test_two_clicks_from_the_front_page_to_the_first_choice(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Play", exact=True).click()
    assert asked(page) == "choose"
    page.locator(".row.next button.entry").first.click()
    expect(page.locator(".confirm")).to_be_enabled()


def test_the_last_set_up_is_remembered(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new")
    page.locator('.card:has([value="giants"])').click()
    page.get_by_role("button", name="Start the game").click()
    asked(page)
    page.goto(server.url)
    expect(page.get_by_text("Age of Giants", exact=False).first).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("main.game-giants")).to_be_visible()


def test_a_colour_and_an_emblem_are_chosen_and_seen_by_all(opened: Open, server: Server) -> None:
    host, guest = opened(), opened(viewport={"width": 320, "height": 640}, has_touch=True)
    host.goto(f"{server.url}/new#friends")
    host.get_by_role("radio", name="Blue").check()
    host.get_by_role("radio", name="Moon").check()
    expect(host.locator(".chip").first).to_have_class(re.compile(r"\bp-blue\b"))
    host.locator(".go button").click()
    guest.goto(host.locator(".invite input").input_value())
    guest.get_by_label("What should we call you?").fill("Bo")
    guest.get_by_role("radio", name="Green").check()
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
    guest.get_by_role("button", name="Sit down").click()
    for page, seen in ((guest, ".other"), (host, ".mine")):
        plate = page.locator(f"{seen} .plate.p-blue")
        expect(plate).to_have_count(1)
        expect(plate.locator('use[href="#kd-e-moon"]')).not_to_have_count(0)
    expect(guest.locator(".mine .plate.p-green")).to_have_count(1)
    host.goto(f"{server.url}/new")
    expect(host.get_by_role("radio", name="Moon")).to_be_checked()


def test_what_does_not_go_together_is_grey_and_says_why(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new")
    page.locator('.card:has([value="giants"])').click()
    harmony = page.locator(".switch", has_text="Harmony")
    expect(harmony.locator("input")).to_be_disabled()
    expect(harmony).to_contain_text("one of the quests")
    duel = page.locator(".switch", has_text="Mighty Duel")
    expect(duel.locator("input")).to_be_enabled()
    page.locator(".chip.add button").click()
    expect(duel.locator("input")).to_be_disabled()
    expect(duel).to_contain_text("two players")


def test_two_browsers_play_each_other(opened: Open, server: Server) -> None:
    """The middle of the game goes by on both pages without being played there."""
    ana, bo = opened(), opened()
    table = open_table(ana, server.url, "kingdomino", bots=0, kinds=["link"])
    sit_down(ana, bo)
    bo.wait_for_selector("main.table")
    address = f"{server.url}/api/games/{table}"
    while not (view := ask(ana, address)["view"])["over"]:
        window = (ana, bo)[view["decision"]["player"]]
        if 1 < view["round"] < view["rules"]["rounds"]:
            move_unseen(window, address)
        else:
            caught_up(window, view["seq"])
            take_turn(window)
    for window in (ana, bo):
        window.wait_for_selector("main.end")
    totals = [w.locator("table.sheet tr.total").first.inner_text() for w in (ana, bo)]
    assert totals[0] == totals[1]
    expect(bo.locator(".podium")).to_contain_text("Bo")
    assert "join" not in bo.url


PLAN = """async () => {
  const id = location.pathname.split("/")[2];
  const answer = await fetch(`/api/games/${id}/plan`, {method: "POST", body: '{"seat": 0}',
    headers: {"Content-Type": "application/json"}});
  return (await answer.json()).options.map(([action]) => action);
}"""


def test_who_waits_can_try_the_next_domino_at_home(opened: Open, server: Server) -> None:
    ana, bo = opened(), opened()
    table = open_table(ana, server.url, "kingdomino", bots=0, kinds=["link"])
    sit_down(ana, bo)
    for window in (ana, bo):
        window.wait_for_selector("main.table")
    address = f"{server.url}/api/games/{table}"
    while not awaits_her_domino(ask(ana, address)):
        move_unseen(ana if ask(ana, address)["seat"] == 0 else bo, address)
    expect(ana.get_by_text("Meanwhile, try domino")).to_be_visible()
    places = ana.evaluate(PLAN)
    square = places[0].split()[1]
    staged = ana.locator("main.table").get_attribute("data-seq")
    ana.locator(f'.squares [data-square="{square}"]').hover()
    expect(ana.locator(".mine .land .ghost")).to_have_count(1)
    ana.locator(f'.squares [data-square="{square}"]').click()
    expect(ana.locator(".mine .land .ghost")).to_have_count(1)
    expect(ana.locator(".land .fresh")).to_have_count(0)
    assert ana.locator("main.table").get_attribute("data-seq") == staged
    ana.locator(".mine .plate").hover()
    expect(ana.locator(".mine .land .ghost")).to_have_count(0)


def awaits_her_domino(now: Any) -> bool:
    """Whether another one decides and the first seat has a domino to place afterwards."""
    mine = [entry for entry in now["view"]["line"] if entry["player"] == 0]
    return now["seat"] is None and bool(mine)


def test_the_keyboard_alone(page: Page, server: Server) -> None:
    """From the front page to the end without touching the mouse."""
    page.goto(server.url)
    tab_to(page, ".doors .primary")
    page.keyboard.press("Enter")
    while asked(page) != "over":
        phase = page.locator("main.table").get_attribute("data-asks") or ""
        before = page.locator("main.table").evaluate("m => m.dataset.seq + ' ' + m.dataset.staged")
        page.wait_for_function(FOCUSED, arg=phase)
        if phase == "place" and page.locator(".squares .legal").count() > 1:
            page.keyboard.press("r")
        page.keyboard.press("Enter")
        page.wait_for_function(
            """(before) => {
              const main = document.querySelector("main.table");
              return !main || (main.dataset.seq + ' ' + main.dataset.staged) !== before;
            }""",
            arg=before,
        )
    expect(page.locator("main.end")).to_be_visible()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def test_a_dynasty_goes_on_with_the_next_game(page: Page, server: Server) -> None:
    ended(page, server.url, dynasty=True)
    page.get_by_role("button", name="Next game of the dynasty").click()
    page.wait_for_selector("main.table")
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("dialog")).to_contain_text("Game 2 of 3")


def test_level_of_the_driver_exists(page: Page, server: Server) -> None:
    page.goto(server.url)
    levels = page.evaluate("fetch('/api/catalogue').then(a => a.json())")["levels"]
    assert LEVEL in [level["name"] for level in levels]
