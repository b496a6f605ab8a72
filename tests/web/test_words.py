"""The pages' words: every language says everything, in its grammar, with the glossary's words."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.web.module import said_by
from tests.web.words import (
    CHECK,
    FOLDER,
    LANGUAGES,
    NAMES,
    OTHERS,
    ROOT,
    RULES,
    WEB,
    WORDS,
    all_texts,
    params,
    strings,
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_the_same_keys_in_the_same_order(code: str) -> None:
    assert list(WORDS[code]) == list(WORDS["en"])


def test_french_colons_have_their_space() -> None:
    """“Domaines:” and “Commerce local:” had none."""
    written = [*all_texts("fr"), *(("rules", text) for text in strings(RULES["fr"]))]
    assert [text for _, text in written if re.search(r"[^\s\d][:;?!](\s|$)", text)] == []
    spaces = {space for _, text in written for space in re.findall(r"(.)[:;?!](?:\s|$)", text)}
    assert spaces == {"\u00a0", "\u202f"}, "which keep the line together"


def test_scripts_leave_colons_to_the_language() -> None:
    joined = re.compile(r"\}: (\$\{|<)")
    found = [
        line.strip()
        for file in (WEB / "js").rglob("*.js")
        for line in file.read_text().splitlines()
        if joined.search(line) and not re.search(r"new Error|`event\.", line)
    ]
    assert found == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_parameters_are_those_of_english(code: str) -> None:
    wrong = {
        key: sorted(params(entry) ^ params(WORDS["en"][key]))
        for key, entry in WORDS[code].items()
        if params(entry) != params(WORDS["en"][key])
    }
    assert not wrong


def checked(folder: Path) -> tuple[int, str]:
    """What the check of languages says of a folder."""
    ran = subprocess.run(
        [sys.executable, str(CHECK), str(folder)], capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout + ran.stderr


def test_no_language_lacks_anything() -> None:
    """Texts, their parameters, the forms that Intl counts with, and the rules."""
    failed, said = checked(FOLDER)
    assert failed == 0, said
    assert said.splitlines() == [f"{name}: nothing to mend" for name in LANGUAGES]


def test_what_a_language_lacks_is_said(tmp_path: Path) -> None:
    """So that a translator knows what is left to do."""
    for code in ("en", "pl"):
        shutil.copytree(FOLDER / "en", tmp_path / code)
    (tmp_path / "pl" / "language.json").write_text('{"name": "Polski"}')
    texts = json.loads((FOLDER / "en" / "texts.json").read_text(encoding="utf-8"))
    texts |= {"prompt.place": "Dołóż", "no.such": "x"}
    del texts["front.play"]
    (tmp_path / "pl" / "texts.json").write_text(json.dumps(texts))
    rules = json.loads((FOLDER / "en" / "rules.json").read_text(encoding="utf-8"))
    del rules["giants"]
    (tmp_path / "pl" / "rules.json").write_text(json.dumps(rules))
    failed, said = checked(tmp_path)
    assert failed == 1
    assert "en: nothing to mend" in said
    for fault in (
        'front.play is missing: "Play"',
        "prompt.place must have ['domino']",
        "nobody asks for no.such",
        "count.points must have the forms ['few', 'many', 'one', 'other']",
        "/giants is missing",
    ):
        assert fault in said


@pytest.mark.parametrize("code", LANGUAGES)
def test_typography(code: str) -> None:
    written = [*all_texts(code), *(("rules", text) for text in strings(RULES[code]))]
    for key, text in written:
        assert text.strip() == text, (key, text)
        assert text or key == "rules", key  # a table may have an empty cell
        assert "  " not in text, (key, text)
        assert not re.search(r"[<>]|&\w+;", text), (key, text)
        assert "..." not in text, (key, text)
        assert not re.search(r"[\"'`]", text), (key, text)
        # French puts a space that never breaks before some signs, a plain one nowhere.
        assert not re.search(r" [,.;:!?](?!\S)", text), (key, text)
        assert code == "fr" or not re.search(r"[\u00a0\u202f][;:!?]", text), (key, text)
        assert text.count("„") == text.count("“") or code == "en", (key, text)
        assert text.count("**") % 2 == 0, (key, text)


FOREIGN = {
    "cs": "ľĺŕôäđć",
    "sk": "ěřůđć",
    "sr": "áéíóúýěřůôäľĺŕťďň",
    "de": "áéíóúñçąćęłńśźżčšž",
    "es": "äößçąćęłńśźżčšžàèâêîôû",
    "fr": "äößñąćęłńśźżčšž",
    "pl": "áéíúýäöüßñçčšžěřů",
}


@pytest.mark.parametrize("code", FOREIGN)
def test_letters_are_those_of_the_language(code: str) -> None:
    for text in [*(text for _, text in all_texts(code)), *strings(RULES[code])]:
        assert not set(text.lower()) & set(FOREIGN[code]), text
        assert not re.search("[\u0400-\u04ff]", text), text


@pytest.mark.parametrize("code", OTHERS)
def test_little_is_left_in_english(code: str) -> None:
    """Names and bare patterns may be the same; sentences may not."""
    same = [
        key
        for key, entry in WORDS[code].items()
        if entry == WORDS["en"][key] and re.search(r"[a-z]{3,} [a-z]{3,}", str(entry))
    ]
    assert not same


# The glossary


def glossary() -> dict[str, dict[str, str]]:
    """The words by key and language, from the tables of docs/glossary.md with whole words."""
    codes = {about["name"]: code for code, about in NAMES.items()}
    found: dict[str, dict[str, str]] = defaultdict(dict)
    head: list[str] = []
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().rstrip("†").strip() for cell in line.strip("|").split("|")]
        if cells[0] == "Key" or not line:
            head = cells
        elif cells[0].startswith("`") and "English" in head:
            row = dict(zip(head, cells, strict=True))
            for name in row.keys() & codes.keys():
                found[cells[0].strip("`")].setdefault(codes[name], row[name])
    return found


GLOSSARY = glossary()
TERRAINS = ("wheat", "forest", "lake", "grass", "swamp", "mine")
WILD = ("grassland", "jungle", "quarry", "desert", "volcano")
RESOURCES = ("mammoth", "fish", "mushroom", "flint")
PEOPLE = ("hunter", "fishing_child", "gatherer", "sculptor", "painter", "fire_lady", "shaman")
WARRIORS = ("small", "amazon", "oafish")
VARIANTS = ("dynasty", "middle_kingdom", "harmony", "mighty_duel", "wider_offer")
QUESTS = ("harmony", "middle_kingdom", "lost_corner", "folie_des_grandeurs", "bleak_king")
SAME = {
    **{f"terrain.{name}": f"terrain.{name}" for name in TERRAINS},
    **{f"terrain.{name}": f"origins.terrain.{name}" for name in WILD},
    **{f"resource.{name}": f"origins.res.{name}" for name in RESOURCES},
    **{f"caveman.{name}": f"origins.c.{name}" for name in (*PEOPLE, *WARRIORS)},
    **{f"variant.{name}": f"variant.{name}" for name in VARIANTS},
    **{f"variant.{name}": f"origins.{name}" for name in ("empire_of_fire", "homo_habilis")},
    **{f"quest.{name}": f"quest.{name}" for name in QUESTS},
    "game.kingdomino": "game.base",
    "game.giants": "game.giants",
    "button.undo": "screen.undo",
    "button.rematch": "screen.rematch",
    "button.download": "screen.download",
    "square.castle": "comp.castle",
    "square.castle.origins": "origins.hut",
    "prompt.choose": "prompt.choose",
    "prompt.cover": "prompt.cover",
    "prompt.erupt": "prompt.erupt",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_are_those_of_the_glossary(code: str) -> None:
    said = {key: WORDS[code][key] for key in SAME}
    assert said == {key: GLOSSARY[term][code] for key, term in SAME.items()}


COUNTED = {
    "points": ("bod body bodů", "bod body bodov", "poen poena poena"),
    "squares": ("políčko políčka políček", "políčko políčka políčok", "polje polja polja"),
    "crowns": ("koruna koruny korun", "koruna koruny korún", "kruna krune kruna"),
}


@pytest.mark.parametrize("thing", COUNTED)
def test_counted_things_are_declined(thing: str) -> None:
    for code, forms in zip(("cs", "sk", "sr"), COUNTED[thing], strict=True):
        entry = WORDS[code][f"count.{thing}"]
        assert isinstance(entry, dict)
        said = [entry[category] for category in ("one", "few", "other")]
        assert said == [f"{{n}} {form}" for form in forms.split()]


def test_the_browser_picks_the_right_forms() -> None:
    """js/i18n.js with the real Intl: plurals, lists, fallback, the first language."""
    script = """
      import { readFile } from "node:fs/promises";
      const json = async (url) => JSON.parse(await readFile(process.argv[2] + url));
      globalThis.fetch = async (url) => ({ ok: true, json: () => json(url) });
      const spoken = { en: "en-GB", cs: "cs", sk: "sk", sr: "sr-Latn", pl: "pl", fr: "fr" };
      const links = Object.entries(spoken).map(([code, hreflang]) =>
        ({ title: code, hreflang, dir: "ltr", dataset: { code } }));
      const documentElement = { lang: "sr-Latn" };
      const document = { documentElement, querySelectorAll: () => links, querySelector() {} };
      Object.assign(globalThis, { document, addEventListener: () => {} });
      const languages = process.argv[3].split(",");
      Object.defineProperty(globalThis, "navigator", { value: { languages } });
      const words = await import(process.argv[1]);
      await words.ready;
      const told = { first: words.language.value };
      for (const code of Object.keys(spoken).reverse()) {
        await words.setLanguage(code);
        told[code] = [1, 2, 5, 11, 21, 22, 1.5].map((n) => words.plural("count.points", n));
        told[code].push(words.list(["A", "B", "C"]), words.change(-2), words.squareName("e1n2"));
      }
      await words.setLanguage("sr");
      told.missing = words.t("no.such.key");
      told.filled = words.t("prompt.place", { domino: "A" });
      told.game = [words.tg("origins-totem", "square.castle"), words.tg("giants", "square.castle")];
      console.log(JSON.stringify(told));
    """

    def run(wanted: str) -> dict[str, Any]:
        said = said_by(script, WEB / "js" / "i18n.js", WEB, wanted)
        told: dict[str, Any] = json.loads(said)
        return told

    told = run("hr-HR,cs-CZ")
    assert told["first"] == "cs", "a language of the reader's own comes first"
    assert run("hr-HR")["first"] == "sr", "else what the server found for them"
    spoken = ("en", "cs", "sk", "sr", "pl", "fr")
    said = {code: ", ".join(told[code][:7]) for code in spoken}
    assert said == {
        "en": "1 point, 2 points, 5 points, 11 points, 21 points, 22 points, 1.5 points",
        "cs": "1 bod, 2 body, 5 bodů, 11 bodů, 21 bodů, 22 bodů, 1,5 bodu",
        "sk": "1 bod, 2 body, 5 bodov, 11 bodov, 21 bodov, 22 bodov, 1,5 bodu",
        "sr": "1 poen, 2 poena, 5 poena, 11 poena, 21 poen, 22 poena, 1,5 poena",
        "pl": "1 punkt, 2 punkty, 5 punktów, 11 punktów, 21 punktów, 22 punkty, 1,5 punktu",
        "fr": "1 point, 2 points, 5 points, 11 points, 21 points, 22 points, 1,5 point",
    }
    listed = [told[code][7].replace("\u00a0", " ") for code in spoken]
    assert listed == [
        "A, B and C",
        "A, B a C",
        "A, B a C",
        "A, B i C",
        "A, B i C",
        "A, B et C",
    ]
    assert told["cs"][8:] == ["−2", "1 doprava, 2 nahoru"]
    assert told["missing"] == "no.such.key"
    assert told["filled"] == "Postavite pločicu A"
    assert told["game"] == ["koliba", "zamak"]
