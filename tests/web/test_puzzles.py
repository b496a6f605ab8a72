"""Puzzles in a real browser: answered by key and finger, rated, and a rush against the clock."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from kingdomino.games.puzzle import puzzle

from .driver import PHONE, Open, ask
from .serving import Server

NOW = "() => Number(document.querySelector('.puzzle').dataset.puzzle)"
RATING = "() => JSON.parse(localStorage['kingdomino.puzzles']).rating"


@pytest.mark.parametrize("game", ["kingdomino", "origins-tribe"])
def test_a_screen_reader_reads_the_kingdom_of_a_puzzle(
    game: str, page: Page, server: Server
) -> None:
    """Every square of it, as at the table; the picture is for eyes alone."""
    page.goto(f"{server.url}/puzzles/{game}")
    told = page.locator(".puzzle-board").get_by_role("table")
    expect(told).to_have_accessible_name(re.compile(r", \d+ points?$"))
    view = ask(page, f"{server.url}/api/puzzles/{game}/{page.evaluate(NOW)}")["view"]
    cells = view["kingdoms"][str(view["decision"]["player"])]["cells"]
    said = [text for text in told.get_by_role("cell").all_inner_texts() if text]
    assert len(said) == len(cells) + 1, "every square and the castle"
    expect(page.locator(".puzzle-board").get_by_role("img")).to_have_count(0)


def test_puzzles_are_answered_and_rated(opened: Open, server: Server) -> None:
    page = opened(viewport=PHONE, has_touch=True)
    page.goto(f"{server.url}/puzzles")
    page.wait_for_selector(".puzzle .answers")
    expect(page.locator(".puzzle-ask h2")).to_have_text("Puzzle of the day")
    first = page.evaluate(NOW)
    page.keyboard.press(str(puzzle("kingdomino", first).best + 1))
    expect(page.locator(".solution.right")).to_contain_text("Right!")
    assert page.evaluate(RATING) > 1200
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".puzzle-ask h2")).to_be_focused()
    page.wait_for_function(
        "first => document.querySelector('.puzzle').dataset.puzzle != first", arg=first
    )
    best = puzzle("kingdomino", page.evaluate(NOW)).best
    wrong = 0 if best else 1
    page.locator(f'[data-answer="{wrong}"]').tap()
    expect(page.locator(".solution.missed")).to_contain_text(f"The best answer is {best + 1}.")
    expect(page.locator(".answers .best")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    # A rush ends with the third wrong answer, and what was solved is remembered.
    page.get_by_role("button", name="Rush").tap()
    for given in ("right", "wrong", "wrong", "wrong"):
        page.wait_for_selector(".answers button:not(:disabled)")
        best = puzzle("kingdomino", page.evaluate(NOW)).best
        page.locator(f'[data-answer="{best if given == "right" else int(not best)}"]').tap()
        page.wait_for_selector(".solution")
        if page.get_by_role("button", name="Next puzzle").count():
            page.get_by_role("button", name="Next puzzle").tap()
            page.wait_for_selector(".solution", state="detached")
    expect(page.get_by_role("timer")).to_contain_text("1 solved")
    expect(page.locator(".rating")).to_contain_text("best rush: 1")


def test_a_kind_is_chosen_and_its_rules_are_told(opened: Open, server: Server) -> None:
    page = opened(viewport=PHONE, has_touch=True)
    page.goto(f"{server.url}/puzzles")
    page.get_by_role("combobox", name="Kind of puzzle").select_option("middle")
    expect(page.locator(".kind")).to_have_text("Save the Middle Kingdom")
    expect(page.locator(".puzzle-ask")).to_contain_text("10 points if your castle is in the centre")
    first = page.evaluate(NOW)
    assert puzzle("kingdomino", first).kind == "middle"
    page.locator('[data-answer="0"]').tap()
    page.get_by_role("button", name="Next puzzle").tap()
    page.wait_for_function(f"(first) => ({NOW})() !== first", arg=first)
    expect(page.locator(".kind")).to_have_text("Save the Middle Kingdom")
    page.goto(f"{server.url}/puzzles/origins-tribe/10")
    expect(page.locator(".asks")).to_have_text("Player 2: Choose a caveman. Which is best?")


def test_a_puzzle_has_an_address_and_one_that_is_none_says_so(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/puzzles/giants/7")
    expect(page.locator(".puzzle-ask h2")).to_have_text("Puzzle 7")
    page.goto(f"{server.url}/puzzles/giants/9999")
    expect(page.get_by_role("alert")).to_have_text("There is no such address.")
    page.get_by_role("button", name="Puzzle of the day").click()
    expect(page.locator(".puzzle-ask h2")).to_have_text("Puzzle of the day")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.goto(f"{server.url}/puzzles/chess")
    expect(page.get_by_role("alert")).to_have_text("There is no such game.")
