"""Company in a real browser: one link fills the table, or a list that everybody can see."""

from __future__ import annotations

from playwright.sync_api import expect

from .driver import PHONE, Open, ask, new_table, open_table, sit_down
from .qr_reader import SQUARES, read_qr
from .serving import Server


def test_friends_scan_one_code_and_sit_down(opened: Open, server: Server) -> None:
    host = opened()
    open_table(host, server.url, "kingdomino", bots=0, kinds=["link", "link"])
    link = host.get_by_role("textbox", name="One link for all free seats").input_value()
    code = host.get_by_role("img", name="The link as a QR code")
    assert read_qr(code.evaluate(SQUARES)) == link
    for name in ("Bo", "Cat"):
        guest = opened(viewport=PHONE, has_touch=True)
        guest.goto(link)
        guest.get_by_label("What should we call you?").fill(name)
        guest.get_by_role("button", name="Sit down").tap()
        guest.wait_for_url("**/t/*")
    host.wait_for_selector("main.table")
    late = opened()
    late.goto(link)
    late.get_by_label("What should we call you?").fill("Dan")
    late.get_by_role("button", name="Sit down").click()
    expect(late.locator("main.missing")).to_be_visible()


def test_a_stranger_finds_a_table_and_sits_down(opened: Open, server: Server) -> None:
    """The host offers it by keyboard; the guest, on a phone, takes one tap."""
    host, guest = opened(), opened(viewport=PHONE, has_touch=True)
    host.goto(f"{server.url}/new#company")
    host.get_by_label("Seat 1: Name").fill("Ana of the list")
    expect(host.get_by_role("switch", name="Open to anybody")).to_be_checked()
    host.get_by_role("button", name="Open the table").press("Enter")
    host.wait_for_url("**/t/*")
    guest.goto(f"{server.url}/tables")
    guest.get_by_label("What should we call you?").fill("Bo")
    row = guest.locator(".games.open li").filter(has_text="Ana of the list")
    expect(row).to_contain_text("1 free seat")
    offer = host.get_by_role("switch", name="Open to anybody")
    offer.press("Space")
    expect(offer).not_to_be_checked()
    expect(row).to_have_count(0)
    offer.press("Space")
    expect(offer).to_be_checked()
    row.get_by_role("button", name="Sit down: Kingdomino, Ana of the list").tap()
    for page in (host, guest):
        page.wait_for_selector("main.table")
    expect(host.locator(".other").first).to_contain_text("Bo")
    third = opened()
    third.goto(f"{server.url}/tables")
    expect(third.get_by_role("link", name="Open a table of your own")).to_be_visible()
    expect(third.get_by_text("Ana of the list")).to_have_count(0)


def test_a_seat_that_somebody_else_took_is_said_to_be_taken(opened: Open, server: Server) -> None:
    host, page = opened(), opened()
    table = new_table(host, server.url, "giants", bots=0, kinds=["link"], offered=True)
    page.goto(f"{server.url}/tables")
    button = page.get_by_role("button", name="Age of Giants, Ana")
    expect(button).to_be_visible()
    page.route("**/api/open-tables", lambda route: route.abort())
    ask(opened(), f"{server.url}/api/games/{table}/sit", {"name": "Cat"})
    button.click()
    expect(page.get_by_text("This table is full.")).to_be_visible()


def test_words_are_said_heard_and_muted(opened: Open, server: Server) -> None:
    """By keyboard on a phone; a screen reader is told."""
    ana, bo = opened(viewport=PHONE, has_touch=True), opened()
    open_table(ana, server.url, "kingdomino", bots=0, kinds=["link"])
    sit_down(ana, bo)
    for page in (ana, bo):
        page.wait_for_selector(".words summary")
    ana.locator(".words summary").focus()
    ana.keyboard.press("Enter")
    ana.locator('[data-word="nice"]').focus()
    ana.keyboard.press("Enter")
    expect(bo.locator(".other .says")).to_contain_text("Well played!")
    expect(bo.locator('[role="log"]').first).to_contain_text("Ana: Well played!")
    expect(ana.locator(".mine .says")).to_have_text("Well played!")
    assert ana.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    bo.locator(".words summary").click()
    bo.get_by_role("button", name="Mute Ana").click()
    expect(bo.locator(".says")).to_have_count(0)
    bo.reload()
    bo.locator(".words summary").click()
    muted = bo.get_by_role("button", name="Mute Ana")
    expect(muted).to_have_attribute("aria-pressed", "true")
    ana.locator('[data-word="wow"]').tap()
    expect(ana.locator(".mine .says")).to_have_text("Wow!")
    expect(bo.locator(".says")).to_have_count(0)
    muted.click()
    ana.locator('[data-word="thanks"]').tap()
    expect(bo.locator(".other .says")).to_have_text("Thank you!")


def test_there_is_nobody_to_talk_to_among_bots(opened: Open, server: Server) -> None:
    page = opened()
    open_table(page, server.url, "kingdomino")
    page.wait_for_selector("main.table .log")
    expect(page.locator(".words")).to_have_count(0)
