"""Signs and colours of the terminal, and what stands in for them where they cannot be printed.

A terrain has a letter and a glyph, so that colour only helps. Every sign has a stand-in of the
same width: a stream that uses ``FALLBACK`` as its error handler never fails and never shifts.
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

from rich.console import Console

from ...core.domino import Resource, Terrain

CROWN, FLAME, FIRE, GIANT, CRATER = "♛", "✦", "✹", "☻", "○"
CASTLE, KING, TOKEN, PERSON, PRINTS, BARE = "♜", "♚", "•", "☺", "∵", "·"
EMBLEMS = "♥★✚■●"
"""One for each seat, because green and blue look alike to some eyes."""

TERRAIN_GLYPH = {
    Terrain.WHEAT: "‖",
    Terrain.FOREST: "♣",
    Terrain.LAKE: "≈",
    Terrain.GRASS: "„",
    Terrain.SWAMP: "≋",
    Terrain.MINE: "◆",
    Terrain.GRASSLAND: "„",
    Terrain.JUNGLE: "♠",
    Terrain.QUARRY: "▤",
    Terrain.DESERT: "∴",
    Terrain.VOLCANO: "▲",
}
# Light and dark ground next to each other: wheat against grass, swamp against forest.
TERRAIN_STYLE = {
    Terrain.WHEAT: "#2b2100 on #f0cf57",
    Terrain.FOREST: "#e9f5e4 on #23582f",
    Terrain.LAKE: "#04243d on #68b4e8",
    Terrain.GRASS: "#12290a on #8cc152",
    Terrain.SWAMP: "#1f1a10 on #b7a57f",
    Terrain.MINE: "#ffd75f on #3a3442",
    Terrain.GRASSLAND: "#1d2b06 on #b8d36a",
    Terrain.JUNGLE: "#e6fbe9 on #1c6b45",
    Terrain.QUARRY: "#17191c on #aab0b6",
    Terrain.DESERT: "#332505 on #f2dfaa",
    Terrain.VOLCANO: "#ffe3d1 on #7d2a1c",
}
RESOURCE_WORD = {
    Resource.MAMMOTH: "ma",
    Resource.FISH: "fi",
    Resource.MUSHROOM: "mu",
    Resource.FLINT: "fl",
}
CAVEMAN_WORD = {
    "hunter": "hu",
    "fishing_child": "ch",
    "gatherer": "ga",
    "sculptor": "sc",
    "painter": "pa",
    "fire_lady": "la",
    "shaman": "sh",
}
CASTLE_STYLE = {
    "pink": "bold #2b0718 on #f08cba",
    "yellow": "bold #2b2100 on #ffe26b",
    "green": "bold #06240d on #67cf7e",
    "blue": "bold #f2f8ff on #2c63b8",
    "brown": "bold #fff4e6 on #7d4a21",
    "black": "bold #f2f2f2 on #1b1b1b",
}
# Middle tones: names stand on the terminal's own ground, light or dark.
NAME_STYLE = {
    "pink": "bold #d6478f",
    "yellow": "bold #b58900",
    "green": "bold #2e9e4f",
    "blue": "bold #3f83d8",
    "brown": "bold #a5672f",
    "black": "bold",
}

_PLAIN = str.maketrans(
    {
        CROWN: "^", FLAME: "*", FIRE: "!", GIANT: "g", CRATER: "o",
        CASTLE: "#", KING: "K", TOKEN: "+", PERSON: "@", PRINTS: "%", BARE: ".",
        "‖": "|", "♣": "t", "≈": "~", "„": ",", "≋": "&", "◆": "$", "♠": "Y", "▤": "=",
        "∴": ":", "▲": "A", "♥": "1", "★": "2", "✚": "3", "■": "4", "●": "5",
        "×": "x", "–": "-", "−": "-", "’": "'", "…": ".", "→": ">", "↓": "v", "←": "<",
        "↑": "^", "│": "|", "─": "-", "┆": "|", "▸": ">", "█": "#", "“": '"', "”": '"',
    }
)  # fmt: skip
FALLBACK = "kingdomino"


def plain(text: str) -> str:
    """*text* in ASCII: as long as before, signs by their stand-ins, letters without accents."""
    return "".join(_bare(sign) for sign in text.translate(_PLAIN))


def _bare(sign: str) -> str:
    if sign.isascii():
        return sign
    letter = unicodedata.normalize("NFKD", sign)[0]
    return letter if letter.isascii() else "?"


def _stand_in(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error(FALLBACK, _stand_in)


def open_console(*, stderr: bool = False, soft_wrap: bool = False) -> Console:
    """A console that prints every sign, or its stand-in where the encoding lacks it.

    With *soft_wrap* it breaks no line: for a log, and for paths that somebody will copy.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=FALLBACK)
    return Console(stderr=stderr, soft_wrap=soft_wrap, highlight=False, emoji=False)
