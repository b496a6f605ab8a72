"""A score pad for the cardboard game: a drawn kingdom with a few words above it, scored.

    game: giants
    quests: bleak_king lost_corner
    discarded: 1

    F1 F  W   W
    C  W  M2g .

Words above the drawing: ``game``, ``players``, ``variants``, ``quests``, ``discarded`` and
``totems``; all but ``game`` may be left out. Lines that start with ``#`` are skipped.
"""

from __future__ import annotations

import re

from ..core.domino import Resource
from ..core.drawing import parse_kingdom, terrain_letters
from ..core.engine import start
from ..core.error import RecordError
from ..core.kingdom import Kingdom
from ..core.rules import Rules
from ..core.score import Sheet, score_sheet
from ..core.state import State
from .catalogue import rules
from .tiles import caveman_tiles

_WORDS = ("game", "players", "variants", "quests", "discarded", "totems")
# A drawing may begin with somebody at home, but its terrain is one letter: D:hunter.
_WORD = r"\s*([A-Za-z_]{2,})\s*:\s*(.*?)\s*"


def score_pad(text: str) -> tuple[State, Sheet]:
    """A table with the drawn kingdom at seat 0, and its sheet; raises RecordError, RulesError."""
    words, drawing = _split(text)
    made = _rules(words)
    kingdom = parse_kingdom(drawing, terrain_letters(made.dominoes), made.size)
    _check_marks(kingdom, made)
    kingdom = kingdom._replace(discarded=_number(words, "discarded", 0))
    state = start(made)._replace(
        kingdoms=(kingdom, *start(made).kingdoms[1:]),
        quests=_quests(words, made),
        totems=_totems(words, made),
        agenda=(),
    )
    return state, score_sheet(state, 0)


def _split(text: str) -> tuple[dict[str, str], str]:
    words: dict[str, str] = {}
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] != "#"]
    while lines and (match := re.fullmatch(_WORD, lines[0])):
        name, value = match.groups()
        if name not in _WORDS:
            raise RecordError(f"unknown word {name!r} (expected {', '.join(_WORDS)})")
        if name in words:
            raise RecordError(f"{name!r} is given twice")
        words[name] = value
        del lines[0]
    return words, "\n".join(lines)


def _number(words: dict[str, str], name: str, default: int) -> int:
    value = words.get(name, str(default))
    if not re.fullmatch(r"[0-9]{1,3}", value):
        raise RecordError(f"{name} is a number, not {value!r}")
    return int(value)


def _rules(words: dict[str, str]) -> Rules:
    game = words.get("game", "kingdomino")
    # The players matter for the frame only: Mighty Duel is for two, and Origins for two is 7×7.
    variants = words.get("variants", "").split()
    seats = 2 if "mighty_duel" in variants else 3
    return rules(game, _number(words, "players", seats), variants)


def _quests(words: dict[str, str], made: Rules) -> tuple[str, ...]:
    drawn = words.get("quests", "").split()
    for quest in drawn:
        if quest not in made.quest:
            known = ", ".join(made.quest) or "none"
            raise RecordError(f"{made.game} has no quest {quest!r} (it has {known})")
    return tuple(sorted(set(drawn)))


def _totems(words: dict[str, str], made: Rules) -> tuple[int | None, ...]:
    held = words.get("totems", "").split()
    names = [resource.label for resource in Resource]
    for totem in held:
        if totem not in names or not made.totem_points:
            known = ", ".join(names) if made.totem_points else "none"
            raise RecordError(f"{made.game} has no totem {totem!r} (it has {known})")
    return tuple(0 if name in held else None for name in names)


def _check_marks(kingdom: Kingdom, made: Rules) -> None:
    """Nothing lies on the land that the game does not have."""
    if kingdom.tokens and not made.has_resources:
        raise RecordError(f"{made.game} has no resource tokens")
    if kingdom.fires and not made.has_volcanoes:
        raise RecordError(f"{made.game} has no fire tokens")
    if kingdom.giants[0] and not made.has_giants:
        raise RecordError(f"{made.game} has no giants")
    for _, name in kingdom.cavemen:
        if name not in made.cavemen:
            known = ", ".join(sorted(caveman_tiles())) if made.cavemen else "none"
            raise RecordError(f"{made.game} has no caveman {name!r} (it has {known})")
