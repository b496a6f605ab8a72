"""What play without a network costs: what is fetched for it, and how soon a phone plays.

The phone is the one that Lighthouse simulates: its processor is a quarter as fast as this one. A
browser slows down a page's own thread only, so the worker's script runs there, and is asked as the
worker is: from nothing to a table with its first view.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from bench.figure import Figure
from kingdomino.server.site.kit import Kit
from tests.web.browser import chromium
from tests.web.serving import Server

COMMAND = "make offline bench ARGS='--only offline'"
KIT = Path(__file__).parent.parent / "build" / "offline"
MEGABYTE = 1e6
SLOWER, TRIES = 4, 3
PHONE = {"width": 412, "height": 823}
PATIENCE_MS = 180_000
# What the script would answer to its page is ours to hear, and no question to it.
STARTED = """async () => {
  const waiting = new Map();
  addEventListener("message", (event) => {
    if (event.data.status === undefined && !event.data.told) return;
    event.stopImmediatePropagation();
    waiting.get(event.data.n)?.(event.data);
  });
  const ask = (n, method, path, body) =>
    new Promise((resolve) => {
      waiting.set(n, resolve);
      postMessage({ n, method, path, body: JSON.stringify(body), pause: 0 });
    });
  const began = performance.now();
  await import("/js/offline/worker.js");
  const seats = [{ kind: "me" }, { kind: "bot", level: "squire" }];
  const { body } = await ask(1, "POST", "/api/games", { game: "kingdomino", seats });
  const seen = await ask(2, "GET", `/api/games/${body.id}`, {});
  if (!seen.body.view) throw new Error(JSON.stringify(seen));
  return (performance.now() - began) / 1000;
}"""


def measure(seconds: float) -> Iterator[Figure]:
    """Yields all figures; they take as long as they take, whatever *seconds* says."""
    whole, sent = weights(KIT)
    yield Figure("offline: what is kept on the device", whole, "MB", COMMAND, 15.0)
    yield Figure("offline: what is sent for it", sent, "MB", COMMAND)
    for slower, bar in ((SLOWER, 6.0), (1, None)):
        who = "simulated phone" if slower > 1 else "this machine"
        name = f"offline: from nothing to a table, {who}"
        yield Figure(name, start_up(KIT, slower), "s", COMMAND, bar)


def weights(folder: Path) -> tuple[float, float]:
    """Megabytes of the kit, as they are kept and as they are sent."""
    kit = Kit(folder)
    pages = [kit.page(name) for name in kit.sizes]
    sent = sum(len(page.packed or page.body) for page in pages)
    return sum(kit.sizes.values()) / MEGABYTE, sent / MEGABYTE


def start_up(folder: Path, slower: int) -> float:
    """Seconds, the best of a few: other programs only slow it down. The network is cut."""
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data), None, "--offline", str(folder)) as server,
        chromium() as browser,
    ):
        # The worker has a policy of its own, by which it may compile.
        context = browser.new_context(viewport=PHONE, bypass_csp=True)  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{server.url}/offline")
        page.locator(".offline button.primary").click()
        expect(page.locator(".kit-ready")).to_be_visible(timeout=PATIENCE_MS)
        context.set_offline(True)
        return min(_started(page, slower) for _ in range(TRIES))


def _started(page: Page, slower: int) -> float:
    page.reload()
    page.wait_for_selector("main.offline")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    took: Any = page.evaluate(STARTED)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return float(took)
