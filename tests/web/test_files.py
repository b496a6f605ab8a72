"""The files of the pages: vendored ones are what npm publishes, and all of it stays small."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from kingdomino.server.site.bundle import pack_later, pack_script, pack_style
from kingdomino.server.site.pages import Pages

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "kingdomino" / "web"
LOCKS = (ROOT / "web-check" / "package-lock.json", *(ROOT / "requirements").glob("*.txt"))
VENDOR = WEB / "vendor"
MOST_BYTES, MOST_ON_DEMAND = 80_000, 8_000


def text_of(name: str) -> str:
    return (WEB / name).read_text()


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


def test_locks_name_hashes_and_no_addresses() -> None:
    """What is installed is known by its hash, wherever it comes from."""
    for lock in LOCKS:
        text = lock.read_text()
        assert "sha512-" in text or "--hash=sha256:" in text, lock.name
        assert "://" not in text, lock.name


def test_scripts_and_styles_fit_in_80_kilobytes() -> None:
    """What every visitor of every screen fetches, compressed as it is sent."""
    size = Pages(WEB).weight()
    assert size <= MOST_BYTES, f"{size} bytes"


def test_what_comes_on_demand_is_small_too() -> None:
    pages = Pages(WEB)
    assert pages.later
    sizes = {name: pages.weight([name]) for name in pages.later}
    assert max(sizes.values()) <= MOST_ON_DEMAND, sizes


def test_nothing_is_fetched_besides_what_is_weighed() -> None:
    """Each module is in one script only, or its state would be there twice."""
    sent = [*pack_script("js/main.js", text_of).parts]
    first = {*sent}
    for name in Pages(WEB).later:
        source = "js/" + name.removeprefix("later/")
        sent += {*pack_later(source, "js/main.js", text_of).parts} - first
    sent += [*pack_style("css/main.css", text_of).parts, "sw.js"]
    # For other sites' pages, and in a worker, which shares no state with the page.
    sent += ["js/embed.js", "js/offline/worker.js", "js/offline/python.js"]
    scripts = [path.read_text() for path in (WEB / "js").rglob("*.js")]
    sent += {style for text in scripts for style in re.findall(r'useStyle\("/(css/[^"]+)"', text)}
    files = {*WEB.rglob("*.js"), *WEB.rglob("*.css")}
    assert sorted(sent) == sorted(file.relative_to(WEB).as_posix() for file in files)


def test_no_inline_code_or_style() -> None:
    page = (WEB / "index.html").read_text()
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\bsrc=)", page)
    for file in (WEB / "js").rglob("*.js"):
        assert not re.search(r"\beval\(|new Function\(|javascript:", file.read_text()), file


def test_what_the_page_names_exists() -> None:
    named = re.findall(r'(?:href|src)="/([^"]+)"', (WEB / "index.html").read_text())
    files = [path.partition("?")[0].replace("$code", "en") for path in named]
    missing = [path for path in files if not (WEB / path).is_file()]
    assert missing == ["app.css", "app.js"], "these two are made by the server"


def test_every_word_the_pages_ask_for_is_known() -> None:
    words = json.loads((WEB / "languages" / "en" / "texts.json").read_text())
    asked = set()
    for file in (WEB / "js").rglob("*.js"):
        if file.parent.name == "art":
            continue
        asked |= set(re.findall(r'\b(?:t|plural)\("([a-z0-9_.]+)"', file.read_text()))
        asked |= set(re.findall(r'\btg\([^,]+, "([a-z0-9_.]+)"', file.read_text()))
    assert sorted(asked - set(words)) == []
