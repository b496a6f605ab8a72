"""What ``?`` tells: the decision at hand, the signs of this game, the commands."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...core.domino import Resource
from ...core.drawing import terrain_letters
from ...core.state import Phase, State
from ..show import glyph

ABOUT: Mapping[Enum, str] = {
    Phase.PLACE: (
        "A domino covers two free squares inside the frame. One of its halves must touch the "
        "castle or a square of its own terrain, side by side. Type the number of a square, then "
        "which way the other half lies; or both at once, such as 7 east; or the squares: e1 e2."
    ),
    Phase.CHOOSE: (
        "Put your king on a free domino: you place it next round. Low numbers act first, high "
        "numbers are richer. “best +6” is what it would bring if you placed it now."
    ),
    Phase.CHOOSE_PAIR: "Take the first and the last domino of the row, or the two in the middle.",
    Phase.COVER: (
        "A giant stands on one crown, which counts nowhere while it stays there. The number "
        "beside a square is what that costs now."
    ),
    Phase.RELEASE: (
        "Footprints let one of your giants go. You then choose who gets it, and they which of "
        "their crowns it covers. You may keep all giants."
    ),
    Phase.SEND: "Whoever gets the giant chooses which of their own crowns it covers.",
    Phase.ERUPT: (
        "Fire lands on one of your squares within reach, diagonals too, also across empty "
        "ground: not on a volcano, a flame or the hut. What lay or lived there is gone."
    ),
    Phase.HAND_OVER: "Fire cost you the lead and several are ahead of you: one gets the totem.",
    Phase.SETTLE: (
        "Once a turn two different tokens bring one of the cavemen in the open, four different "
        "ones any caveman of the pile. Tokens are spent in the order mammoth, fish, mushroom, "
        "flint, one square at a time."
    ),
    Phase.RECRUIT: (
        "Two different tokens pay for a caveman in the open; four, one of each kind, for any of "
        "the pile. “up to” is what the best square for it would bring."
    ),
    Phase.SETTLE_ON: (
        "A caveman lives on a square of yours without volcano, flame, fire, token or neighbour "
        "on it, and scores for what lies on the 8 squares around."
    ),
}

CONFIRM = "Enter confirms your turn; u takes your last step back."

COMMANDS = (
    ("Enter", "take what stands in brackets"),
    ("u", "take back your last step, until your turn is confirmed"),
    ("h", "what would the bot do?"),
    ("s", "score sheets of everybody"),
    ("t", "draw the table again"),
    ("w FILE", "save the game to a file"),
    ("q", "leave; you are asked whether to save"),
    ("?", "this page"),
)


def help_page(state: State, phase: Enum | None) -> RenderableType:
    """Everything that helps with the decision at hand; None is the end of a turn."""
    return Group(
        Text(CONFIRM if phase is None else _about(state, phase)),
        Text("\nSigns", "bold"),
        legend(state),
        Text("\nCommands", "bold"),
        _grid([(Text(key, "bold"), Text(words)) for key, words in COMMANDS]),
    )


def _about(state: State, phase: Enum) -> str:
    return ABOUT.get(phase) or f"You are to {state.rules.steps[phase].asks}: type a number."


def legend(state: State) -> Table:
    rows: list[tuple[Text, Text]] = []
    for letter, terrain in terrain_letters(state.rules.dominoes).items():
        sign = f" {letter}{glyph.TERRAIN_GLYPH[terrain]} "
        rows.append((Text(sign, glyph.TERRAIN_STYLE[terrain]), Text(terrain.label)))
    return _grid([*rows, *((Text(f" {sign}"), Text(words)) for sign, words in _signs(state))])


def _signs(state: State) -> list[tuple[str, str]]:
    if not state.rules.flames:
        found = [(glyph.CROWN, "crown")]
        giants = [(glyph.GIANT, "giant on a crown"), (glyph.PRINTS, "footprints: a giant may go")]
        return found + (giants if state.rules.has_giants else [])
    found = [(glyph.FLAME, "printed flame"), (glyph.FIRE, "flame of a fire token")]
    found.append((glyph.CRATER, "crater"))
    if state.rules.has_resources:
        tokens = ((r.label, glyph.RESOURCE_WORD[r]) for r in Resource)
        found += [(f"{glyph.TOKEN}{word}", f"{label} token") for label, word in tokens]
    if state.rules.cavemen:
        found += [(f"{glyph.PERSON}w2", "warrior of strength 2")]
        people = glyph.CAVEMAN_WORD.items()
        found += [(f"{glyph.PERSON}{word}", name.replace("_", " ")) for name, word in people]
    return found


def _grid(rows: list[tuple[Text, Text]]) -> Table:
    table = Table.grid(padding=(0, 2))
    for row in rows:
        table.add_row(*row)
    return table
