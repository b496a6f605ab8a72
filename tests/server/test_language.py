"""The page comes in the reader's language, and a language is a folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kingdomino.server.site.language import Language, choose_language

from .support import client_of, settings

KNOWN = {
    "de": Language("Deutsch", "de"),
    "en": Language("English", "en-GB"),
    "pt-BR": Language("Português", "pt-BR"),
    "sr": Language("Srpski", "sr-Latn", also=("hr",)),
}


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9", "de"),
        ("fi;q=0.9, de;q=0.2, en;q=0.5", "en"),
        ("pt-BR", "pt-BR"),
        ("pt-PT, de;q=0.1", "de"),
        ("hr-HR", "sr"),
        ("hr-HR, hr;q=0.9, en;q=0.8", "en"),
        ("fi", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=x, ;;, =,sr;q=0.1", "sr"),
    ],
)
def test_the_dearest_language_that_is_there_is_taken(accepted: str, code: str) -> None:
    assert choose_language(KNOWN, "", accepted) == code
    assert choose_language(KNOWN, "../de", accepted) == code
    assert choose_language(KNOWN, "sr", accepted) == "sr", "what somebody chose comes first"


def add_language(pages: Path, code: str, **about: object) -> Path:
    folder = pages / "languages" / code
    folder.mkdir(parents=True)
    (folder / "language.json").write_text(json.dumps(about))
    return folder


async def test_a_folder_is_a_language(tmp_path: Path) -> None:
    """No code names it: the server finds it, the page lists it, and English fills its gaps."""
    pages = tmp_path / "pages"
    english = {"app.name": "K & K", "app.description": "A <game>.", "app.no_script": "Script!"}
    for code, name, texts in (("en", "English", english), ("fi", "Suomi", {"app.no_script": "Ai"})):
        folder = add_language(pages, code, name=name)
        (folder / "texts.json").write_text(json.dumps(texts))
    add_language(pages, "ar", name="العربية", locale="ar-EG", direction="rtl")
    (pages / "languages" / "ar" / "texts.json").write_text("{}")
    (pages / "index.html").write_text(
        '<html lang="$locale" dir="$direction"><title>$title</title><p>$description</p>\n'
        "$alternates\n<noscript>$no_script</noscript>"
    )
    (pages / "manifest.webmanifest").write_text('{"id": "/", "name": "x"}')
    async with client_of(settings(tmp_path / "data", pages=pages)) as client:
        page = await client.get("/new", headers={"accept-language": "fi-FI, en;q=0.5"})
        assert page.text.startswith('<html lang="fi" dir="ltr"><title>K &amp; K</title>')
        assert "A &lt;game&gt;." in page.text
        assert "<noscript>Ai</noscript>" in page.text
        assert re.findall('hreflang="([^"]+)".*title="([^"]+)" dir="(...)"', page.text) == [
            ("ar-EG", "العربية", "rtl"),
            ("en", "English", "ltr"),
            ("fi", "Suomi", "ltr"),
        ]
        assert page.headers["content-language"] == "fi"
        assert {"accept-language", "cookie"} <= {*page.headers["vary"].split(", ")}
        for address, cookie in (("/?language=ar", ""), ("/", "kingdomino_language=ar")):
            other = await client.get(address, headers={"cookie": cookie})
            assert '<html lang="ar-EG" dir="rtl">' in other.text
            assert other.headers["etag"] != page.headers["etag"]
        installed = (await client.get("/manifest.webmanifest?language=fi")).json()
        assert installed["id"] == "/"
        assert (installed["name"], installed["lang"]) == ("K & K", "fi")
        assert installed["description"] == "A <game>."
        (pages / "languages" / "fi" / "texts.json").write_text('{"app.no_script": "Voi"}')
        assert "<noscript>Voi</noscript>" in (await client.get("/?language=fi")).text
