"""Results of one's own in a real browser: remembered, shown, carried in a file, deleted."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from .driver import Open, open_table, play_out
from .serving import Server


def carry(page: Page, file: Path) -> None:
    page.locator('input[type="file"]').set_input_files(file)


def test_a_finished_game_is_remembered_and_carried(
    opened: Open, server: Server, tmp_path: Path
) -> None:
    page = opened()
    open_table(page, server.url, "kingdomino")
    play_out(page)
    page.wait_for_selector("main.end .result p")
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
        expect(other.get_by_role("status")).to_contain_text(said)
        expect(other.locator(".played li")).to_have_count(0)
    for added in ("1 game added", "0 games added"):
        carry(other, file)
        expect(other.get_by_role("status")).to_have_text(added)
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
