"""What the pages say, as it stands in the files of every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "kingdomino" / "web"
SITE = ROOT / "src" / "kingdomino" / "server" / "site"
FOLDER = WEB / "languages"
CHECK = ROOT / "scripts" / "check_languages.py"
NAMES = {
    path.parent.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*/language.json"))
}
LANGUAGES = [*NAMES]
OTHERS = [code for code in LANGUAGES if code != "en"]
Entry = str | dict[str, str]


def catalogue(code: str) -> dict[str, Entry]:
    pairs = json.loads(
        (FOLDER / code / "texts.json").read_text(encoding="utf-8"), object_pairs_hook=list
    )
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), "a key is given twice"
    return {key: dict(entry) if isinstance(entry, list) else entry for key, entry in pairs}


WORDS = {code: catalogue(code) for code in LANGUAGES}


def texts(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def params(entry: Entry) -> set[str]:
    return {name for text in texts(entry) for name in re.findall(r"\{(\w+)\}", text)}


def all_texts(code: str) -> Iterator[tuple[str, str]]:
    for key, entry in WORDS[code].items():
        for text in texts(entry):
            yield key, text


def rules_content(code: str) -> dict[str, Any]:
    source = (FOLDER / code / "rules.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(source)
    return content


RULES = {code: rules_content(code) for code in LANGUAGES}


def strings(value: object) -> Iterator[str]:
    """Everything written in a rules page, but not its drawings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "rows" or "head" in value:
                yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
