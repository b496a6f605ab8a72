"""A canvas has three brushes: rectangle, disc and text. Here is the one that writes SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Protocol

GLYPH_WIDTH, GLYPH_HEIGHT = 5, 7
# Five columns each, the lowest bit on top.
GLYPHS = {
    "0": "3E5149453E", "1": "00427F4000", "2": "4261514946", "3": "2141454B31",
    "4": "1814127F10", "5": "2745454539", "6": "3C4A494930", "7": "0171090503",
    "8": "3649494936", "9": "064949291E", "A": "7E1111117E", "B": "7F49494936",
    "C": "3E41414122", "D": "7F4141221C", "E": "7F49494941", "F": "7F09090901",
    "G": "3E4149497A", "H": "7F0808087F", "I": "00417F4100", "J": "2040413F01",
    "K": "7F08142241", "L": "7F40404040", "M": "7F020C027F", "N": "7F0408107F",
    "O": "3E4141413E", "P": "7F09090906", "Q": "3E4151215E", "R": "7F09192946",
    "S": "4649494931", "T": "01017F0101", "U": "3F4040403F", "V": "1F2040201F",
    "W": "3F4038403F", "X": "6314081463", "Y": "0708700807", "Z": "6151494543",
    "-": "0808080808", "+": "08083E0808", ":": "0036360000", "/": "2010080402",
    ".": "0060600000", ",": "0050300000", ";": "0056360000", "'": "0000070000", "(": "001C224100",
    ")": "0041221C00", "!": "00005F0000", "?": "0201510906", " ": "0000000000",
}  # fmt: skip


class Canvas(Protocol):
    """Something to draw on; lengths are pixels, colours ``#rrggbb``."""

    def rectangle(self, x: int, y: int, width: int, height: int, colour: str) -> None: ...

    def disc(self, x: int, y: int, radius: int, colour: str) -> None:
        """A filled circle around (x, y)."""
        ...

    def text(self, x: int, y: int, words: str, colour: str, *, size: int = 7) -> None:
        """Words from (x, y) on, the upper left corner; *size* is the height of a capital."""
        ...


def strokes(words: str, scale: int) -> Iterator[tuple[int, int]]:
    """The dots of the pixel letters, from (0, 0) on; what has no letter stays empty."""
    for number, letter in enumerate(words.upper()):
        left = number * (GLYPH_WIDTH + 1)
        for column, bits in enumerate(bytes.fromhex(GLYPHS.get(letter, GLYPHS[" "]))):
            for row in range(GLYPH_HEIGHT):
                if bits >> row & 1:
                    yield (left + column) * scale, row * scale


def rgb(colour: str) -> tuple[int, int, int]:
    """``#rrggbb`` as three numbers."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def svg_head(width: int, height: int) -> str:
    """The first tag of a picture of this size."""
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif">'


class SvgCanvas:
    """Writes an SVG picture that needs nothing but itself."""

    def __init__(self, width: int, height: int) -> None:
        self._head = svg_head(width, height)
        self.parts: list[str] = []

    def rectangle(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'
        )

    def disc(self, x: int, y: int, radius: int, colour: str) -> None:
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>')

    def text(self, x: int, y: int, words: str, colour: str, *, size: int = 7) -> None:
        height = round(size * 1.4)
        self.parts.append(
            f'<text x="{x}" y="{y + size}" font-size="{height}" fill="{colour}">'
            f"{escape(words, quote=False)}</text>"
        )

    def drawn(self) -> str:
        return "\n".join([self._head, *self.parts, "</svg>\n"])
