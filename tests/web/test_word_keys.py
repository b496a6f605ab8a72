"""The keys of the pages' words: all that is named can be said, and no text is there for nobody."""

from __future__ import annotations

import re
from typing import get_args

from kingdomino.bots.grade import Grade
from kingdomino.bots.levels import LEVELS
from kingdomino.bots.reason import CODES
from kingdomino.core.domino import Resource, Symbol, Terrain
from kingdomino.core.drawing import Cell
from kingdomino.core.state import Phase
from kingdomino.games import quest
from kingdomino.games.catalogue import GAMES, every_rules
from kingdomino.games.pad import DOUBTS
from kingdomino.games.puzzle import kinds
from kingdomino.games.tiles import caveman_tiles
from kingdomino.server.error import STATUS
from kingdomino.server.message import SetWord
from kingdomino.server.table.look import EMBLEM
from tests.web.words import SITE, WEB, WORDS

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
        "puzzles.kind.": {
            "any",
            *(kind for game in GAMES for kind in kinds(game.name)),
        },
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
