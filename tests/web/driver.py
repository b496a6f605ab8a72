"""A player of the pages: does what a person would do with what is shown, first thing first."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

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
  return at.matches(".squares .legal, .choices button, .cave button, .confirm:enabled");
}"""
# What a page does after the next frame is done.
SETTLED = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
# Counts what travels over the page from now on.
COUNT_FLIGHTS = """() => {
  window.flights = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.className === "flight") window.flights += 1;
  }).observe(document.body, { childList: true });
}"""
# Counts sounds as they begin and remembers how the phone was shaken.
LISTEN = """() => {
  window.heard = 0;
  window.felt = [];
  const begin = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...at) {
    window.heard += 1;
    return begin.apply(this, at);
  };
  navigator.vibrate = (pattern) => window.felt.push(pattern);
}"""
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
ON_ITS_SIDE = {"width": 844, "height": 390}
TABLET = {"width": 820, "height": 1180}
# The names of squares, and where the castle is on the page.
SQUARES = "all => all.map((e) => e.dataset.square)"
CASTLE = """() => {
  const { left, top, width } = document.querySelector(".board .home").getBoundingClientRect();
  return [left + scrollX, top + scrollY, width].map(Math.round).join();
}"""
# The middle of something.
MIDDLE = """e => {
  const { x, y, width, height } = e.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
# Which of these the button's bar covers, and which are below the window.
HIDDEN = """(selector) => {
  const floor = document.querySelector(".actions").getBoundingClientRect().top;
  return [...document.querySelectorAll(selector)]
    .filter((e) => e.getBoundingClientRect().bottom > floor).map((e) => e.textContent);
}"""
# What hints say for themselves, besides what is to be done and how the game would end.
REASONS = """all => all.map((e) =>
  [...e.childNodes].filter(({ nodeType }) => nodeType === 3).map((n) => n.data).join("").trim())"""
FOLDER = Path(__file__).parents[2] / "src" / "kingdomino" / "web" / "languages"
ALL_LANGUAGES = sorted(path.parent.name for path in FOLDER.glob("*/language.json"))


T = TypeVar("T")
Open = Callable[..., Page]
"""Opens a window, with the browser's options for it."""
Press = Callable[[Locator], None]


def sooner_or_later(page: Page, what: str, happens: Callable[[], T]) -> T:
    """What is found, once there is something; the page and all that it tells go on meanwhile."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not (found := happens()):
        assert time.monotonic() < deadline, f"in vain: {what}"
        page.wait_for_timeout(20)
    return found


def click(target: Locator) -> None:
    """With the mouse."""
    target.click()


def tap(target: Locator) -> None:
    """With a finger."""
    target.tap()


def flick(start: Locator, end: Locator) -> None:
    """A quick stroke of a finger, which still moves as it is lifted."""
    at = [dict(zip("xy", place.evaluate(MIDDLE), strict=True)) for place in (start, end)]
    finger, now = start.page.context.new_cdp_session(start.page), time.time()
    stroke = (("touchStart", at[:1]), ("touchMove", at[1:]), ("touchEnd", at[2:]))
    for frame, (what, points) in enumerate(stroke):
        event = {"type": what, "touchPoints": points, "timestamp": now + frame / 60}
        finger.send("Input.dispatchTouchEvent", event)


def speak(page: Page, language: str) -> None:
    """Switch the language, as another window of this browser would."""
    page.evaluate(
        """code => dispatchEvent(new StorageEvent("storage",
          {key: "kingdomino.language", newValue: code}))""",
        language,
    )
    page.wait_for_function("code => document.documentElement.lang.startsWith(code)", arg=language)


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
    game_clock: int = 0,
) -> str:
    """Open a table as the new-game sheet would and go there; the id."""
    wish = {"variants": list(variants), "dynasty": dynasty}
    clocks = {"clock": clock, "game_clock": game_clock}
    table = new_table(page, url, game, bots=bots, kinds=kinds, **wish, **clocks)
    page.goto(f"{url}/t/{table}")
    return table


def new_table(
    page: Page, url: str, game: str, *, bots: int = 1, kinds: Sequence[str] = (), **wish: Any
) -> str:
    """Open a table for this browser without going there; the id."""
    seats = [{"kind": "me", "name": "Ana"}]
    seats += [{"kind": kind, "name": f"P{i}"} for i, kind in enumerate(kinds, 2)]
    seats += [{"kind": "bot", "level": LEVEL, "name": f"Bot {i}"} for i in range(bots)]
    body = {"game": game, "players": len(seats), "seats": seats}
    table: str = ask(page, f"{url}/api/games", body | wish)["id"]
    return table


def ask(page: Page, address: str, body: Any = None) -> Any:
    """What the server answers this browser; no page has a part in it."""
    said = page.request.get(address) if body is None else page.request.post(address, data=body)
    assert said.ok, said.text()
    return said.json()


Pick = Callable[[list[str], Any], str]
"""One of the legal actions, for who sees the view."""


def first(actions: list[str], _view: Any) -> str:
    """As ``first_offer`` does."""
    return actions[0]


def highest(actions: list[str], _view: Any) -> str:
    """The highest domino of the line: it has the craters of Origins; otherwise the first thing."""
    return actions[-1 if actions[0].startswith("choose") else 0]


def begun_table(page: Page, url: str, game: str, *, deal: int = 0, **wish: Any) -> str:
    """A table with a nonce as the page would give one, so that the game has begun; the id.

    The same one gives the same *deal*.
    """
    table = new_table(page, url, game, **wish)
    ask(page, f"{url}/api/games/{table}/nonces", {"nonces": {"0": f"{deal:032x}"}})
    return table


def play_unseen(
    page: Page, url: str, table: str, phase: str = "", *, things: int = 0, pick: Pick = first
) -> bool:
    """Play for this browser without a page, a turn at a time: so many things, confirming being
    one, and on to a turn in which *phase* is asked, to the end where none is; False when the game
    is over before.

    "place" is asked where the domino fits somewhere, "discard" where it does not.
    """
    address, done = f"{url}/api/games/{table}", 0
    while not (now := ask(page, address))["view"]["over"]:
        if now["seat"] is None:
            await_event(page, address, now)
            continue
        phases, actions = turn_unseen(page, address, now, pick)
        if done >= things and phase in phases:
            return True
        send_unseen(page, address, now, actions)
        done += len(actions) + 1
    return False


def await_event(page: Page, address: str, now: Any) -> None:
    """Wait until the table is no longer as it is *now*, ten seconds at most."""
    ask(page, f"{address}/events?after={now['view']['seq']}&wait=10")


def turn_unseen(page: Page, address: str, now: Any, pick: Pick) -> tuple[list[str], list[str]]:
    """What is asked in a turn and what is picked: tried out, and not sent."""
    phases, actions = list[str](), list[str]()
    phase, options, rest = now["view"]["decision"]["phase"], now["options"], list[str]()
    while options:
        actions.append(pick([action for action, _ in options], now["view"]))
        phases.append("discard" if actions[-1] == "discard" else phase)
        then = ask(page, f"{address}/stage", {"seat": now["seat"], "actions": actions})
        phase = (then["patch"].get("decision") or {}).get("phase", phase)
        options, rest = then["options"], then["rest"]
    return phases, actions + rest


def send_unseen(page: Page, address: str, now: Any, actions: list[str]) -> None:
    """Make this move at the table as it is *now*."""
    seq = now["view"]["seq"]
    move = {"move_id": f"unseen-{seq:08d}", "expected_seq": seq}
    ask(page, f"{address}/moves", move | {"seat": now["seat"], "actions": actions})


def move_unseen(page: Page, address: str) -> None:
    """A turn of this browser's, the first thing first; its page shows what came of it."""
    # A page may still show a turn that is over while a bot has the next one.
    while (now := ask(page, address))["seat"] is None:
        assert not now["view"]["over"], "no turn is left"
        await_event(page, address, now)
    send_unseen(page, address, now, turn_unseen(page, address, now, first)[1])


def caught_up(page: Page, seq: int) -> None:
    """Wait until the page has come so far."""
    page.wait_for_function(
        """(seq) => document.querySelector("main.end")
          || Number(document.querySelector("main.table")?.dataset.seq) >= seq""",
        arg=seq,
        timeout=PATIENCE_MS,
    )


def finish(page: Page, url: str, table: str) -> None:
    """The game is played to its end, and the page shows it."""
    play_unseen(page, url, table)
    page.wait_for_selector("main.end")


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


def take_turn(page: Page, press: Press = click) -> None:
    """A whole turn on the page, whoever is next."""
    asked(page)
    seq = str(page.evaluate(MARK)).split()[0]
    while (before := str(page.evaluate(MARK))).split()[0] == seq:
        press(first_offer(page))
        page.wait_for_function(f"(before) => ({MARK})() !== before", arg=before)


LEGAL, BUTTONS, CAVE = ".squares .legal", ".choices button", ".cave button.asked"
ROW = '.row.next button.entry[aria-pressed="false"]'
OFFERS = {
    "place": (BUTTONS, LEGAL),
    "choose": (ROW,),
    "choose_pair": (ROW,),
    "settle": (LEGAL,),
    "recruit": (CAVE, LEGAL),
}
"""Where the page shows what can be done, by phase; otherwise squares or buttons."""


def first_offer(page: Page) -> Locator:
    """The thing to press next."""
    return offers(page).first


def offers(page: Page) -> Locator:
    """All that may be pressed next, of one kind; a line made anew asks for nothing meanwhile."""
    phase = asked(page)
    ready = page.locator(".confirm:enabled")
    if ready.count() and (phase != "settle" or page.locator(LEGAL).count() == 0):
        return ready
    for offer in OFFERS.get(phase, (LEGAL, BUTTONS)):
        found = page.locator(offer)
        if found.count():
            return found
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
