"""One server and one browser for all browser tests of a process."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from .browser import NoBrowser, launch, program
from .driver import Open, watch_errors
from .serving import Server

# A page that is waited for may come late on a busy machine.
expect.set_options(timeout=20_000)
DESKTOP = {"width": 1280, "height": 800}
# What the page gives for the draw is no accident: with the server's secret it decides the deal.
GIVE = """{
  const random = crypto.getRandomValues.bind(crypto);
  const nonce = Uint8Array.from(%s);
  crypto.getRandomValues = (into) => {
    random(into);
    if (into.length === nonce.length) into.set(nonce);
    return into;
  };
}"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots answer at once."""
    with Server(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Without a browser these tests fail, so that nobody takes silence for a pass."""
    with sync_playwright() as found:
        try:
            program(found)
        except NoBrowser as problem:
            pytest.fail(str(problem), pytrace=False)
        yield found


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Browser:
    """One without a window; it ends with its driver."""
    return launch(playwright)


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Browser:
    """For what the engine alone does not have."""
    return launch(playwright, whole=True)


@pytest.fixture
def opened(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens windows, each a browser of its own; fails the test when a page reports an error.

    A test has the same deals whenever it runs.
    """
    contexts: list[BrowserContext] = []
    nonce = [*sha256(request.node.name.encode()).digest()[:16]]
    problems: list[list[str]] = []

    def window(**options: object) -> Page:
        settings: dict[str, object] = {
            "viewport": DESKTOP,
            "reduced_motion": "reduce",
            "service_workers": "block",
            "locale": "en-GB",
        }
        context = browser.new_context(**(settings | options))  # type: ignore[arg-type]
        context.set_default_timeout(20_000)
        context.add_init_script(GIVE % nonce)
        contexts.append(context)
        page = context.new_page()
        problems.append(watch_errors(page))
        return page

    yield window
    for context in contexts:
        context.close()
    assert not any(problems), problems


@pytest.fixture
def page(opened: Open) -> Page:
    """One window."""
    return opened()
