"""The score pad in a real browser: painted by mouse, finger and keys, scored live, never lost."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from kingdomino.cli.show.example import TABLES
from kingdomino.games.pad import score
from kingdomino.games.pad_text import encode_pads, parse_pads

from .driver import ALL_LANGUAGES, PHONE, SETTLED, Open, flick, speak
from .serving import Server

PAINTED = "() => JSON.parse(localStorage['kingdomino.pad']).tables[0].kingdoms[0].cells"
CELLS = "() => Object.keys(JSON.parse(localStorage['kingdomino.pad']).tables[0].kingdoms[0].cells)"

SIZES = ((320, 640), (390, 844), (740, 360), (844, 390), (1280, 800))
# Words on the brushes that do not stand on one line.
BROKEN = """() => [...document.querySelectorAll(".brushes span")].flatMap((span) => {
  const text = span.firstChild;
  const range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map(([word]) => word);
})"""


def expect_points(page: Page, seat: int, total: int) -> None:
    expect(page.locator(".pad-players button b").nth(seat)).to_have_text(str(total))


def square(name: str) -> str:
    return f'.paint [data-square="{name}"]'


def drag(page: Page, *names: str) -> None:
    """One stroke over these squares."""
    boxes = [page.locator(square(name)).bounding_box() for name in names]
    for i, box in enumerate(boxes):
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if i == 0:
            page.mouse.down()
    page.mouse.up()


def test_a_kingdom_is_painted_and_scored(opened: Open, server: Server) -> None:
    """By mouse and by keys, undone, after a reload, and by its link in another browser."""
    page = opened()
    page.goto(f"{server.url}/pad")
    page.wait_for_selector(".paint")
    page.locator('[data-brush="W"]').click()
    drag(page, "e1", "e2", "e2s1")
    expect(page.locator(".paint .cell")).to_have_count(3)
    page.locator(square("e1")).click()
    expect_points(page, 0, 3)
    page.keyboard.press("Control+z")
    expect_points(page, 0, 0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".paint .cell")).to_have_count(0)
    drag(page, "e1", "e2", "e2s1")
    page.locator(square("e1")).click()
    # By keys alone: one to the left of the castle, a forest with a crown.
    page.locator(square("e1")).focus()
    for key in ("ArrowLeft", "ArrowLeft", "f", "1"):
        page.keyboard.press(key)
    expect_points(page, 0, 3 + 1)
    page.locator('[data-brush="castle"]').click()
    page.locator(square("s2")).click()
    expect(page.locator(".paint .home")).to_be_visible()
    assert sorted(page.evaluate(CELLS)) == ["e1n2", "e2n1", "e2n2", "w1n2"]
    expect_points(page, 0, 4)
    page.reload()
    expect_points(page, 0, 4)
    code = page.evaluate(
        "fetch('/api/pad/score', {method: 'POST', body: JSON.stringify({tables: JSON.parse("
        "localStorage['kingdomino.pad']).tables})}).then((a) => a.json()).then(({code}) => code)"
    )
    other = opened(viewport=PHONE, has_touch=True)
    other.goto(f"{server.url}/pad#{code}")
    expect_points(other, 0, 4)
    other.locator('[data-brush="W"]').tap()
    other.locator(square("e2n2")).tap()
    expect_points(other, 0, 3 * 2 + 1)
    assert other.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_tap_after_a_quick_stroke_does_what_it_says(opened: Open, server: Server) -> None:
    """The browser took the stroke for a flick, and the tap for the end of that."""
    phone = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    phone.goto(f"{server.url}/pad")
    phone.locator('[data-brush="W"]').tap()
    flick(phone.locator(square("w2")), phone.locator(square("e2")))
    expect(phone.locator(".paint .cell")).to_have_count(2)
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator(".paint .cell")).to_have_count(0)


def test_the_frame_stays_where_it_is_when_it_is_first_touched(page: Page, server: Server) -> None:
    """The panel above it closed at the first stroke, and the stroke went on elsewhere."""
    page.goto(f"{server.url}/pad")
    page.wait_for_selector(".pad-result")
    page.locator(".paint").scroll_into_view_if_needed()
    before = page.locator(".paint").bounding_box()
    drag(page, "e1")
    expect(page.locator(".paint .cell")).to_have_count(1)
    expect_points(page, 0, 0)
    assert page.locator(".paint").bounding_box() == before


def test_the_tip_of_origins_speaks_of_flames(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/pad")
    tip = page.locator(".brushes .tip")
    expect(tip).to_contain_text("crowns")
    page.locator(".pad-setup select").select_option("origins-tribe")
    expect(tip).to_contain_text("flames")


def test_no_word_of_a_brush_is_broken(opened: Open, server: Server) -> None:
    """Kamieniołom stood on two lines, the last letter alone."""
    page = opened()
    page.goto(f"{server.url}/pad")
    page.locator(".pad-setup select").select_option("origins-tribe")
    page.locator(".brushes .people").wait_for()
    broken: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for language in ALL_LANGUAGES:
            speak(page, language)
            broken += [f"{width} {language}: {word}" for word in page.evaluate(BROKEN)]
    assert not broken


def test_dominoes_are_laid_by_their_numbers(opened: Open, server: Server, tmp_path: Path) -> None:
    """By finger, in one stroke of the mouse, and by keys alone; then a picture of it."""
    phone = opened(viewport=PHONE, has_touch=True)
    phone.goto(f"{server.url}/pad")
    phone.get_by_label("Domino", exact=True).fill("19")
    for name in ("e1", "e2"):
        phone.locator(square(name)).tap()
    assert phone.evaluate(PAINTED) == {"e1": "W1", "e2": "F"}
    expect_points(phone, 0, 1)
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page = opened()
    page.goto(f"{server.url}/pad")
    number = page.get_by_label("Domino", exact=True)
    number.fill("49")
    expect(page.locator(".by-number")).to_contain_text("There is no domino 49")
    number.fill("19")
    drag(page, "s1", "s2")
    assert page.evaluate(PAINTED) == {"s1": "W1", "s2": "F"}
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate(PAINTED) == {}
    number.press("Enter")
    for key in ("ArrowUp", "ArrowRight", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate(PAINTED) == {"e1": "W1", "e2": "F"}
    # The next number can be typed at once.
    expect(number).to_be_focused()
    page.keyboard.type("1")
    for key in ("Enter", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate(PAINTED) == {"e1": "W1", "e2": "F", "w1": "W", "w2": "W"}
    expect_points(page, 0, 1)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Share a picture").click()
    saving.value.save_as(tmp_path / "pad.png")
    assert saving.value.suggested_filename == "kingdomino-pad.png"
    picture = (tmp_path / "pad.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000


def test_a_link_is_scored_and_a_bad_one_loses_nothing(opened: Open, server: Server) -> None:
    """All of a table with its quests and winner; then other versions, and no network."""
    page = opened()
    pads = parse_pads(TABLES["giants"])
    totals = [sheet.total for sheet in score(pads[0]).sheets]
    page.goto(f"{server.url}/pad#{encode_pads(pads)}")
    for seat, total in enumerate(totals):
        expect_points(page, seat, total)
    expect(page.locator(".pad-verdict h2")).to_have_text("The winner: Bob")
    expect(page.locator(".sheet")).to_contain_text("Lost Corner")
    # A wrong link says so, and what was painted is still there.
    for wrong, said in (("9x", "another version"), ("1x", "no score pad")):
        page.goto(f"{server.url}/rules")
        page.goto(f"{server.url}/pad#{wrong}")
        expect(page.get_by_role("alert")).to_contain_text(said)
        expect_points(page, 0, totals[0])
    page.get_by_text("New pad").click()
    expect_points(page, 0, 0)
    page.get_by_text("1 pad from before").click()
    page.locator(".kept li .plain").first.click()
    expect_points(page, 0, totals[0])
    # What cannot be is said with its place.
    page.locator('[data-brush="M"]').click()
    page.locator(square("c")).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("l")
    page.keyboard.press("3")
    page.locator(".doubts summary").click()
    expect(page.locator(".doubts")).to_contain_text("no domino has such a square")
    # Without a network nothing is lost either.
    page.get_by_role("alert").get_by_role("button").click()
    page.context.set_offline(True)
    page.locator(square("c")).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    expect(page.get_by_role("alert")).to_contain_text("What you paint is kept")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_link_is_copied_where_an_address_is_not_secure(page: Page, server: Server) -> None:
    """There is no clipboard to write to: the button said "Copied" and nothing was."""
    page.add_init_script(
        "for (const name of ['clipboard', 'share']) delete Navigator.prototype[name]"
    )
    page.goto(f"{server.url}/pad")
    page.get_by_role("button", name="Share the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_focused()
    page.locator(".own input").focus()
    page.keyboard.press("Control+v")
    expect(page.locator(".own input")).to_have_value(re.compile(rf"^{server.url}/pad#1"))


def test_what_comes_late_of_another_game_is_not_taken(page: Page, server: Server) -> None:
    """A link leads to another game than the pad had: its dominoes may come first."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/dominoes/kingdomino", hold)
    pads = parse_pads(TABLES["giants"])
    page.goto(f"{server.url}/pad#{encode_pads(pads)}")
    total = score(pads[0]).sheets[0].total
    expect_points(page, 0, total)
    with page.expect_response("**/api/dominoes/kingdomino") as come:
        held.pop().continue_()
    come.value.finished()
    page.evaluate(SETTLED)
    assert page.locator(".pad-players button b").first.inner_text() == str(total)
