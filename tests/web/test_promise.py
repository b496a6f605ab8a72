"""The page keeps what it saw and gave before the first draw, and says what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from .driver import Open, asked, open_table, sit_down
from .serving import Server

VERDICT = ".fair p[role=status]"
SAID = {
    "grinds": "the server has changed its secret",
    "swaps": "The number that this browser gave is not in the draw",
    "feeds": "The draw has a number for a bot",
}


LEAVE = """seat => fetch(`/api/games/${location.pathname.split("/")[2]}/leave`, {method: "POST",
  headers: {"Content-Type": "application/json"}, body: JSON.stringify({seat})})"""


def leave_it_to_bots(*pages: Page) -> None:
    """The rest of the game is played at once; seats are in the order of the pages."""
    for seat, page in enumerate(pages):
        page.wait_for_selector("main.table")
        page.evaluate(LEAVE, seat)
    for page in pages:
        page.wait_for_selector("main.end", timeout=60_000)


def two_people(opened: Open, server: Server) -> tuple[Page, Page]:
    """Ana and Bo have played a game, each in a browser of their own."""
    ana, bo = opened(), opened()
    open_table(ana, server.url, "kingdomino", bots=0, kinds=["link"])
    sit_down(ana, bo)
    leave_it_to_bots(ana, bo)
    return ana, bo


@pytest.fixture(params=SAID)
def cheating(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, str]]:
    """A server whose operator chooses the draw."""
    how: str = request.param
    with Server(tmp_path / "data", None, "--cheat", how) as made:
        yield made, SAID[how]


def test_an_operator_who_chooses_the_draw_is_caught_by_the_page(
    opened: Open, cheating: tuple[Server, str]
) -> None:
    server, said = cheating
    page = opened()
    open_table(page, server.url, "kingdomino", bots=1)
    leave_it_to_bots(page)
    expect(page.locator(VERDICT)).to_contain_text(said)
    # Somebody else sees a proof without a fault, unless a bot has a number.
    guest = opened()
    guest.goto(page.url)
    unseen = "for a bot" if "bot" in said else "was not there at the beginning"
    expect(guest.locator(VERDICT)).to_contain_text(unseen)


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-GB", "The draw was fair."),
        ("cs-CZ", "Losování bylo poctivé."),
        ("sk-SK", "Losovanie bolo poctivé."),
        ("sr-Latn-RS", "Izvlačenje je bilo pošteno."),
    ],
)
def test_a_fair_draw_is_told_without_being_asked(
    opened: Open, server: Server, locale: str, said: str
) -> None:
    page = opened(locale=locale, viewport={"width": 320, "height": 640})
    table = open_table(page, server.url, "kingdomino", bots=1)
    leave_it_to_bots(page)
    expect(page.locator(VERDICT)).to_contain_text(said)
    expect(page.locator(VERDICT)).to_contain_text("7")
    page.locator(".fair summary").click()
    kept = json.loads(page.evaluate("id => localStorage[`kingdomino.fair.${id}`]", table))
    shown = page.locator(".fair code").all_inner_texts()
    assert shown == [kept["commitment"], kept["nonces"]["0"]]
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_nonce_whose_reply_is_lost_was_given(page: Page, server: Server) -> None:
    sent: list[str] = []

    def lose_the_reply(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fetch()
        route.abort()

    page.route("**/nonces", lose_the_reply)
    open_table(page, server.url, "kingdomino", bots=1)
    assert asked(page) == "choose"
    assert len(sent) == 1


def test_a_nonce_that_is_lost_is_sent_again_as_it_was(page: Page, server: Server) -> None:
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/nonces", lose_the_first)
    open_table(page, server.url, "kingdomino", bots=1)
    assert asked(page) == "choose"
    assert len(sent) == 2
    assert sent[0] == sent[1]


def test_a_rematch_waits_for_everybody_and_can_begin_without_them(
    opened: Open, server: Server
) -> None:
    ana, bo = two_people(opened, server)
    for page in (ana, bo):
        expect(page.locator(VERDICT)).to_contain_text("The draw was fair.")
    ana.get_by_role("button", name="Rematch").click()
    expect(ana.locator(".lobby [role=status]")).to_contain_text("Waiting for Bo.")
    bo.get_by_role("button", name="Rematch").click()
    leave_it_to_bots(ana, bo)
    assert ana.url == bo.url
    for page in (ana, bo):
        expect(page.locator(VERDICT)).to_contain_text("The draw was fair.")
    ana.get_by_role("button", name="Rematch").click()
    expect(ana.locator(".lobby [role=status]")).to_contain_text("Waiting for Bo.")
    ana.get_by_role("button", name="Start now").click()
    ana.wait_for_selector("main.table")
    bo.get_by_role("button", name="Rematch").click()
    bo.get_by_role("button", name="Take over again").click()
    expect(bo.locator(".banner")).to_have_count(0)
