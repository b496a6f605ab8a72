"""A player of the pages: does what a person would do with what is shown, first thing first."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from playwright.sync_api import ConsoleMessage, Locator, Page

PATIENCE_MS = 20_000
LEVEL = "squire"

# What the page waits for, as one word: a phase, "over", or nothing while others play.
ASKED = """() => {
  if (document.querySelector("main.end")) return "over";
  return document.querySelector("main.table")?.dataset.asks || null;
}"""
# Where the page stands, to notice that something has happened.
MARK = """() => {
  const table = document.querySelector("main.table");
  return table ? `${table.dataset.seq} ${table.dataset.staged}` : "none";
}"""
MOVED = f"(before) => ({MARK})() !== before && ({ASKED})()"
# The focus has gone by itself to where the next thing is done.
FOCUSED = """(phase) => {
  const at = document.activeElement;
  if (phase === "confirm") return at.matches(".confirm");
  if (phase.startsWith("choose")) return at.matches(".row.next button");
  return at.matches(".squares .legal, .choices button, .cave button");
}"""
# Counts what travels over the page from now on.
COUNT_FLIGHTS = """() => {
  window.flights = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.className === "flight") window.flights += 1;
  }).observe(document.body, { childList: true });
}"""
PHONE = {"width": 390, "height": 844}


Open = Callable[..., Page]
"""Opens a window, with the browser's options for it."""
Press = Callable[[Locator], None]


def click(target: Locator) -> None:
    """With the mouse."""
    target.click()


def tap(target: Locator) -> None:
    """With a finger."""
    target.tap()


def sit_down(host: Page, guest: Page) -> None:
    """The guest takes the seat that the host's link offers, as Bo."""
    guest.goto(host.locator(".invite input").input_value())
    guest.get_by_label("What should we call you?").fill("Bo")
    guest.get_by_role("button", name="Sit down").click()


def open_table(
    page: Page,
    url: str,
    game: str,
    *,
    bots: int = 1,
    variants: Sequence[str] = (),
    kinds: Sequence[str] = (),
    dynasty: bool = False,
    clock: int = 0,
) -> str:
    """Open a table as the new-game sheet would and go there; the id."""
    page.goto(url)
    seats = [{"kind": "me", "name": "Ana"}]
    seats += [{"kind": kind, "name": f"P{i}"} for i, kind in enumerate(kinds, 2)]
    seats += [{"kind": "bot", "level": LEVEL, "name": f"Bot {i}"} for i in range(bots)]
    body = {
        "game": game,
        "players": len(seats),
        "variants": list(variants),
        "dynasty": dynasty,
        "seats": seats,
        "clock": clock,
    }
    table: str = page.evaluate(
        """async (body) => {
          const answer = await fetch("/api/games", {method: "POST", body,
            headers: {"Content-Type": "application/json"}});
          const said = await answer.json();
          if (!answer.ok) throw new Error(JSON.stringify(said));
          return said.id;
        }""",
        json.dumps(body),
    )
    page.goto(f"{url}/t/{table}")
    return table


def asked(page: Page) -> str:
    """Wait until something is asked of us, or the game is over."""
    found: str = page.wait_for_function(ASKED, timeout=PATIENCE_MS).json_value()
    return found


def moved(page: Page, before: str) -> None:
    """Wait until the page stands elsewhere and asks again."""
    page.wait_for_function(MOVED, arg=before, timeout=PATIENCE_MS)


def answer(page: Page, press: Press = click) -> None:
    """Do the first thing that the page offers for what it asks."""
    before: str = page.evaluate(MARK)
    press(first_offer(page))
    moved(page, before)


SQUARES, BUTTONS, CAVE = ".squares .legal", ".choices button", ".cave button.asked"
ROW = '.row.next button.entry[aria-pressed="false"]'
OFFERS = {
    "place": (BUTTONS, SQUARES),
    "choose": (ROW,),
    "choose_pair": (ROW,),
    "settle": (SQUARES,),
    "recruit": (CAVE, SQUARES),
}
"""Where the page shows what can be done, by phase; otherwise squares or buttons."""


def first_offer(page: Page) -> Locator:
    """The thing to press next."""
    phase = page.locator("main.table").get_attribute("data-asks") or ""
    ready = page.locator(".confirm:enabled")
    if ready.count() and (phase != "settle" or page.locator(SQUARES).count() == 0):
        return ready
    for offer in OFFERS.get(phase, (SQUARES, BUTTONS)):
        found = page.locator(offer)
        if found.count():
            return found.first
    raise AssertionError(f"the page asks for {phase} and offers nothing")


def play_out(page: Page, press: Press = click, *, turns: int = 2_000) -> None:
    """Play until the end screen is there."""
    for _ in range(turns):
        if asked(page) == "over":
            return
        answer(page, press)
    raise AssertionError("the game does not end")


def is_problem(said: ConsoleMessage) -> bool:
    """Whether the page complains, other than about the network being away."""
    expected = "WebSocket" in said.text or "Failed to load" in said.text
    return said.type == "error" and not expected


def watch_errors(page: Page) -> list[str]:
    """What goes wrong on the page from now on, as it is noticed."""
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if is_problem(said) else None)
    return problems
