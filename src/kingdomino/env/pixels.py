"""A canvas that fills an array of pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..picture.canvas import GLYPH_HEIGHT, rgb, strokes


class PixelCanvas:
    """Fills uint8[height, width, 3]."""

    def __init__(self, width: int, height: int) -> None:
        self._pixels = np.zeros((height, width, 3), np.uint8)

    def rectangle(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        self._pixels[max(y, 0) : y + height, max(x, 0) : x + width] = rgb(colour)

    def disc(self, x: int, y: int, radius: int, colour: str) -> None:
        height, width, _ = self._pixels.shape
        ys, xs = np.ogrid[:height, :width]
        self._pixels[(xs - x) ** 2 + (ys - y) ** 2 <= radius**2] = rgb(colour)

    def text(self, x: int, y: int, words: str, colour: str, *, size: int = 7) -> None:
        """Words from (x, y) on, in capitals; *size* is rounded to whole pixels of the letters."""
        scale = max(1, size // GLYPH_HEIGHT)
        for left, top in strokes(words, scale):
            self.rectangle(x + left, y + top, scale, scale, colour)

    def drawn(self) -> NDArray[np.uint8]:
        return self._pixels
