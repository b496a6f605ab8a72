"""GIF89a: a canvas of numbered colours, and frames of which only what has changed is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from struct import pack
from typing import NamedTuple

from .canvas import GLYPH_HEIGHT, rgb, strokes

MOST_COLOURS = 256
_CODES = 1 << 12
"""The format has no code of more than twelve bits."""
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_KEEP = 1 << 2
"""A frame stays where the next one does not paint."""


class Palette:
    """The colours of a film, numbered as they are first used."""

    def __init__(self) -> None:
        self.colours: dict[str, int] = {}

    def number(self, colour: str) -> int:
        """The number of a colour; there is room for 256."""
        found = self.colours.setdefault(colour, len(self.colours))
        assert found < MOST_COLOURS
        return found

    @property
    def bits(self) -> int:
        """How many bits a number takes; the format wants two at least."""
        return max(2, (len(self.colours) - 1).bit_length())

    def table(self) -> bytes:
        """The colours as the file has them, filled up to a power of two."""
        known = b"".join(bytes(rgb(colour)) for colour in self.colours)
        return known.ljust(3 << self.bits, b"\0")


class IndexedCanvas:
    """Fills bytes of height x width with the numbers of colours, each dot *scale* pixels wide."""

    def __init__(self, width: int, height: int, palette: Palette, *, scale: int = 1) -> None:
        self.width, self.height = width * scale, height * scale
        self.pixels = bytearray(self.width * self.height)
        self._palette = palette
        self._scale = scale

    def rectangle(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        scale = self._scale
        self._fill(x * scale, y * scale, width * scale, height * scale, colour)

    def _fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        left, right = max(x, 0), min(x + width, self.width)
        line = bytes([self._palette.number(colour)]) * (right - left)
        for row in range(max(y, 0), min(y + height, self.height)):
            if line:
                self.pixels[row * self.width + left : row * self.width + right] = line

    def disc(self, x: int, y: int, radius: int, colour: str) -> None:
        scale = self._scale
        middle_x, middle_y, reach = x * scale, y * scale, radius * scale
        for row in range(-reach, reach + 1):
            half = isqrt(reach * reach - row * row)
            self._fill(middle_x - half, middle_y + row, 2 * half + 1, 1, colour)

    def text(self, x: int, y: int, words: str, colour: str, *, size: int = 7) -> None:
        """Words from (x, y) on, in capitals; *size* is rounded to whole pixels of the letters."""
        dot = max(1, size // GLYPH_HEIGHT)
        for left, top in strokes(words, dot):
            self.rectangle(x + left, y + top, dot, dot, colour)


class Frame(NamedTuple):
    """A whole picture and how long it is shown, in hundredths of a second."""

    pixels: bytes
    hundredths: int


def gif(frames: Sequence[Frame], width: int, height: int, palette: Palette) -> Iterator[bytes]:
    """The file, piece by piece; it goes round for ever."""
    bits = palette.bits
    yield b"GIF89a" + pack("<HHBBB", width, height, 0x80 | (bits - 1), 0, 0)
    yield palette.table() + _LOOP
    before: bytes | None = None
    for frame in frames:
        left, top, right, bottom = _changed(before, frame.pixels, width, height)
        yield b"\x21\xf9\x04" + pack("<BHBB", _KEEP, frame.hundredths, 0, 0)
        yield b"\x2c" + pack("<HHHHB", left, top, right - left, bottom - top, 0)
        rows = (frame.pixels[y * width + left : y * width + right] for y in range(top, bottom))
        yield bytes([bits]) + _blocks(squeeze(b"".join(rows), bits))
        before = frame.pixels
    yield b"\x3b"


def _changed(
    before: bytes | None, after: bytes, width: int, height: int
) -> tuple[int, int, int, int]:
    """The box around all that is not as before; a frame without change has one dot."""
    if before is None:
        return 0, 0, width, height
    lines = [slice(y * width, (y + 1) * width) for y in range(height)]
    moved = [y for y, line in enumerate(lines) if before[line] != after[line]]
    if not moved:
        return 0, 0, 1, 1
    columns = [_ends(before[lines[y]], after[lines[y]]) for y in moved]
    left, right = min(first for first, _ in columns), max(last for _, last in columns)
    return left, moved[0], right + 1, moved[-1] + 1


def _ends(before: bytes, after: bytes) -> tuple[int, int]:
    """The first and the last place where two lines differ."""
    odd = int.from_bytes(before) ^ int.from_bytes(after)
    last = len(after) - 1
    return last - (odd.bit_length() - 1) // 8, last - ((odd & -odd).bit_length() - 1) // 8


def squeeze(pixels: bytes, bits: int) -> bytes:
    """LZW as GIF has it: codes grow from bits + 1 to 12 bits, the lowest bit first."""
    clear, end = 1 << bits, (1 << bits) + 1
    known: dict[tuple[int, int], int] = {}
    size, free = bits + 1, end + 1
    stream, filled, out = clear, size, bytearray()
    prefix = pixels[0]
    for pixel in pixels[1:]:
        longer = known.get((prefix, pixel))
        if longer is not None:
            prefix = longer
            continue
        stream |= prefix << filled
        filled += size
        if free < _CODES:
            known[prefix, pixel] = free
            # The reader learns a code one step later, so that it is wide enough only then.
            size += free == 1 << size
            free += 1
        else:
            stream |= clear << filled
            filled += size
            known.clear()
            size, free = bits + 1, end + 1
        prefix = pixel
        while filled >= 8:
            out.append(stream & 255)
            stream >>= 8
            filled -= 8
    stream |= prefix << filled
    filled += size
    size += free == 1 << size and free < _CODES
    stream |= end << filled
    filled += size
    return bytes(out) + stream.to_bytes((filled + 7) // 8, "little")


def _blocks(codes: bytes) -> bytes:
    """Parts of 255 bytes at most, each behind its length, and an empty one at the end."""
    parts = (codes[at : at + 255] for at in range(0, len(codes), 255))
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"
