"""Results of one's own in a real browser: remembered, shown, carried in a file, deleted."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .driver import PHONE, Open, ask
from .qr_reader import SQUARES, read_qr
from .screenshots import REMEMBERED, ended
from .serving import Server


def carry(page: Page, file: Path) -> None:
    page.locator('input[type="file"]').set_input_files(file)


def test_a_finished_game_is_remembered_and_carried(
    opened: Open, server: Server, tmp_path: Path
) -> None:
    page = opened()
    ended(page, server.url)
    page.wait_for_function(REMEMBERED)
    kept = json.loads(page.evaluate("localStorage['kingdomino.history']"))
    assert [(one["game"], one["level"], one["players"]) for one in kept] == [
        ("kingdomino", "squire", 2)
    ]
    page.goto(f"{server.url}/history")
    expect(page.locator(".played li")).to_have_count(1)
    expect(page.locator(".played b")).to_have_text(f"{kept[0]['points']} : {kept[0]['other']}")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "history.json"
    saving.value.save_as(file)
    # Elsewhere: forged and strange files change nothing, the real one is added once.
    other = opened()
    other.goto(f"{server.url}/history")
    told = json.loads(file.read_text())
    forged = tmp_path / "forged.json"
    for change, said in (
        ({"games": [{**told["games"][0], "points": 999}]}, "has been changed"),
        ({"games": "all"}, "has been changed"),
        ({"format": "kingdomino-history/9"}, "another version"),
        ({"format": "diary"}, "holds no results"),
    ):
        forged.write_text(json.dumps(told | change))
        carry(other, forged)
        expect(other.locator(".after + [role=status]")).to_contain_text(said)
        expect(other.locator(".played li")).to_have_count(0)
    for added in ("1 game added", "0 games added"):
        carry(other, file)
        expect(other.locator(".after + [role=status]")).to_have_text(added)
        expect(other.locator(".played li")).to_have_count(1)
    won = [dict(one, id=f"won{i}", won=True) for i, one in enumerate(kept * 2)]
    other.evaluate(
        "games => localStorage.setItem('kingdomino.history', JSON.stringify(games))", won
    )
    other.goto(server.url)
    expect(other.locator(".crowns li").nth(1)).to_contain_text("2")
    other.goto(f"{server.url}/history")
    expect(other.locator(".chart svg circle")).to_have_count(2)
    other.on("dialog", lambda dialog: dialog.accept())
    other.get_by_role("button", name="Delete everything").click()
    expect(other.locator(".played li")).to_have_count(0)


def test_results_are_told_by_players_and_by_the_domino_taken_first(
    page: Page, server: Server
) -> None:
    table = ended(page, server.url)
    page.wait_for_selector("main.end .result p")
    (one,) = json.loads(page.evaluate("localStorage['kingdomino.history']"))
    log = ask(page, f"{server.url}/api/games/{table}/events?after=0")["events"]
    mine = [line["action"] for line in log if line.get("player") == 0 and "action" in line]
    taken = next(action for action in mine if action.startswith("choose "))
    assert f"choose {one['opening']}" == taken
    page.goto(f"{server.url}/history")
    wins = f"{int(one['won'])} / 1"
    expect(page.locator(".bars li", has_text="2 players").locator("b")).to_have_text(wins)
    expect(page.locator(".openings li")).to_have_count(1)
    expect(page.locator(".openings b")).to_have_text(wins)
    expect(page.locator(".openings small")).to_contain_text(str(one["points"]))
    name = re.compile(f"^domino {one['opening']}: ")
    expect(page.locator(".openings meter")).to_have_attribute("aria-label", name)


def test_the_best_kingdom_is_drawn_and_a_strange_one_is_not(page: Page, server: Server) -> None:
    """A file may say anything of a kingdom: what cannot be drawn is left out, all else is there."""
    ended(page, server.url)
    page.wait_for_function(REMEMBERED)
    (one,) = json.loads(page.evaluate("localStorage['kingdomino.history']"))
    page.goto(f"{server.url}/history")
    drawn = page.locator(".best .land .cell")
    expect(drawn).to_have_count(len(one["cells"]))
    expect(page.locator(".best")).to_contain_text(f"{one['points']} points")
    for strange in (
        {"cells": {"e1": "Z1"}},
        {"cells": {"e1": "W1", "e2": "W<b>"}},
        {"cells": {"e1": "W:nobody"}},
        {"size": 10**9},
    ):
        page.evaluate(GAMES, [one | strange])
        page.reload()
        expect(page.locator(".played li")).to_have_count(1)
        expect(page.locator(".best")).to_have_count(0)
    page.evaluate(GAMES, [one | {"colour": 'pink/"><b id="forged">'}])
    page.reload()
    expect(drawn).to_have_count(len(one["cells"]))
    expect(page.locator("#forged")).to_have_count(0)


def test_no_language_makes_the_results_wider_than_a_phone_on_its_side(
    opened: Open, server: Server
) -> None:
    """The hidden field that chooses a file stood beyond the edge."""
    for language in ("fr", "de", "pl"):
        page = opened(viewport={"width": 844, "height": 390}, locale=language)
        with_games(page, server.url, some_games(2, "own"))
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0, language


def test_only_the_best_kingdom_of_each_game_is_kept(opened: Open, server: Server) -> None:
    page = opened()
    page.goto(f"{server.url}/history")
    older = {**some_games(1, "own")[0], "game": "kingdomino", "cells": {"e1": "W1"}}
    page.evaluate(GAMES, [older, {**older, "id": "giants", "game": "giants"}])
    ended(page, server.url)
    page.wait_for_function("() => JSON.parse(localStorage['kingdomino.history']).length === 3")
    kept = json.loads(page.evaluate("localStorage['kingdomino.history']"))
    most = max(one["points"] for one in kept if one["game"] == "kingdomino")
    with_cells = {(one["game"], one["points"]) for one in kept if "cells" in one}
    assert with_cells == {("giants", 40), ("kingdomino", most)}


GAMES = """(games) => localStorage.setItem("kingdomino.history", JSON.stringify(games))"""


def some_games(count: int, prefix: str) -> list[dict[str, object]]:
    one = {"game": "giants", "size": 5, "players": 3, "level": "king", "won": True}
    one |= {"other": 50, "region": 9, "crowns": 11}
    return [
        {**one, "id": f"{prefix}{i}", "when": 1_700_000_000_000 + i, "points": 40 + i % 60}
        for i in range(count)
    ]


def with_games(page: Page, url: str, games: list[dict[str, object]]) -> None:
    page.goto(f"{url}/history")
    page.evaluate(GAMES, games)
    page.reload()
    page.wait_for_selector(".carry")


def test_results_go_to_another_device_by_a_code(opened: Open, server: Server) -> None:
    """As many as a browser keeps, each once; what the server hears of them is sealed."""
    page, phone = opened(), opened(viewport=PHONE, has_touch=True)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    with_games(page, server.url, some_games(2000, "shared"))
    page.get_by_role("button", name="Make a code").press("Enter")
    code = page.locator(".carried code").inner_text()
    assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", code)
    told = "".join(sent)
    assert len(told) < 128 * 1024
    for secret in ("shared1", "giants", code, code.replace("-", "")):
        assert secret not in told
    link = read_qr(page.get_by_role("img", name="The code as a QR code").evaluate(SQUARES))
    assert link == f"{server.url}/history#{code.replace('-', '')}"
    with_games(phone, server.url, [*some_games(1, "shared"), *some_games(2, "own")])
    phone.goto(link)
    phone.get_by_role("button", name="Fetch the results").tap()
    expect(phone.locator(".carry [role=status]").last).to_have_text("1,999 games added")
    assert "#" not in phone.url
    third = opened()
    third.goto(f"{server.url}/history")
    third.get_by_label("Code from the other device").fill(code.lower().replace("-", " "))
    third.keyboard.press("Enter")
    expect(third.locator(".carry")).to_contain_text("There is nothing under this code")
    third.get_by_label("Code from the other device").fill("kingdomino")
    third.keyboard.press("Enter")
    expect(third.locator(".carry")).to_contain_text("twelve letters and digits")


def test_what_was_sealed_with_another_code_changes_nothing(opened: Open, server: Server) -> None:
    page = opened()
    with_games(page, server.url, some_games(2, "own"))
    page.route("**/api/parcels/fetch", lambda route: route.fulfill(json={"sealed": "AAAA" * 20}))
    page.get_by_label("Code from the other device").fill("0123-4567-89AB")
    page.get_by_role("button", name="Fetch the results").click()
    expect(page.locator(".carry")).to_contain_text("has been changed")
    expect(page.locator(".played li")).to_have_count(2)


def test_an_address_that_is_not_secure_offers_the_file(opened: Open, server: Server) -> None:
    page = opened()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    with_games(page, server.url, some_games(1, "own"))
    expect(page.locator(".carry")).to_contain_text("only at a secure address")
    expect(page.get_by_role("button", name="Make a code")).to_have_count(0)
    expect(page.get_by_role("button", name="Save to a file")).to_be_enabled()
