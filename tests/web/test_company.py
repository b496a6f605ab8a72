"""Company in a real browser: one link, as a text and as a QR code, fills the table."""

from __future__ import annotations

from playwright.sync_api import expect

from .driver import PHONE, Open, open_table
from .qr_reader import read_qr
from .serving import Server

SQUARES = """svg => {
  const side = svg.viewBox.baseVal.width - 8;
  const rows = Array.from({length: side}, () => Array(side).fill("0"));
  for (const [, x, y] of svg.querySelector("path").getAttribute("d").matchAll(/M(\\d+) (\\d+)/g))
    rows[y - 4][x - 4] = "1";
  return rows.map((row) => row.join(""));
}"""


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
