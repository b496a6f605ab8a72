"""Problem 7 of the review: the moves of others can be followed."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .driver import (
    COUNT_FLIGHTS,
    Open,
    answer,
    ask,
    begun_table,
    caught_up,
    move_unseen,
    play_unseen,
)
from .screenshots import reach
from .serving import Server

# What is animated from now on, the names of its properties, and how much of it a browser may have
# to draw again at every frame.
MOVED_BY = """() => {
  window.moved = new Set();
  window.movedBy = new Set();
  window.redrawn = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const turned = String(frames[0].transform).startsWith("rotate");
    const what = this.localName === "li" ? (turned ? "turned up" : "slides") : "";
    window.moved.add(what || (this.matches(".king") ? "king" : [...this.classList].at(-1)));
    for (const frame of frames) Object.keys(frame).forEach((name) => window.movedBy.add(name));
    queueMicrotask(() => (window.redrawn += this.style.willChange !== "transform"));
    return animate.call(this, frames, options);
  };
}"""
# A finger on the page as soon as the next domino travels, and whether it has landed then.
IN_A_HURRY = """() => {
  window.skipped = null;
  const tap = (flight) => {
    dispatchEvent(new PointerEvent("pointerdown"));
    setTimeout(() => (window.skipped = !flight.isConnected));
  };
  new MutationObserver((changes, watch) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const flight = added.find(({ className }) => className === "flight");
    if (flight) setTimeout(tap, 0, flight);
    if (flight) watch.disconnect();
  }).observe(document.body, { childList: true });
}"""
SEEN_TO_MOVE = ("flight", "points-flight", "light", "king", "turned up", "slides")
"""A domino and its points, the region it joins, a king, the row that is turned up and moves on."""
COMPOSED = {"transform", "opacity"}
"""Properties that a browser can change without laying the page out or drawing it again."""
# What squares of land are: one image each, or else drawings with dozens of leaves.
LANDS = """() => [...document.querySelectorAll(".kd-shapes > *")]
  .filter(({ id }) => /^kd-b[A-Z]/.test(id)).map(({ localName }) => localName)"""


def test_07_the_moves_of_others_can_be_followed(opened: Open, server: Server) -> None:
    page = opened(reduced_motion="no-preference")
    reach(page, server.url, "kingdomino", "place", bots=2, after=2)
    page.evaluate(COUNT_FLIGHTS)
    page.evaluate(MOVED_BY)
    for _ in range(12):
        answer(page)
    assert page.evaluate("window.flights") >= 2, "dominoes travel"
    page.wait_for_function(f"() => {[*SEEN_TO_MOVE]}.every((what) => moved.has(what))")
    assert "transform" in (by := set(page.evaluate("[...window.movedBy]")))
    assert by <= COMPOSED | {"offset"}, "a phone has no time to lay the page out in every frame"
    assert set(page.evaluate(LANDS)) == {"image"}, "nor to look after every tree"
    assert page.evaluate("window.redrawn") == 0, "nor to draw a domino that is being turned up"
    expect(page.locator(".others .halo")).to_have_count(2)
    expect(page.locator(".latest li")).to_have_count(3)
    page.evaluate(IN_A_HURRY)
    for _ in range(24):
        if page.evaluate("window.skipped") is not None:
            break
        answer(page)
    page.wait_for_function("() => window.skipped !== null")
    assert page.evaluate("window.skipped"), "a tap ends what travels"
    page.emulate_media(reduced_motion="reduce")
    # What was on its way then still arrives.
    answer(page)
    page.evaluate("moved.clear()")
    for _ in range(6):
        answer(page)
    assert page.evaluate("[...moved]") == [], "and nothing does for who wants none of it"


# How many moves are shown while a domino is still on its way.
INTERRUPTED = """() => {
  window.interrupted = 0;
  new MutationObserver(() => {
    if (document.querySelector(".flight:not(.points-flight)")) window.interrupted += 1;
  }).observe(document.querySelector("main.table"), { attributeFilter: ["data-seq"] });
}"""


def look_on(page: Page, table: str) -> None:
    """Open a table, and count from here on what travels and what comes in between."""
    page.goto(table)
    page.wait_for_selector(".others .small")
    page.evaluate(COUNT_FLIGHTS)
    page.evaluate(INTERRUPTED)


def test_07_a_domino_lands_before_the_next_move_is_shown(opened: Open, server: Server) -> None:
    """The bots here wait for nobody; drawing what they do next would make a phone stutter."""
    player, looker_on = opened(), opened(reduced_motion="no-preference")
    table = begun_table(player, server.url, "kingdomino", bots=3)
    look_on(looker_on, f"{server.url}/t/{table}")
    play_unseen(player, server.url, table, "place", things=4)
    looker_on.wait_for_function("() => window.flights >= 4")
    assert looker_on.evaluate("window.interrupted") == 0


# Whether a touch shows the rest, made when the server is ahead of a page where a domino travels.
TOUCHED = """async () => {
  const main = document.querySelector("main.table");
  const now = () => fetch(`/api/games/${location.pathname.split("/")[2]}`).then((a) => a.json());
  for (let tries = 0; tries < 400; tries++) {
    const { seat, view } = await now();
    if (document.querySelector(".flight:not(.points-flight)") && seat !== null) {
      const before = Number(main.dataset.seq);
      if (before < view.seq) {
        document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        await new Promise((done) => setTimeout(done));
        return Number(main.dataset.seq) === view.seq;
      }
    }
    await new Promise((done) => setTimeout(done, 10));
  }
  return null;
}"""


def test_07_one_s_own_turn_comes_when_a_domino_has_landed(opened: Open, server: Server) -> None:
    """It is drawn afterwards, and at once for whoever touches the page."""
    page = opened(reduced_motion="no-preference")
    table = begun_table(page, server.url, "kingdomino", bots=3)
    look_on(page, f"{server.url}/t/{table}")
    address = f"{server.url}/api/games/{table}"
    play_unseen(page, server.url, table, "place", things=18)
    # A busy page may have shown all of it after one domino: then it has time for the next ones.
    for _ in range(6):
        caught_up(page, ask(page, address)["view"]["seq"])
        if page.evaluate("window.flights") >= 2:
            break
        move_unseen(page, address)
    assert page.evaluate("window.flights") >= 2
    assert page.evaluate("window.interrupted") == 0
    shown = None
    for _ in range(6):
        move_unseen(page, address)
        if (shown := page.evaluate(TOUCHED)) is not None:
            break
    assert shown, "whoever touches the page waits for nothing"
