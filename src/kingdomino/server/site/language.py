"""The languages of the pages: a folder each below ``languages``, found when the server starts.

``language.json`` says how it is called and read, ``texts.json`` what the pages say, ``rules.json``
the rules of the games. English has everything; what another language lacks is said in English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Literal

import msgspec

from .bundle import Pack, Read

ENGLISH = "en"
COOKIE = "kingdomino_language"
"""What somebody chose on the page, as far as the browser tells the server."""
_TAG = re.compile(r"\s*([A-Za-z0-9-]+|\*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?\s*")


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language is called by its speakers, and how it is read."""

    name: str
    locale: str = ""
    """Its tag for browsers, where that says more than the name of the folder."""
    direction: Literal["ltr", "rtl"] = "ltr"
    also: tuple[str, ...] = ()
    """Languages whose readers would rather have this one than English."""


Languages = Mapping[str, Language]
"""By their codes, which are the names of their folders."""


def find_languages(folder: Path) -> Languages:
    """Every language that has a folder here."""
    found = sorted(folder.glob("languages/*/language.json"))
    return {path.parent.name: _read(path) for path in found}


def _read(path: Path) -> Language:
    language = msgspec.json.decode(path.read_bytes(), type=Language)
    return msgspec.structs.replace(language, locale=language.locale or path.parent.name)


def choose_language(known: Languages, chosen: str, accepted: str) -> str:
    """The code of what was *chosen*, else the dearest of what the browser says it *accepted*."""
    if chosen in known:
        return chosen
    tags = _wanted(accepted)
    own = {code.lower(): code for code in known}
    also = {tag: code for code, language in known.items() for tag in language.also}
    served = [*(_served(own, tag) for tag in tags), *(_served(also, tag) for tag in tags)]
    return next(filter(None, served), ENGLISH)


def _wanted(accepted: str) -> list[str]:
    """The tags of an Accept-Language header, the dearest first."""
    weighed = [found for part in accepted.split(",") if (found := _TAG.fullmatch(part))]
    weighed.sort(key=lambda found: -float(found[2] or 1))
    return [found[1].lower() for found in weighed]


def _served(codes: Mapping[str, str], tag: str) -> str | None:
    """``de-at`` is served by ``de``."""
    while tag not in codes and "-" in tag:
        tag = tag.rpartition("-")[0]
    return codes.get(tag)


@cache
def english() -> Mapping[str, str]:
    """The texts of the pages that come with the package, for programs that ask in no language."""
    texts = files("kingdomino") / "web" / "languages" / ENGLISH / "texts.json"
    found: Mapping[str, str] = json.loads(texts.read_text(encoding="utf-8"))
    return found


def speak_page(name: str, code: str, known: Languages, read: Read) -> Pack:
    """The page before its script runs, in a language; it names all others."""
    texts, parts = _texts(code, read)
    filled = Template(read(name)).safe_substitute(
        code=code,
        locale=known[code].locale,
        direction=known[code].direction,
        title=escape(texts["app.name"]),
        description=escape(texts["app.description"]),
        no_script=escape(texts["app.no_script"]),
        alternates="\n".join(_link(other, language) for other, language in known.items()),
    )
    return Pack(filled, (name, *parts))


def speak_manifest(name: str, code: str, known: Languages, read: Read) -> Pack:
    """The manifest of the installed page, in a language."""
    texts, parts = _texts(code, read)
    about = {
        "name": texts["app.name"],
        "short_name": texts["app.name"],
        "description": texts["app.description"],
        "lang": known[code].locale,
        "dir": known[code].direction,
    }
    return Pack(json.dumps(json.loads(read(name)) | about, ensure_ascii=False), (name, *parts))


def _texts(code: str, read: Read) -> tuple[dict[str, str], tuple[str, ...]]:
    """A language's texts with English behind them, and the files that they are in."""
    parts = (f"languages/{ENGLISH}/texts.json", f"languages/{code}/texts.json")
    return json.loads(read(parts[0])) | json.loads(read(parts[1])), parts


def _link(code: str, language: Language) -> str:
    name, locale = escape(language.name), escape(language.locale)
    return (
        f'    <link rel="alternate" hreflang="{locale}" href="/?language={code}" '
        f'title="{name}" dir="{language.direction}" data-code="{code}" />'
    )
