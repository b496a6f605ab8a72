"""Problem 13 of the review: a board that never jumps, and small squares to be read and touched."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from .driver import (
    ALL_LANGUAGES,
    CASTLE,
    FOLDER,
    HIDDEN,
    MIDDLE,
    ON_ITS_SIDE,
    PHONE,
    SMALL,
    SQUARES,
    TABLET,
    Open,
    answer,
    ask,
    asked,
    begun_table,
    caught_up,
    flick,
    move_unseen,
    open_table,
    play_unseen,
    speak,
)
from .screenshots import giants_send, reach
from .serving import Server

MODES = ("discovery", "totem", "tribe")
PHONES = pytest.mark.parametrize("size", [SMALL, PHONE, ON_ITS_SIDE], ids=["320", "390", "844"])
# A tile of the ground of 7×7 fills what the window has: its width, or its height but a hair.
LEAST_TILE = {320: 24.5, 390: 29.9, 844: 29}


@pytest.mark.parametrize("variants", [[], ["mighty_duel"]], ids=["5", "7"])
def test_13_the_board_never_jumps(variants: list[str], page: Page, server: Server) -> None:
    """Before a turn, while a domino is tried out, and after it."""
    table = open_table(page, server.url, "kingdomino", bots=1, variants=variants)
    page.wait_for_selector(".board .home")
    places = {page.evaluate(CASTLE)}
    while asked(page) != "over":
        places.add(page.evaluate(CASTLE))
        if page.locator(".squares .legal").count():
            answer(page)
            places.add(page.evaluate(CASTLE))
        turn_goes_by(page, f"{server.url}/api/games/{table}")
    assert len(places) == 1


FIVE_BY_FIVE = [("kingdomino", 1), ("giants", 2), *((f"origins-{mode}", 2) for mode in MODES)]
SEVEN_BY_SEVEN = [("kingdomino", 1), *((f"origins-{mode}", 1) for mode in MODES)]


@pytest.mark.parametrize(
    ("game", "bots", "side"),
    [*((*each, 5) for each in FIVE_BY_FIVE), *((*each, 7) for each in SEVEN_BY_SEVEN)],
)
def test_13_the_castle_stays_where_it_is_on_a_phone(
    game: str, bots: int, side: int, opened: Open, server: Server
) -> None:
    """Through a whole game, upright and on its side."""
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    duel = ["mighty_duel"] if (game, side) == ("kingdomino", 7) else []
    table = open_table(page, server.url, game, bots=bots, variants=duel)
    assert ask(page, f"{server.url}/api/games/{table}")["view"]["rules"]["size"] == side
    page.wait_for_selector(".board .home")
    places = dict[int, set[str]]()
    while asked(page) != "over":
        for size in (SMALL, ON_ITS_SIDE, PHONE):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.evaluate("scrollTo(0, 0)")
            places.setdefault(size["width"], set()).add(page.evaluate(CASTLE))
        turn_goes_by(page, f"{server.url}/api/games/{table}")
    assert {width: len(seen) for width, seen in places.items()} == {320: 1, 844: 1, 390: 1}


def turn_goes_by(page: Page, address: str) -> None:
    """What is tried out on the page is not sent: the turn is made without it."""
    seq = ask(page, address)["view"]["seq"]
    move_unseen(page, address)
    caught_up(page, seq + 1)


@pytest.mark.parametrize(("variants", "least"), [([], 42), (["mighty_duel"], 29)], ids=["5", "7"])
def test_13_squares_keep_their_size_on_a_phone(
    variants: list[str], least: int, opened: Open, server: Server
) -> None:
    """Large enough to be touched, and every legal place in sight."""
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    table = open_table(page, server.url, "kingdomino", bots=1, variants=variants)
    sizes = set()
    while asked(page) != "over":
        if page.locator(".squares .legal").count():
            legal = {square for action in placements(page) for square in action.split()[1:]}
            assert legal <= set(page.locator(".squares .legal").evaluate_all(SQUARES))
            sizes.add(page.evaluate(CASTLE).split(",")[2])
        turn_goes_by(page, f"{server.url}/api/games/{table}")
    assert len(sizes) == 1
    assert int(sizes.pop()) >= least


LOUPE = "() => document.querySelector('.loupe')?.getBoundingClientRect().toJSON()"


@PHONES
def test_13_a_finger_aims_at_small_squares_through_a_loupe(
    size: dict[str, int], opened: Open, server: Server
) -> None:
    """It lies beside the finger and moves nothing; where that is lifted the domino comes to lie,
    on the nearest square that takes it.
    """
    page = opened(viewport=size, has_touch=True, is_mobile=True)
    table = begun_table(page, server.url, "kingdomino", bots=1, variants=["mighty_duel"])
    assert play_unseen(page, server.url, table, "place", things=30)
    page.goto(f"{server.url}/t/{table}")
    assert asked(page) == "place"
    castle = page.evaluate(CASTLE)
    squares = page.locator(".squares .legal")
    finger = page.context.new_cdp_session(page)

    def touch(what: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        finger.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    for end in (squares.first, squares.last):
        x, y = squares.nth(1).evaluate(MIDDLE)
        touch("touchStart", (x, y))
        expect(page.locator(".board .ghost")).to_have_count(1)
        x, y = end.evaluate(MIDDLE)
        square = end.get_attribute("data-square")
        # Not quite on it: fingers are thick.
        touch("touchMove", (x + 6, y - 6))
        box = page.evaluate(LOUPE)
        assert box["left"] >= 0
        assert box["right"] <= size["width"]
        assert 0 <= box["top"] < box["bottom"] <= size["height"]
        assert not (box["left"] < x < box["right"] and box["top"] < y < box["bottom"])
        assert page.evaluate(CASTLE) == castle
        touch("touchEnd")
        expect(page.locator("main.table")).to_have_attribute("data-staged", "1")
        selected = page.locator('.squares [aria-selected="true"]')
        expect(selected).to_have_count(2)
        assert square in selected.evaluate_all(SQUARES)
        expect(page.locator(".loupe")).to_have_count(0)
        expect(page.locator(".hand .may")).to_be_visible()
        page.locator(".undo").tap()
        expect(page.locator("main.table")).to_have_attribute("data-asks", "place")
        page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(CASTLE) == castle


def placements(page: Page) -> list[str]:
    """What the server lets us do with the domino in hand, unless it is down already."""
    if page.locator("main.table").get_attribute("data-staged") != "0":
        return []
    answered = page.evaluate(
        "fetch(`/api/games/${location.pathname.split('/')[2]}`).then(a => a.json())"
    )
    return [action for action, _ in answered["options"] if action.startswith("place ")]


# How high the question is with this headline and this line below it.
ASKING = """([head, why]) => {
  const ask = document.querySelector(".ask");
  ask.querySelector("h1").textContent = head;
  ask.querySelector("small").textContent = why;
  return ask.offsetHeight;
}"""
LONG_QUESTIONS = (
    ("prompt.settle", ""),
    ("prompt.cover.sent", ""),
    ("prompt.place", "prompt.place.hint.touch"),
    ("prompt.no_room", "prompt.no_room.why"),
    ("prompt.no_match", "prompt.no_match.why"),
)


@PHONES
def test_13_no_question_moves_the_board(size: dict[str, int], opened: Open, server: Server) -> None:
    """In any language it has the room that is kept for it; a longer one lies over what is below."""
    page = opened(viewport=size, has_touch=True, is_mobile=True)
    reach(page, server.url, "kingdomino", "place", after=2)
    before, room = page.evaluate(CASTLE), page.locator(".ask").evaluate("e => e.offsetHeight")
    for language in ALL_LANGUAGES:
        words = json.loads((FOLDER / language / "texts.json").read_text("utf-8"))
        terrains = f"{words['terrain.wheat']}, {words['terrain.forest']}"
        filled = {"domino": 27, "size": 7, "player": "Bartholomew", "terrains": terrains}
        for said in LONG_QUESTIONS:
            texts = [words[key].format(**filled) if key else "" for key in said]
            assert page.evaluate(ASKING, texts) == room, texts
    assert page.evaluate(ASKING, ["Bartholomew " * 20, ""]) > room
    assert page.evaluate(CASTLE) == before


# What is written over a kingdom and can be seen, with the height of its letters in pixels.
WRITTEN = """() => [...document.querySelectorAll(":is(.board, .loupe) text, .mine .may")]
  .filter((e) => e.getBoundingClientRect().width).map((e) => {
    const grown = e.getScreenCTM?.().d ?? 1;
    return [e.textContent || e.dataset.gain, parseFloat(getComputedStyle(e).fontSize) * grown];
  })"""
MARKS = """(name) => [...document.querySelectorAll(`.board .cell use[href="#kd-${name}"]`)]
  .map((e) => e.getBoundingClientRect().width)"""


def great(page: Page, url: str, game: str, things: int) -> None:
    """A kingdom of 7×7 with a domino to place."""
    variants = ["mighty_duel"] if game == "kingdomino" else []
    for deal in range(12):
        table = begun_table(page, url, game, bots=1, variants=variants, deal=deal)
        if play_unseen(page, url, table, "place", things=things):
            page.goto(f"{url}/t/{table}")
            assert asked(page) == "place"
            return
    raise AssertionError(f"{game} never asks for a domino")


@PHONES
@pytest.mark.parametrize(
    ("game", "mark", "least"), [("kingdomino", "crown", 9.5), ("origins-totem", "flame", 8)]
)
def test_13_what_lies_on_small_squares_can_be_counted(
    game: str, mark: str, least: float, size: dict[str, int], opened: Open, server: Server
) -> None:
    """Marks grow where squares are small, and no figure is smaller than ten pixels: those of a
    domino that is pointed at or put down are in the loupe and in the hand.
    """
    page = opened(viewport=size, has_touch=True, is_mobile=True)
    great(page, server.url, game, 30)
    home = page.locator(".board .home").bounding_box()
    assert home is not None
    assert home["width"] >= LEAST_TILE[size["width"]]
    marks = page.evaluate(MARKS, mark)
    assert marks
    assert max(marks) >= least
    x, y = page.locator(".squares .legal").first.evaluate(MIDDLE)
    finger = page.context.new_cdp_session(page)
    at = [{"x": x, "y": y}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    expect(page.locator(".loupe .may")).to_be_visible()
    pointed = page.evaluate(WRITTEN)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("main.table")).to_have_attribute("data-staged", "1")
    expect(page.locator(".hand .may")).to_be_visible()
    assert [said for said in pointed + page.evaluate(WRITTEN) if said[1] < 10] == []


@pytest.mark.parametrize("start", [".squares .legal", ".held"], ids=["aimed", "carried"])
def test_13_a_tap_after_a_quick_finger_does_what_it_says(
    start: str, opened: Open, server: Server
) -> None:
    """The browser took the finger's way for a flick, and the tap for the end of that."""
    page = opened(viewport=SMALL, has_touch=True, is_mobile=True)
    great(page, server.url, "kingdomino", 30)
    flick(page.locator(start).first, page.locator(".squares .legal").last)
    expect(page.locator("main.table")).to_have_attribute("data-asks", "choose")
    page.locator(".undo").tap()
    expect(page.locator("main.table")).to_have_attribute("data-asks", "place")


# Which of these names would not be whole in the cave.
CUT_SHORT = """(names) => {
  const name = document.querySelector(".cave .person b");
  const cut = (text) => ((name.textContent = text), name.scrollWidth > name.clientWidth);
  return names.filter(cut);
}"""
GOODS = """() => {
  const at = (e) => document.querySelector(e).getBoundingClientRect();
  return at(".cave").bottom <= at(".actions").top && at(".board").top >= at(".ask").bottom;
}"""


@pytest.mark.parametrize("size", [SMALL, TABLET], ids=["320", "820"])
def test_13_the_goods_are_in_sight_beside_a_great_kingdom(
    size: dict[str, int], opened: Open, server: Server
) -> None:
    """Whoever pays for a caveman sees the kingdom and all of the cave at once."""
    page = opened(viewport=size, has_touch=True, is_mobile=True)
    reach(page, server.url, "origins-tribe", "settle", after=24)
    page.wait_for_function(GOODS)
    for language in ALL_LANGUAGES:
        words = json.loads((FOLDER / language / "texts.json").read_text("utf-8"))
        names = [words[key] for key in words if re.fullmatch(r"caveman\.[a-z_]+", key)]
        assert len(names) == 10
        assert page.evaluate(CUT_SHORT, names) == [], language
    page.locator(".squares .legal").first.tap()
    expect(page.locator(".ask h1")).to_contain_text("second")
    page.wait_for_function(GOODS)


@pytest.mark.parametrize(("game", "bots"), [("kingdomino", 2), ("origins-discovery", 1)])
def test_13_the_next_row_is_whole_above_the_buttons(
    game: str, bots: int, page: Page, server: Server
) -> None:
    """Of three dominoes, which are larger, and below a kingdom of 7×7."""
    reach(page, server.url, game, "place", bots=bots, after=4)
    for width, height in ((320, 640), (360, 740), (390, 844), (412, 915), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(".row.next .entry").first).to_be_visible()
        assert page.evaluate(HIDDEN, ".row.next .entry") == [], f"{width}×{height}"


# Names of cavemen that are broken in two.
BROKEN = """() => [...document.querySelectorAll(".cave > .shelf b")]
  .filter((e) => e.getClientRects().length > 1).map((e) => e.textContent)"""


def test_13_all_cavemen_are_above_the_buttons_on_its_side(page: Page, server: Server) -> None:
    reach(page, server.url, "origins-tribe", "recruit", after=4)
    page.set_viewport_size(ON_ITS_SIDE)  # type: ignore[arg-type]
    for language in ALL_LANGUAGES:
        speak(page, language)
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(HIDDEN, ".cave > .shelf .person") == [], language
        assert page.evaluate(BROKEN) == [], language


def test_13_two_lines_of_buttons_hide_no_row_on_a_tablet(opened: Open, server: Server) -> None:
    page = opened(viewport=TABLET, has_touch=True, is_mobile=True)
    giants_send(page, server.url)
    expect(page.locator(".rows .entry").first).to_be_visible()
    assert page.evaluate(HIDDEN, ".rows .entry") == []
