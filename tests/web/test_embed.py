"""A game on another site's page: in a frame, and by the element that makes one."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .driver import Open
from .screenshots import ended
from .serving import Server

COPIED = "navigator.clipboard.readText()"


class Quiet(SimpleHTTPRequestHandler):
    """Files, and no word about them."""

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Another site: its address and the folder that it serves."""
    folder = tmp_path_factory.mktemp("site")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as served:
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        yield f"http://localhost:{served.server_port}", folder
        served.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def finished(browser: Browser, server: Server) -> str:
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    table = ended(context.new_page(), server.url)
    context.close()
    return table


def written(site: tuple[str, Path], body: str) -> str:
    """The address of a page of the other site with this body."""
    address, folder = site
    (folder / "page.html").write_text(f"<!doctype html><title>A page</title>{body}")
    return f"{address}/page.html"


def test_the_replay_stands_in_a_frame_on_another_site(
    opened: Open, server: Server, site: tuple[str, Path], finished: str
) -> None:
    page = opened()
    frame = f'<iframe src="{server.url}/embed/{finished}#3" width="900" height="700"></iframe>'
    page.goto(written(site, frame))
    inside = page.frame_locator("iframe")
    expect(inside.locator(".podium figure")).to_have_count(2)
    expect(inside.locator(".step")).to_contain_text("3")
    inside.locator("input[type=range]").press("ArrowRight")
    expect(inside.locator(".step")).to_contain_text("4")
    # Nothing in it leads elsewhere in the frame.
    expect(inside.locator("header.top")).to_have_count(0)
    links = inside.locator("a:not(.skip)")
    expect(links).to_have_count(1)
    expect(links).to_have_attribute("target", "_blank")
    # Under the pointer, not under the bar with the buttons, where it once was.
    links.click(trial=True)


def test_the_element_shows_a_game_and_grows_with_it(
    opened: Open, server: Server, site: tuple[str, Path], finished: str
) -> None:
    page = opened()
    script = f'<script type="module" src="{server.url}/js/embed.js"></script>'
    page.goto(written(site, f'{script}<kingdomino-replay game="{finished}"></kingdomino-replay>'))
    inside = page.frame_locator("kingdomino-replay iframe")
    expect(inside.locator(".podium figure")).to_have_count(2)
    frame = page.locator("kingdomino-replay iframe")
    expect(frame).to_have_attribute("style", re.compile(r"height: \d+px"))
    page.locator("kingdomino-replay").evaluate("element => element.remove()")
    expect(frame).to_have_count(0)


def test_the_element_shows_a_record_of_the_other_site(
    opened: Open, server: Server, site: tuple[str, Path], finished: str
) -> None:
    page = opened()
    record = page.request.get(f"{server.url}/api/games/{finished}/record").body()
    (site[1] / "game.json").write_bytes(record)
    script = f'<script type="module" src="{server.url}/js/embed.js"></script>'
    page.goto(written(site, f'{script}<kingdomino-replay record="game.json"></kingdomino-replay>'))
    inside = page.frame_locator("kingdomino-replay iframe")
    expect(inside.locator(".podium figure")).to_have_count(2)


@pytest.mark.parametrize("address", ["/", "/replay/{id}", "/t/{id}", "/embedded", "//embed/x"])
def test_no_other_page_stands_in_a_frame(
    address: str, page: Page, server: Server, finished: str
) -> None:
    answer = page.request.get(server.url + address.format(id=finished))
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "access-control-allow-origin" not in answer.headers
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_the_replay_gives_the_code_for_a_page(opened: Open, server: Server, finished: str) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/replay/{finished}#5")
    page.get_by_role("button", name="Code for a page").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert f'src="{server.url}/embed/{finished}#5"' in page.evaluate(COPIED)
