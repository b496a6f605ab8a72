"""Lost networks, killed servers, taken-over seats: nothing needs a reload."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .driver import ASKED, Open, answer, asked, open_table, play_out
from .screenshots import reach
from .serving import Server


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    with Server(tmp_path / "data") as made:
        yield made


def test_the_server_is_killed_and_comes_back_in_mid_game(opened: Open, mortal: Server) -> None:
    page = opened()
    open_table(page, mortal.url, "kingdomino", bots=1)
    for _ in range(7):
        asked(page)
        answer(page)
    page.evaluate("window.neverReloaded = true")
    mortal.kill()
    expect(page.locator(".banner.lost")).to_be_visible()
    mortal.start()
    expect(page.locator(".banner.lost")).to_have_count(0, timeout=20_000)
    play_out(page)
    assert page.evaluate("window.neverReloaded")


def test_a_move_confirmed_while_the_server_is_down_arrives_once(
    opened: Open, mortal: Server
) -> None:
    page = opened()
    open_table(page, mortal.url, "kingdomino", bots=3)
    while asked(page) != "confirm":
        answer(page)
    mortal.kill()
    page.locator(".confirm").click()
    expect(page.locator(".banner.lost")).to_contain_text("will be sent")
    mortal.start()
    expect(page.locator(".banner.lost")).to_have_count(0, timeout=20_000)
    asked(page)
    table = page.url.split("/")[-1]
    events = page.evaluate(
        "id => fetch(`/api/games/${id}/events?after=0`).then(a => a.json())", table
    )["events"]
    mine = [event["action"] for event in events if event["player"] == 0 and event["action"]]
    assert len(mine) == len(set(mine)) == 1


def test_a_lost_network_keeps_a_half_made_choice(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=2)
    page.locator(".squares .legal").first.click()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "choose")
    page.context.set_offline(True)
    expect(page.locator(".banner.lost")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".banner.lost")).to_have_count(0, timeout=20_000)
    expect(page.locator("main.table")).to_have_attribute("data-staged", "1")
    expect(page.locator(".land .fresh")).to_have_count(2)
    page.locator(".row.next button.entry").first.click()
    page.locator(".confirm:enabled").click()
    asked(page)


def refuse(link: WebSocketRoute) -> None:
    """A proxy that knows no sockets."""
    link.close()


def swallow(link: WebSocketRoute) -> None:
    """A proxy that takes the socket and passes nothing on."""


@pytest.mark.parametrize("proxy", [refuse, swallow])
def test_a_game_is_played_over_http_where_sockets_do_not_get_through(
    proxy: Callable[[WebSocketRoute], None], opened: Open, server: Server
) -> None:
    page = opened()
    page.route_web_socket("**/socket*", proxy)
    open_table(page, server.url, "kingdomino", bots=1)
    answered: list[str] = []
    page.on("response", lambda said: answered.append(said.url))
    play_out(page)
    expect(page.locator(".podium")).to_be_visible()
    assert any("/moves" in url for url in answered)
    assert any("/stage" in url for url in answered)
    assert any("wait=10" in url for url in answered)


# Answers with events wait for as long as they are held.
HOLD_EVENTS = """() => {
  const ask = window.fetch;
  window.held = Promise.resolve();
  window.fetch = async (address, ...more) => {
    const said = await ask(address, ...more);
    if (String(address).includes("/events")) await window.held;
    return said;
  };
}"""
NEXT_FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"


def test_nothing_is_asked_between_an_ack_and_its_event(opened: Open, server: Server) -> None:
    page = opened()
    page.route_web_socket("**/socket*", refuse)
    page.add_init_script(f"({HOLD_EVENTS})()")
    open_table(page, server.url, "kingdomino", bots=1)
    while asked(page) != "confirm":
        answer(page)
    page.evaluate("() => { window.held = new Promise((go) => (window.release = go)); }")
    with page.expect_response("**/moves") as sent:
        page.locator(".confirm").click()
    assert sent.value.json()["type"] == "ack"
    page.evaluate(NEXT_FRAMES)
    assert page.evaluate(ASKED) is None
    page.evaluate("() => window.release()")
    assert asked(page) != "confirm"


def test_over_http_a_lost_network_loses_no_move(opened: Open, server: Server) -> None:
    page = opened()
    page.route_web_socket("**/socket*", refuse)
    open_table(page, server.url, "kingdomino", bots=3)
    while asked(page) != "confirm":
        answer(page)
    page.context.set_offline(True)
    page.locator(".confirm").click()
    expect(page.locator(".banner.lost")).to_contain_text("will be sent")
    page.context.set_offline(False)
    expect(page.locator(".banner.lost")).to_have_count(0, timeout=20_000)
    asked(page)
    events = page.evaluate(
        "() => fetch(`/api/games/${location.pathname.split('/')[2]}/events?after=0`)"
        ".then(a => a.json())"
    )["events"]
    mine = [event["action"] for event in events if event["player"] == 0 and event["action"]]
    assert len(mine) == len(set(mine)) == 1


def test_a_seat_left_is_played_by_a_bot_and_taken_back(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino", bots=0, kinds=["me"])
    asked(page)
    page.evaluate(
        """() => fetch(`/api/games/${location.pathname.split("/")[2]}/leave`, {method: "POST",
          headers: {"Content-Type": "application/json"}, body: '{"seat": 1}'})"""
    )
    back = page.get_by_role("button", name="Take over again")
    back.click()
    expect(back).to_have_count(0)


def test_a_spectator_sees_everything_and_may_do_nothing(opened: Open, server: Server) -> None:
    ana, guest = opened(), opened()
    reach(ana, server.url, "kingdomino", "place", after=6)
    guest.goto(ana.url)
    expect(guest.locator(".banner.calm")).to_contain_text("watching")
    expect(guest.locator(".land")).to_have_count(2)
    expect(guest.locator(".actions")).to_have_count(0)
    seq = int(guest.locator("main.table").get_attribute("data-seq") or 0)
    while asked(ana) != "confirm":
        answer(ana)
    answer(ana)
    guest.wait_for_function(
        "seq => Number(document.querySelector('main').dataset.seq) > seq", arg=seq
    )


@pytest.mark.parametrize("address", ["/t/nosuchgame", "/join", "/join#forged", "/nowhere"])
def test_dead_ends_have_words_and_a_way_out(address: str, opened: Open, server: Server) -> None:
    page = opened()
    page.goto(server.url + address)
    if address == "/join#forged":
        page.get_by_label("What should we call you?").fill("Eve")
        page.get_by_role("button", name="Sit down").click()
    if address == "/nowhere":
        return
    expect(page.locator("main.missing h1")).not_to_be_empty()
    page.locator("main.missing a.button").click()
    expect(page.locator("main.front, main.new-game")).to_be_visible()


def test_the_shell_opens_without_a_network(opened: Open, server: Server) -> None:
    """In the language of the reader, whose words alone are kept."""
    page = opened(service_workers="allow", locale="sk")
    page.goto(server.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto(f"{server.url}/new")
    expect(page.locator("main")).to_be_visible()
    expect(page).to_have_title("Nová hra · Kingdomino")
    kept = """caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys())
      .then((kept) => kept.map(({ url }) => new URL(url).pathname))"""
    shell = {"/", "/app.css", "/app.js", "/icons/favicon.svg", "/manifest.webmanifest"}
    assert shell <= {*page.evaluate(kept)}
    words = [path for path in page.evaluate(kept) if path.startswith("/languages/")]
    assert words == ["/languages/sk/texts.json"]
