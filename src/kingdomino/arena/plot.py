"""Pictures of what was played: ratings of a ladder, and shares of the victory beside their aims.

A dot for each figure, a bar for its interval. All follow the reader's light or dark colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from .ladder import Rung
from .statistics import Interval

WIDTH, ROW, LEFT, WIDE_LEFT, RIGHT, TOP, BOTTOM = 640, 26, 130, 240, 70, 40, 30
STEPS = (25, 50, 100, 200, 250, 500, 1000)
STYLE = (
    "text{fill:#1f2328}.g{stroke:#d0d7de}.b{stroke:#8c6d1f;stroke-width:4;stroke-linecap:round}"
    ".d{fill:#3f2f7d;stroke:#3f2f7d;stroke-width:2}.o{fill:#ffffff}.e{stroke:#59636e;"
    "stroke-dasharray:2 2}.a{fill:none;stroke:#3f2f7d;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.g{stroke:#3d444d}.b{stroke:#d9b44a}"
    ".d{fill:#c3b1ff;stroke:#c3b1ff}.o{fill:#0d1117}.e{stroke:#9198a1}.a{stroke:#c3b1ff}}"
)


class Share(NamedTuple):
    """A share of the victory in percent, and what it was to be."""

    label: str
    percent: float
    span: Interval
    even: float
    aim: float


def ladder_svg(rungs: Sequence[Rung], title: str) -> str:
    """Ratings, one below the other."""
    most = max(1.0, *(rung.rating_ci.high for rung in rungs), *(rung.rating for rung in rungs))
    scale = (WIDTH - LEFT - RIGHT) / most
    step = next((step for step in STEPS if most / step <= 8), STEPS[-1])
    marks = [(LEFT + mark * scale, str(mark)) for mark in range(0, int(most) + 1, step)]
    parts = [*_frame(title, LEFT, len(rungs), marks)]
    for i, rung in enumerate(rungs):
        y = TOP + ROW * i + ROW / 2
        low, high = (LEFT + end * scale for end in rung.rating_ci)
        parts += [
            *_figure(LEFT, y, rung.bot, low, high),
            f'<circle class="d" cx="{LEFT + rung.rating * scale:.1f}" cy="{y:.1f}" r="4"/>',
            f'<text x="{high + 12:.1f}" y="{y + 4:.1f}">{rung.rating:.0f}</text>',
        ]
    return _whole(parts)


def shares_svg(shares: Sequence[Share], title: str) -> str:
    """Shares of the victory: a full dot reached its aim, an open one did not."""
    scale = (WIDTH - WIDE_LEFT - RIGHT) / 100
    marks = [(WIDE_LEFT + mark * scale, f"{mark} %") for mark in range(0, 101, 20)]
    parts = [*_frame(title, WIDE_LEFT, len(shares), marks)]
    for i, share in enumerate(shares):
        y = TOP + ROW * i + ROW / 2
        low, x, high, even, aim = (
            WIDE_LEFT + end * scale
            for end in (share.span.low, share.percent, share.span.high, share.even, share.aim)
        )
        reached = share.percent >= share.aim
        told = f"{share.percent:.1f} %, {'reached' if reached else 'missed'}: {share.aim:g} %"
        parts += [
            f'<path class="e" d="M{even:.1f} {y - 11:.1f}v22"/>',
            *_figure(WIDE_LEFT, y, share.label, low, high),
            f'<path class="a" d="M{aim - 5:.1f} {y - 12:.1f}h10l-5 7z"/>',
            f'<circle class="d{"" if reached else " o"}" cx="{x:.1f}" cy="{y:.1f}" r="4">',
            f"<title>{escape(told)}</title></circle>",
            f'<text x="{WIDTH - RIGHT + 14}" y="{y + 4:.1f}">{share.percent:.1f} %</text>',
        ]
    return _whole(parts)


def _frame(title: str, left: int, rows: int, marks: Sequence[tuple[float, str]]) -> Iterator[str]:
    """The beginning of a picture: its title, and the lines that figures are read off."""
    height = TOP + ROW * rows + BOTTOM
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="13">'
    )
    yield f"<title>{escape(title)}</title>"
    yield f"<style>{STYLE}</style>"
    yield f'<text x="{left}" y="20" font-weight="bold">{escape(title)}</text>'
    for x, text in marks:
        yield f'<line class="g" x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - BOTTOM}"/>'
        yield f'<text x="{x:.1f}" y="{height - 10}" text-anchor="middle">{text}</text>'


def _figure(left: int, y: float, label: str, low: float, high: float) -> Iterator[str]:
    """What a row is about, and the interval of its figure."""
    yield f'<text x="{left - 10}" y="{y + 4:.1f}" text-anchor="end">{escape(label)}</text>'
    yield f'<line class="b" x1="{low:.1f}" y1="{y:.1f}" x2="{high:.1f}" y2="{y:.1f}"/>'


def _whole(parts: Sequence[str]) -> str:
    return "\n".join([*parts, "</svg>"]) + "\n"
