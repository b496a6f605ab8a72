"""The rules pages: the same in every language, every ruling, and points as the engine counts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kingdomino.games.scorepad import score_pad
from tests.web.words import LANGUAGES, ROOT, RULES


def skeleton(value: Any, key: str = "") -> Any:
    """What must be the same in every language: all but the words."""
    if isinstance(value, dict):
        return {k: skeleton(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [skeleton(v, key) for v in value]
    verbatim = key in {"id", "game", "legend", "dominoes"} or not re.search("[^\\W\\d_]", value)
    return value.replace(" – ", "–") if verbatim else "…"


def pictures(code: str) -> list[dict[str, Any]]:
    return [
        {"game": block["pictures"]["game"], **picture}
        for chapter in RULES[code].values()
        for section in chapter["sections"]
        for block in section["blocks"]
        if "pictures" in block
        for picture in block["pictures"]["list"]
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_rules_have_the_same_structure(code: str) -> None:
    assert skeleton(RULES[code]) == skeleton(RULES["en"])
    drawn = [picture["rows"] for picture in pictures(code)]
    assert drawn == [picture["rows"] for picture in pictures("en")]


def test_every_ruling_is_told() -> None:
    readme = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
    settled = re.findall(r"^\| \[([KGO]\d+)\]", readme, re.MULTILINE)
    told = [
        block["ruling"]["id"]
        for chapter in RULES["en"].values()
        for section in chapter["sections"]
        for block in section["blocks"]
        if "ruling" in block
    ]
    assert told == settled


WORKED = {
    "51": ("kingdomino", ""),
    "67": ("origins-discovery", ""),
    "87": ("origins-tribe", ""),
    "two giants": ("giants", "quests: bleak_king four_corners_forest\n"),
}


@pytest.mark.parametrize("caption", WORKED)
def test_the_worked_examples_add_up(caption: str) -> None:
    game, extra = WORKED[caption]
    (picture,) = (p for p in pictures("en") if p["game"] == game and caption in p["caption"])
    castle = "H" if game.startswith("origins") else "C"
    drawing = "\n".join(row.replace("C", castle) for row in picture["rows"])
    _, sheet = score_pad(f"game: {game}\n{extra}\n{drawing}\n")
    assert sheet.total == (55 if caption == "two giants" else int(caption))
