"""Called to one's turn by a push service, with the page elsewhere: real server, worker and browser.

The push service is our own, and so is the way from it to the browser: what the server posts there
is handed to the service worker as the browser would.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Worker

from tests.server.push_service import Service, serving

from .driver import (
    Open,
    ask,
    asked,
    move_unseen,
    open_table,
    sit_down,
    sooner_or_later,
)
from .serving import Server

# No browser without a vendor's key gets a place at a real service.
SUBSCRIBE = """PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
  window.subscribedWith = applicationServerKey;
  return { endpoint: %r };
};"""
# Whether a notification has been shown from now on.
WATCH = """() => {
  const show = ServiceWorkerRegistration.prototype.showNotification;
  self.told = new Promise((resolve, reject) => {
    setTimeout(reject, 20_000, new Error("no notification is shown"));
    registration.showNotification = (...what) => {
      const shown = show.apply(registration, what);
      shown.then(resolve, reject);
      return shown;
    };
  });
}"""
SHOWN = """async () => (await registration.getNotifications()).map(
  ({ title, body, data }) => ({ title, body, data }))"""
CLICKED = """async () => {
  const opened = new Promise((resolve) => {
    self.clients.openWindow = async (address) => resolve(address);
  });
  const [notification] = await registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  return opened;
}"""


@pytest.fixture(scope="module")
def browser(whole_browser: Browser) -> Browser:
    """The engine alone shows no notifications."""
    return whole_browser


def agree(page: Page) -> None:
    """Ask to be called, in the menu."""
    page.get_by_role("button", name="Menu").click()
    with page.expect_response("**/api/push") as given:
        page.get_by_text("Call me to my turn").click()
        given.value.finished()
    page.wait_for_function("window.subscribedWith?.length > 80")


class Pushing:
    """The browser's end of the push service."""

    def __init__(self, page: Page, origin: str) -> None:
        self.origin = origin
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.registrations: list[str] = []
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._learn)
        self.session.send("ServiceWorker.enable")

    def _learn(self, told: Any) -> None:
        here = [each for each in told["registrations"] if not each["isDeleted"]]
        self.registrations += [each["registrationId"] for each in here]

    def deliver(self) -> None:
        """What the service was told goes to the worker."""
        known = sooner_or_later(self.page, "a worker to call", lambda: self.registrations)
        call = {"origin": self.origin, "registrationId": known[-1], "data": ""}
        self.session.send("ServiceWorker.deliverPushMessage", call)


def worker_of(page: Page) -> Worker:
    """The one that is called."""
    (worker,) = sooner_or_later(page, "a worker", lambda: page.context.service_workers)
    return worker


def notified(pushing: Pushing, worker: Worker) -> dict[str, str]:
    """The one notification that a call leads to.

    It is asked for when it has been shown: Chromium forgets one that it is asked for meanwhile.
    """
    worker.evaluate(WATCH)
    pushing.deliver()
    worker.evaluate("() => told")
    (found,) = worker.evaluate(SHOWN)
    return cast("dict[str, str]", found)


def called(page: Page, service: Service) -> str:
    """Where the server has called, once it has."""
    return sooner_or_later(page, "a call from the server", lambda: service.heard)[0][0]


def play_until_turn_comes_to(one: Page, other: Page, address: str) -> None:
    """Both play without a page, until a move of the other one's leads to this one's turn."""
    while True:
        asked_now = [page for page in (other, one) if ask(page, address)["seat"] is not None]
        move_unseen(asked_now[0], address)
        if asked_now[0] is other and ask(one, address)["seat"] is not None:
            return


def test_09_who_is_elsewhere_is_called_by_push(opened: Open, tmp_path: Path) -> None:
    with serving() as service, Server(tmp_path, None, "--push-service", "127.0.0.1") as server:
        ana = opened()
        bo = opened(service_workers="allow", permissions=["notifications"])
        bo.add_init_script(SUBSCRIBE % f"{service.origin}/bo")
        bo.goto(server.url)
        # The page does so itself, when nothing more important is to be done.
        bo.evaluate("navigator.serviceWorker.register('/sw.js')")
        bo.evaluate("navigator.serviceWorker.ready.then(() => true)")
        table = open_table(ana, server.url, "kingdomino", kinds=["link"], bots=0)
        sit_down(ana, bo)
        bo.wait_for_selector("main.table")
        pushing = Pushing(bo, server.url)
        agree(bo)
        bo.goto(f"{server.url}/rules")
        play_until_turn_comes_to(bo, ana, f"{server.url}/api/games/{table}")
        assert called(bo, service) == "/bo"
        worker = worker_of(bo)
        told = notified(pushing, worker)
        body = "Kingdomino · Ana, Bo"
        assert told == {"title": "Your turn", "body": body, "data": f"/t/{table}"}
        assert worker.evaluate(CLICKED) == f"/t/{table}"
        sooner_or_later(bo, "it goes with the click", lambda: not worker.evaluate(SHOWN))
        bo.goto(f"{server.url}/t/{table}")
        asked(bo)
        worker.evaluate("tellTurn()")
        assert worker.evaluate(SHOWN) == [], "who looks at the table knows"
        server.kill()
        told = notified(pushing, worker)
        assert told == {"title": "My games", "body": "", "data": "/my-games"}, "called is told"
