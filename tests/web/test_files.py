"""The files of the pages: vendored ones are what npm publishes, and all of it stays small."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src" / "kingdomino" / "web"
VENDOR = WEB / "vendor"
MOST_BYTES = 80_000


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_vendored_files_are_the_published_ones() -> None:
    """Only the names in their imports differ: browsers have no npm to look names up in."""
    known = json.loads((VENDOR / "checksums.json").read_text())
    assert {path.name for path in VENDOR.glob("*.js")} == set(known["files"])
    for name, file in known["files"].items():
        text = (VENDOR / name).read_text()
        assert sha256(text) == file["sha256"], name
        for published, ours in known["rewritten"].items():
            text = text.replace(ours, published)
        assert sha256(text) == file["published_sha256"], name


def imported(*names: str) -> set[Path]:
    """These modules and all that they import before they run."""
    found: set[Path] = set()
    waiting = [WEB / name for name in names]
    while waiting:
        file = waiting.pop().resolve()
        if file not in found:
            found.add(file)
            text = file.read_text()
            paths = re.findall(r'(?:from ?|^import )["\'](\.[^"\']+)', text, re.MULTILINE)
            waiting += [file.parent / path for path in paths]
    return found


@pytest.mark.parametrize(
    ("screen", "styles"),
    [
        ("front", ["theme", "page", "table", "front"]),
        ("table", ["theme", "page", "table"]),
        ("new-game", ["theme", "page", "table", "front"]),
        ("replay", ["theme", "page", "table", "after"]),
    ],
)
def test_scripts_and_styles_fit_in_80_kilobytes(screen: str, styles: list[str]) -> None:
    """What a browser fetches to show a screen, each file compressed as it is sent."""
    files = imported("js/main.js", f"js/screens/{screen}.js")
    files |= {WEB / "css" / f"{name}.css" for name in styles}
    size = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
    assert size <= MOST_BYTES, f"{size} bytes"


def test_the_worker_keeps_the_whole_shell() -> None:
    kept = set(re.findall(r'^  "/([^"]+)",$', (WEB / "sw.js").read_text(), re.M))
    files = {*WEB.rglob("*.js"), *WEB.rglob("*.css"), *WEB.glob("i18n/*.json")} - {WEB / "sw.js"}
    there = {file.relative_to(WEB).as_posix() for file in files if file.parent.name != "rules"}
    assert there - kept == set()
    assert {name for name in kept if not (WEB / name).is_file()} == set()


def test_no_inline_code_or_style() -> None:
    page = (WEB / "index.html").read_text()
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\bsrc=)", page)
    for file in (WEB / "js").rglob("*.js"):
        assert not re.search(r"\beval\(|new Function\(|javascript:", file.read_text()), file


def test_what_the_page_names_exists() -> None:
    named = re.findall(r'(?:href|src)="(/[^"]+)"', (WEB / "index.html").read_text())
    missing = [path for path in named if not (WEB / path.lstrip("/")).is_file()]
    assert missing == []


def test_every_word_the_pages_ask_for_is_known() -> None:
    words = json.loads((WEB / "i18n" / "en.json").read_text())
    asked = set()
    for file in (WEB / "js").rglob("*.js"):
        if file.parent.name in ("art", "rules"):
            continue
        asked |= set(re.findall(r'\b(?:t|plural)\("([a-z0-9_.]+)"', file.read_text()))
        asked |= set(re.findall(r'\btg\([^,]+, "([a-z0-9_.]+)"', file.read_text()))
    assert sorted(asked - set(words)) == []
