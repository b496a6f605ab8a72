"""A turn from the player's chair: pointing, turning, staging, taking back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .driver import CASTLE, REASONS, answer, open_table, sooner_or_later
from .module import said_by
from .screenshots import reach
from .serving import Server
from .words import WEB


def legal_actions(page: Page) -> list[str]:
    """What the server lets us do."""
    now = page.evaluate(
        "fetch(`/api/games/${location.pathname.split('/')[2]}`).then(a => a.json())"
    )
    return [action for action, _ in now["options"]]


def test_pointing_shows_a_ghost_and_what_it_scores(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=6)
    page.locator(".squares .legal").first.hover()
    expect(page.locator(".land .ghost")).to_have_count(1)
    expect(page.locator(".ghost .badge")).to_have_count(1)
    page.locator(".mine .plate").hover()
    expect(page.locator(".land .ghost")).to_have_count(0)


def test_r_and_the_wheel_turn_through_legal_places_only(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=2)
    target = page.locator(".squares .legal").first
    square = target.get_attribute("data-square")
    legal = {action for action in legal_actions(page) if square in action.split()[1:]}
    target.hover()
    seen: list[str] = []
    for _ in legal:
        ghost = page.locator(".land .ghost").inner_html()
        seen.append(ghost)
        page.keyboard.press("r")
        if len(legal) > 1:
            page.wait_for_function(
                "before => document.querySelector('.land .ghost').innerHTML !== before", arg=ghost
            )
    assert len(set(seen)) == len(legal)
    page.mouse.wheel(0, 120)
    expect(page.locator(".land .ghost")).to_have_count(1)


def test_nothing_is_sent_before_it_is_confirmed(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=2)
    seq = page.locator("main.table").get_attribute("data-seq")
    page.locator(".squares .legal").first.click()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "choose")
    expect(page.locator(".land .fresh")).to_have_count(2)
    page.locator(".row.next button.entry").first.click()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "confirm")
    expect(page.locator(".confirm")).to_contain_text("Take")
    assert page.locator("main.table").get_attribute("data-seq") == seq
    page.keyboard.press("Escape")
    expect(page.locator("main.table")).to_have_attribute("data-staged", "1")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("main.table")).to_have_attribute("data-staged", "0")
    expect(page.locator(".land .fresh")).to_have_count(0)


def test_a_second_click_turns_what_was_put_down(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=2)
    squares = [square for action in legal_actions(page) for square in action.split()[1:]]
    busiest = max(squares, key=squares.count)
    target = page.locator(f'[data-square="{busiest}"]')
    target.click()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "choose")
    before = page.locator(".board .land").inner_html()
    target.click()
    page.wait_for_function(
        """(before) => document.querySelector(".board .land").innerHTML !== before
          && document.querySelectorAll(".land .fresh").length === 2""",
        arg=before,
    )
    expect(page.locator("main.table")).to_have_attribute("data-staged", "1")


NO_PAGE = """
  const document = { querySelector() {}, documentElement: { dataset: {}, style: {} } };
  const localStorage = { getItem: () => null, setItem() {} };
  Object.assign(globalThis, { addEventListener() {}, matchMedia: () => ({}), document });
  Object.defineProperty(globalThis, "localStorage", { value: localStorage });
"""


# A turn without a page: a square is pointed at, laid on, and pointed at still when the next
# domino comes.
STAYS = """
  const { signal } = await import(process.argv[1] + "/lib.js");
  const { Turn } = await import(process.argv[1] + "/turn.js");
  const laid = [];
  const empty = { view: signal(null), shown: signal(null), sending: signal(null) };
  const turn = new Turn({ ...empty, me: signal(0), options: signal([]), dominoes: signal({}),
    committed: signal([["place e1 e2", 1]]), staged: signal({ actions: [] }),
    stage: (actions) => laid.push(...actions) });
  turn.point("e1");
  turn.pick("e1");
  turn.point("e1");
  turn.table.committed.value = [["place e1 n1", 2]];
  turn.pick("e1");
  console.log(laid.join("|"));
"""


def test_a_mouse_that_stays_lays_the_domino_of_this_turn() -> None:
    """What was pointed at before was another domino, which the server refused to lay so."""
    assert said_by(NO_PAGE + STAYS, WEB / "js") == "place e1 e2|place e1 n1\n"


# A table without a page that has caught up with three moves: two are seen through, one at once.
CAUGHT_UP = """
  const { Table } = await import(process.argv[1] + "/table.js");
  const said = [];
  const ends = {};
  const apply = (event) => said.push(event);
  const table = Object.assign(Object.create(Table.prototype), { waiting: ["next"], apply });
  for (const one of ["long", "short"]) table.linger(new Promise((end) => (ends[one] = end)));
  table.linger(Promise.resolve());
  for (const one of ["short", "long"]) {
    ends[one]();
    await new Promise((done) => setTimeout(done));
    said.push(one);
  }
  console.log(said.join(" "));
  process.exit();
"""


def test_the_next_move_waits_for_all_that_are_seen_at_once() -> None:
    """It came when the last of them was over, though another domino was still on its way."""
    assert said_by(NO_PAGE + CAUGHT_UP, WEB / "js") == "short next long\n"


def test_dragging_from_the_hand(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=2)
    page.locator(".held").drag_to(page.locator(".squares .legal").first)
    expect(page.locator("main.table")).to_have_attribute("data-asks", "choose")


def test_moving_a_staged_domino_keeps_the_chosen_one(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=2)
    squares = page.locator(".squares .legal").evaluate_all("a => a.map(c => c.dataset.square)")
    page.locator(f'[data-square="{squares[0]}"]').click()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "choose")
    page.locator(".row.next button.entry").first.click()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "confirm")
    page.locator(f'[data-square="{squares[-1]}"]').click()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "confirm")
    expect(page.locator("main.table")).to_have_attribute("data-staged", "2")


def test_confirming_can_be_switched_off(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Confirm every move").uncheck()
    open_table(page, server.url, "kingdomino", bots=3)
    page.wait_for_selector('main.table[data-asks="choose"]')
    seq = page.locator("main.table").get_attribute("data-seq")
    page.locator(".row.next button.entry").first.click()
    page.wait_for_function(
        "seq => document.querySelector('main.table').dataset.seq !== seq", arg=seq
    )


def test_three_hints_with_a_reason_each_can_be_seen_and_played(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=4)
    castle = page.evaluate(CASTLE)
    page.keyboard.press("h")
    hints = page.locator("ul.hints button")
    expect(hints).to_have_count(3)
    assert all(page.locator("ul.hints .reason").evaluate_all(REASONS))
    expect(page.locator(".board .idea")).to_have_count(3)
    assert page.evaluate(CASTLE) == castle
    expect(page.locator("main.table")).to_have_attribute("data-staged", "0")
    hints.first.click()
    expect(page.locator("main.table")).to_have_attribute("data-staged", "1")


def test_the_log_and_the_live_region_tell_what_happened(page: Page, server: Server) -> None:
    reach(page, server.url, "kingdomino", "place", after=6)
    for _ in ("place", "choose", "confirm"):
        answer(page)
    page.locator(".log summary").click()
    expect(page.locator(".log li").first).to_be_visible()
    expect(page.locator(".log")).to_contain_text("places domino")
    expect(page.locator('[role="log"][aria-live]')).not_to_be_empty()


TOKENS = """() => Object.fromEntries([...document.querySelectorAll(".squares .legal")]
  .map((e) => [e.dataset.square, e.getAttribute("aria-label")]))"""
KINDS = ("mammoth", "fish", "mushroom", "flint")


def kinds_shown(page: Page) -> dict[str, str]:
    """Squares that glow, by the token that lies there; one of each kind."""
    shown: dict[str, str] = page.evaluate(TOKENS)
    return {kind: square for square, said in shown.items() for kind in KINDS if kind in said}


def test_tokens_are_chosen_in_any_order(page: Page, server: Server) -> None:
    """The server names them in a fixed order, which is nobody's business."""
    reach(page, server.url, "origins-tribe", "settle", bots=2, after=6)
    page.wait_for_selector(".squares .legal")
    expect(page.locator(".confirm")).to_be_enabled()
    shown = kinds_shown(page)
    assert len(shown) >= 2
    *_, early, late = [kind for kind in KINDS if kind in shown]
    page.locator(f'[data-square="{shown[late]}"]').click()
    expect(page.locator(".ask h1")).to_contain_text("second")
    expect(page.locator(f'[data-square="{shown[late]}"]')).to_have_attribute(
        "aria-selected", "true"
    )
    assert late not in kinds_shown(page)
    expect(page.locator(".confirm")).to_be_disabled()
    page.keyboard.press("Escape")
    sooner_or_later(page, "it can be chosen again", lambda: late in kinds_shown(page))
    page.locator(f'[data-square="{shown[early]}"]').click()
    expect(page.locator(".ask h1")).to_contain_text("second")
    page.keyboard.press("Escape")
    expect(page.locator("main.table")).to_have_attribute("data-asks", "settle")
    page.locator(f'[data-square="{shown[late]}"]').click()
    page.locator(f'[data-square="{shown[early]}"]').click()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "recruit")
    expect(page.locator(".ask h1")).to_contain_text("Choose a caveman")
    page.locator(".cave button.asked").first.click()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "settle_on")
