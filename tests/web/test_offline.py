"""Play without a network: the kit fetched, the server killed and the network cut, in one story.

Python starts slowly in a browser, so that it starts once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kingdomino.games.puzzle import puzzle
from kingdomino.server.site.kit import PYODIDE, snapshot_name

from .driver import Open, answer, ask, asked
from .serving import Server

KIT = Path(__file__).parents[2] / "build" / "offline"
SLOW_MS = 180_000
"""Python starts in a few seconds, on a busy machine in many."""
GO = """(path) => {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
# Plays on as the page's own hints say, without drawing anything; the last view.
PLAY = """async (id) => {
  const { askHere } = await import("/later/offline/local.js");
  const post = (what, body) =>
    askHere(`/api/games/${id}/${what}`, { method: "POST", body: JSON.stringify(body) });
  for (let n = 0; ; n++) {
    const { view, seat } = await askHere(`/api/games/${id}`);
    if (view.over) return view;
    if (seat === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    const { best } = await post("hint", { seat, id: n });
    const about = { move_id: `unseen-${n}`, expected_seq: view.seq, seat };
    await post("moves", { ...about, actions: [best[0][0]] });
  }
}"""

# Every word about how far the start is.
TOLD = """() => {
  window.told = [];
  new MutationObserver(() => {
    const text = document.querySelector(".starting")?.textContent.trim();
    if (text && text !== window.told.at(-1)) window.told.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that offers the kit and may be killed."""
    missing = [name for name in PYODIDE if not (KIT / name).is_file()]
    assert not missing, "make offline fetches what this test needs"
    assert (KIT / snapshot_name()).is_file(), "make offline takes the snapshot of these rules"
    with Server(tmp_path / "data", None, "--offline", str(KIT)) as made:
        yield made


def test_everything_goes_on_without_network_and_server(opened: Open, mortal: Server) -> None:
    page = opened(service_workers="allow")
    page.add_init_script(f"({TOLD})()")
    page.goto(f"{mortal.url}/offline")
    page.evaluate("localStorage['kingdomino.prefs'] = JSON.stringify({pace: 'still'})")
    page.reload()
    page.get_by_role("button", name="Fetch it (14 MB)").click()
    expect(page.get_by_role("status")).to_contain_text("All of it is here", timeout=SLOW_MS)
    mortal.kill()
    page.context.set_offline(True)
    page.goto(f"{mortal.url}/pad")
    scores(page)
    page.evaluate(GO, "/puzzles")
    solves(page)
    page.evaluate(GO, "/")
    table = plays(page)
    looks_back(page, table)
    mortal.start()
    page.context.set_offline(False)
    keeps(page, mortal.url, table)


def scores(page: Page) -> None:
    """The pad says what a kingdom is worth, and before that how far the rules are."""
    page.locator('[data-brush="W"]').click(timeout=SLOW_MS)
    square = page.locator('.paint [data-square="e1"]')
    square.click()
    square.click()
    points = page.locator(".pad-players button b").first
    expect(points).to_have_text("1", timeout=SLOW_MS)
    expect(page.locator(".starting")).to_have_count(0)
    *loading, last = page.evaluate("window.told")
    assert last == "Starting the rules on this device"
    parts = [re.fullmatch(r"Loading the rules([\d.]+) of ([\d.]+) MB", text) for text in loading]
    megabytes = [(float(part[1]), float(part[2])) for part in parts if part]
    whole = round((KIT / snapshot_name()).stat().st_size / 1e6, 1)
    assert len(megabytes) == len(loading) > 0
    assert megabytes == sorted(megabytes)
    assert {of for _, of in megabytes} == {whole}


def solves(page: Page) -> None:
    """A puzzle is answered and explained."""
    page.wait_for_selector(".puzzle .answers", timeout=SLOW_MS)
    number = page.evaluate("Number(document.querySelector('.puzzle').dataset.puzzle)")
    page.keyboard.press(str(puzzle("kingdomino", number).best + 1))
    expect(page.locator(".solution.right")).to_contain_text("Right!")


def plays(page: Page) -> str:
    """A whole game against a bot, part of it by hand; the id."""
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    for _ in range(6):
        asked(page)
        answer(page)
    expect(page.locator(".banner.lost")).to_have_count(0)
    for_nobody_else(page)
    table: str = page.url.split("/")[-1]
    view = page.evaluate(PLAY, table)
    assert view["winners"] is not None
    expect(page.locator("main.end")).to_be_visible()
    return table


def for_nobody_else(page: Page) -> None:
    """A link to what only this device has leads nowhere, and a key to a seat here fits nothing."""
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    expect(page.get_by_role("button", name="Key for the seat")).to_have_count(0)
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def looks_back(page: Page, table: str) -> None:
    """The game again, step by step, and in the list of those played here."""
    page.evaluate(GO, f"/replay/{table}")
    expect(page.locator(".podium figure")).to_have_count(2)
    expect(page.locator(".controls .step")).to_be_visible()
    expect(page.get_by_role("button", name="Link to this moment")).to_have_count(0)
    expect(page.get_by_role("button", name="Code for a page")).to_have_count(0)
    page.evaluate(GO, "/my-games")
    expect(page.locator(f'.games a[href="/t/{table}"]')).to_be_visible()


def keeps(page: Page, url: str, table: str) -> None:
    """The server takes the game over when it is back."""
    page.evaluate(GO, "/offline")
    page.get_by_role("button", name="Keep the finished games on the server").click()
    expect(page.get_by_text("The finished games are on the server now.")).to_be_visible()
    seen = ask(page, f"{url}/api/games/{table}")
    assert (seen["view"]["over"], seen["my_seats"]) == (True, [0])
    page.goto(f"{url}/t/{table}")
    expect(page.locator("main.end")).to_be_visible()


def test_a_server_without_the_kit_says_so(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/offline")
    expect(page.get_by_role("status")).to_have_text("This server does not offer it.")
    expect(page.get_by_role("button", name="Fetch it")).to_have_count(0)


def test_only_the_worker_may_compile(page: Page, server: Server) -> None:
    for path in ("/", "/offline", "/app.js", "/js/offline/worker.js"):
        policy = page.request.get(server.url + path).headers["content-security-policy"]
        assert ("wasm-unsafe-eval" in policy) == (path == "/js/offline/worker.js")
        assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
