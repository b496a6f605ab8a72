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


# Where the rules say what a review of their words missed (R1 to R13), and by which word in each
# language one knows that they do.
TOLD: dict[str, tuple[Any, ...]] = {
    "R1": ("giants", 5, 0, "table", "rows", 5, 2),
    "R2": ("origins", 2, 0, "p"),
    "R3": ("origins", 4, 0, "p"),
    "R4": ("origins", 6, 0, "p"),
    "R5": ("origins", 2, 0, "p"),
    "R6": ("origins", 2, 0, "p"),
    "R7": ("giants", 4, 0, "p"),
    "R8": ("giants", 0, 0, "ul", 3),
    "R9": ("origins", 5, 0, "p"),
    "R10": ("origins", 7, 2, "p"),
    "R11": ("origins", 8, 7, "p"),
    "R12": ("origins", 5, 0, "p"),
    "R13": ("kingdomino", 6, 1, "table", "rows", 0, 2),
    "R13, Origins": ("origins", 9, 0, "table", "rows", 2, 1),
}
SAID = {
    "en": "adjacent|lowest|side to side|from the middle|last round|two players|do nothing|two kings"
    "|volcanoes give none|leave the game|lone warrior|Only tokens|highest sum|highest sum",
    "de": "benachbarte|niedrigste|Seiten|aus der Mitte|letzten Runde|zu zweit|bewirken|zwei König"
    "|Vulkane geben keine|aus dem Spiel|einzelner Krieger|nur Plättchen|höchste|höchste Summe",
    "fr": "voisines|plus petit|côtés|au milieu ou|dernier tour|à deux|ne font rien|deux rois"
    "|volcans n’en|quittent le jeu|guerrier seul|Seuls les jetons|grande somme|grande somme",
    "es": "contiguas|más bajo|lados|del centro|última ronda|con dos|no hacen nada|dos reyes"
    "|volcanes no dan|salen del juego|guerrero aislado|Solo cuentan|suma más alta|suma más alta",
    "pl": "sąsiednie|najniższego|bokami|ze środka|ostatniej rundzie|dwojgu|nic nie robią|dwoma król"
    "|wulkany nie dają|opuszczają grę|Samotny wojownik|tylko żetony|najwyższa suma|najwyższa suma",
    "cs": "sousední|nejnižšího|stranou|ze středu|posledním kole|ve dvou|nedělají nic|dvěma král"
    "|vulkány žádné|ze hry|Osamocený válečník|jen žetony|nejvyšší součet|nejvyšší součet",
    "sk": "susedné|najnižšieho|stranou|zo stredu|poslednom kole|dvoch|nerobia nič|dvoma kráľ"
    "|vulkány žiadne|z hry|Osamotený bojovník|len žetóny|najvyšší súčet|najvyšší súčet",
    "sr": "susedna|najmanjeg|stranicama|sa sredine|poslednjem krugu|dvoje|ne čine ništa|dva kralja"
    "|vulkani ne daju|napuštaju igru|Usamljeni ratnik|samo žetoni|najveći zbir|najveći zbir",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_review_missed_is_told(code: str) -> None:
    for (rule, (chapter, section, block, *path)), word in zip(
        TOLD.items(), SAID[code].split("|"), strict=True
    ):
        told: Any = RULES[code][chapter]["sections"][section]["blocks"][block]
        for step in path:
            told = told[step]
        assert word in told, rule


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
