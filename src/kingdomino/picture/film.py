"""A game as moving pictures: an SVG in which things come and go, or the frames of a GIF.

Both show the same drawings. In the SVG what stays from one moment to the next is written once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from ..core.grid import Bits
from ..core.state import State
from .canvas import SvgCanvas, svg_head
from .gif import Frame, IndexedCanvas, Palette, gif
from .table import draw, table_size


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an event, what is said of it, and how long it is looked at."""

    state: State
    headline: tuple[str, ...]
    lit: tuple[Bits, ...]
    seconds: float


def gif_film(film: Sequence[Moment], names: Sequence[str], *, scale: int = 1) -> Iterator[bytes]:
    """The game as a GIF, piece by piece."""
    size, palette = table_size(film[0].state.rules), Palette()
    frames = []
    for moment in film:
        canvas = IndexedCanvas(*size, palette, scale=scale)
        draw(moment.state, canvas, names=names, headline=moment.headline, lit=moment.lit)
        frames.append(Frame(bytes(canvas.pixels), round(100 * moment.seconds)))
    return gif(frames, size[0] * scale, size[1] * scale, palette)


@dataclass(slots=True)
class _Shown:
    """A part of the drawing, and the moments from *first* to before *end* that have it."""

    part: str
    first: int
    end: int


def svg_film(film: Sequence[Moment], names: Sequence[str], *, title: str) -> str:
    """The game as an SVG that moves by itself; without that it shows the last moment."""
    width, height = table_size(film[0].state.rules)
    times = [0.0]
    for moment in film:
        times.append(times[-1] + moment.seconds)
    lines = [svg_head(width, height), f"<title>{escape(title, quote=False)}</title>"]
    for (first, end), parts in groupby(_shown(film, names), lambda s: (s.first, s.end)):
        lines += _group([shown.part for shown in parts], times, first, end)
    return "\n".join([*lines, "</svg>\n"])


def _shown(film: Sequence[Moment], names: Sequence[str]) -> list[_Shown]:
    """All parts in the order in which they appear: what comes later lies above."""
    found: list[_Shown] = []
    open_now: dict[tuple[str, int], _Shown] = {}
    for at, moment in enumerate(film):
        canvas = SvgCanvas(*table_size(moment.state.rules))
        draw(moment.state, canvas, names=names, headline=moment.headline, lit=moment.lit)
        seen, there = Counter[str](), dict[tuple[str, int], _Shown]()
        for part in canvas.parts:
            seen[part] += 1
            key = (part, seen[part])
            there[key] = open_now.get(key) or _Shown(part, at, at)
            if there[key].first == at:
                found.append(there[key])
            there[key].end = at + 1
        open_now = there
    return found


def _group(parts: list[str], times: list[float], first: int, end: int) -> Iterator[str]:
    last = len(times) - 1
    if (first, end) == (0, last):
        yield from parts
        return
    moments = [(times[first], "inline"), (times[end], "none")]
    if first:
        moments.insert(0, (0.0, "none"))
    if end == last:
        moments.pop()
    keys = ";".join(f"{at / times[-1]:.5f}".rstrip("0").rstrip(".") for at, _ in moments)
    values = ";".join(value for _, value in moments)
    yield "<g>" if end == last else '<g display="none">'
    yield (
        f'<animate attributeName="display" calcMode="discrete" dur="{times[-1]:g}s" '
        f'repeatCount="indefinite" keyTimes="{keys}" values="{values}"/>'
    )
    yield from parts
    yield "</g>"
